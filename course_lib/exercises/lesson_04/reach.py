"""04.9 and 04.10: how far news travels under a mask, and a mask of one's own."""

import inspect

import numpy as np

from course_lib import masks
from course_lib.exercises.arrays import as_array, describe
from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_04 import objectives


def my_reach(mask, n_layers):
    """Say of whom each word can know after n_layers: booleans [T, T]."""
    known = np.eye(len(mask), dtype=bool)  # before any layer: of itself alone
    for _ in range(n_layers):
        # A word keeps what it knew, and adds what those know whom it may look at. Of
        # booleans, @ asks: is there anyone?
        known = known | (mask @ known)
    return known


def reach_in_loops(mask, n_layers):
    n = len(mask)
    known = [{i} for i in range(n)]
    for _ in range(n_layers):
        known = [
            known[i].union(*(known[j] for j in range(n) if mask[i][j]))
            for i in range(n)
        ]
    return [[j in known[i] for j in range(n)] for i in range(n)]


def reach_by_powers(mask, n_layers):
    step = np.asarray(mask, dtype=int) + np.eye(len(mask), dtype=int)
    return np.linalg.matrix_power(step, n_layers) > 0


def reach_by_einsum(n_layers, mask):
    known = np.eye(len(mask))
    for _ in range(n_layers):
        known = known + np.einsum("ij,jk->ik", mask, known)
    return known > 0


def reach_in_torch(mask, n_layers):
    import torch

    step = torch.tensor(mask, dtype=torch.float64) + torch.eye(len(mask))
    known = torch.eye(len(mask), dtype=torch.float64)
    for _ in range(n_layers):
        known = step.double() @ known
    return known > 0


def _cases():
    window, gap = masks.window_mask(6, 3), np.eye(5, k=-2, dtype=bool)
    loop = np.roll(np.eye(4, dtype=bool), 1, axis=1)
    return (
        Case("plain", "after 2 layers", {"mask": window, "n_layers": 2}),
        Case("plain", "where words look back two steps", {"mask": gap, "n_layers": 2}),
        Case("one", "after one layer", {"mask": gap, "n_layers": 1}),
        Case("loop", "where words look ahead", {"mask": loop, "n_layers": 2}),
        Case("zero", "after no layer", {"mask": window, "n_layers": 0}),
    )


def _powers(step, extra=0):
    def repair(mask, n_layers):
        known = np.eye(len(mask))
        for _ in range(max(0, n_layers + extra)):
            known = step(np.asarray(mask, float)) @ known
        return known > 0

    return repair


def _itself(mask):
    return mask + np.eye(len(mask))


def _counted(mask, n_layers):
    return np.linalg.matrix_power(mask + np.eye(len(mask)), n_layers)


REACH = Exercise(
    id="04.9",
    kind="write a function",
    minutes=4,
    title="Compute whom a word can know of",
    objective=objectives.PREDICT,
    stub='''\
def my_reach(mask, n_layers):
    """Say of whom each word can know after n_layers: booleans [T, T]."""
    ...  # your code


check("04.9", my_reach)
''',
    todo="write the body of my_reach in place of the `...`.",
    right="Each layer is one step of the mask, and what was known stays known.",
    reference=my_reach,
    accepted=(reach_in_loops, reach_by_powers, reach_by_einsum, reach_in_torch),
    wrong=(
        Wrong(
            lambda mask, n_layers: mask | np.eye(len(mask), dtype=bool),
            "this is what one layer brings, whatever n_layers is.",
        ),
        Wrong(
            _powers(lambda mask: mask),
            "a word forgets itself here: the vector stays, and what is gathered is "
            "added to it.",
        ),
        Wrong(
            _powers(_itself, -1),
            "one layer too few: after no layer a word knows of itself, after one of "
            "all that it may look at.",
        ),
        Wrong(
            _powers(_itself, 1),
            "one layer too many: after no layer a word knows of itself alone.",
        ),
        Wrong(
            _powers(lambda mask: _itself(mask).T),
            "the steps go the wrong way: rows ask, so news goes from column to row.",
        ),
        Wrong(
            _counted,
            "these are numbers of ways, above 1; asked for is whether there is one.",
        ),
        Wrong(
            lambda mask, n_layers: np.eye(len(mask), dtype=bool),
            "each word still knows of itself alone: no layer has done anything.",
        ),
    ),
    hints=(
        "Before any layer each word knows of itself alone: np.eye(len(mask), "
        "dtype=bool). Work out on paper, for a window of 2 and three words, who knows "
        "of whom after one layer, and after two.",
        "In a layer word i gets all that word j knows, for each j that it may look at: "
        "mask @ known asks for all i at once whether there is such a j.",
        "Repeat n_layers times: what was known, or what those know whom a word may "
        "look at. `|` is the or of booleans.",
    ),
    solution=inspect.getsource(my_reach) + '\n\ncheck("04.9", my_reach)\n',
    cases=_cases(),
    returns=("table",),
)

