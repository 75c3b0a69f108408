"""Descriptions: numbers as text, sentences that fit, rows that add up."""

import numpy as np
import pytest

from course_lib.figures import describe
from course_lib.figures.tokens import in_font, token, token_labels


def test_rows_lists_up_to_about_a_hundred_numbers_and_sums_up_more():
    few = describe.rows("Values", [("a", np.arange(100) / 7)], 15)
    assert few.split()[2:5] == ["0.00", "0.14", "0.29"]
    many = describe.rows("Values", [("a", np.arange(200) / 7)], 30)
    assert "200 numbers, mean" in many


@pytest.mark.parametrize("span", [1e-6, 0.02, 1, 300, 1e7])
@pytest.mark.parametrize("count", [5, 150, 2000])
def test_a_tenth_of_the_span_always_changes_the_text(span, count):
    numbers = np.linspace(0, span, count)
    moved = numbers.copy()
    moved[count // 2] += span / 10
    before = describe.rows("Values", [("a", numbers)], span)
    assert before != describe.rows("Values", [("a", moved)], span)


def test_last_bits_that_differ_between_machines_do_not_change_the_text():
    numbers = np.random.default_rng(0).normal(0, 1, 500)
    noisy = numbers * (1 + 2e-7)
    before = describe.rows("Values", [("a", numbers)], 6)
    assert before == describe.rows("Values", [("a", noisy)], 6)


def test_sentence_leaves_out_what_does_not_fit():
    said = describe.sentence("Bars:", "x" * 290, "y" * 50, "z.")
    assert len(said) <= 300
    assert said.endswith("x z.")


@pytest.mark.parametrize("n", [3, 6, 7, 8, 9])
def test_rounded_shares_add_up_and_ties_survive_noise(n):
    even = np.full(n, 1 / n)
    noise = np.random.default_rng(n).normal(0, 1e-9, n)
    shares = describe.rounded_shares(even)
    assert shares.sum() == pytest.approx(1)
    assert (np.diff(shares) <= 0).all()
    assert describe.rounded_shares(even + noise).tolist() == shares.tolist()


def test_rounded_shares_move_no_weight_by_more_than_a_hundredth():
    weights = np.random.default_rng(1).dirichlet(np.ones(7), 200)
    shares = np.array([describe.rounded_shares(row) for row in weights])
    assert np.abs(shares - weights).max() < 0.01
    assert np.allclose(shares.sum(axis=1), 1)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (" blue", "blue"),
        ("<|im_start|>", "⟨start⟩"),
        ("[CLS]", "⟨cls⟩"),
        ("\n", "⏎"),
        (" ", "␣"),
        ("internationalization", "internation…"),
        (",", ","),
    ],
)
def test_tokens_are_shown_as_a_reader_wants_them(raw, shown):
    assert token(raw) == shown
    assert all(in_font(character) for character in shown)


def test_pieces_are_marked_only_where_tokens_carry_their_spaces():
    assert token_labels(["<|im_start|>", "A", " ver", "dant"]) == [
        "⟨start⟩",
        "A",
        "ver",
        "·dant",
    ]
    assert token_labels(["verdant", "forest"]) == ["verdant", "forest"]
