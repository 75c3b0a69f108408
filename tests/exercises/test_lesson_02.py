"""Lesson 02: references pass; wrong answers and blanks fail with their own message."""

import re

import numpy as np
import pytest

from course_lib import attention, exercises, traces
from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_02 import EXERCISES, bug, by_hand

ALL = [pytest.param(exercise, id=exercise.id) for exercise in EXERCISES.values()]
CODE = [p for p in ALL if p.values[0].cases]
CHOICES = [p for p in ALL if isinstance(p.values[0].reference, str)]
RIGHT = [
    pytest.param(exercise, answer, id=f"{exercise.id}-{i}")
    for exercise in EXERCISES.values()
    for i, answer in enumerate((exercise.reference, *exercise.accepted))
]
WRONG = [
    pytest.param(exercise, wrong, id=f"{exercise.id}-{i}")
    for exercise in EXERCISES.values()
    for i, wrong in enumerate(exercise.wrong)
]


def lesson_names():
    """Return the names that the lesson's cells have defined before an exercise."""
    return {
        "np": np,
        "softmax": attention.softmax,
        "causal_mask": attention.causal_mask,
        "check": exercises.check,
        "E": by_hand.E,
        "W_q": by_hand.W_Q.copy(),
        "W_k": by_hand.W_K.copy(),
        "q": by_hand.E @ by_hand.W_Q,
    }


@pytest.mark.parametrize(("exercise", "answer"), RIGHT)
def test_right_answers_in_every_style_pass(exercise, answer):
    verdict = judge(exercise, answer)
    assert (verdict.state, verdict.message) == ("right", exercise.right)


@pytest.mark.parametrize(("exercise", "wrong"), WRONG)
def test_each_wrong_answer_gets_its_own_message(exercise, wrong):
    verdict = judge(exercise, wrong.answer)
    assert (verdict.state, verdict.message) == ("not yet", wrong.message)


@pytest.mark.parametrize("exercise", ALL)
def test_no_two_wrong_answers_share_a_message(exercise):
    messages = [wrong.message for wrong in exercise.wrong]
    assert len(set(messages)) == len(messages)


@pytest.mark.parametrize("exercise", CODE)
def test_code_has_three_styles_and_five_mistakes(exercise):
    assert len(exercise.accepted) >= 3
    assert len(exercise.wrong) >= 5


@pytest.mark.parametrize("exercise", ALL)
def test_a_blank_is_not_attempted(exercise, capsys):
    exec(exercise.stub, lesson_names())
    printed = " ".join(capsys.readouterr().out.split())
    assert printed == f"{exercise.id} not attempted yet: {exercise.todo}"


@pytest.mark.parametrize("exercise", ALL)
def test_the_solution_makes_the_notebook_s_own_check_pass(exercise, capsys):
    exec(exercise.solution, lesson_names())
    printed = " ".join(capsys.readouterr().out.split())
    assert printed == f"{exercise.id} right. {exercise.right}"


@pytest.mark.parametrize("exercise", ALL)
def test_the_solution_is_the_stub_with_its_blank_filled(exercise):
    kept = exercise.solution.splitlines()
    changed = [line for line in exercise.stub.splitlines() if line not in kept]
    assert changed
    assert all("..." in line or "change one number" in line for line in changed)


@pytest.mark.parametrize("exercise", CODE)
def test_the_solution_is_commented(exercise):
    assert "# " in exercise.solution


@pytest.mark.parametrize("exercise", ALL)
def test_no_message_gives_the_solution_away(exercise):
    blanks = set(exercise.solution.splitlines()) - set(exercise.stub.splitlines())
    code = [line.partition("#")[0].strip() for line in blanks]
    secrets = [squeeze(line.removeprefix("return ")) for line in code if len(line) > 3]
    for text in (*(wrong.message for wrong in exercise.wrong), *exercise.hints):
        assert not [secret for secret in secrets if secret in squeeze(text)]


def squeeze(text):
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("exercise", CHOICES)
def test_every_option_has_a_message_of_its_own(exercise):
    letters = re.findall(r"^# (\w)\) ", exercise.stub, re.MULTILINE)
    messages = [judge(exercise, letter).message for letter in letters]
    assert letters == ["a", "b", "c", "d"]
    assert len(set(messages)) == 4
    assert not [m for m in messages if re.search(r"\b[b-d]\)", m)]


@pytest.mark.parametrize("exercise", ALL)
def test_texts_are_plain_and_fit_a_slide(exercise):
    texts = (exercise.todo, exercise.right, *exercise.hints)
    texts += tuple(wrong.message for wrong in exercise.wrong)
    for text in texts:
        assert text.isascii()
        assert not re.search(r"<\w|\x1b|!(?!=)|\b(just|simply|obviously)\b", text)
        assert text[-1] in ".?"
    lines = exercise.stub.splitlines() + exercise.solution.splitlines()
    assert max(len(line) for line in lines) <= 88
    assert len(set(exercise.hints)) == 3


def test_there_are_enough_kinds_and_one_bug():
    kinds = {exercise.kind for exercise in EXERCISES.values()}
    assert len(kinds) >= 4
    assert "find the bug" in kinds


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
        "a": "cuts/no scale",
        "b": "cuts/softmax over queries",
        "c": "cuts/keys replaced by queries",
    }
    losses = {letter: traces.get(name)["loss"] for letter, name in cuts.items()}
    assert EXERCISES["02.7"].reference == max(losses, key=losses.get)


def test_two_mistakes_at_once_get_the_message_of_the_first():
    def no_scale_and_no_mask(q, k, v, mask=None):
        weights = attention.softmax(q @ k.T)
        return weights @ v, weights

    message = judge(EXERCISES["02.6"], no_scale_and_no_mask).message
    assert message == EXERCISES["02.6"].wrong[0].message
