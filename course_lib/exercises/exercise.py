"""What an exercise is: plain data, written in one place a lesson."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Wrong:
    """A wrong answer seen in the field, and the message that names the mistake."""

    answer: object
    message: str


@dataclass(frozen=True)
class Case:
    """One call of a learner's function: what is passed, and when that matters.

    ``when`` completes the sentence "your function differs ...": "with a mask".
    ``tag`` is its short name; after plain cases that pass, ``when`` says which fail.
    """

    tag: str
    when: str
    inputs: dict


@dataclass(frozen=True)
class Exercise:
    """One exercise; ``reference`` decides how an answer is judged.

    With ``cases`` the answer is a function, run on each case and compared with the
    reference; with ``diagnose`` it is a value, and ``diagnose(answer)`` returns the
    message, or None for a right one; otherwise it is the letter of a choice.
    ``notice`` looks at results that differ, [(case, results)] with the first first, for
    what this exercise alone can tell, and returns a message or None;
    ``probe`` uses what the function gives back, where that is a function again;
    ``measured`` says after a right answer what the check measured.
    """

    id: str
    kind: str
    minutes: int
    title: str
    objective: str
    stub: str
    todo: str
    right: str
    reference: object
    accepted: tuple
    wrong: tuple[Wrong, ...]
    hints: tuple[str, str, str]
    solution: str
    cases: tuple[Case, ...] = ()
    returns: tuple[str, ...] = ()
    diagnose: Callable | None = None
    notice: Callable | None = None
    probe: Callable | None = None
    measured: Callable | None = None
    # The value before the learner changes anything, where the stub already runs.
    start: object = None
