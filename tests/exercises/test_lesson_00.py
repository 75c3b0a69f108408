"""Lesson 00: what its exercises alone promise."""

import re

import numpy as np

from course_lib.exercises.lesson_00 import EXERCISES
from course_lib.exercises.lesson_00.loss import loss


def test_predictions_are_what_numpy_computes():
    """A right letter is no opinion: its option is what NumPy prints."""
    options = dict(re.findall(r"^# (\w)\) (.*)", EXERCISES["00.1"].stub, re.MULTILINE))
    computed = np.array([1.0, 2.0]) + np.array([3.0, 0.5])
    right = [
        letter
        for letter, text in options.items()
        if f"array({computed.tolist()})" in text
    ]
    assert right == [EXERCISES["00.1"].reference]
    assert EXERCISES["00.3"].reference == (np.ones((3, 4)) @ np.ones((4, 2))).shape


def test_the_losses_that_the_texts_name():
    assert f"{loss(0.5):.2f}" == "0.69"
    assert ".69 for heads or tails" in EXERCISES["00.5"].right
    assert np.isclose(loss(0.01) - loss(0.1), loss(0.001) - loss(0.01))
    assert "from 0.1 to 0.01" in EXERCISES["00.6"].right
