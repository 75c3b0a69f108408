"""03.7: the edit hook that knocks heads out of the running model."""

import inspect

import numpy as np

from course_lib.exercises.arrays import as_array, shape_of
from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_03 import objectives
from course_lib.exercises.running import does_nothing

N_LAYERS, N_HEADS, N_WORDS, D_HEAD = 4, 5, 3, 2
POINTS = {
    "weights": (N_HEADS, N_WORDS, N_WORDS),
    "heads": (N_HEADS, N_WORDS, D_HEAD),
    "attention_update": (N_WORDS, N_HEADS * D_HEAD),
}


def without_heads(heads):
    """Return an edit hook that empties what some heads gathered.

    heads: pairs (layer, head), both counted from 0.
    """

    def edit(point, at_layer, x):
        if point != "heads":
            return None  # not here: the model goes on with what it has
        for layer, head in heads:
            if layer == at_layer:
                x[head] = 0  # x is [n_heads, T, d_head]: one block a head
        return x

    return edit


def visits():
    """Return what the model shows to an edit, in its order: (point, layer, x)."""
    rng = np.random.default_rng(43)
    return [
        (point, layer, rng.normal(size=shape))
        for layer in range(N_LAYERS)
        for point, shape in POINTS.items()
    ]


def visit(edit):
    """Let an edit see a small model; return what it leaves behind at each point.

    Returns (heads [n_layers, n_heads, T, d_head], elsewhere [numbers]).
    """
    if not callable(edit):
        return edit
    if does_nothing(edit):
        return ...
    heads, elsewhere = [], []
    for point, layer, x in visits():
        new = edit(point, layer, x.copy())
        left = as_array(x if new is None else new)
        if left is None or left.shape != x.shape:
            came = "no table" if left is None else shape_of(left)
            raise ValueError(f"edit gives back {came} where x is {shape_of(x)}")
        (heads if point == "heads" else elsewhere).append(left)
    return np.array(heads), np.concatenate([x.ravel() for x in elsewhere])


def without_by_mask(heads):
    def edit(point, at_layer, x):
        stays = [[[(at_layer, h) not in set(heads)]] for h in range(len(x))]
        return x * np.array(stays) if point == "heads" else None

    return edit


def without_in_a_list(heads):
    out = {}
    for layer, head in heads:
        out.setdefault(layer, []).append(head)

    def edit(point, at_layer, x):
        if point == "heads" and at_layer in out:
            rows = x.tolist()
            for head in out[at_layer]:
                rows[head] = np.zeros_like(x[head]).tolist()
            return rows

    return edit


def without_in_torch(heads):
    import torch

    def edit(point, at_layer, x):
        x = torch.tensor(x)
        for head in [h for layer, h in heads if layer == at_layer and point == "heads"]:
            x[head] = torch.zeros_like(x[head])
        return x

    return edit


def _hook(points=("heads",), at=lambda layer, head: (layer, head), empty=None, some=0):
    """Build a hook with one step changed."""

    def wrong_without(heads):
        def edit(point, at_layer, x):
            if point not in points:
                return None
            for one in heads[: some or None]:
                layer, head = at(*one)
                if layer in (at_layer, None) and head < len(x):
                    x = (empty or _zero)(x, head)
            return x

        return edit

    return wrong_without


def _zero(x, head):
    x[head] = 0
    return x


def _all(x, head):
    return 0 * x


def _others(x, head):
    new = 0 * x
    new[head] = x[head]
    return new


def _column(x, head):
    x[:, head % x.shape[1]] = 0
    return x


def _last_word(x, head):
    x[head, -1] = 0
    return x


def _ones(x, head):
    x[head] = 1
    return x


def _no_return(heads):
    def edit(point, at_layer, x):
        if point == "heads":
            for layer, head in heads:
                if layer == at_layer:
                    x[head] = 0

    return edit


def _one_head_back(heads):
    def edit(point, at_layer, x):
        for layer, head in heads:
            if point == "heads" and layer == at_layer:
                return 0 * x[head]

    return edit


def hook_cases():
    """Return cases: one head, two of one layer, two of different layers."""
    return (
        Case("plain", "with one head", {"heads": ((2, 3),)}),
        Case("two", "with two heads of one layer", {"heads": ((1, 0), (1, 4))}),
        Case("two", "with heads of two layers", {"heads": ((3, 1), (0, 2))}),
    )


def notice(found):
    """Say which heads of which layers the hook changes."""
    case, results = found[0]
    before = np.array([x for point, _, x in visits() if point == "heads"])
    changed = np.argwhere((results[0] != before).any(axis=(2, 3))).tolist()
    named = ", ".join(f"({layer}, {head})" for layer, head in changed[:4])
    wanted = ", ".join(map(str, case.inputs["heads"]))
    return (
        f"asked to empty {wanted}, your edit changes "
        f"{named or 'no head'}{' and more' if len(changed) > 4 else ''}."
    )


WITHOUT_HEADS = Exercise(
    id="03.7",
    kind="write a function",
    minutes=5,
    title="Knock heads out of a running model",
    objective=objectives.TELL,
    stub='''\
def without_heads(heads):
    """Return an edit hook that empties what some heads gathered.

    heads: pairs (layer, head), both counted from 0.
    """

    def edit(point, at_layer, x):
        ...  # your code: return the new x, or None to leave it as it is

    return edit


check("03.7", without_heads)
''',
    todo="write the body of edit in place of the `...`; without_heads returns it.",
    right=(
        "Only the named heads are emptied, each in its own layer, and all else goes "
        "on: now you can ask what the model does without them."
    ),
    reference=without_heads,
    accepted=(without_by_mask, without_in_a_list, without_in_torch),
    wrong=(
        Wrong(
            _hook(at=lambda layer, head: (head, layer)),
            "layer and head have changed places: a pair holds the layer first.",
        ),
        Wrong(
            _hook(at=lambda layer, head: (None, head)),
            "the head of that number is emptied in every layer: at_layer says in which "
            "one you are.",
        ),
        Wrong(
            _hook(empty=_all),
            "all heads of the layer are emptied: x holds one block a head, and only "
            "the named ones should go.",
        ),
        Wrong(
            _hook(empty=_others),
            "the named heads stay and the others of their layer go: it should be the "
            "other way round.",
        ),
        Wrong(
            _hook(some=1),
            "only the first pair is read: more than one head may be named.",
        ),
        Wrong(
            _hook(points=tuple(POINTS)),
            'other points than "heads" are changed, too: at "attention_update" x has '
            "a row per word, and at all others nothing should happen.",
        ),
        Wrong(
            _hook(points=("weights",)),
            'you empty the weights; here the point is "heads", what was gathered with '
            "them.",
        ),
        Wrong(
            _hook(empty=_column),
            "a word is emptied in all heads: the first axis of x counts the heads.",
        ),
        Wrong(
            _hook(empty=_last_word),
            "the head is emptied at one word only; it gathers for all words.",
        ),
        Wrong(
            _hook(empty=_ones),
            "the head now sends ones: a head that is gone adds nothing.",
        ),
        Wrong(
            _no_return,
            "nothing changes: x is a copy, so edit has to give it back.",
        ),
    ),
    hints=(
        'At most calls edit should do nothing; returning None says so. At "heads" x is '
        "[n_heads, T, d_head].",
        "Go through the pairs: is this one about the layer where you are?",
        "If so, put zeros into that head's block, and at the end give all of x back.",
    ),
    solution=inspect.getsource(without_heads) + '\n\ncheck("03.7", without_heads)\n',
    cases=hook_cases(),
    returns=("heads", "elsewhere"),
    notice=notice,
    probe=visit,
)
