"""03.2: one number of W_v changed, so that creature comes out bluer."""

import numpy as np

from course_lib.attention import causal_mask, softmax
from course_lib.exercises.arrays import as_array, describe, shape_of
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_02 import by_hand as lesson_02
from course_lib.exercises.lesson_03 import objectives

# The lesson's words and matrices: those of lesson 02, and three columns more.
MORE = np.array(
    [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0.4, -0.2, 0],
        [0, 0, 0],
        [0, 0, 0],
        [0, -1, 0],
        [0, -0.4, 1],
    ]
)  # soft, hue, big
E = np.hstack([lesson_02.E, MORE])
W_Q = np.vstack([lesson_02.W_Q, np.zeros((3, 2))])
W_K = np.vstack([lesson_02.W_K, np.zeros((3, 2))])
SOFT, HUE, BIG, CREATURE = 6, 7, 8, 3
W_V = np.zeros((9, 2))
W_V[SOFT], W_V[HUE] = (1, 0), (0, 1)
W_O = W_V.T
WEIGHTS = softmax(
    np.where(causal_mask(8), (E @ W_Q) @ (E @ W_K).T / np.sqrt(2), -np.inf)
)


def changed(rows):
    """Return the new vectors [8, 9] after some rows of W_v were replaced."""
    W_v = W_V.copy()
    for feature, row in rows.items():
        W_v[feature] = row
    return E + WEIGHTS @ (E @ W_v) @ W_O


NOT_A_TABLE = "pass the new vectors: a table of numbers with a row per word"
SHAPE = "the new vectors of these eight words have shape [8, 9]"
ONLY_UPDATE = "this is the update alone: the words' own vectors are not in it."
ELSEWHERE = (
    "a word has changed in a column other than soft and hue: W_o writes to these two, "
    "so something else than W_v was changed."
)
NOT_BLUER = (
    "creature is no bluer than before: its hue comes from what blue sends. Which row "
    "of W_v makes that?"
)
TOO_LITTLE = (
    "the right direction: creature is bluer, but its hue is not above one half yet."
)
SOFTNESS = (
    "creature is blue enough, but its softness has changed, too: blue should say more "
    "about hue, and nothing about softness."
)


def bluer_problem(answer):
    """Return what keeps vectors [8, 9] from holding a bluer creature, or None."""
    new = as_array(answer)
    if new is None:
        return f"{NOT_A_TABLE}; this is {describe(answer)}."
    if new.shape != (8, 9):
        return f"{SHAPE}; this one has shape {shape_of(new)}."
    if not np.isfinite(new).all():
        return "the new vectors hold NaN or infinity: use a small number."
    rest = np.delete(np.arange(9), [SOFT, HUE])
    if not np.allclose(new[:, rest], E[:, rest], atol=1e-6):
        zero = np.allclose(new[:, rest], 0, atol=1e-6)
        return ONLY_UPDATE if zero else ELSEWHERE
    before = changed({})[CREATURE]
    soft, hue = new[CREATURE, [SOFT, HUE]]
    if hue <= before[HUE] + 1e-6:
        return NOT_BLUER
    if hue <= 0.5:
        return TOO_LITTLE
    return None if np.isclose(soft, before[SOFT], atol=1e-6) else SOFTNESS


BLUER = Exercise(
    id="03.2",
    kind="modify",
    minutes=3,
    title="Make creature bluer",
    objective=objectives.RECEIVE,
    stub="""\
W_v_mine = W_v.copy()
W_v_mine[7] = (0, 1)  # what "hue" sends to (soft, hue): change one number

new_mine = E + weights @ (E @ W_v_mine) @ W_o
check("03.2", new_mine)
""",
    todo=(
        "change one number of W_v_mine. These are still the lesson's new vectors: "
        "nothing has changed yet."
    ),
    right=(
        "creature is bluer, and nobody looks anywhere else: W_v changes what is sent, "
        "never who is looked at."
    ),
    reference=changed({HUE: (0, 2)}),
    accepted=(
        changed({HUE: (0, 3)}).tolist(),
        changed({HUE: (0, 1.7)}),
        changed({HUE: (0, 2.5)}).astype(np.float32),
    ),
    wrong=(
        Wrong(changed({HUE: (0, 1.2)}), TOO_LITTLE),
        Wrong(changed({HUE: (0, -2)}), NOT_BLUER),
        Wrong(changed({HUE: (1, 2)}), SOFTNESS),
        Wrong(changed({HUE: (0, 2)}) - E, ONLY_UPDATE),
        Wrong(changed({HUE: (0, 2)}) + 0.1, ELSEWHERE),
        Wrong(
            np.full((8, 9), np.nan),
            "the new vectors hold NaN or infinity: use a small number.",
        ),
        Wrong(WEIGHTS, f"{SHAPE}; this one has shape [8, 8]."),
    ),
    hints=(
        "creature's hue is its own plus .47 times what blue sends. To get above one "
        "half, blue has to send more.",
        "A word's value is the sum of the rows of W_v that belong to its features; "
        "blue has hue, so row 7 makes what it sends.",
        "Row 7 holds two numbers: what hue adds to soft, and what it adds to hue.",
    ),
    solution="""\
W_v_mine = W_v.copy()
# blue sends (0, 2) in place of (0, 1): creature's hue gains twice as much. verdant
# sends twice as much green, too, but creature cannot see it.
W_v_mine[7] = (0, 2)

new_mine = E + weights @ (E @ W_v_mine) @ W_o
check("03.2", new_mine)
""",
    diagnose=bluer_problem,
    start=changed({}),
)
