"""06.4: the table of sine-wave positions."""

import inspect
import math

import numpy as np

from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_06 import objectives
from course_lib.exercises.lesson_06.table import (
    DOUBLED,
    FACTOR,
    FROM_ONE,
    HALVED,
    NO_BASE,
    PRECEDENCE,
    angles_by_einsum,
    angles_in_torch,
    angles_with,
    position_cases,
    right_angles,
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


def _table(angles=right_angles, first=np.sin, second=np.cos, halves=False):
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
        Wrong(_table(angles_with(lambda i, d: 4 * i / d)), DOUBLED),
        Wrong(_table(angles_with(lambda i, d: i / d)), HALVED),
        Wrong(_precedence, PRECEDENCE),
        Wrong(
            _table(
                angles_with(speeds=lambda d, base: base ** (np.arange(0, d, 2) / d))
            ),
            FACTOR,
        ),
        Wrong(_table(angles_with(lambda i, d: 2 * i / d, first=1)), FROM_ONE),
        Wrong(_table(angles_with(speeds=lambda d, base: np.ones(d // 2))), NO_BASE),
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
            right_angles,
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
