"""How a result differs is said by what it has in common with the right one."""

import numpy as np
import pytest

from course_lib.attention import softmax
from course_lib.exercises.properties import how_it_differs, rounded

RNG = np.random.default_rng(34)
SCORES = RNG.normal(size=(3, 5))
WEIGHTS = softmax(SCORES)


@pytest.mark.parametrize(
    ("got", "part"),
    [
        (np.ones((3, 5)), "all numbers are the same"),
        (-SCORES, "the opposite sign"),
        (SCORES[::-1], "in the wrong places"),
        (SCORES + 2, "off by the same amount"),
        (SCORES * 3, "larger than it should be, by the same factor"),
        (SCORES / 3, "smaller than it should be, by the same factor"),
        (2 / SCORES, "a division is upside down"),
        (-np.exp(SCORES), "smallest number stands where the largest should"),
    ],
)
def test_tables_of_numbers(got, part):
    assert part in how_it_differs("scores", got, SCORES)


@pytest.mark.parametrize(
    ("got", "part"),
    [
        (np.full((3, 5), 0.2), "are even"),
        (softmax(-SCORES), "goes to what should get least"),
        (softmax(2 * SCORES), "too sharp"),
        (softmax(SCORES / 2), "too flat"),
        (WEIGHTS[:, ::-1], "not in their places"),
    ],
)
def test_shares(got, part):
    assert part in how_it_differs("weights", got, WEIGHTS)
    told = how_it_differs("shares", got[0], WEIGHTS[0])
    if "too" in part:
        assert "not the right sizes" in told
    else:
        assert part in told


@pytest.mark.parametrize("places", range(1, 5))
def test_rounding_is_named_with_its_places(places):
    to = f"rounded to {places} place"
    assert to in rounded("weights", np.round(WEIGHTS, places), WEIGHTS)
    assert to in rounded("cosine", np.round(0.123456, places), np.array(0.123456))


def test_what_is_right_or_all_0_is_not_called_rounded():
    assert rounded("weights", np.eye(3), np.eye(3)) is None
    assert rounded("weights", np.eye(3), np.eye(3) * 0.8 + 0.05) is None
    assert rounded("product", np.array(0.0), np.array(0.003)) is None
    assert "whole numbers" in rounded("scores", SCORES.round(), SCORES)


def test_nothing_is_said_without_a_pattern():
    noise = RNG.normal(size=(3, 5))
    assert how_it_differs("scores", noise, SCORES) is None
    assert how_it_differs("weights", softmax(noise), WEIGHTS) is None
    assert how_it_differs("product", np.array(2.0), np.array(1.0)) is None
    assert how_it_differs("scores", np.full((3, 5), np.nan), SCORES) is None


def test_infinite_entries_do_not_hide_the_pattern():
    got, wanted = SCORES.copy(), SCORES.copy()
    got[0, 0] = wanted[0, 0] = -np.inf
    assert "the same factor" in how_it_differs("scores", 3 * got, wanted)
