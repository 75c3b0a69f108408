"""Lesson 04: what its exercises alone promise."""

import re

import numpy as np
import pytest

from course_lib import masks, traces
from course_lib.attention import causal_mask, softmax
from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_04 import EXERCISES, bug, choices

MOLE = np.array([1.0, 0, 0, 2, 3, 0])  # the row of mole in the lesson


def options(exercise_id):
    stub = EXERCISES[exercise_id].stub
    return dict(re.findall(r"^# (\w)\) (.*)", stub, re.MULTILINE))


def test_the_options_of_the_row_are_what_the_ways_of_hiding_give():
    may = causal_mask(6)[1]
    ways = {
        "a": softmax(np.where(may, MOLE, -np.inf)),
        "b": softmax(MOLE) * may,
        "c": softmax(MOLE * may),
    }
    for letter, row in ways.items():
        told = [float(x) for x in re.findall(r"\.\d\d", options("04.1")[letter])]
        np.testing.assert_allclose(told[:2], row[:2], atol=0.005)
        if len(told) == 3:
            np.testing.assert_allclose(row[2:], told[2], atol=0.005)


def test_the_prediction_without_a_mask_is_what_was_measured():
    whole, no_mask = (
        traces.get(f"damage_of({cut!r})") for cut in ("nothing cut", "no mask")
    )
    falls = no_mask["loss"] < whole["loss"]
    stays = " Paris" in no_mask["words"].tolist()
    said = f"the loss {'falls' if falls else 'rises'}, and Paris "
    said += "stays" if stays else "vanishes"
    assert options("04.7")[choices.NO_MASK_LETTER] == said


def test_the_bug_passes_its_author_s_test_and_fails_on_other_sizes():
    exec(bug.BUGGY, {"np": np, "softmax": softmax})
    is_word = np.array([[True, True, False], [True, False, False]])
    with pytest.raises(ValueError, match="broadcast"):
        bug.forum_padded(np.ones((2, 3, 3)), is_word)
    is_word = np.arange(4) < np.array([[2], [4], [3], [1]])
    weights = bug.forum_padded(np.ones((4, 4, 4)), is_word)
    assert weights[0, 1, 2] > 0  # the first sentence has two words


@pytest.mark.parametrize("steps", [(1, 3), (3, 1)])
def test_a_mask_of_one_s_own_is_measured_not_compared(steps):
    mine = sum((np.eye(8, k=-s, dtype=bool) for s in steps), np.eye(8)) > 0
    assert judge(EXERCISES["04.10"], mine).state == "right"
    other = mine.copy()
    other[2, 1] = False  # a link that nobody needs
    assert masks.reach(other, 3)[-1].all() == (
        judge(EXERCISES["04.10"], other).state == "right"
    )
    other = mine.copy()
    other[7, 4] = False
    message = judge(EXERCISES["04.10"], other).message
    assert message.startswith("after 3 layers the last word knows of")


def test_a_crowded_row_is_counted():
    message = judge(EXERCISES["04.10"], causal_mask(8)).message
    assert message == "row 3 looks at 4 words, and 3 are allowed."
