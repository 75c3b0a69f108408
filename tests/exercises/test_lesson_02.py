"""Lesson 02: what its exercises alone promise."""

import re

import numpy as np

from course_lib import attention, traces
from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_02 import EXERCISES, bug, by_hand


def test_the_bug_passes_its_author_s_test_and_fails_on_other_sizes():
    exec(bug.BUGGY, {"np": np})
    rng = np.random.default_rng(1)
    q, k = rng.normal(size=(3, 4)), rng.normal(size=(5, 4))
    _, weights = bug.forum_attention(q, k, k)
    assert not np.allclose(weights.sum(axis=-1), 1)
    assert len(bug.BUGGY.split("\n\n")[0].splitlines()) <= 10


def test_predictions_are_what_the_lesson_computes():
    """A right letter is no opinion: its option is what the numbers say."""
    scores = (by_hand.E @ by_hand.W_Q) @ (by_hand.E @ by_hand.W_K).T
    best = np.flatnonzero(scores[by_hand.FOREST] == scores[by_hand.FOREST].max())
    options = dict(re.findall(r"^# (\w)\) (.*)", EXERCISES["02.1"].stub, re.MULTILINE))
    named = [w for w in by_hand.WORDS if re.search(rf"\b{w}\b", options["b"])]
    assert EXERCISES["02.1"].reference == "b"
    assert named == ["fluffy", "blue", "verdant"] == [by_hand.WORDS[i] for i in best]

    cuts = {
        "a": "damage_of('no scale')",
        "b": "damage_of('softmax over queries')",
        "c": "damage_of('keys replaced by queries')",
    }
    losses = {letter: traces.get(name)["loss"] for letter, name in cuts.items()}
    assert EXERCISES["02.7"].reference == max(losses, key=losses.get)


def test_two_mistakes_at_once_get_the_message_of_the_first():
    def no_scale_and_no_mask(q, k, v, mask=None):
        weights = attention.softmax(q @ k.T)
        return weights @ v, weights

    message = judge(EXERCISES["02.6"], no_scale_and_no_mask).message
    assert message == EXERCISES["02.6"].wrong[0].message
