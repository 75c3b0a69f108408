"""What is drawn is what was given: pictures are read back, mark by mark.

Descriptions come from the data, so a picture drawn wrongly would still be described
right, and comparing outputs does not look at pixels.
"""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.patches import Ellipse, FancyArrowPatch, Rectangle
from test_figures_plots import CASES, WORDS, D

from course_lib.attention import causal_mask
from course_lib.figures import plot_map
from course_lib.figures.describe import signed
from course_lib.figures.map import BOXES, PINS
from course_lib.figures.palette import score_color


def dots(ax, shape):
    """Read the drawn weights back, in shares of the largest: area by row and column."""
    table = np.zeros(shape)
    for dot in ax.findobj(Ellipse):
        x, y = dot.get_center()
        table[int(y), int(x)] = dot.get_width() * dot.get_height()
    return table / table.max()


@pytest.mark.parametrize("name", ["grid", "grid, unmasked", "grid, cross", "layouts"])
def test_dots_stand_where_the_weights_are_and_their_area_is_the_weight(name):
    plot, table = CASES[name]
    ax = plot()
    near = {"rtol": 0, "atol": 0.01}  # a row may be rounded so that it adds up
    np.testing.assert_allclose(dots(ax, table.shape), table / table.max(), **near)
    for turned in ax.figure.axes[1:]:
        drawn = dots(turned, table.T.shape)
        np.testing.assert_allclose(drawn, table.T / table.max(), **near)


def test_score_cells_have_the_color_and_the_number_of_their_score():
    plot, table = CASES["scores"]
    ax = plot()
    largest = np.abs(table).max()
    texts = {t.get_position(): t.get_text() for t in ax.texts}
    cells = [p for p in ax.findobj(Rectangle) if p is not ax.patch and p.get_fill()]
    found = {p.get_xy(): p.get_facecolor()[:3] for p in cells}
    for (q, k), score in np.ndenumerate(table):
        assert texts[k + 0.5, q + 0.5] == signed(score)
        assert found[k, q] == mpl.colors.to_rgb(score_color(score, largest))


def test_bars_and_lines_and_products_are_drawn_from_the_data():
    plot, values = CASES["bars, twelve"]
    bars = [p for p in plot().patches if isinstance(p, Rectangle)]
    assert [p.get_width() for p in bars] == pytest.approx(values)
    plot, table = CASES["curves"]
    ax = plot()
    lines = {tuple(line.get_ydata()): line.get_xdata() for line in ax.lines}
    assert [tuple(x) for x in lines.values()][:2] == [tuple(D)] * 2
    assert [*lines][:2] == [*map(tuple, table)]
    texts = [t.get_text() for t in CASES["product"][0]().texts]
    assert [t for t in texts if t.strip("−.0123456789") == ""] == (
        "1.5 1 0 −2 2 0 −1 0.5 3 0 0 −1 2".split()
    )


@pytest.mark.parametrize(
    ("name", "asks"), [("grid", WORDS), ("scores", WORDS), ("grid, cross", None)]
)
def test_words_stand_at_their_rows_and_columns(name, asks):
    ax = CASES[name][0]()
    places = [(*t.get_position(), t.get_text()) for t in ax.texts]
    for i, word in enumerate(asks or ["le", "chat"]):
        assert [int(y) for x, y, text in places if text == word and x < 0 < y] == [i]
    for k, word in enumerate(WORDS):
        assert [int(x) for x, y, text in places if text == word and y < 0 < x] == [k]


def test_the_band_lies_on_the_row_of_the_focus():
    ax = CASES["grid"][0]()
    bands = [p for p in ax.patches if isinstance(p, Rectangle) and p.get_zorder() == 0]
    focus = WORDS.index("creature")
    (band,) = [(p.get_xy(), p.get_width(), p.get_height()) for p in bands]
    assert band == ((0, focus), focus + 1, 1)


@pytest.mark.parametrize("name", ["grid", "scores, masked"])
def test_the_hatch_covers_what_is_masked_and_nothing_else(name):
    (hatched,) = [p for p in CASES[name][0]().patches if p.get_hatch()]
    for (q, k), allowed in np.ndenumerate(causal_mask(8)):
        covered = hatched.get_path().contains_point((k + 0.5, q + 0.5))
        assert covered != allowed, (q, k)


def test_each_axis_of_curves_has_its_own_label():
    ax = CASES["curves"][0]()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("d_head", "spread of q · k")
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")


@pytest.mark.parametrize("part", BOXES)
def test_the_map_marks_the_part_of_the_lesson_and_no_other(part):
    ax = plot_map(part, "02")
    words = {BOXES[name][-2]: name for name in BOXES}
    bold = [words[t.get_text()] for t in ax.texts if t.get_weight() == "bold"
            and t.get_text() in words]  # fmt: skip
    assert bold == [part]


def test_the_map_s_pin_stands_at_the_last_part_named():
    ax = plot_map(("query", "key", "softmax"), "02")
    (pin,) = [t for t in ax.texts if t.get_text().startswith("you are here")]
    assert pin.get_position() == pytest.approx(PINS["softmax"][0])


def test_the_map_s_pin_points_at_one_part_of_few_and_at_none_of_many():
    def arrows(here):
        return len(plot_map(here, "07").findobj(FancyArrowPatch))

    assert arrows(("query", "key", "value", "score")) == arrows(()) + 1
    assert arrows(("query", "key", "value", "score", "mask")) == arrows(())


def test_words_of_the_map_share_a_baseline():
    ax = plot_map("value", "03")
    words = [t for t in ax.texts if t.get_text() in ("query", "key", "value")]
    assert [t.get_va() for t in words] == ["baseline"] * 3
    assert len({t.get_position()[1] for t in words}) == 1
