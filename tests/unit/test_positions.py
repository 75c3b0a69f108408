"""Positions: lengths kept, one rotation a shift, and only the distance counts."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.positions import (
    alibi,
    rotary_turns,
    rotate,
    rotate_halves,
    shift,
    sinusoidal,
    speeds,
)

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


WIDTHS = st.integers(1, 40).map(lambda half: 2 * half)
PLACES = st.lists(st.integers(-5_000, 5_000), min_size=1, max_size=20)
STEPS = st.integers(-2_000, 2_000)
BASES = st.sampled_from([100.0, 10_000.0, 100_000.0])


@given(places=PLACES, by=STEPS, width=WIDTHS, base=BASES)
def test_a_shift_is_one_matrix_for_all_positions(places, by, width, base):
    moved = sinusoidal(places, width, base) @ shift(by, width, base)
    assert np.allclose(moved, sinusoidal(np.array(places) + by, width, base), atol=1e-8)


@given(by=STEPS, width=WIDTHS, base=BASES)
def test_a_shift_is_a_rotation(by, width, base):
    turn = shift(by, width, base)
    assert np.allclose(turn @ turn.T, np.eye(width), atol=1e-9)
    assert np.linalg.det(turn) == pytest.approx(1)


@given(one=STEPS, other=STEPS, width=WIDTHS)
def test_shifts_add_up_and_turn_back(one, other, width):
    both = shift(one, width) @ shift(other, width)
    assert np.allclose(both, shift(one + other, width), atol=1e-8)
    assert np.allclose(shift(one, width).T, shift(-one, width))


@given(places=PLACES, by=STEPS, width=WIDTHS, base=BASES)
def test_products_of_rows_depend_on_the_distance_alone(places, by, width, base):
    here = sinusoidal(places, width, base)
    there = sinusoidal(np.array(places) + by, width, base)
    assert np.allclose(here @ here.T, there @ there.T, atol=1e-8 * width)
    assert np.allclose((here**2).sum(axis=1), width / 2)


@given(
    start=st.integers(0, 3_000),
    distance=st.integers(0, 500),
    by=st.integers(0, 3_000),
    width=WIDTHS,
    seed=st.integers(0, 99),
    turn=st.sampled_from([rotate, rotate_halves]),
)
def test_rotary_scores_depend_on_the_distance_alone(
    start, distance, by, width, seed, turn
):
    q, k = np.random.default_rng(seed).standard_normal((2, 1, width))

    def score(p_q, p_k):
        one, other = (
            turn(x, *rotary_turns([p], width)) for x, p in ((q, p_q), (k, p_k))
        )
        return (one @ other.T).item()

    here = score(start + distance, start)
    there = score(start + distance + by, start + by)
    assert there == pytest.approx(here, abs=1e-4 * width)


@given(place=st.integers(-9_000, 9_000), width=WIDTHS, seed=st.integers(0, 99))
def test_rotary_turns_keep_lengths(place, width, seed):
    x = np.random.default_rng(seed).standard_normal((1, width))
    for turn in (rotate, rotate_halves):
        there = turn(x, *rotary_turns([place], width))
        assert np.linalg.norm(there) == pytest.approx(np.linalg.norm(x), rel=1e-5)


def test_pairs_and_halves_are_one_turn_in_two_orders_of_columns():
    x, turns = RNG.standard_normal((5, 8)), rotary_turns(range(5), 8)
    order = [0, 2, 4, 6, 1, 3, 5, 7]
    assert np.allclose(rotate_halves(x[:, order], *turns), rotate(x, *turns)[:, order])
    assert not np.allclose(rotate_halves(x, *turns), rotate(x, *turns))


def test_rows_are_the_paper_s_formula():
    table = sinusoidal([0, 3, 70], 6)
    for row, p in zip(table, (0, 3, 70), strict=True):
        for i in range(3):
            angle = p / 10_000 ** (2 * i / 6)
            assert row[2 * i : 2 * i + 2] == pytest.approx(
                [math.sin(angle), math.cos(angle)]
            )


def test_speeds_fall_by_equal_factors_to_just_above_one_over_the_base():
    assert speeds(8).tolist() == pytest.approx([1, 0.1, 0.01, 0.001])
    assert 2 * np.pi / speeds(512)[-1] == pytest.approx(60_611, abs=1)


def test_alibi_takes_a_slope_a_step():
    bias = alibi(4, [0.5, 0.25])
    assert bias.shape == (2, 4, 4)
    assert bias[1, 3].tolist() == [-0.75, -0.5, -0.25, 0]
    assert (bias == bias.swapaxes(1, 2)).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sinusoidal([0, 1], 7), "d_model must be even.*got 7"),
        (lambda: sinusoidal([[0, 1]], 8), r"positions has shape \[1, 2\]"),
        (lambda: sinusoidal([], 8), "positions has shape.*empty"),
        (lambda: sinusoidal([0], 0), "d_model is 0, expected at least 2"),
        (lambda: shift(1, 5), "d_model must be even"),
        (lambda: speeds(2.0), "d_model is 2.0, expected a whole number"),
        (lambda: alibi(0, [1]), "n_tokens is 0"),
        (lambda: alibi(3, [[1]]), r"slopes has shape \[1, 1\]"),
    ],
)
def test_what_does_not_fit_gets_one_sentence(call, message):
    with pytest.raises(ValueError, match=message):
        call()