N, MOST, LAYERS = 8, 3, 3


def _mask(*steps):
    """Return the mask in which each word sees itself and words some steps back."""
    return sum((np.eye(N, k=-back, dtype=bool) for back in steps), np.eye(N)) > 0


def told(answer):
    """Say what keeps a mask from the goal; None: nothing."""
    mask = as_array(answer)
    if mask is None or mask.shape != (N, N) or not np.isin(mask, (0, 1)).all():
        return (
            f"the answer is a table [{N}, {N}] of True and False; this is "
            f"{describe(answer)}."
        )
    mask = mask.astype(bool)
    if np.triu(mask, 1).any():
        i = int(np.argwhere(np.triu(mask, 1))[0][0])
        return f"row {i} looks ahead: only columns up to the row's own may be True."
    crowded = np.flatnonzero(mask.sum(axis=1) > MOST)
    if crowded.size:
        i = crowded[0]
        return f"row {i} looks at {mask[i].sum()} words, and {MOST} are allowed."
    missing = np.flatnonzero(~masks.reach(mask, LAYERS)[-1])
    if missing.size:
        return (
            f"after {LAYERS} layers the last word knows of {N - missing.size} words, "
            f"not of word {missing[0]}: longer steps reach farther, short ones fill "
            "the gaps."
        )
    return None


OWN_MASK = Exercise(
    id="04.10",
    kind="try your own",
    minutes=5,
    title="Design a mask that reaches far",
    objective=objectives.OWN_MASK,
    stub="""\
mine = np.eye(8, dtype=bool)
...  # your steps, such as: mine |= np.eye(8, k=-1, dtype=bool)

check("04.10", mine)
""",
    todo="open entries of `mine` in place of the `...`.",
    right=(
        "Three words a row, three layers, and the last word knows of all eight. A "
        "window of three would have needed four layers."
    ),
    reference=_mask(1, 3),
    accepted=(_mask(1, 3).tolist(), _mask(1, 3).astype(float)),
    wrong=(
        Wrong(_mask(1, 2), told(_mask(1, 2))),
        Wrong(_mask(1), told(_mask(1))),
        Wrong(_mask(1, 2, 4), told(_mask(1, 2, 4))),
        Wrong(_mask(1, 3).T, told(_mask(1, 3).T)),
        Wrong(_mask(1, 3)[:7], told(_mask(1, 3)[:7])),
        Wrong("steps of 1 and 3", told("steps of 1 and 3")),
    ),
    hints=(
        "Start with a window of 3 and ask my_reach, or the explorer above, which word "
        "the last one misses.",
        "Each row may look at itself and at two others; with three layers a word can "
        "go up to three steps. Which two step lengths add up to every distance from "
        "1 to 7?",
        "One of the two steps is a single one; try longer and longer ones for the "
        "other.",
    ),
    solution="""\
mine = np.eye(8, dtype=bool)
# Steps of 1 and 3: up to three of them make every distance from 1 to 7.
mine |= np.eye(8, k=-1, dtype=bool) | np.eye(8, k=-3, dtype=bool)

check("04.10", mine)
""",
    diagnose=told,
    start=np.eye(N),
)
