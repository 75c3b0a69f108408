"""03.10: the rank of a value map, and what its two thin matrices cost."""

import numpy as np

from course_lib.exercises.arrays import as_array, no_numbers
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_03 import objectives

THIN, SQUARE = 2 * 768 * 64, 768**2
MAPS = (
    Wrong(
        (768, THIN, SQUARE),
        "the costs are right, the rank is not: through how many numbers does "
        "everything pass that a word sends?",
    ),
    Wrong(
        (128, THIN, SQUARE),
        "the costs are right, the rank is not: the ranks of two factors do not add "
        "up; the narrow passage decides.",
    ),
    Wrong(
        (64, THIN // 2, SQUARE),
        "that is one of the two thin matrices: down and up are as large as each other.",
    ),
    Wrong(
        (64, 64**2, SQUARE),
        "64 times 64 is no part of this: each thin matrix has one long side.",
    ),
    Wrong(
        (64, SQUARE, THIN),
        "the two costs have changed places: which of the two ways is the thrifty one?",
    ),
    Wrong(
        (64, THIN, 2 * SQUARE),
        "the square matrix is one matrix, not two.",
    ),
)


def map_problem(answer):
    """Return what is wrong with (rank, thin, square), or None."""
    array = as_array(answer)
    if array is None or array.shape != (3,):
        return f"answer with three numbers, (rank, thin, square); {no_numbers(answer)}"
    numbers = tuple(array)
    if numbers == (64, THIN, SQUARE):
        return None
    for wrong in MAPS:
        if numbers == wrong.answer:
            return wrong.message
    return (
        "write the shapes side by side, [768, 64] and [64, 768]: a matrix holds "
        "rows times columns numbers, and the size where the two meet is the rank."
    )


VALUE_MAP = Exercise(
    id="03.10",
    kind="trace the shapes",
    minutes=2,
    title="Trace the rank and the cost",
    objective=objectives.RANK,
    stub="""\
# One head of GPT-2: W_v is [768, 64], and its rows of W_o are [64, 768].
# rank: of W_v @ W_o. thin: how many numbers both hold. square: a [768, 768].
rank, thin, square = ..., ..., ...

check("03.10", (rank, thin, square))
""",
    todo="put three whole numbers, or sums that give them, in place of the `...`.",
    right=(
        "Down and up cost as much as W_q and W_k together; the square matrix would "
        "cost 6 times that."
    ),
    reference=(64, THIN, SQUARE),
    accepted=(
        [64, THIN, SQUARE],
        np.array([64, THIN, SQUARE]),
        (64.0, THIN, SQUARE),
    ),
    wrong=MAPS,
    hints=(
        "A matrix of m rows and n columns holds m times n numbers.",
        "Whatever a word sends has to pass through the size where the two matrices "
        "meet.",
        "Python multiplies for you: write rows * columns.",
    ),
    solution="""\
# One head of GPT-2: W_v is [768, 64], and its rows of W_o are [64, 768].
# rank: of W_v @ W_o. thin: how many numbers both hold. square: a [768, 768].
# Everything passes through 64 numbers; two thin matrices, as for W_q and W_k.
rank, thin, square = 64, 2 * 768 * 64, 768 * 768

check("03.10", (rank, thin, square))
""",
    diagnose=map_problem,
)
