"""02.2, 02.9 and 02.10: matrices changed by hand, a rank traced, an own sentence."""

import numpy as np

from course_lib.attention import causal_mask, softmax
from course_lib.exercises.arrays import as_array, describe, no_numbers, shape_of
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_02 import objectives
from course_lib.exercises.lesson_02.own_sentence import OWN_SENTENCE

__all__ = ["LOW_RANK", "OWN_SENTENCE", "PREFER_VERDANT"]

# The lesson's words and matrices.
WORDS = "a fluffy blue creature roamed the verdant forest".split()
# article, adjective, noun, verb, animal, plant
E = np.array(
    [
        [1, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 0],
        [0, 0, 1, 0, 1, 0],
        [0, 0, 0, 1, 0, 0],
        [1, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 1],
        [0, 0, 1, 0, 0, 1],
    ],
    dtype=float,
)
W_Q = np.array([[0, 0], [0, 0], [4, 0], [0, 3], [0, 0], [0, 0]], dtype=float)
W_K = np.array([[0, 0], [1, 0], [0, 0], [0, 0], [0, 1], [0, 0]], dtype=float)
FLUFFY, BLUE, CREATURE, VERDANT, FOREST = 1, 2, 3, 6, 7


def changed(rows):
    """Return the causal weights [8, 8] after some rows of W_k were replaced."""
    W_k = W_K.copy()
    for feature, row in rows.items():
        W_k[feature] = row
    scores = (E @ W_Q) @ (E @ W_k).T / np.sqrt(2)
    return softmax(np.where(causal_mask(len(E)), scores, -np.inf))


NOT_A_TABLE = "pass the weights: a table of numbers with a row per word."
SHAPE = "the weights of these eight words have a row and a column per word"
NAN = "the weights hold NaN: look for inf - inf or 0 / 0 on the way to them."
COLUMNS = "each column sums to 1, not each row: softmax went over the queries."
NO_SHARES = (
    "the rows do not sum to 1: these are not the weights that come out of softmax."
)
NEGATIVE = "some weights are negative: these look like scores, before softmax."
AHEAD = (
    "a word looks at words that come after it: the causal mask is missing, or does "
    "its work after softmax."
)
STILL_ALIKE = (
    "forest still sees no difference between fluffy, blue and verdant. What does "
    "verdant have in common with forest that the other two do not?"
)
LOST_CREATURE = (
    "forest prefers verdant now, but creature no longer finds fluffy and blue: change "
    "nothing that creature's row reads."
)
ITSELF = (
    "forest gives itself at least as much as verdant: forest has the feature plant "
    "too, so whatever a key gains from it, forest's own key gains as well."
)
WRONG_WORD = (
    "forest gives an adjective other than verdant the most: your change made "
    "verdant's key answer forest's question less well, not better."
)
ELSEWHERE = (
    "forest gives a word that is no adjective the most: that word's key answers its "
    "question now, better than verdant's does."
)
TOO_LITTLE = (
    "the right direction: verdant leads, but it does not yet get more than half of "
    "forest's look and more than fluffy and blue together. How is a lead widened?"
)


def preference_problem(answer):
    """Return what keeps weights [8, 8] from preferring verdant, or None."""
    weights = as_array(answer)
    if weights is None:
        return f"{NOT_A_TABLE[:-1]}; this is {describe(answer)}."
    if weights.shape != (8, 8):
        return f"{SHAPE}; this one has shape {shape_of(weights)}."
    return weights_problem(weights) or forest_problem(weights)


def weights_problem(weights):
    """Return what keeps a square table from being causal weights, or None."""
    if not np.isfinite(weights).all():
        return NAN
    if (weights < 0).any():
        return NEGATIVE
    if not np.allclose(weights.sum(axis=1), 1, atol=1e-3):
        return COLUMNS if np.allclose(weights.sum(axis=0), 1, atol=1e-3) else NO_SHARES
    return AHEAD if np.triu(weights, 1).max() > 1e-6 else None


def forest_problem(weights):
    """Return what forest's row, or creature's, still lacks, or None."""
    row = weights[FOREST]
    top, pair = row.argmax(), row[FLUFFY] + row[BLUE]
    if top not in (FLUFFY, BLUE, VERDANT, FOREST) and row[top] > row[VERDANT] + 1e-6:
        return ELSEWHERE
    if np.allclose(row[[FLUFFY, BLUE]], row[VERDANT], atol=1e-3):
        return STILL_ALIKE
    if top in (FLUFFY, BLUE):
        return WRONG_WORD
    if row[FOREST] >= row[VERDANT] - 1e-6:
        return ITSELF
    if weights[CREATURE, FLUFFY] + weights[CREATURE, BLUE] <= 0.6:
        return LOST_CREATURE
    return TOO_LITTLE if row[VERDANT] <= max(0.5, pair) else None


