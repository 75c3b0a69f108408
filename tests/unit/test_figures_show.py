"""show: one bundle with image and text, and the same text where it can be read."""

import base64
import io
import sys
import types

import pytest
from PIL import Image

from course_lib.figures import plot_attention_grid, plot_map, show
from course_lib.figures.show import details
from course_lib.figures.style import canvas


@pytest.fixture
def published(monkeypatch):
    """What a running IPython shell would be asked to display."""
    outputs = []

    def publish(data, metadata=None):
        outputs.append((data, metadata or {}))

    shell = types.SimpleNamespace(display_pub=types.SimpleNamespace(publish=publish))
    fake = types.SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", fake)
    return outputs


def grid():
    weights = [[1, 0], [0.25, 0.75]]
    return plot_attention_grid(
        ["a", "<b>"], weights, title="T", tier="by hand", focus=1
    )


def test_show_publishes_image_with_text_and_a_description_beside_it(published):
    show(grid())
    (image, metadata), (beside, _) = published
    sentence, *numbers = image["text/plain"].split("\n")
    assert metadata == {"image/png": {"alt": sentence}}
    assert numbers[-1] == "<b>: .25 .75"
    assert set(beside) == {"text/html"}
    assert "<summary>Description of the picture</summary>" in beside["text/html"]
    assert "&lt;b&gt; looks at a .25" in beside["text/html"]


def test_the_image_is_exactly_the_size_of_a_slide_and_small(published):
    show(plot_map("mask", "04"))
    png = published[0][0]["image/png"]
    assert Image.open(io.BytesIO(png)).size == (1280, 720)
    assert len(base64.b64encode(png)) < 200_000


def test_the_reader_who_crops_figures_does_not_change_their_size(published):
    import matplotlib as mpl

    with mpl.rc_context({"savefig.bbox": "tight", "savefig.dpi": 50}):
        show(grid())
    png = published[0][0]["image/png"]
    assert Image.open(io.BytesIO(png)).size == (1280, 720)


def test_outside_a_notebook_the_description_is_printed(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    show(grid())
    assert capsys.readouterr().out.startswith("Attention grid, 2 by 2, masked;")


def test_a_figure_of_your_own_needs_a_description():
    fig = canvas("Mine", "by hand")
    with pytest.raises(ValueError, match=r"no description.*show\(fig, alt="):
        show(fig)


def test_a_figure_of_your_own_is_shown_once(published):
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    fig, ax = pyplot.subplots()
    ax.plot([1, 2])
    show(ax, alt="A line rises from 1 to 2.")
    assert published[0][0]["text/plain"] == "A line rises from 1 to 2."
    assert not pyplot.fignum_exists(fig.number)


@pytest.mark.parametrize(
    ("figure", "alt", "part"),
    [
        (canvas("Mine", "by hand"), "x" * 301, "has 301 characters, expected at most"),
        (canvas("Mine", "by hand"), "  ", "no description"),
        ("a picture", "x", "figure is a str, expected matplotlib Axes or Figure"),
    ],
)
def test_show_says_what_is_wrong(figure, alt, part):
    with pytest.raises(ValueError, match=part):
        show(figure, alt=alt)


def test_details_escape_their_words_and_are_the_same_every_time():
    html = details("a < b & c", "1 < 2")
    assert "a &lt; b &amp; c" in html
    assert "<pre>1 &lt; 2</pre>" in html
    assert html == details("a < b & c", "1 < 2")


def test_two_grids_in_one_figure_are_both_described():
    fig = canvas("Two", "by hand")
    for rect in ([0.1, 0.1, 0.3, 0.5], [0.6, 0.1, 0.3, 0.5]):
        ax = fig.add_axes(rect)
        plot_attention_grid(["a"], [[1]], title="T", tier="by hand", ax=ax)
    assert len(fig.course_descriptions) == 2
