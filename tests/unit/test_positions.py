"""Rotary positions: lengths kept, and only the distance counts."""

import numpy as np
import pytest

from course_lib.positions import rotary_turns, rotate

RNG = np.random.default_rng(0)


def turned(x, positions):
    return rotate(x, *rotary_turns(positions, x.shape[-1]))


def test_position_0_turns_nothing():
    x = RNG.standard_normal((3, 1, 8))
    assert np.array_equal(turned(x, [0]), x)


def test_lengths_are_kept_pair_by_pair():
    x = RNG.standard_normal((5, 8))
    pairs = [a.reshape(5, 4, 2) for a in (x, turned(x, range(5)))]
    lengths = [np.linalg.norm(pair, axis=-1) for pair in pairs]
    assert np.allclose(*lengths)


def test_a_score_depends_on_the_distance_alone():
    q, k = RNG.standard_normal((2, 1, 64))
    here = turned(q, [7]) @ turned(k, [3]).T
    there = turned(q, [107]) @ turned(k, [103]).T
    elsewhere = turned(q, [107]) @ turned(k, [104]).T
    assert np.allclose(here, there, atol=1e-4)
    assert not np.allclose(here, elsewhere, atol=1e-1)


def test_turning_back_undoes_it():
    x = RNG.standard_normal((2, 4, 6))
    there = turned(x, np.arange(4))
    assert np.allclose(turned(there, -np.arange(4)), x, atol=1e-6)


def test_neighbors_make_a_pair_as_complex_numbers_do():
    x = RNG.standard_normal((4, 6))
    angles = np.arange(4)[:, None] * 10_000.0 ** (-np.array([0, 2, 4]) / 6)
    expected = x.view(np.complex128) * np.exp(1j * angles)
    assert np.allclose(turned(x, range(4)), expected.view(np.float64), atol=1e-6)


def test_float32_stays_float32():
    assert turned(np.ones((3, 4), dtype=np.float32), range(3)).dtype == np.float32


def test_an_odd_width_is_refused():
    with pytest.raises(ValueError, match="d_head must be even.*got 7"):
        rotary_turns([0, 1], 7)
