"""06.9: rotary positions, which turn a query or key in place of adding to it."""

import inspect
import math

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_06 import objectives
from course_lib.positions import rotate_halves


def my_rotate(x, angles):
    """Turn neighboring pairs: x is [T, d_head], angles are [T, d_head / 2]."""
    a, b = x[:, 0::2], x[:, 1::2]  # the two numbers of each pair, [T, d_head / 2]
    out = np.empty(x.shape)
    out[:, 0::2] = a * np.cos(angles) - b * np.sin(angles)
    out[:, 1::2] = a * np.sin(angles) + b * np.cos(angles)
    return out


def rotate_in_loops(x, angles):
    rows = []
    for row, turns in zip(x.tolist(), angles.tolist(), strict=True):
        out = []
        for i, turn in enumerate(turns):
            a, b = row[2 * i], row[2 * i + 1]
            out.append(a * math.cos(turn) - b * math.sin(turn))
            out.append(a * math.sin(turn) + b * math.cos(turn))
        rows.append(out)
    return rows


def rotate_by_einsum(angles, x):
    cos, sin = np.cos(angles), np.sin(angles)
    turn = np.array([[cos, sin], [-sin, cos]])  # [old, new, T, d_head / 2]
    pairs = x.reshape(len(x), -1, 2)  # [T, d_head / 2, old]
    return np.einsum("tio,onti->tin", pairs, turn).reshape(x.shape)


def rotate_in_torch(x, angles):
    import torch

    x, angles = torch.tensor(x), torch.tensor(angles)
    a, b = x[:, 0::2], x[:, 1::2]
    cos, sin = angles.cos(), angles.sin()
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(1)


def _pairs(turn):
    """Build a rotation from a function of both numbers, cosine and sine."""

    def variant(x, angles):
        a, b = x[:, 0::2], x[:, 1::2]
        turned = turn(a, b, np.cos(angles), np.sin(angles))
        return np.stack(turned, axis=-1).reshape(x.shape)

    return variant


def _in_place(x, angles):
    out = np.array(x)
    out[:, 0::2] = x[:, 0::2] * np.cos(angles) - x[:, 1::2] * np.sin(angles)
    out[:, 1::2] = out[:, 0::2] * np.sin(angles) + x[:, 1::2] * np.cos(angles)
    return out


def _cases():
    rng = np.random.default_rng(7)

    def case(tag, when, n, width, size=3.0):
        x, angles = rng.normal(size=(n, width)), rng.normal(0, size, (n, width // 2))
        return Case(tag, when, {"x": x, "angles": angles})

    return (
        case("plain", "with 5 words of width 8", 5, 8),
        case("plain", "with one word of width 6", 1, 6),
        case("narrow", "at width 2", 4, 2),
    )


ROTATE = Exercise(
    id="06.9",
    kind="write a function",
    minutes=5,
    title="Turn a query",
    objective=objectives.ROTARY,
    stub='''\
def my_rotate(x, angles):
    """Turn neighboring pairs: x is [T, d_head], angles are [T, d_head / 2]."""
    ...  # your code: (a, b) -> (a cos - b sin, a sin + b cos), for each pair


check("06.9", my_rotate)
''',
    todo="write the body of my_rotate in place of the `...`.",
    right="Each pair is turned by its own angle, and no length changes.",
    reference=my_rotate,
    accepted=(rotate_in_loops, rotate_by_einsum, rotate_in_torch),
    wrong=(
        Wrong(
            _pairs(lambda a, b, c, s: (a * c + b * s, b * c - a * s)),
            "every pair is turned the wrong way round: look at the two signs.",
        ),
        Wrong(
            lambda x, angles: rotate_halves(x, np.cos(angles), np.sin(angles)),
            "you pair number i with the one half a width later: neighbors make a pair "
            "here. At width 2 nobody could tell.",
        ),
        Wrong(
            _in_place,
            "the second number of a pair is made from a first one that has been turned "
            "already: keep both old numbers until both new ones are there.",
        ),
        Wrong(
            _pairs(lambda a, b, c, s: (a * c + b * s, a * s + b * c)),
            "two plus signs: lengths change, and a rotation keeps them.",
        ),
        Wrong(
            _pairs(lambda a, b, c, s: (a * c, b * s)),
            "each number is multiplied by itself alone: in a turn both numbers of a "
            "pair go into both.",
        ),
        Wrong(
            _pairs(lambda a, b, c, s: (a + s, b + c)),
            "sine and cosine are added: that is how the table of the paper works; "
            "rotary positions turn.",
        ),
        Wrong(
            _pairs(lambda a, b, c, s: (a * s + b * c, a * c - b * s)),
            "the two new numbers stand in each other's places.",
        ),
        Wrong(
            lambda x, angles: np.hstack(
                [
                    x[:, 0::2] * np.cos(angles) - x[:, 1::2] * np.sin(angles),
                    x[:, 0::2] * np.sin(angles) + x[:, 1::2] * np.cos(angles),
                ]
            ),
            "the turns are right, but all first numbers come back left and all second "
            "ones right: put each pair back where it stood.",
        ),
    ),
    hints=(
        "x[:, 0::2] holds the first number of each pair, x[:, 1::2] the second.",
        "Both have the shape of angles, so the formula in the comment can be written "
        "as it stands, for all pairs at once.",
        "Make an empty table like x and assign to the same two sets of columns.",
    ),
    solution=inspect.getsource(my_rotate) + '\n\ncheck("06.9", my_rotate)\n',
    cases=_cases(),
    returns=("turned",),
)
