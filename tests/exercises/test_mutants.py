"""Mistakes that nobody registered are refused, and nearly all by a property's name."""

from collections import Counter
from functools import lru_cache

import numpy as np
import pytest
from mutants import mutants

from course_lib.exercises import engine, running
from course_lib.exercises.arrays import split_results
from course_lib.exercises.judging import NOT_ATTEMPTED, RIGHT, judge, run

CODE = [
    exercise.id
    for lesson in engine.lessons()
    for exercise in engine.lesson_exercises(lesson).values()
    if exercise.cases
]
# What is said when nothing better is known.
LAST_RESORT = (
    "differs from its definition",
    "gives another number",
    "which is another",
)


def same_output(one, other, count):
    """Tell equal outputs, ten times more strictly than the check does."""
    if one.error is not None or other.error is not None:
        return False
    a, b = (split_results(outcome.value, count) for outcome in (one, other))
    return len(a) == len(b) and all(map(same_result, a, b))


def same_result(a, b):
    if not isinstance(a, np.ndarray) or not isinstance(b, np.ndarray):
        return type(a) is type(b) and a == b
    return a.shape == b.shape and np.allclose(a, b, 1e-5, 1e-7, equal_nan=True)


@lru_cache
def verdicts(exercise_id):
    """Return [(mutant, whether its output differs, verdict)] for a reference."""
    exercise = engine.find(exercise_id)
    count, wanted = len(exercise.returns), run(exercise.reference, exercise)
    return [
        (
            mutant,
            not all(
                same_output(*pair, count)
                for pair in zip(run(mutant.function, exercise), wanted, strict=True)
            ),
            judge(exercise, mutant.function),
        )
        for mutant in mutants(exercise.reference)
    ]


def kind(exercise_id, verdict):
    """Name the kind of message that a refused mutant gets."""
    if verdict.state == NOT_ATTEMPTED:
        return "blank"
    if verdict.message in [wrong.message for wrong in engine.find(exercise_id).wrong]:
        return "known mistake"
    if any(text in verdict.message for text in LAST_RESORT):
        return "last resort"
    return "error" if "your function raises" in verdict.message else "property"


@pytest.fixture(autouse=True)
def _short_time(monkeypatch):
    monkeypatch.setattr(running, "SECONDS", 2)


@pytest.mark.parametrize("exercise_id", CODE)
def test_every_mutant_whose_output_differs_is_refused(exercise_id):
    judged = verdicts(exercise_id)
    passed = [m.line for m, differs, v in judged if differs and v.state == RIGHT]
    assert passed == []
    assert any(differs for _, differs, _ in judged)


@pytest.mark.parametrize("exercise_id", CODE)
def test_a_mutant_with_the_same_output_is_right(exercise_id):
    same = [m.line for m, differs, _ in verdicts(exercise_id) if not differs]
    right = [m.line for m, _, v in verdicts(exercise_id) if v.state == RIGHT]
    assert same == right


def test_most_messages_name_the_property_that_is_broken(capsys):
    """What names it: a known mistake, a property, or the error that was raised."""
    kinds = Counter(
        kind(exercise_id, verdict)
        for exercise_id in CODE
        for _, differs, verdict in verdicts(exercise_id)
        if differs
    )
    total = kinds.total() - kinds["blank"]
    named = kinds["known mistake"] + kinds["property"]
    with capsys.disabled():
        counts = ", ".join(f"{n} {name}" for name, n in kinds.most_common())
        print(f"\n{kinds.total()} mutants refused: {counts}")
        print(f"named: {(named + kinds['error']) / total:.0%}; ", end="")
        print(f"of those that run: {named / (total - kinds['error']):.0%}")
    assert total >= 100
    assert named >= 0.8 * (total - kinds["error"])
