"""The frame: sizes, limits on its texts, and the check for overlapping words."""

import matplotlib as mpl
import pytest

from course_lib.figures import style
from course_lib.figures.style import canvas, problems
from course_lib.figures.tokens import in_font


def test_canvas_is_1280_by_720_with_a_white_ground():
    fig = canvas("Blue looks at fluffy", "by hand", "dot area = weight")
    assert (fig.get_size_inches() * fig.dpi).tolist() == [1280, 720]
    assert mpl.colors.to_hex(fig.get_facecolor()) == "#ffffff"
    assert problems(fig) == []


@pytest.mark.parametrize("tier", style.TIERS)
def test_every_tier_has_its_badge(tier):
    texts = [t.get_text() for t in canvas("Title", tier).texts]
    assert any(tier in text for text in texts)


def test_the_form_of_the_badge_tells_the_evidence():
    looks = set()
    for tier in ("by hand", "trained here", "real model", "random numbers"):
        box = canvas("Title", tier).texts[1].get_bbox_patch()
        corner = box.get_boxstyle().rounding_size
        looks.add((box.get_facecolor(), box.get_linestyle(), corner))
    assert len(looks) == 4


def test_the_font_draws_the_sign_of_every_badge():
    assert all(
        in_font(character) for text in style.TIERS.values() for character in text
    )


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("x" * 51, "by hand"), "title has 51 characters, expected at most 50"),
        (("x", "by hand", "y" * 71), "how_to_read has 71 characters, expected at"),
        (("x", "guessed"), "tier is 'guessed', expected one of by hand"),
    ],
)
def test_canvas_says_what_is_wrong(arguments, part):
    with pytest.raises(ValueError, match=part):
        canvas(*arguments)


def test_problems_sees_overlap_small_words_and_words_off_the_canvas():
    fig = canvas("Title", "by hand")
    fig.text(0.5, 0.5, "one word", size=10)
    fig.text(0.51, 0.5, "another", size=10)
    fig.text(0.1, 0.1, "tiny", size=8)
    fig.text(0.97, 0.1, "over the edge", size=10)
    found = "\n".join(problems(fig))
    assert "overlap: 'one word' and 'another'" in found
    assert "small: 'tiny'" in found
    assert "off canvas: 'over the edge'" in found


def test_problems_follows_words_that_lean():
    fig = canvas("Title", "by hand")
    lean = {"rotation": 45, "rotation_mode": "anchor", "size": 10}
    fig.text(0.50, 0.3, "a long word", **lean)
    fig.text(0.54, 0.3, "a long word", **lean)
    assert problems(fig) == []
    fig.text(0.505, 0.3, "a long word", **lean)
    assert problems(fig) != []


def test_a_dark_style_of_the_reader_neither_leaks_in_nor_is_lost():
    with mpl.rc_context({"text.color": "white", "font.size": 30}):
        fig = canvas("Title", "by hand")
        assert fig.texts[0].get_color() == style.INK
        assert mpl.rcParams["font.size"] == 30


def test_text_width_is_that_of_the_drawn_text():
    fig = canvas("Title", "by hand")
    drawn = fig.text(0.1, 0.1, "creature", size=10, weight="bold")
    width = drawn.get_window_extent(fig.canvas.get_renderer()).width / fig.dpi
    assert style.text_width("creature", 10, "bold") == pytest.approx(width, abs=0.02)
