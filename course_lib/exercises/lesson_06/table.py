"""06.3 and 06.4: the angles, then the table of sine-wave positions."""

import inspect
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


def _angles(exponents=None, speeds=None, first=0):
    """Build angles with another exponent or speed, or counted from elsewhere."""

    def variant(positions, d_model, base=10_000.0):
        if speeds is not None:
            turn = speeds(d_model, base)
        else:
            turn = base ** -exponents(np.arange(d_model // 2), d_model)
        return (positions[:, None] + first) * turn

    return variant


def _right(positions, d_model, base=10_000.0):
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
        Wrong(_angles(lambda i, d: 4 * i / d), DOUBLED),
        Wrong(_angles(lambda i, d: i / d), HALVED),
        Wrong(
            _angles(speeds=lambda d, base: base ** (np.arange(0, d, 2) / d)),
            FACTOR,
        ),
        Wrong(_angles(speeds=lambda d, base: np.ones(d // 2)), NO_BASE),
        Wrong(_angles(speeds=lambda d, base: 1 - np.arange(0, d, 2) / d), LINEAR),
        Wrong(_angles(lambda i, d: 2 * i / d, first=1), FROM_ONE),
        Wrong(
            lambda positions, d_model, base: _right(positions, d_model, base).T,
            "the table lies on its side: it has a row per clock, and the course gives "
            "each position a row.",
        ),
        Wrong(
            lambda positions, d_model, base: np.sin(_right(positions, d_model, base)),
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
            lambda positions, d_model, base: _right(positions, d_model),
            "10,000 is written into your line: the base comes as an argument, and a "
            "later model of this lesson has another.",
        ),
        Wrong(
            lambda positions, d_model, base: np.degrees(
                _right(positions, d_model, base)
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


def my_positions(positions, d_model):
    """Return the table of sine-wave positions: [T] positions -> [T, d_model]."""
    exponents = np.arange(0, d_model, 2) / d_model
    angles = positions[:, None] / 10_000**exponents  # [T, d_model / 2]
    table = np.empty((len(positions), d_model))
    table[:, 0::2] = np.sin(angles)  # columns 0, 2, 4, ...
    table[:, 1::2] = np.cos(angles)  # columns 1, 3, 5, ...
    return table


def positions_in_loops(positions, d_model):
    table = []
    for p in positions.tolist():
        row = []
        for i in range(d_model // 2):
            angle = p / 10_000 ** (2 * i / d_model)
            row += [math.sin(angle), math.cos(angle)]
        table.append(row)
    return table


def positions_by_einsum(d_model, positions):
    angles = angles_by_einsum(10_000, d_model, positions.astype(float))
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(len(positions), d_model).astype(np.float32)


def positions_in_torch(positions, d_model):
    import torch

    angles = angles_in_torch(positions, d_model, 10_000)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)


def _table(angles=_right, first=np.sin, second=np.cos, halves=False):
    """Build a table with other angles, functions or places."""

    def variant(positions, d_model):
        turned = angles(positions, d_model)
        if halves:
            return np.hstack([first(turned), second(turned)])
        return positions_from(first(turned), second(turned))

    return variant


def positions_from(sines, cosines):
    """Put sines into columns 0, 2, 4, ... and cosines into the others."""
    return np.stack([sines, cosines], axis=-1).reshape(len(sines), -1)


def _own_speed_a_column(positions, d_model):
    angles = positions[:, None] / 10_000 ** (np.arange(d_model) / d_model)
    return positions_from(np.sin(angles[:, 0::2]), np.cos(angles[:, 1::2]))


def _precedence(positions, d_model):
    speeds = np.exp(np.arange(0, d_model, 2) * (-math.log(10_000.0) / d_model // 2))
    return positions_from(*(f(positions[:, None] * speeds) for f in (np.sin, np.cos)))


POSITIONS = Exercise(
    id="06.4",
    kind="write a function",
    minutes=6,
    title="Weave the carpet",
    objective=objectives.WRITE,
    stub='''\
def my_positions(positions, d_model):
    """Return the table of sine-wave positions: [T] positions -> [T, d_model]."""
    ...  # your code: angles as in 06.3, then sine and cosine columns in turn


check("06.4", my_positions)
''',
    todo="write the body of my_positions in place of the `...`.",
    right=(
        "A row per position, a sine and a cosine for each clock: this table weaves "
        "the lesson's carpet."
    ),
    reference=my_positions,
    accepted=(positions_in_loops, positions_by_einsum, positions_in_torch),
    wrong=(
        Wrong(_table(_angles(lambda i, d: 4 * i / d)), DOUBLED),
        Wrong(_table(_angles(lambda i, d: i / d)), HALVED),
        Wrong(_precedence, PRECEDENCE),
        Wrong(
            _table(_angles(speeds=lambda d, base: base ** (np.arange(0, d, 2) / d))),
            FACTOR,
        ),
        Wrong(_table(_angles(lambda i, d: 2 * i / d, first=1)), FROM_ONE),
        Wrong(_table(_angles(speeds=lambda d, base: np.ones(d // 2))), NO_BASE),
        Wrong(
            _table(halves=True),
            "all sines stand left and all cosines right: the same numbers in another "
            "order of columns. Here sine and cosine columns take turns.",
        ),
        Wrong(
            _table(first=np.cos, second=np.sin),
            "sines and cosines have changed places: column 0 holds sines, so position "
            "0 begins with 0.",
        ),
        Wrong(
            _own_speed_a_column,
            "each column has a speed of its own: a sine and the cosine beside it share "
            "one, or they are no clock.",
        ),
        Wrong(
            _table(second=np.sin),
            "both columns of a pair are sines: a clock hand needs a cosine too.",
        ),
        Wrong(
            _table(second=np.cos, first=lambda angles: np.sin(np.degrees(angles))),
            "the angles of your sines are turned into degrees: np.sin takes radians.",
        ),
        Wrong(
            _right,
            "these are the angles: their sines and cosines are asked for, twice as "
            "many columns.",
        ),
    ),
    hints=(
        "Take the angles as in 06.3, [T, d_model / 2]. How many columns do their sines "
        "and cosines fill together?",
        "Make an empty table first: np.empty((rows, columns)).",
        "table[:, 0::2] names columns 0, 2, 4 and so on, table[:, 1::2] those between; "
        "you can assign to both.",
    ),
    solution=inspect.getsource(my_positions) + '\n\ncheck("06.4", my_positions)\n',
    cases=position_cases(),
    returns=("table",),
)
