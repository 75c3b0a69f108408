"""06.2: a head that looks back by position alone, turned one step further."""

import numpy as np

from course_lib.attention import softmax
from course_lib.exercises.arrays import as_array, describe, shape_of
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_06 import objectives
from course_lib.positions import shift, sinusoidal

N, D = 12, 32


def look(by, times=10):
    """Return the weights [12, 12] of a head whose queries were moved along."""
    P = sinusoidal(np.arange(N), D)
    return softmax(times * P @ shift(by, D) @ P.T)


NOT_A_TABLE = "pass the weights: a table of numbers with a row per word."
NO_SHARES = "the rows do not sum to 1: these are not weights that come out of softmax."
AHEAD = (
    "each word looks ahead now: a query that is moved on finds the words that come "
    "later. Which way is back?"
)
FURTHER = "each word looks back, but not by two: read off the table how far."
ITSELF = "each word finds itself: nothing is moved any more."
STILL_ONE = "each word still looks one back: what changed was not how far it is moved."
TOO_SOFT = (
    "each word prefers the one two back, but gives it no more than half: the other "
    "number made the look softer."
)


def back_problem(answer):
    """Return what keeps weights [12, 12] from looking two words back, or None."""
    weights = as_array(answer)
    if weights is None:
        return f"{NOT_A_TABLE[:-1]}; this is {describe(answer)}."
    if weights.shape != (N, N):
        return f"the weights of 12 words are [12, 12]; these are {shape_of(weights)}."
    if not np.allclose(weights.sum(axis=1), 1, atol=1e-3) or (weights < 0).any():
        return NO_SHARES
    # From the middle a word can look five places either way before the table ends.
    steps = {int(weights[i].argmax()) - i for i in (5, 6)}
    if len(steps) > 1 or steps < {-5, -4, -3}:
        return FURTHER
    step = steps.pop()
    if step == -2:
        rows = np.arange(2, N)
        return TOO_SOFT if weights[rows, rows - 2].min() <= 0.5 else None
    if step == 0:
        return ITSELF
    return AHEAD if step > 0 else STILL_ONE if step == -1 else FURTHER


TWO_BACK = Exercise(
    id="06.2",
    kind="modify",
    minutes=2,
    title="Look two words back",
    objective=objectives.WRITE,
    stub="""\
P = sinusoidal(np.arange(12), 32)
M = shift(-1, 32)  # how far a query is moved: change one number
look = softmax(10 * P @ M @ P.T)  # each word looks one back: make that two

check("06.2", look)
""",
    todo="change one number, so that each word looks two back. It is one back still.",
    right=(
        "One matrix, the same for every word, and each looks two back: the rotation "
        "does not ask where it starts."
    ),
    reference=look(-2),
    accepted=(look(-2).tolist(), look(-2, 15), look(-2).astype(np.float32)),
    wrong=(
        Wrong(look(2), AHEAD),
        Wrong(look(-4), FURTHER),
        Wrong(look(0), ITSELF),
        Wrong(look(-1, 20), STILL_ONE),
        Wrong(look(-2, 1), TOO_SOFT),
        Wrong(10 * look(-2), NO_SHARES),
        Wrong(look(-2)[:5], "the weights of 12 words are [12, 12]; these are [5, 12]."),
    ),
    hints=(
        "P[i] @ M is the row of another position. Of which, for shift(-1, 32)?",
        "The row that a query is moved to is the row whose key it finds.",
        "The first number of shift says how far: negative is back.",
    ),
    solution="""\
P = sinusoidal(np.arange(12), 32)
# Row i, moved by -2, is row i - 2, and it fits the key of position i - 2 best.
M = shift(-2, 32)
look = softmax(10 * P @ M @ P.T)  # each word looks one back: make that two

check("06.2", look)
""",
    diagnose=back_problem,
    start=look(-1),
)
