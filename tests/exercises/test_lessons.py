"""References pass; wrong answers and blanks fail, each with its own message."""

import inspect
import re

import numpy as np
import pytest

from course_lib import attention, exercises, positions
from course_lib.counting import TransformerShape
from course_lib.exercises.engine import lesson_exercises, lessons
from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_02 import by_hand
from course_lib.exercises.lesson_03 import by_hand as values_by_hand

LESSONS = lessons()
# Where a lesson's own tables go by names of an earlier one's.
OWN_NAMES = {
    "03": {
        "E": values_by_hand.E,
        "W_v": values_by_hand.W_V,
        "W_o": values_by_hand.W_O,
        "weights": values_by_hand.WEIGHTS,
        "scaled_dot_product_attention": attention.scaled_dot_product_attention,
    }
}
EXERCISES = [e for lesson in LESSONS for e in lesson_exercises(lesson).values()]
ALL = [pytest.param(exercise, id=exercise.id) for exercise in EXERCISES]
CODE = [p for p in ALL if p.values[0].cases]
CHOICES = [p for p in ALL if str(p.values[0].reference) in "abcd"]
RIGHT = [
    pytest.param(exercise, answer, id=f"{exercise.id}-{i}")
    for exercise in EXERCISES
    for i, answer in enumerate((exercise.reference, *exercise.accepted))
]
WRONG = [
    pytest.param(exercise, wrong, id=f"{exercise.id}-{i}")
    for exercise in EXERCISES
    for i, wrong in enumerate(exercise.wrong)
]


def lesson_names(lesson):
    """Return the names that a lesson's cells have defined before an exercise."""
    return {
        "np": np,
        "softmax": attention.softmax,
        "causal_mask": attention.causal_mask,
        "merge_heads": attention.merge_heads,
        "scaled_dot_product_attention": attention.scaled_dot_product_attention,
        "split_heads": attention.split_heads,
        "check": exercises.check,
        "E": by_hand.E,
        "W_q": by_hand.W_Q.copy(),
        "W_k": by_hand.W_K.copy(),
        "q": by_hand.E @ by_hand.W_Q,
        "sinusoidal": positions.sinusoidal,
        "shift": positions.shift,
        "alibi": positions.alibi,
        "TransformerShape": TransformerShape,
    } | OWN_NAMES.get(lesson, {})


@pytest.mark.parametrize(("exercise", "answer"), RIGHT)
def test_right_answers_in_every_style_pass(exercise, answer):
    verdict = judge(exercise, answer)
    assert verdict.state == "right", verdict.message
    assert verdict.message.startswith(exercise.right)


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
    exec(exercise.stub, lesson_names(exercise.id[:2]))
    printed = " ".join(capsys.readouterr().out.split())
    assert printed == f"{exercise.id} not attempted yet: {exercise.todo}"


@pytest.mark.parametrize("exercise", ALL)
def test_the_solution_makes_the_notebook_s_own_check_pass(exercise, capsys):
    exec(exercise.solution, lesson_names(exercise.id[:2]))
    printed = " ".join(capsys.readouterr().out.split())
    assert printed.startswith(f"{exercise.id} right. {exercise.right}")


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
    secrets = [secret for secret in secrets if not secret.isidentifier()]
    for text in (*(wrong.message for wrong in exercise.wrong), *exercise.hints):
        assert not [secret for secret in secrets if secret in squeeze(text)]


OF_LESSON_02 = re.compile(r"\b(softmax|scores?|quer(y|ies)|keys?)\b", re.I)


def spoiled(how):
    """Build ways to spoil a number or an array that no exercise need have foreseen."""
    return lambda value: how(value) if hasattr(value, "dtype") else value


SPOILED = {
    "rounded": lambda x: np.round(x, 2),
    "whole": np.round,
    "negative": lambda x: -x,
    "doubled": lambda x: 2 * x,
    "sharper": lambda x: x**3 / np.sum(x**3),
    "flatter": lambda x: np.sqrt(abs(x)) / np.sum(np.sqrt(abs(x))),
    "shifted": lambda x: x + 0.25,
    "not a number": lambda x: x * np.nan,
    "longer": lambda x: np.append(x, 0.5),
    "a table": lambda x: np.array([x, x]),
    "text": str,
}


@pytest.mark.parametrize("how", SPOILED)
@pytest.mark.parametrize("exercise", [p for p in CODE if p.id[:2] in ("00", "01")])
def test_no_message_before_lesson_02_speaks_of_attention(exercise, how):
    spoil = spoiled(SPOILED[how])

    def answer(*args, **kwargs):
        came = exercise.reference(*args, **kwargs)
        return (lambda *inputs: spoil(came(*inputs))) if callable(came) else spoil(came)

    answer.__signature__ = inspect.signature(exercise.reference)
    verdict = judge(exercise, answer)
    assert not OF_LESSON_02.search(verdict.message)
    assert "[]" not in verdict.message
    if how == "rounded" and exercise.returns[0] in ("product", "shares", "cosine"):
        assert "rounded to 2 places" in verdict.message


def squeeze(text):
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("exercise", CHOICES)
def test_every_option_has_a_message_of_its_own(exercise):
    letters = re.findall(r"^# (\w)\) ", exercise.stub, re.MULTILINE)
    messages = [judge(exercise, letter).message for letter in letters]
    assert letters == list("abcd")[: len(letters)]
    assert len(set(messages)) == len(letters) >= 3
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


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_several_kinds_and_counts_from_1(lesson):
    exercises = lesson_exercises(lesson).values()
    assert len({exercise.kind for exercise in exercises}) >= 4
    assert [e.id for e in exercises] == [
        f"{lesson}.{i + 1}" for i in range(len(exercises))
    ]
