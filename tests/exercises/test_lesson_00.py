"""Lesson 00: what its exercises alone promise."""

import re

import numpy as np
import pytest

from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_00 import EXERCISES
from course_lib.exercises.lesson_00.loss import loss


def test_predictions_are_what_numpy_computes():
    """A right letter is no opinion: its option is what NumPy prints."""
    options = dict(re.findall(r"^# (\w)\) (.*)", EXERCISES["00.1"].stub, re.MULTILINE))
    computed = np.array([2.0, 1.0]) + np.array([1.0, 2.5])
    right = [
        letter
        for letter, text in options.items()
        if f"array({computed.tolist()})" in text
    ]
    assert right == [EXERCISES["00.1"].reference]
    assert EXERCISES["00.3"].reference == (np.ones((3, 4)) @ np.ones((4, 2))).shape


def test_the_first_exercise_says_where_help_is():
    for text in (EXERCISES["00.1"].todo, EXERCISES["00.1"].right):
        assert 'hint("00.1")' in text


@pytest.mark.parametrize(
    ("dot", "part"),
    [
        (lambda a, b: sum(a[i] * b[i] for i in range(3)), "works for three places"),
        (lambda a, b: a[:2] @ b[:2], "only the first 2 of 5 places"),
        (
            lambda a, b: a @ b + a[0] - a[-1],
            "gives another number with five numbers each",
        ),
        (lambda a, b: np.nan, "your function gives NaN"),
        (lambda a, b: "six", "return one number; this is the text 'six'"),
        (lambda a, b: round(a @ b), "whole numbers"),
    ],
)
def test_a_single_number_is_not_called_an_entry(dot, part):
    message = judge(EXERCISES["00.2"], dot).message
    assert part in message
    assert "entry" not in message


@pytest.mark.parametrize(
    ("exercise_id", "answer", "part"),
    [
        ("00.2", lambda a, b: a * 0.3, "returns 5 numbers, expected was one"),
        ("00.2", lambda a, b: [a @ b], "a list with one number in it"),
        ("00.4", lambda numbers: 3.1, "returns one number, expected was a list of 4"),
        ("00.4", lambda numbers: [1, 0], "returns 2 numbers, expected was a list of 4"),
        ("00.4", lambda numbers: [numbers], "a table [1, 4], expected was a list of 4"),
    ],
)
def test_too_many_or_too_few_numbers_are_counted(exercise_id, answer, part):
    message = judge(EXERCISES[exercise_id], answer).message
    assert part in message
    assert "shape" not in message
    assert "axes" not in message


def test_a_logarithm_by_its_name_in_mathematics_is_told_its_name_in_numpy():
    for answer in (lambda p: -ln(p), lambda p: -log(p), lambda p: -np.ln(p)):  # noqa: F821
        message = judge(EXERCISES["00.5"], answer).message
        assert message.endswith("In NumPy the natural logarithm is np.log.")
    assert "np.log" not in judge(EXERCISES["00.5"], lambda p: nothing).message  # noqa: F821


def test_sizes_in_quotes_are_called_text():
    message = judge(EXERCISES["00.3"], ("3", 2)).message
    assert "the entries are text, and numbers are expected" in message


def test_the_losses_that_the_texts_name():
    assert f"{loss(0.5):.2f}" == "0.69"
    assert ".69 for heads or tails" in EXERCISES["00.5"].right
    assert np.isclose(loss(0.01) - loss(0.1), loss(0.001) - loss(0.01))
    assert "from 0.1 to 0.01" in EXERCISES["00.6"].right
