"""Lesson 06: what its exercises alone promise."""

import inspect
import re

import numpy as np

from course_lib import positions, traces
from course_lib.attention import scaled_dot_product_attention
from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_06 import EXERCISES, bug, table, weave


def test_the_bug_passes_its_author_s_test_and_fails_on_sentences():
    exec(bug.BUGGY, {"np": np})
    out = bug.forum_add_positions(np.zeros((3, 5, 8)))
    assert np.allclose(out[0], out[0, 0])  # every word of a sentence the same
    assert not np.allclose(out, bug.fixed_add_positions(np.zeros((3, 5, 8))))
    assert len(inspect.getsource(bug.forum_add_positions).splitlines()) <= 10


def test_references_are_the_course_s_own_functions():
    places = np.array([0.0, 3, 500])
    ours = positions.sinusoidal(places, 10)
    assert np.allclose(weave.my_positions(places, 10), ours)
    angles = places[:, None] * positions.speeds(10, 500.0)
    assert np.allclose(table.my_angles(places, 10, 500.0), angles)
    x = np.random.default_rng(0).normal(size=(3, 10))
    turned = positions.rotate(x, np.cos(angles), np.sin(angles))
    assert np.allclose(EXERCISES["06.9"].reference(x, angles), turned)


def option(exercise_id):
    """Return the text of the right option."""
    exercise = EXERCISES[exercise_id]
    options = dict(re.findall(r"^# (\w)\) (.*)", exercise.stub, re.MULTILINE))
    return options[exercise.reference]


def test_predictions_are_what_the_lesson_computes():
    """A right letter is no opinion: its option is what the numbers say."""
    x = np.random.default_rng(0).normal(size=(4, 8))
    order = [3, 2, 0, 1]
    out, shuffled = (scaled_dot_product_attention(y, y, y)[0] for y in (x, x[order]))
    assert np.allclose(shuffled, out[order])
    assert option("06.1") == "the same rows, in the words' new order"

    cuts = {
        "halves in place of pairs": "halves in place of pairs",
        "positions off": "positions off",
        "every word at position 7": "all positions equal",
        "every word 500 places later": "every position 500 later",
    }
    losses = {
        text: traces.get(f"damage_of({cut!r})")["loss"] for text, cut in cuts.items()
    }
    for pair in re.findall(r"^# \w\) (.*)", EXERCISES["06.7"].stub, re.MULTILINE):
        one, other = (losses[text] for text in pair.split(", and "))
        assert (abs(one - other) < 1e-3) == (pair == option("06.7")), pair


def test_doubled_exponent_is_told_wherever_it_is_written():
    def doubled(positions, d_model):
        i = np.arange(0, d_model, 2)
        angles = positions[:, None] * np.exp(-np.log(10_000) * 2 * i / d_model)
        return np.dstack([np.sin(angles), np.cos(angles)]).reshape(len(positions), -1)

    assert judge(EXERCISES["06.4"], doubled).message == table.DOUBLED
