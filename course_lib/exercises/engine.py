"""check, hint and solution: what a learner calls. Each prints plain text."""

import importlib
import json
import pkgutil
import textwrap
from pathlib import Path

from course_lib.exercises import record
from course_lib.exercises.arrays import describe
from course_lib.exercises.judging import NOT_ATTEMPTED, RIGHT, judge

WIDTH = 80  # a slide shows no longer line

_hints_given = {}


def check(exercise_id, answer=..., *more):
    """Say at once whether an answer is right, and if not, which mistake is likely.

    Parameters
    ----------
    exercise_id : str
        The lesson's number, a dot and the exercise's: "02.4".
    answer : function, letter, array or tuple
        What the exercise asks for; a function is passed without calling it.

    Raises
    ------
    ValueError
        There is no such exercise, or several values came without parentheses.

    >>> check("02.1", ...)
    02.1 not attempted yet: put one letter in quotes: a, b, c or d.
    """
    exercise = find(exercise_id)
    if more:
        raise ValueError(
            "check takes one answer: put several values in parentheses, as in "
            f'check("{exercise_id}", (a, b)); {len(more) + 1} came without.'
        )
    verdict = judge(exercise, answer)
    right = verdict.state == RIGHT
    say(f"{exercise_id} {verdict.state}{'.' if right else ':'} {verdict.message}")
    if verdict.state != NOT_ATTEMPTED:
        note(exercise_id, tried=True, right=right)


def yours_or(ours, exercise_id, mine):
    """Return the learner's answer once it is right, and the course's own until then.

    Later cells go on with what this returns, whatever the learner wrote. Prints one
    line that says which of the two it is.
    """
    if judge(find(exercise_id), mine).state == RIGHT:
        print(f"Exercise {exercise_id} is solved: your own function runs below.")
        return mine
    print(f"Exercise {exercise_id} is not solved yet: the course's own runs below.")
    return ours


def hint(exercise_id):
    """Print the next hint: each call goes a step further, the last is repeated.

    Raises
    ------
    ValueError
        There is no such exercise.

    >>> hint("02.5")  # doctest: +ELLIPSIS
    02.5 hint ... of 3: ...
    """
    hints = find(exercise_id).hints
    before = _hints_given.get(exercise_id, 0)
    given = _hints_given[exercise_id] = min(before + 1, len(hints))
    last = (
        f' That was the last hint; solution("{exercise_id}") shows ours once you have '
        "tried."
    )
    more = last if before == len(hints) else ""
    say(f"{exercise_id} hint {given} of {len(hints)}: {hints[given - 1]}{more}")
    note(exercise_id, hints=given)


def solution(exercise_id, insist=False):
    """Print the commented solution, once the exercise has been tried.

    Parameters
    ----------
    insist : bool
        Show it before any attempt.

    Raises
    ------
    ValueError
        There is no such exercise.

    >>> solution("02.9", insist=True)
    # In GPT-3 a head's W_q and W_k are [12288, 128]. What is W_q @ W_k.T?
    # [12288, 128] @ [128, 12288]: the 128s meet and vanish. The rank is at most the 128
    # numbers in the middle.
    rows, columns, rank = 12288, 12288, 128
    <BLANKLINE>
    check("02.9", (rows, columns, rank))
    """
    exercise = find(exercise_id)
    tried = record.everything().get(exercise_id, {}).get("tried")
    if tried or insist:
        print(exercise.solution.strip())
        note(exercise_id, solution=True)
    else:
        say(
            f"{exercise_id}: try it first, then ask again; to see the solution now, "
            f'call solution("{exercise_id}", insist=True).'
        )


def find(exercise_id):
    """Return the exercise with an id; raise a ValueError that lists the lesson's."""
    if not isinstance(exercise_id, str):
        raise ValueError(
            f'an exercise\'s id is text in quotes, such as "02.4"; this is '
            f"{describe(exercise_id)}."
        )
    lesson = exercise_id.partition(".")[0]
    exercises = lesson_exercises(lesson)
    if exercise_id not in exercises:
        raise ValueError(
            f"there is no exercise {_quoted(exercise_id)}; lesson {lesson} has "
            f"{', '.join(exercises)}."
        )
    return exercises[exercise_id]


def lesson_exercises(lesson):
    """Return a lesson's exercises by id: {"02.1": Exercise, ...}."""
    if lesson not in lessons():
        raise ValueError(
            f"there is no lesson {_quoted(lesson)} with exercises; an id has the "
            'lesson\'s two digits, a dot and the exercise\'s number, such as "02.4".'
        )
    return importlib.import_module(f"course_lib.exercises.lesson_{lesson}").EXERCISES


def _quoted(text):
    """Quote the beginning of a text on one line.

    >>> print(_quoted("two\\nlines"), _quoted("x" * 99))
    "two\\nlines" "xxxxxxxxxxxxxxxxxxxx..."
    """
    return json.dumps(text[:20] + "..." * (len(text) > 20), ensure_ascii=False)


def lessons():
    """Return the lessons that have exercises, in their order: ["00", "01", ...]."""
    packages = [m.name for m in pkgutil.iter_modules([str(Path(__file__).parent)])]
    found = [name.partition("lesson_")[2] for name in packages]
    return sorted(digits for digits in found if digits)


def note(exercise_id, **done):
    """Keep what was done for progress(); say so, once, where that fails."""
    problem = record.note(exercise_id, **done)
    if problem:
        say(problem)


def say(text):
    """Print a paragraph in lines that fit a slide; a long path stays whole."""
    whole = {"break_on_hyphens": False, "break_long_words": False}
    print(textwrap.fill(text, WIDTH, **whole))
