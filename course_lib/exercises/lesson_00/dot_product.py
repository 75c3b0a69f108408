"""00.2: the dot product, in the reader's own code."""

import inspect

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_00 import objectives


def dot(a, b):
    """Return the dot product of two vectors: [n], [n] -> one number."""
    # a * b multiplies place by place, [n]; the sum makes one number of it.
    return np.sum(a * b)


def dot_in_a_loop(a, b):
    total = 0
    for x, y in zip(a, b, strict=True):
        total += x * y
    return total


def dot_by_einsum(b, a):
    return np.einsum("n,n->", a, b).astype(np.float32)


def dot_of_lists(a, b):
    return sum(x * y for x, y in zip(a.tolist(), b.tolist(), strict=True))


def dot_in_torch(a, b):
    import torch

    return torch.tensor(a) @ torch.tensor(b)


def _first_round(a, b):
    for x, y in zip(a, b, strict=True):
        return x * y


def dot_cases():
    """Return cases for two vectors; one pair points apart, so that signs show."""
    rng = np.random.default_rng(30)

    def pair(n, sign=1):
        a, noise = rng.normal(size=(2, n))
        return {"a": a, "b": sign * a + 0.5 * noise}

    return (
        Case("plain", "with five numbers each", pair(5)),
        Case("negative", "where the vectors point apart", pair(3, sign=-1)),
        Case("one", "with one number each", pair(1)),
    )


def _three_places(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def notice(found):
    """Say so when places are not read, or when one number each goes wrong."""
    case, (product,) = found[0]
    a, b = case.inputs.values()
    for n in range(1, len(a)):
        if np.isclose(product, a[:n] @ b[:n], rtol=1e-4):
            return (
                f"only the first {n} of {len(a)} places are read: the vectors may have "
                "any length, and every place counts."
            )
    if any(case.tag == "one" for case, _ in found):
        return (
            "with one number in each vector, the dot product is the one times the "
            "other, and yours is not: look at what happens to the numbers of a place."
        )
    return None


DOT = Exercise(
    id="00.2",
    kind="complete a line",
    minutes=2,
    title="Write the dot product",
    objective=objectives.COMPUTE,
    stub='''\
def dot(a, b):
    """Return the dot product of two vectors: [n], [n] -> one number."""
    return ...  # your line


check("00.2", dot)
''',
    todo="replace the `...` of dot by a line that makes one number of a and b.",
    right=(
        "Multiply place by place, add up: one number that grows as two vectors point "
        "the same way. Attention is built on it."
    ),
    reference=dot,
    accepted=(dot_in_a_loop, dot_by_einsum, dot_of_lists, dot_in_torch),
    wrong=(
        Wrong(
            lambda a, b: a * b,
            "you multiply place by place, which is the first half: this is still a "
            "list of numbers, and a dot product is one.",
        ),
        Wrong(
            lambda a, b: a + b,
            "you add place by place: in a dot product the two numbers of a place are "
            "multiplied.",
        ),
        Wrong(
            lambda a, b: np.sum(a + b),
            "you add up everything, and nothing is multiplied: the two numbers of a "
            "place have to meet first.",
        ),
        Wrong(
            lambda a, b: np.sum(a) * np.sum(b),
            "you add first and multiply after: so every number of a meets every number "
            "of b, where each should meet the one in its own place.",
        ),
        Wrong(
            np.outer,
            "this is a whole table, every number of a times every number of b: only "
            "the pairs that share a place belong in a dot product.",
        ),
        Wrong(
            lambda a, b: np.mean(a * b),
            "you divide by how many places there are: that makes a mean of the "
            "products, and a dot product is not divided.",
        ),
        Wrong(
            lambda a, b: a @ b / np.linalg.norm(a) / np.linalg.norm(b),
            "you divide by the lengths of the vectors: that is the cosine, and it is "
            "lesson 01's. A dot product grows with the vectors.",
        ),
        Wrong(
            lambda a, b: abs(a @ b),
            "the sign got lost: vectors that point apart have a dot product below 0.",
        ),
        Wrong(
            lambda a, b: np.sum(np.abs(a * b)),
            "each product lost its sign before it was added: places where the two "
            "disagree have to count against them.",
        ),
        Wrong(
            lambda a, b: a @ a,
            "this is the dot product of a with itself: b is never read.",
        ),
        Wrong(
            lambda a, b: b @ b,
            "this is the dot product of b with itself: a is never read.",
        ),
        Wrong(
            _first_round,
            "only the first place counts: a `return` inside a loop leaves it in the "
            "first round.",
        ),
        Wrong(
            _three_places,
            "this works for three places, as in the lesson, and for no other number: "
            "the vectors may have any length.",
        ),
        Wrong(
            lambda a, b: round(float(a @ b), 2),
            "your number is rounded to 2 places: return it as it comes.",
        ),
        Wrong(
            lambda a, b: np.linalg.norm(a - b),
            "this is the distance between the two: it shrinks as they come together, "
            "and a dot product grows.",
        ),
    ),
    hints=(
        "By hand, for [1, 2] and [3, 0.5]: 1 times 3, and 2 times 0.5; then what?",
        "a * b multiplies place by place and gives as many numbers as there are "
        "places.",
        "One function of NumPy adds up all numbers of an array; a loop may do it too.",
    ),
    solution=inspect.getsource(dot) + '\n\ncheck("00.2", dot)\n',
    cases=dot_cases(),
    returns=("product",),
    notice=notice,
)
