"""04.2 and 04.3: the line that hides, the function that says what is hidden."""

import inspect

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_04 import objectives


def hide(scores, mask):
    """Hide scores [T_q, T_k] wherever mask is not True."""
    # Minus infinity, and before softmax: exp of it is 0, and the row's total never
    # counts it.
    return np.where(mask, scores, -np.inf)


def hide_in_loops(scores, mask):
    return [
        [s if may else -np.inf for s, may in zip(row, look, strict=True)]
        for row, look in zip(scores, mask, strict=True)
    ]


def hide_by_adding(mask, scores):
    with np.errstate(divide="ignore"):
        return scores + np.log(mask.astype(float))


def hide_by_einsum(scores, mask):
    hidden = np.where(mask, 0, -np.inf)
    return np.einsum("ij->ij", scores) + hidden


def hide_in_torch(scores, mask):
    import torch

    return torch.tensor(scores).masked_fill(~torch.tensor(mask), -torch.inf)


def _hide_cases():
    rng = np.random.default_rng(41)
    mask = rng.random((4, 6)) < 0.6
    mask[2] = False
    square = np.tri(5, dtype=bool)
    plain = {"scores": rng.normal(size=(4, 6)), "mask": mask}
    return (
        Case("plain", "with more keys than queries", plain),
        Case(
            "large",
            "with scores near 10,000",
            {
                "scores": 1e4 * rng.normal(size=(3, 2)),
                "mask": ~np.eye(3, 2, dtype=bool),
            },
        ),
        Case(
            "square",
            "with as many queries as keys",
            {"scores": rng.normal(size=(5, 5)), "mask": square},
        ),
    )


def _nan_hidden(scores, mask):
    return np.where(mask, scores, np.nan)


HIDE = Exercise(
    id="04.2",
    kind="complete a line",
    minutes=2,
    title="Hide the scores",
    objective=objectives.WRITE,
    stub='''\
def hide(scores, mask):
    """Hide scores [T_q, T_k] wherever mask is not True."""
    return ...  # your line


check("04.2", hide)
''',
    todo="put your line in place of the `...` after return.",
    right=(
        "What may be seen keeps its score; what may not gets minus infinity, and "
        "softmax will give it exactly 0."
    ),
    reference=hide,
    accepted=(hide_in_loops, hide_by_adding, hide_by_einsum, hide_in_torch),
    wrong=(
        Wrong(
            lambda scores, mask: np.where(mask, -np.inf, scores),
            "the wrong half is hidden: here True means may look, and a score that may "
            "be seen stays as it is.",
        ),
        Wrong(
            lambda scores, mask: np.where(mask, scores, 0),
            "hidden scores become 0, and exp(0) is 1: a hidden word would keep a "
            "weight. Which score has exp = 0?",
        ),
        Wrong(
            lambda scores, mask: np.where(mask, scores, -1e9),
            "a large negative number instead of minus infinity: a row that may see "
            "nothing would then share out evenly among what is hidden.",
        ),
        Wrong(
            lambda scores, mask: scores + mask,
            "the mask is added as numbers, 1 and 0: that raises what may be seen by 1 "
            "and hides nothing.",
        ),
        Wrong(
            lambda scores, mask: np.where(mask, scores, np.inf),
            "plus infinity would take the whole unit: hidden scores must be lower "
            "than all others.",
        ),
        Wrong(
            _nan_hidden,
            "hidden scores are NaN, and one NaN spoils its whole row in softmax.",
        ),
        Wrong(
            lambda scores, mask: np.where(mask, 0, -np.inf),
            "hidden is right, but what may be seen lost its score.",
        ),
    ),
    hints=(
        "The row of mole did it: a condition, then what stands where it holds, then "
        "what stands elsewhere.",
        "np.where(condition, a, b) takes a where the condition holds and b elsewhere.",
        "The condition is the mask itself; b is the score whose exp is 0.",
    ),
    solution=inspect.getsource(hide) + '\n\ncheck("04.2", hide)\n',
    cases=_hide_cases(),
    returns=("hidden scores",),
)


def my_causal_mask(n):
    """Return booleans [n, n]: True where word i may look at word j."""
    # A column of places that ask beside a row of places that answer: comparing them
    # gives all pairs at once. A word may see itself.
    place = np.arange(n)
    return place[None, :] <= place[:, None]


def mask_in_loops(n):
    return [[j <= i for j in range(n)] for i in range(n)]


def mask_by_tril(n):
    return np.tril(np.ones((n, n), dtype=bool))


def mask_by_einsum(n):
    ones, place = np.ones(n), np.arange(n)
    return np.einsum("i,j->ij", place, ones) >= np.einsum("i,j->ij", ones, place)


def mask_in_torch(n):
    import torch

    return torch.ones(n, n, dtype=torch.bool).tril()


CAUSAL_MASK = Exercise(
    id="04.3",
    kind="write a function",
    minutes=3,
    title="Write the causal mask",
    objective=objectives.WRITE,
    stub='''\
def my_causal_mask(n):
    """Return booleans [n, n]: True where word i may look at word j."""
    ...  # your code


check("04.3", my_causal_mask)
''',
    todo="write the body of my_causal_mask in place of the `...`.",
    right="A triangle with its diagonal: each word sees itself and what stands before.",
    reference=my_causal_mask,
    accepted=(mask_in_loops, mask_by_tril, mask_by_einsum, mask_in_torch),
    wrong=(
        Wrong(
            lambda n: np.triu(np.ones((n, n), dtype=bool)),
            "the triangle lies on the wrong side: the first word may look at all "
            "others, and the last at itself alone.",
        ),
        Wrong(
            lambda n: np.tri(n, k=-1, dtype=bool),
            "the diagonal is missing: no word may look at itself, and the first may "
            "look at nothing.",
        ),
        Wrong(
            lambda n: np.tri(n, k=1, dtype=bool),
            "one too far: each word may look at the next one, the very piece that it "
            "has to predict.",
        ),
        Wrong(
            lambda n: ~np.tri(n, dtype=bool),
            "True and False are exchanged: True means may look.",
        ),
        Wrong(
            lambda n: np.ones((n, n), dtype=bool),
            "everything is True: the future is in sight.",
        ),
        Wrong(
            lambda n: np.eye(n, dtype=bool),
            "each word may look at itself alone: what stands before it counts, too.",
        ),
        Wrong(
            lambda n: np.where(np.tri(n) > 0, 0.0, -np.inf),
            "these are numbers to add to the scores, 0 and minus infinity; asked for "
            "are booleans that say who may look.",
        ),
    ),
    hints=(
        "Write down by hand for n = 3 who may look at whom: three rows of three.",
        "Word i may look at word j if j is not later than i; two loops will do.",
        "Without loops: np.arange(n) as a column beside np.arange(n) as a row, "
        "compared; or look up np.tri.",
    ),
    solution=inspect.getsource(my_causal_mask) + '\n\ncheck("04.3", my_causal_mask)\n',
    cases=(
        Case("plain", "with 4 words", {"n": 4}),
        Case("plain", "with 7 words", {"n": 7}),
        Case("one", "with a single word", {"n": 1}),
    ),
    returns=("mask",),
)
