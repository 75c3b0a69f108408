"""Lesson 02: slips that give the same numbers, and inputs that do not fit."""

import re

import numpy as np
import pytest

from course_lib.attention import softmax
from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_02 import EXERCISES, by_hand, own_sentence
from course_lib.exercises.lesson_02.attention_mistakes import own_softmax, variant_of


def told(exercise_id, answer):
    """Return the message of an answer that is not yet right."""
    verdict = judge(EXERCISES[exercise_id], answer)
    assert verdict.state == "not yet"
    return verdict.message


def renormalized(weights, mask):
    """Mask after softmax and share out again: right but for a row without keys."""
    return weights * mask / (weights * mask).sum(axis=-1, keepdims=True)


def test_a_change_that_changes_no_weight_is_not_attempted():
    exercise = EXERCISES["02.2"]
    verdict = judge(exercise, by_hand.changed({5: (0, 1)}))
    assert verdict.state == "not attempted yet"
    assert "nothing changed yet, or the number" in verdict.message


def test_any_single_number_of_w_k_gets_a_verdict():
    for feature, column in np.ndindex(by_hand.W_K.shape):
        for number in (-3, -0.4, 0, 0.4, 1, 3):
            row = by_hand.W_K[feature].copy()
            row[column] = number
            weights = by_hand.changed({feature: row})
            right = judge(EXERCISES["02.2"], weights).state == "right"
            assert right == ((feature, column) == (5, 0) and number > 0.3)


@pytest.mark.parametrize("after", [renormalized, None], ids=["after", "own"])
def test_a_row_without_keys_is_told_the_rule_and_who_sees_to_it(after):
    answer = variant_of(after=after) if after else own_softmax
    message = told("02.6", answer)
    assert "may look at nothing: its row is NaN" in message
    assert "a row of zeros; the lesson's `softmax` sees to that" in message


def test_hiding_by_zero_is_named_however_it_is_written():
    for hide in (lambda s, mask: s * mask, lambda s, mask: np.where(mask, s, 0)):
        assert "are set to 0" in told("02.6", variant_of(hide=hide))


def test_what_numpy_says_is_not_cut_in_mid_word():
    def attention(q, k, v, mask=None):
        weights = softmax(q @ k.T / q.shape[-1] ** 0.5)
        return weights @ v.T, weights

    def long_winded(q, k, v, mask=None):
        raise ValueError("seventeen letters " * 20)

    assert "(size 5 is different from 6)); it was called" in told("02.6", attention)
    assert re.search(r"(seventeen|letters) \.\.\.\);", told("02.6", long_winded))


def test_a_softmax_may_take_any_number_of_axes():
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(2, 3, 4, 5))
    for answer in (EXERCISES["02.4"].reference, *EXERCISES["02.4"].accepted[1:]):
        assert np.allclose(answer(scores), softmax(scores), atol=1e-6)


def test_the_options_of_a_choice_have_about_the_same_length():
    lines = EXERCISES["02.5"].stub.splitlines()[:4]
    assert max(map(len, lines)) - min(map(len, lines)) <= 8


@pytest.mark.parametrize(
    "change",
    [
        {"words": 3},
        {"words": {}},
        {"E": {1}},
        {"E": 3},
        {"E": [[]] * 7},
        {"E": np.zeros((7, 0))},
        {"E": [[None, 1]] * 7},
        {"E": np.zeros((7, 2, 1))},
        {"W_q": [[1e200] * 2] * 2},
        {"W_q": np.zeros((2, 0)), "W_k": np.zeros((2, 0))},
        {"W_k": [[1], [1, 2]]},
        {"W_k": 1j},
        {"asks": 2},
        {"asks": ""},
        {"answers": []},
        {"answers": {"blind"}},
        {"answers": [3]},
    ],
    ids=repr,
)
def test_an_own_sentence_that_does_not_fit_gets_a_sentence(change):
    assert told("02.10", own_sentence.mole(**change))[-1] in ".?"
