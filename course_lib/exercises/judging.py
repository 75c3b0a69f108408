"""Judges an answer: not attempted, right, or not yet because of a likely mistake."""

import time
from dataclasses import dataclass

from course_lib.exercises import messages, running
from course_lib.exercises.arrays import as_array, close, describe, split_results
from course_lib.exercises.running import call, does_nothing, parameters_problem
from course_lib.exercises.time_limit import OutOfTime

NOT_ATTEMPTED = "not attempted yet"
RIGHT = "right"
NOT_YET = "not yet"


@dataclass(frozen=True)
class Verdict:
    """Not attempted, right or not yet, and the sentence that says why."""

    state: str
    message: str


def judge(exercise, answer):
    """Judge an answer to an exercise; whatever the answer is, return a Verdict."""
    if is_blank(answer) or is_start(answer, exercise.start):
        return Verdict(NOT_ATTEMPTED, exercise.todo)
    if exercise.cases:
        return judge_function(exercise, answer)
    if exercise.diagnose is not None:
        message = exercise.diagnose(answer)
    else:
        message = choice_problem(exercise, answer)
    if message is None:
        return Verdict(RIGHT, praise(exercise, answer))
    return Verdict(NOT_YET, message)


def praise(exercise, answer):
    """Return what a right answer is told, with what was measured in it."""
    if exercise.measured is None:
        return exercise.right
    return f"{exercise.right} {exercise.measured(answer)}"


def is_blank(answer):
    """Tell an untouched stub: `...`, nothing, no text, or a body that does nothing."""
    if isinstance(answer, str):
        return answer.strip() in ("", "...")
    if isinstance(answer, (tuple, list)):
        return len(answer) == 0 or any(part is ... for part in answer)
    return answer is ... or answer is None or does_nothing(answer)


def is_start(answer, start):
    """Tell the value that the stub already gives before anything is changed."""
    if start is None:
        return False
    array = as_array(answer)
    return array is not None and close(array, start)


def choice_problem(exercise, answer):
    """Return the message of a wrong letter, or None for the right one."""
    letters = sorted([exercise.reference] + [wrong.answer for wrong in exercise.wrong])
    letter = answer.strip(" ().").lower() if isinstance(answer, str) else None
    if letter == exercise.reference:
        return None
    for wrong in exercise.wrong:
        if wrong.answer == letter:
            return wrong.message
    message = (
        f"the answer is one letter in quotes, out of {', '.join(letters)}; "
        f"this is {describe(answer)}"
    )
    if isinstance(answer, str):
        return f"{message}."
    # A bare letter is often a variable of the lesson, such as a vector b.
    example = next(letter for letter in letters if letter != exercise.reference)
    return f'{message}: did you forget the quotes? Write answer = "{example}".'


def judge_function(exercise, function):
    """Run a function on every case and compare it with the reference."""
    if not callable(function):
        return Verdict(
            NOT_YET,
            "pass the function itself, its name without parentheses; this is "
            f"{describe(function)}.",
        )
    problem = parameters_problem(function, exercise.cases)
    if problem:
        return Verdict(NOT_YET, problem)
    outcomes = run(function, exercise)
    if isinstance(outcomes[-1].error, OutOfTime):
        return Verdict(NOT_YET, messages.out_of_time(running.SECONDS))
    if met_a_blank(outcomes[0]):
        return Verdict(NOT_ATTEMPTED, exercise.todo)
    wanted = run(exercise.reference, exercise)
    failing = [
        i
        for i, pair in enumerate(zip(outcomes, wanted, strict=True))
        if not agree(*pair, len(exercise.returns))
    ]
    if failing:
        return Verdict(NOT_YET, explain(exercise, outcomes, wanted, failing))
    changed = [name for outcome in outcomes for name in outcome.changed]
    if changed:
        return Verdict(NOT_YET, messages.changes_input(changed[0]))
    return Verdict(RIGHT, exercise.right)


def run(function, exercise):
    """Call a function once a case, until the time for one check is used up."""
    outcomes, end = [], time.monotonic() + running.SECONDS
    for case in exercise.cases:
        left = max(end - time.monotonic(), 0.01)
        outcomes.append(call(function, case.inputs, left, exercise.probe))
        if isinstance(outcomes[-1].error, OutOfTime):
            break
    return outcomes


def met_a_blank(outcome):
    """Tell that the function still holds a `...`: it came back or was computed with."""
    return outcome.value is ... or "ellipsis" in str(outcome.error)


def explain(exercise, outcomes, wanted, failing):
    """Name the likely mistake: a known one if it gives the same, else by property.

    A known mistake may be one of two: then it agrees on the first failing case only.
    """
    count, first = len(exercise.returns), failing[0]
    known = [(run(wrong.answer, exercise), wrong) for wrong in exercise.wrong]
    for cases in (range(len(outcomes)), [first]):
        for results, wrong in known:
            if all(agree(outcomes[i], results[i], count) for i in cases):
                return wrong.message
    passing = [case for i, case in enumerate(exercise.cases) if i not in failing]
    return messages.by_property(
        exercise.cases[first],
        passing,
        exercise.returns,
        outcomes[first],
        wanted[first],
        lambda: noticed(exercise, outcomes, failing),
    )


def noticed(exercise, outcomes, failing):
    """Ask the exercise what is odd about the results that differ; None: no idea."""
    if exercise.notice is None:
        return None
    found = [
        (exercise.cases[i], split_results(outcomes[i].value, len(exercise.returns)))
        for i in failing
        if outcomes[i].error is None
    ]
    return exercise.notice(found)


def agree(one, other, count):
    """Tell whether two calls gave the same numbers, or failed in the same way."""
    if one.error is not None or other.error is not None:
        return repr(one.error) == repr(other.error)
    ours, theirs = split_results(one.value, count), split_results(other.value, count)
    return len(ours) == len(theirs) and all(
        close(a, b) for a, b in zip(ours, theirs, strict=True)
    )
