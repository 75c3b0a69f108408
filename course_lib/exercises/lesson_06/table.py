"""06.3: the angles of all positions on all clocks."""

import math

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_06 import objectives


def position_cases(**more):
    """Return cases for a function of positions [T], an even d_model, and ``more``."""
    return (
        Case("plain", "at positions 0 to 4", _case(range(5), 8) | more),
        Case("plain", "at width 6", _case(range(4), 6) | more),
        Case("later", "at far positions", _case([4000, 7, 900], 10) | more),
        Case("wide", "at width 256", _case(range(3), 256) | more),
    )


def angle_cases():
    """Return the same with a base, and one with another base."""
    other = _case(range(6), 8) | {"base": 500.0}
    return (
        *position_cases(base=10_000.0),
        Case("base", "when the base is not 10,000", other),
    )


def _case(positions, d_model):
    return {"positions": np.array(positions, float), "d_model": d_model}


def my_angles(positions, d_model, base):
    """Return how far each clock is turned: [T] positions -> [T, d_model / 2]."""
    exponents = np.arange(0, d_model, 2) / d_model  # 2i / d_model
    return positions[:, None] / base**exponents


def angles_in_loops(positions, d_model, base):
    return [
        [p / base ** (2 * i / d_model) for i in range(d_model // 2)]
        for p in positions.tolist()
    ]


def angles_by_einsum(base, d_model, positions):
    speeds = np.exp(-math.log(base) * np.arange(0, d_model, 2) / d_model)
    return np.einsum("t,i->ti", positions, speeds).astype(np.float32)


def angles_in_torch(positions, d_model, base):
    import torch

    i = torch.arange(0, d_model, 2, dtype=torch.float64)
    return torch.tensor(positions)[:, None] * base ** (-i / d_model)


def angles_with(exponents=None, speeds=None, first=0):
    """Build angles with another exponent or speed, or counted from elsewhere."""

    def variant(positions, d_model, base=10_000.0):
        if speeds is not None:
            turn = speeds(d_model, base)
        else:
            turn = base ** -exponents(np.arange(d_model // 2), d_model)
        return (positions[:, None] + first) * turn

    return variant


def right_angles(positions, d_model, base=10_000.0):
    return my_angles(positions, d_model, base)


DOUBLED = (
    "the first clock is right and all others turn too slowly: each speed is the square "
    "of what it should be. The even numbers are twice i already: are they doubled once "
    "more?"
)
HALVED = (
    "the first clock is right and all others turn too fast: i counts pairs, and the "
    "exponent asks for twice that over the whole width."
)
PRECEDENCE = (
    "your exponent is rounded down to a whole number: Python reads / and // from left "
    "to right, so `x / d_model // 2` divides by d_model first and then drops the "
    "fraction."
)
FACTOR = (
    "the first clock is right, but the others speed up: each should be slower than the "
    "one before. Multiply or divide?"
)
NO_BASE = "all clocks turn at one speed: the power of the base is not in use."
LINEAR = (
    "each clock is slower by the same amount; it should be slower by the same factor."
)
FROM_ONE = "you count positions from 1: give each position the angle of its number."

ANGLES = Exercise(
    id="06.3",
    kind="complete a line",
    minutes=3,
    title="Turn the clocks",
    objective=objectives.WRITE,
    stub='''\
def my_angles(positions, d_model, base):
    """Return how far each clock is turned: [T] positions -> [T, d_model / 2]."""
    return ...  # your line


check("06.3", my_angles)
''',
    todo="replace the `...` of my_angles by a table with a row per position.",
    right=(
        "Every position meets every speed: the first clock turns one radian a step, "
        "and each later one is slower by the same factor."
    ),
    reference=my_angles,
    accepted=(angles_in_loops, angles_by_einsum, angles_in_torch),
    wrong=(
        Wrong(angles_with(lambda i, d: 4 * i / d), DOUBLED),
        Wrong(angles_with(lambda i, d: i / d), HALVED),
        Wrong(
            angles_with(speeds=lambda d, base: base ** (np.arange(0, d, 2) / d)),
            FACTOR,
        ),
        Wrong(angles_with(speeds=lambda d, base: np.ones(d // 2)), NO_BASE),
        Wrong(angles_with(speeds=lambda d, base: 1 - np.arange(0, d, 2) / d), LINEAR),
        Wrong(angles_with(lambda i, d: 2 * i / d, first=1), FROM_ONE),
        Wrong(
            lambda positions, d_model, base: right_angles(positions, d_model, base).T,
            "the table lies on its side: it has a row per clock, and the course gives "
            "each position a row.",
        ),
        Wrong(
            lambda positions, d_model, base: np.sin(
                right_angles(positions, d_model, base)
            ),
            "these are the sines already; the angles themselves are asked for.",
        ),
        Wrong(
            lambda positions, d_model, base: (
                positions / base ** (np.arange(0, d_model, 2) / d_model)
            ),
            "positions and speeds are paired one with one, and there are not as many "
            "of the one as of the other: every position has to meet every speed, as a "
            "column meets a row.",
        ),
        Wrong(
            lambda positions, d_model, base: right_angles(positions, d_model),
            "10,000 is written into your line: the base comes as an argument, and a "
            "later model of this lesson has another.",
        ),
        Wrong(
            lambda positions, d_model, base: np.degrees(
                right_angles(positions, d_model, base)
            ),
            "these are degrees: np.sin and np.cos take radians, with no factor.",
        ),
    ),
    hints=(
        "One number of the table is a position divided by the base to the power of an "
        "exponent, 2i / d_model.",
        "positions has shape [T], the exponents [d_model / 2]; the table is [T, "
        "d_model / 2]: one of the two has to stand as a column.",
        "positions[:, None] is that column, [T, 1]: NumPy repeats it for every "
        "exponent.",
    ),
    solution='''\
def my_angles(positions, d_model, base):
    """Return how far each clock is turned: [T] positions -> [T, d_model / 2]."""
    # Positions stand as a column, speeds as a row, and every pair of them meets.
    return positions[:, None] / base ** (np.arange(0, d_model, 2) / d_model)


check("06.3", my_angles)
''',
    cases=angle_cases(),
    returns=("angles",),
)
