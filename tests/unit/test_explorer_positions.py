"""The explorer of positions: its numbers, its text, and its static twin."""

import html
import json
import re

import numpy as np
import pytest

from course_lib import explorer, positions
from course_lib.figures import plot_clock
from course_lib.figures.clock import degrees_apart, likeness, saying, wavelength


def shown(first=3, second=7, clock=1, d_model=16):
    return explorer.two_positions(first, second, clock, d_model=d_model)


def numbers(explored):
    (data,) = re.findall(r'data-numbers="([^"]*)"', explored.html)
    return json.loads(html.unescape(data))


def test_the_numbers_are_inside():
    found = numbers(shown())
    assert (found["first"], found["second"], found["clock"]) == (3, 7, 1)
    assert found["speeds"] == pytest.approx(positions.speeds(16), rel=1e-11)
    assert found["turns"] == [wavelength(i, 16) for i in range(8)]


def test_the_text_is_that_of_the_static_twin_then_the_sliders():
    ax = plot_clock(3, 7, 1, d_model=16, title="T")
    ((sentence, listed),) = ax.figure.course_descriptions
    lines = shown().text.removeprefix(f"{sentence}\n{listed}\n").split("\n")
    assert lines == [
        "Sliders: first position, 0 to 99; second position, 0 to 99; clock, 0 to 7.",
        f"At first: {saying(3, 7, 1, 16)}",
    ]


def test_what_is_said_is_what_the_table_holds():
    table = positions.sinusoidal(np.arange(100), 16)
    for first, second, clock in [(0, 44, 0), (0, 44, 1), (99, 3, 7), (5, 5, 2)]:
        one, other = table[[first, second]]
        pair = slice(2 * clock, 2 * clock + 2)
        here, everywhere = likeness(np.array([second - first]), clock, 16)
        assert here[0] == pytest.approx(one[pair] @ other[pair])
        assert everywhere[0] == pytest.approx(one @ other / 8)
        turn = np.degrees(np.arccos(np.clip(one[pair] @ other[pair], -1, 1)))
        assert degrees_apart(first, second, clock, 16) == pytest.approx(turn, abs=0.51)


def test_notebooks_get_html_and_text_the_same_every_time():
    bundle = shown()._repr_mimebundle_()
    assert bundle == {"text/html": shown().html, "text/plain": repr(shown())}
    links = re.findall(r"https?://[^\"]*", shown().html)
    assert links == ["http://www.w3.org/2000/svg"]  # a name, not an address
    assert "__" not in shown().html


def test_the_page_is_small_and_says_by_hand():
    bare = re.sub(r'data-numbers="[^"]*"', "", shown().html)
    assert len(bare.encode()) < 7168
    assert "✎ by hand" in bare


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"first": 100}, "first is 100, expected at most 99"),
        ({"second": -1}, "second is -1, expected at least 0"),
        ({"clock": 8}, "clock is 8, expected at most 7"),
        ({"d_model": 7}, "d_model must be even"),
        ({"d_model": 34}, "d_model is 34, expected at most 32"),
    ],
)
def test_bad_input_gets_one_clear_sentence(changes, message):
    with pytest.raises(ValueError, match=message):
        shown(**changes)
