"""01.2: how alike two vectors are."""

import inspect
import math

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_01 import objectives


def cosine(a, b):
    """Return how far two vectors point the same way: [d], [d] -> from -1 to 1."""
    # The dot product grows with both lengths; divided by both, direction is left.
    return a @ b / (np.linalg.norm(a) * np.linalg.norm(b))


def cosine_in_a_loop(a, b):
    together = sum(x * y for x, y in zip(a, b, strict=True))
    lengths = [math.sqrt(sum(x * x for x in vector)) for vector in (a, b)]
    return together / lengths[0] / lengths[1]


def cosine_by_einsum(b, a):
    a, b = (x / np.sqrt(np.einsum("d,d->", x, x)) for x in (a, b))
    return np.einsum("d,d", a, b).astype(np.float32)


def cosine_of_a_list(a, b):
    return (np.array(a.tolist()) / math.hypot(*a)).dot(b) / math.hypot(*b)


def cosine_in_torch(a, b):
    import torch

    return torch.cosine_similarity(torch.tensor(a), torch.tensor(b), dim=0)


def cosine_cases():
    """Return cases for two vectors: at an angle, apart, of very different length."""
    rng = np.random.default_rng(31)
    a, b, c = (scale * rng.normal(size=7) for scale in (0.6, 2.5, 40))
    return (
        Case("plain", "with vectors of ordinary length", {"a": a, "b": b}),
        Case("apart", "where they point apart", {"a": a, "b": -a + 0.1 * b}),
        Case("long", "where one is much longer", {"a": a[:3], "b": c[:3] + 9 * a[:3]}),
        Case("same", "for a vector and itself", {"a": b, "b": b}),
    )


def notice(found):
    """Say which property of a cosine is broken."""
    cosines = [float(cosine) for _, (cosine,) in found]
    if max(map(abs, cosines)) > 1 + 1e-6:
        return (
            "a cosine is never above 1 or below -1, and this one is: the lengths are "
            "not divided away."
        )
    if any(case.tag == "same" for case, _ in found):
        return "a vector and itself should give 1, and give something else."
    return None


COSINE = Exercise(
    id="01.2",
    kind="complete a line",
    minutes=3,
    title="Compare two vectors by direction",
    objective=objectives.MEASURE,
    stub='''\
def cosine(a, b):
    """Return how far two vectors point the same way: [d], [d] -> from -1 to 1."""
    return ...  # your line


check("01.2", cosine)
''',
    todo="replace the `...` of cosine by a line that compares a and b.",
    right=(
        "1 for the same direction, 0 for a right angle, -1 for the opposite, however "
        "long the vectors are: frequent words do not win by their length."
    ),
    reference=cosine,
    accepted=(cosine_in_a_loop, cosine_by_einsum, cosine_of_a_list, cosine_in_torch),
    wrong=(
        Wrong(
            lambda a, b: a @ b,
            "this is the bare dot product: it grows with the vectors, so that a long "
            "one is like everything.",
        ),
        Wrong(
            lambda a, b: a @ b / np.linalg.norm(a),
            "only the length of a is divided away: make b twice as long, and the "
            "result still doubles.",
        ),
        Wrong(
            lambda a, b: a @ b / np.linalg.norm(b),
            "only the length of b is divided away: make a twice as long, and the "
            "result still doubles.",
        ),
        Wrong(
            lambda a, b: a @ b / len(a),
            "you divide by how many numbers a vector has: that is the same for short "
            "and for long vectors.",
        ),
        Wrong(
            lambda a, b: a @ b / ((a @ a) * (b @ b)),
            "you divide by the squared lengths: a vector and itself should come out "
            "as 1. A root is missing.",
        ),
        Wrong(
            lambda a, b: np.linalg.norm(a - b),
            "this is the distance: it is 0 for a vector and itself, and it grows as "
            "they part.",
        ),
        Wrong(
            lambda a, b: 1 - a @ b / np.linalg.norm(a) / np.linalg.norm(b),
            "a vector and itself come out as 0: this says how far apart the directions "
            "are (the cosine distance), not how near.",
        ),
        Wrong(
            lambda a, b: a @ b / (np.linalg.norm(a) + np.linalg.norm(b)),
            "the two lengths are added: the dot product grows with each of them, so "
            "each has to be divided away.",
        ),
        Wrong(
            lambda a, b: abs(a @ b) / np.linalg.norm(a) / np.linalg.norm(b),
            "the sign got lost: opposite directions should come out as -1.",
        ),
        Wrong(
            lambda a, b: a @ b / np.linalg.norm(a) * np.linalg.norm(b),
            "Python reads from left to right: x / y * z multiplies by z. One of the "
            "lengths is multiplied in, not divided away.",
        ),
        Wrong(
            lambda a, b: np.arccos(a @ b / np.linalg.norm(a) / np.linalg.norm(b)),
            "this is the angle itself, and it is 0 for the same direction: you went "
            "one step too far.",
        ),
        Wrong(
            lambda a, b: round(a @ b / np.linalg.norm(a) / np.linalg.norm(b), 2),
            "your number is rounded to 2 places: return it as it comes.",
        ),
        Wrong(
            lambda a, b: a * b / (np.linalg.norm(a) * np.linalg.norm(b)),
            "a number for each place: the products were not added up.",
        ),
    ),
    hints=(
        "Which of your tools from lesson 00 compares two vectors, but grows with their "
        "length?",
        "np.linalg.norm(a) is the length of a. A vector and itself should give 1: by "
        "what must its dot product with itself be divided?",
        "There are two lengths, and the dot product grows with each. Mind the brackets "
        "if you divide by a product.",
    ),
    solution=inspect.getsource(cosine) + '\n\ncheck("01.2", cosine)\n',
    cases=cosine_cases(),
    returns=("cosine",),
    notice=notice,
)