PREFER_VERDANT = Exercise(
    id="02.2",
    kind="modify",
    minutes=3,
    title="Make forest prefer verdant",
    objective=objectives.PREDICT,
    stub="""\
W_k_mine = W_k.copy()
W_k_mine[5] = (0, 0)  # what "plant" adds to a key: change one number

divided_mine = q @ (E @ W_k_mine).T / np.sqrt(2)
my_weights = softmax(np.where(causal_mask(8), divided_mine, -np.inf))
check("02.2", my_weights)
""",
    todo=(
        "change one number of W_k_mine. These are still the lesson's weights: nothing "
        "changed yet, or the number that you changed meets no question."
    ),
    right=(
        "forest prefers verdant, and creature still finds fluffy and blue: what a key "
        "offers can depend on more than one feature of its word."
    ),
    reference=changed({5: (1, 0)}),
    accepted=(
        changed({5: (2, 0)}).tolist(),
        changed({5: (1, 7)}),
        changed({1: (2, 0), 5: (2, 0)}).astype(np.float32),
    ),
    wrong=(
        Wrong(changed({1: (2, 0)}), STILL_ALIKE),
        Wrong(changed({4: (2, 1), 5: (3, 0)}), LOST_CREATURE),
        Wrong(changed({1: (0, 0), 5: (1, 0)}), ITSELF),
        Wrong(changed({5: (-0.5, 0)}), WRONG_WORD),
        Wrong(changed({3: (2, 0)}), ELSEWHERE),
        Wrong(changed({5: (0.2, 0)}), TOO_LITTLE),
        Wrong(E @ W_Q @ (E @ W_K).T - 1, NEGATIVE),
        Wrong((E @ W_Q) @ (E @ W_K).T, NO_SHARES),
        Wrong(softmax((E @ W_Q) @ (E @ W_K).T, axis=0), COLUMNS),
        Wrong(softmax((E @ W_Q) @ (E @ W_K).T), AHEAD),
        Wrong(np.full((8, 8), np.nan), NAN),
        Wrong(W_K, f"{SHAPE}; this one has shape [6, 2]."),
    ),
    hints=(
        "forest's query meets the keys of fluffy, blue and verdant: to prefer one, its "
        "key must differ from the others'. Which feature has verdant alone of them?",
        "A word's key is the sum of the rows of W_k that belong to its features: "
        "verdant adds the rows of adjective and plant.",
        "forest asks along the first of the two numbers. Let plant add something "
        "there, and see how much is enough.",
    ),
    solution="""\
W_k_mine = W_k.copy()
# verdant's key becomes (1, 0) + (1, 0): twice the score of fluffy and blue. forest's
# own key gains as much, but starts from 0 there. creature comes before any plant.
W_k_mine[5] = (1, 0)

divided_mine = q @ (E @ W_k_mine).T / np.sqrt(2)
my_weights = softmax(np.where(causal_mask(8), divided_mine, -np.inf))
check("02.2", my_weights)
""",
    diagnose=preference_problem,
    start=changed({}),
)

RANKS = (
    Wrong(
        (128, 128, 128),
        "that is the other product, W_q^T W_k: here the long sides stay outside.",
    ),
    Wrong(
        (12288, 128, 128),
        "that is the shape of W_q alone: what does the product with W_k^T do to its "
        "last size?",
    ),
    Wrong(
        (128, 12288, 128),
        "that is the shape of W_k^T alone: what does the product with W_q do to its "
        "first size?",
    ),
    Wrong(
        (12288, 12288, 12288),
        "the shape is right, the rank is not: every row of the product is a mixture "
        "of the rows of W_k^T, and how many of those are there?",
    ),
    Wrong(
        (12288, 12288, 256),
        "the shape is right, the rank is not: the ranks of two factors do not add up; "
        "the narrower passage decides.",
    ),
    Wrong(
        (12288, 12288, 96),
        "the shape is right, but 96 is the number of heads: this is one head's "
        "product.",
    ),
    Wrong(
        (12288, 12288, 1),
        "the shape is right, but rank 1 is the product of one column with one row: "
        "here there are many, added up.",
    ),
)


def rank_problem(answer):
    """Return what is wrong with (rows, columns, rank), or None."""
    array = as_array(answer)
    if array is None or array.shape != (3,):
        return f"answer with three numbers, (rows, columns, rank); {no_numbers(answer)}"
    numbers = tuple(array)
    if numbers == (12288, 12288, 128):
        return None
    for wrong in RANKS:
        if numbers == wrong.answer:
            return wrong.message
    if numbers[:2] == (12288, 12288):
        return (
            "the shape is right, the rank is not: through how many numbers does a "
            "word have to pass between the two long sides?"
        )
    return (
        "the shape does not follow from the factors: write [12288, 128] and the turned "
        "[128, 12288] side by side and strike out the sizes that meet."
    )


LOW_RANK = Exercise(
    id="02.9",
    kind="trace the shapes",
    minutes=2,
    title="Trace the shape and the rank",
    objective=objectives.RANK,
    stub="""\
# In GPT-3 a head's W_q and W_k are [12288, 128]. What is W_q @ W_k.T?
rows, columns, rank = ..., ..., ...

check("02.9", (rows, columns, rank))
""",
    todo="put three whole numbers in place of the `...`: rows, columns and rank.",
    right=(
        "A huge table that compares any word with any word, held in two thin ones: "
        "whatever two words share has to pass through 128 numbers."
    ),
    reference=(12288, 12288, 128),
    accepted=(
        [12288, 12288, 128],
        np.array([12288, 12288, 128]),
        (12288.0, 12288.0, 128.0),
    ),
    wrong=RANKS,
    hints=(
        "Write the two shapes side by side, the second one turned: which sizes meet?",
        "The sizes that meet vanish; the two outer ones stay.",
        "A product cannot have a higher rank than its narrowest factor, and random "
        "factors reach it.",
    ),
    solution="""\
# In GPT-3 a head's W_q and W_k are [12288, 128]. What is W_q @ W_k.T?
# [12288, 128] @ [128, 12288]: the 128s meet and vanish. The rank is at most the 128
# numbers in the middle.
rows, columns, rank = 12288, 12288, 128

check("02.9", (rows, columns, rank))
""",
    diagnose=rank_problem,
)
