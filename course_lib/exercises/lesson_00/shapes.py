"""00.3: the shape of a matrix product."""

import numpy as np

from course_lib.exercises.arrays import as_array, no_numbers
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_00 import objectives

SHAPES = (
    Wrong(
        (2, 3),
        "the right two numbers, in the other order: rows come first, and A gives them.",
    ),
    Wrong(
        (4, 4),
        "these two sizes meet inside the product and vanish: each pair of them is "
        "multiplied and added up.",
    ),
    Wrong(
        (3, 4),
        "this is the shape of A: B turns each row of A into something of another "
        "length.",
    ),
    Wrong(
        (4, 2),
        "this is the shape of B: each of its columns meets every row of A. How many "
        "rows has A?",
    ),
    Wrong(
        (12, 8),
        "the sizes are not multiplied with each other: one entry of A @ B belongs to "
        "one row of A and one column of B.",
    ),
    Wrong(
        (7, 6),
        "the sizes are not added: one entry of A @ B belongs to one row of A and one "
        "column of B.",
    ),
)
ROWS = "the number of columns is right; a row of A @ B belongs to a row of A."
COLUMNS = "the number of rows is right; a column of A @ B belongs to a column of B."
NEITHER = (
    "neither number fits: write [3, 4] and [4, 2] side by side and strike out the two "
    "sizes that meet."
)
TOO_MANY = (
    "a matrix product has rows and columns, so its shape is two numbers: the sizes "
    "that meet vanish."
)


def shape_problem(answer):
    """Return what is wrong with (rows, columns) of A @ B, or None."""
    array = as_array(answer)
    if array is not None and array.shape in ((3,), (4,)):
        return TOO_MANY
    if array is None or array.shape != (2,):
        return f"answer with two numbers, (rows, columns); {no_numbers(answer)}"
    numbers = tuple(array)
    for wrong in SHAPES:
        if numbers == wrong.answer:
            return wrong.message
    if numbers == (3, 2):
        return None
    return ROWS if numbers[1] == 2 else COLUMNS if numbers[0] == 3 else NEITHER


PRODUCT = Exercise(
    id="00.3",
    kind="trace the shapes",
    minutes=1,
    title="Trace the shape of a matrix product",
    objective=objectives.COMPUTE,
    stub="""\
# A has shape [3, 4] and B has shape [4, 2]. What is the shape of A @ B?
rows, columns = ..., ...

check("00.3", (rows, columns))
""",
    todo="put two whole numbers in place of the `...`: rows and columns.",
    right=(
        "A row for each row of A, a column for each column of B; the 4s meet and "
        "vanish. Shapes alone tell whether a product can be taken."
    ),
    reference=(3, 2),
    accepted=([3, 2], np.array([3, 2]), (3.0, 2.0)),
    wrong=(
        *SHAPES,
        Wrong((4, 4, 2), TOO_MANY),
        Wrong((5, 2), ROWS),
        Wrong((3, 5), COLUMNS),
        Wrong((5, 5), NEITHER),
    ),
    hints=(
        "A @ B holds the dot product of every row of A with every column of B.",
        "Write the two shapes side by side. Which sizes meet in the middle?",
        "The sizes that meet are added over; the two outer ones stay, in their order.",
    ),
    solution="""\
# A has shape [3, 4] and B has shape [4, 2]. What is the shape of A @ B?
# [3, 4] @ [4, 2]: the 4s meet and vanish, and the outer sizes stay.
rows, columns = 3, 2

check("00.3", (rows, columns))
""",
    diagnose=shape_problem,
)
