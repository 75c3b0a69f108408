"""00.4: shares that sum to 1."""

import inspect
import math

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_00 import objectives


def shares(numbers):
    """Turn numbers [n], none below 0 and not all 0, into shares that sum to 1."""
    # Dividing all of them by one number keeps their order and their ratios.
    total = np.sum(numbers)
    return numbers / total


def shares_in_a_loop(numbers):
    total = 0
    for number in numbers:
        total += number
    return [number / total for number in numbers]


def shares_of_lists(numbers):
    listed = numbers.tolist()
    return [number / math.fsum(listed) for number in listed]


def shares_by_einsum(numbers):
    return (numbers / np.einsum("n->", numbers)).astype(np.float32)


def shares_in_torch(numbers):
    import torch

    return torch.nn.functional.normalize(torch.tensor(numbers), p=1, dim=0)


def _softmax(numbers):
    exps = np.exp(numbers - np.max(numbers))
    return exps / np.sum(exps)


def _without_the_smallest(numbers):
    rest = numbers - np.min(numbers)
    return rest / np.sum(rest)


def share_cases():
    """Return cases for numbers [n]; the first has a 0 and no order."""
    return (
        Case("plain", "with ordinary numbers", {"numbers": np.array([3.0, 0, 9, 1.5])}),
        Case("one", "with a single number", {"numbers": np.array([7.0])}),
        Case("small", "with numbers below 1", {"numbers": np.array([0.02, 0.3, 0.05])}),
        Case("large", "with large numbers", {"numbers": np.array([4e5, 1e5, 2.5e5])}),
    )


SHARES = Exercise(
    id="00.4",
    kind="write a function",
    minutes=4,
    title="Turn numbers into shares",
    objective=objectives.COMPUTE,
    stub='''\
def shares(numbers):
    """Turn numbers [n], none below 0 and not all 0, into shares that sum to 1."""
    ...  # your code


check("00.4", shares)
''',
    todo="write the body of shares in place of the `...`.",
    right=(
        "The shares sum to 1, stand in the same order, and what was twice as large "
        "still is. Attention's weights are such shares."
    ),
    reference=shares,
    accepted=(shares_in_a_loop, shares_of_lists, shares_by_einsum, shares_in_torch),
    wrong=(
        Wrong(
            lambda numbers: numbers / np.max(numbers),
            "the largest share is 1, so there is nothing left for the others: you "
            "divide by the largest number alone.",
        ),
        Wrong(
            lambda numbers: numbers / len(numbers),
            "you divide by how many numbers there are: [1, 1] and [9, 9] should get "
            "the same shares.",
        ),
        Wrong(
            lambda numbers: 100 * numbers / np.sum(numbers),
            "these are percentages: they sum to 100, and shares sum to 1.",
        ),
        Wrong(
            _softmax,
            "the number 0 gets a share, and doubling a number does more than double "
            "its share: an exponential is at work, which is lesson 02's.",
        ),
        Wrong(
            lambda numbers: np.round(numbers / np.sum(numbers), 1),
            "the shares are rounded: small ones vanish, and the sum is not always 1.",
        ),
        Wrong(
            lambda numbers: np.round(numbers / np.sum(numbers), 2),
            "the shares are rounded to 2 places: return them as they come, or their "
            "sum is not always 1.",
        ),
        Wrong(
            _without_the_smallest,
            "something is taken away from each number first, so that the smallest gets "
            "no share even where it is not 0.",
        ),
        Wrong(
            lambda numbers: np.sort(numbers) / np.sum(numbers),
            "the shares are right, but they stand in another order than the numbers.",
        ),
        Wrong(
            lambda numbers: numbers / np.linalg.norm(numbers),
            "the squares of the shares sum to 1, not the shares: you divide by the "
            "length of the vector.",
        ),
        Wrong(
            lambda numbers: np.full(len(numbers), 1 / len(numbers)),
            "every share is the same: who had more gets no more.",
        ),
        Wrong(
            np.sum,
            "this is the total, one number: how much of it is each number's share?",
        ),
        Wrong(
            lambda numbers: np.cumsum(numbers) / np.sum(numbers),
            "the shares pile up from left to right: each includes all before it.",
        ),
        Wrong(
            lambda numbers: np.sum(numbers) / numbers,
            "the division is upside down: the largest number gets the smallest share, "
            "and a 0 gets infinity.",
        ),
    ),
    hints=(
        "Three children have 3, 0 and 9 marbles. Which part of all marbles has the "
        "first? What did you divide by?",
        "First one number for all of them together, then one division for each.",
        "An array divided by a number is divided in each of its places.",
    ),
    solution=inspect.getsource(shares) + '\n\ncheck("00.4", shares)\n',
    cases=share_cases(),
    returns=("shares",),
)
