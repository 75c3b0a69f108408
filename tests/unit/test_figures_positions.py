"""The carpet and the clocks: readable, described from their data, clear about input."""

import numpy as np
import pytest

from course_lib.figures import plot_clock, plot_positions
from course_lib.figures.positions import by_distance
from course_lib.figures.style import problems
from course_lib.positions import sinusoidal

FRAME = {
    "title": "A finding of exactly fifty characters, as allowed.",
    "tier": "by hand",
}
CLOCK = {"d_model": 16, "title": FRAME["title"]}


def described(ax):
    return "\n".join("\n".join(part) for part in ax.figure.course_descriptions)


@pytest.mark.parametrize(("n", "d_model"), [(21, 8), (50, 64), (100, 16), (60, 512)])
def test_a_carpet_is_readable(n, d_model):
    for here in (0, 3, n - 2):
        ax = plot_positions(sinusoidal(np.arange(n), d_model), here, **FRAME)
        assert problems(ax.figure) == []


def test_a_carpet_says_what_the_table_holds():
    said, listed = plot_positions(
        sinusoidal(np.arange(50), 64), 12, **FRAME
    ).figure.course_descriptions[0]
    assert said == (
        "Sine-wave positions, 50 by 64. Dot product / 32: 1 at 0, .73 at 5, .59 at 20; "
        "the same from every start (largest difference 0)."
    )
    assert listed.count("\n") > 50


@pytest.mark.parametrize("place", [(0, 0), (12, 5), (30, 63), (49, 40)])
def test_a_moved_datum_changes_the_description(place):
    table = 0.9 * sinusoidal(np.arange(50), 64)
    before = described(plot_positions(table, 12, **FRAME))
    table[place] += 0.2 if table[place] < 0 else -0.2  # a tenth of the axis
    assert described(plot_positions(table, 12, **FRAME)) != before


def test_a_table_that_cares_where_it_starts_is_told():
    table = np.random.default_rng(0).uniform(-1, 1, (30, 8))
    mean, spread = by_distance(table)
    assert spread > 0.1
    assert "largest difference 0)" not in described(plot_positions(table, 3, **FRAME))


@pytest.mark.parametrize(
    "at",
    [(0, 0, 0), (3, 7, 0), (7, 3, 0), (0, 44, 0), (0, 99, 7), (99, 98, 3), (0, 3, 0)],
)
def test_a_clock_is_readable(at):
    assert problems(plot_clock(*at, **CLOCK).figure) == []


@pytest.mark.parametrize("other", [(3, 8, 0), (3, 7, 1), (4, 7, 0)])
def test_other_hands_are_told(other):
    before = described(plot_clock(3, 7, 0, **CLOCK))
    assert described(plot_clock(*other, **CLOCK)) != before


@pytest.mark.parametrize(
    ("table", "here", "message"),
    [
        (np.zeros((20, 8)), 3, r"table has shape \[20, 8\], expected 21 to 100 rows"),
        (np.zeros((30, 9)), 3, "an even number of columns"),
        (np.zeros((30, 6)), 3, "at least 8"),
        (np.full((30, 8), 2.0), 3, "table reaches 2, expected sines"),
        (np.zeros((30, 8)), 29, "here is 29, expected at most 28"),
        (np.full((30, 8), np.nan), 3, "table holds NaN"),
    ],
)
def test_bad_tables_get_one_clear_sentence(table, here, message):
    with pytest.raises(ValueError, match=message):
        plot_positions(table, here, **FRAME)
