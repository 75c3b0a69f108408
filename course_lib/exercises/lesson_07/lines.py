"""07.1 and 07.3: one head, the MLPs and the words, counted on a line."""

from course_lib.exercises.arrays import as_array, no_numbers
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_07 import objectives

ONE = 12_288 * 128
HEAD_WRONG = (
    Wrong(
        3 * ONE,
        "query, key and value make three; how does what a head gathered, 128 numbers, "
        "get back to the width of the word's vector?",
    ),
    Wrong(
        2 * ONE,
        "two matrices make the scores. What else does a head need, to pass something "
        "along?",
    ),
    Wrong(5 * ONE, "that is one matrix too many: name them one by one."),
    Wrong(
        96 * ONE,
        "96 is the number of heads: here one head is counted, with its few matrices.",
    ),
    Wrong(
        3 * ONE + 12_288 * 12_288,
        "one matrix [128, 12288] leads back from this head: the square one of lesson "
        "05 belongs to all 96 heads together.",
    ),
)


def head_problem(answer):
    """Return what is wrong with the count of one head, or None."""
    array = as_array(answer)
    if array is None or array.shape:
        return f"one whole number is expected; {no_numbers(answer)}"
    if array == 4 * ONE:
        return None
    for wrong in HEAD_WRONG:
        if array == wrong.answer:
            return wrong.message
    if array % ONE:
        return (
            "this is no multiple of 12,288 x 128: every matrix of a head has that many "
            "numbers, whichever way round it stands."
        )
    return "how many matrices does one head have? Name them one by one."


ONE_HEAD = Exercise(
    id="07.1",
    kind="modify",
    minutes=1,
    title="Count one head",
    objective=objectives.COUNT,
    stub="""\
matrices = 1  # only the query matrix so far: change one number
one_head = matrices * 12_288 * 128

check("07.1", one_head)
""",
    todo="change one number: how many matrices of 12,288 x 128 does a head have?",
    right=(
        "query, key, value down, value up: four matrices of one size. This head is all "
        "that the rest is multiplied from."
    ),
    reference=4 * ONE,
    accepted=(float(4 * ONE), as_array(4 * ONE)),
    wrong=HEAD_WRONG,
    hints=(
        "Lesson 02 made two things from a word's vector; which matrices made them?",
        "Lesson 03 split the value's matrix in two: down to 128 numbers, and up again.",
        "[12288, 128] and [128, 12288] hold equally many numbers.",
    ),
    solution="""\
# query, key, value down: [12288, 128]; value up: [128, 12288]
matrices = 4
one_head = matrices * 12_288 * 128

check("07.1", one_head)
""",
    diagnose=head_problem,
    start=as_array(ONE),
)

MATRIX, TABLES = 12_288 * 49_152, 2 * 50_257 * 12_288
MLP_WRONG = (
    Wrong(
        (MATRIX, 96 * MATRIX, TABLES),
        "that is one matrix a layer: an MLP has one up, to 49,152 numbers, and one "
        "down again.",
    ),
    Wrong(
        (2 * MATRIX, 2 * MATRIX, TABLES),
        "the first number is right; the second should be that of all 96 layers.",
    ),
    Wrong(
        (2 * MATRIX, 96 * 96 * 2 * MATRIX, TABLES),
        "the first number is right; the second has the heads in it, too: a layer has "
        "96 heads, and one MLP.",
    ),
    Wrong(
        (2 * 12_288 * 12_288, 96 * 2 * 12_288 * 12_288, TABLES),
        "your matrices are square: the MLP is four times as wide in the middle.",
    ),
    Wrong(
        (2 * (12_288 + 49_152), 96 * 2 * (12_288 + 49_152), TABLES),
        "rows and columns are multiplied, not added: a table of 3 by 4 holds 12.",
    ),
    Wrong(
        (2 * MATRIX, 96 * 2 * MATRIX, TABLES // 2),
        "the MLPs are right; the words have two tables, one at either end.",
    ),
    Wrong(
        (2 * MATRIX, 96 * 2 * MATRIX, 96 * TABLES),
        "the MLPs are right; the tables of words stand at the ends of the model, and "
        "not in every layer.",
    ),
)


def mlp_problem(answer):
    """Return what is wrong with (one MLP, all MLPs, both tables of words), or None."""
    array = as_array(answer)
    if array is None or array.shape != (3,):
        wanted = "(one_mlp, all_mlps, words)"
        return f"answer with three numbers, {wanted}; {no_numbers(answer)}"
    numbers = tuple(array)
    if numbers == (2 * MATRIX, 96 * 2 * MATRIX, TABLES):
        return None
    for wrong in MLP_WRONG:
        if numbers == wrong.answer:
            return wrong.message
    if numbers[:2] == (2 * MATRIX, 96 * 2 * MATRIX):
        return "the MLPs are right; the words have two tables of one shape."
    if numbers[0] == 2 * MATRIX:
        return "the first number is right; how many MLPs does the whole model have?"
    return (
        "the first number does not fit: write the shapes of the two matrices of one "
        "MLP, and count the numbers in each."
    )


MLPS = Exercise(
    id="07.3",
    kind="complete a line",
    minutes=3,
    title="Count the MLPs and the words",
    objective=objectives.COUNT,
    stub="""\
d_ff, layers, vocabulary = 4 * 12_288, 96, 50_257
one_mlp = ...  # up: [12_288, d_ff]; down: [d_ff, 12_288]
all_mlps = ...  # one in each layer
words = ...  # embedding and unembedding, each [vocabulary, 12_288]

check("07.3", (one_mlp, all_mlps, words))
""",
    todo="put a product in place of each `...`: one MLP, all MLPs, both tables.",
    right=(
        "The MLPs hold twice as much as all attention: two matrices four times as "
        "wide against four, so eight squares of the width against four."
    ),
    reference=(2 * MATRIX, 96 * 2 * MATRIX, TABLES),
    accepted=(
        [2.0 * MATRIX, 192.0 * MATRIX, 1.0 * TABLES],
        as_array([2 * MATRIX, 192 * MATRIX, TABLES]),
    ),
    wrong=MLP_WRONG,
    hints=(
        "A matrix [rows, columns] holds rows x columns numbers.",
        "The way up and the way down hold equally many.",
        "An MLP is no head: a layer has one of it. And a table of words is no layer.",
    ),
    solution="""\
d_ff, layers, vocabulary = 4 * 12_288, 96, 50_257
# Two matrices of one size; turned round, a matrix holds as many numbers.
one_mlp = 2 * 12_288 * d_ff
all_mlps = layers * one_mlp
words = 2 * vocabulary * 12_288

check("07.3", (one_mlp, all_mlps, words))
""",
    diagnose=mlp_problem,
)
