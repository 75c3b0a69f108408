"""Other positions for the real model: turned back first, then turned otherwise."""

import numpy as np
import pytest

from course_lib import reposition
from course_lib.attention import causal_mask
from course_lib.operating_table import STORY
from course_lib.positions import rotate

RNG = np.random.default_rng(0)
HEADS = RNG.standard_normal((9, 6, 64)).astype(np.float32)
SEEN = rotate(HEADS, *reposition.turns(np.arange(6)))  # what an edit sees


def scores(q):
    return q @ q.swapaxes(-1, -2)


@pytest.mark.parametrize("point", ["q", "k"])
def test_turned_hands_on_what_knows_nothing_of_its_place(point):
    found = reposition.turned(lambda x: x)(point, 3, SEEN)
    assert np.allclose(found, HEADS, atol=1e-5)


@pytest.mark.parametrize("point", ["embedding", "v", "weights", "heads", "residual"])
def test_other_points_are_left_alone(point):
    assert reposition.at(lambda p: p + 1)(point, 0, SEEN) is None


def test_the_same_places_change_nothing():
    assert np.allclose(reposition.at(lambda p: p)("q", 0, SEEN), SEEN, atol=1e-5)


def test_later_places_keep_scores_and_change_queries():
    later = reposition.at(lambda p: p + 500)("q", 0, SEEN)
    assert not np.allclose(later, SEEN, atol=0.1)
    assert np.allclose(scores(later), scores(SEEN), atol=1e-3)


def test_equal_places_and_none_give_the_same_scores():
    equal = reposition.at(lambda p: 0 * p + 7)("q", 0, SEEN)
    assert not np.allclose(equal, HEADS, atol=0.1)
    assert np.allclose(scores(equal), scores(HEADS), atol=1e-3)


def test_halves_keep_lengths_and_the_score_at_distance_0():
    halves = reposition.turned(reposition.by_halves)("q", 0, SEEN)
    assert np.allclose(
        np.linalg.norm(halves, axis=-1), np.linalg.norm(SEEN, axis=-1), rtol=1e-5
    )
    one, other = scores(halves), scores(SEEN)
    diagonal = np.eye(6, dtype=bool)
    assert np.allclose(one[:, diagonal], other[:, diagonal], rtol=1e-4)
    assert abs(one - other)[:, ~diagonal].max() > 1


def test_a_gap_moves_the_second_half_and_keeps_distances_within_halves():
    moved = reposition.second_half_later(1_000)("q", 0, SEEN)
    change = abs(scores(moved) - scores(SEEN))
    assert change[:, :3, :3].max() < 1e-3 > change[:, 3:, 3:].max()
    assert change[:, 3:, :3].max() > 1


def test_the_control_hides_the_first_half_from_the_second():
    mask = causal_mask(6)
    _, weights = reposition.first_half_hidden(HEADS[0], HEADS[0], HEADS[0], mask)
    assert (weights[3:, :3] == 0).all()
    assert (weights[:3, :3] > 0).sum() == 6
    assert np.allclose(weights.sum(axis=1), 1)
    assert mask[3:, :3].all(), "the caller's mask was changed"


def test_recorded_gaps_and_scores_need_no_model(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL_DIR", str(tmp_path))
    gaps = (1, 10, 100, 1_000, 3_000, 10_000, 30_000, 100_000)
    found = reposition.far_apart(STORY, gaps)
    assert found["moved"].shape == (8,)
    assert found["moved"][5] > found["hidden"] > found["moved"][3]
