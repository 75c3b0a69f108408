"""01.7: the edit hook that puts a vector into the running model."""

import inspect

import numpy as np

from course_lib.exercises.arrays import as_array
from course_lib.exercises.exercise import Case, Exercise
from course_lib.exercises.lesson_01 import objectives
from course_lib.exercises.lesson_01.hook_mistakes import INSIDE, WIDTH, WRONG
from course_lib.exercises.running import does_nothing

N_LAYERS, N_TOKENS = 3, 5


def put_in(at, vector, layer):
    """Return an edit hook that puts vector [d] at position at, after layer layers."""

    def edit(point, at_layer, x):
        # The look-up has passed 0 layers; the residual of layer 0 has passed one.
        passed = 0 if point == "embedding" else at_layer + 1
        if point not in ("embedding", "residual") or passed != layer:
            return None  # not here: the model goes on with what it has
        x[at] = vector
        return x

    return edit


def visits():
    """Return what the model shows to an edit, in its order: (point, layer, x)."""
    rng = np.random.default_rng(32)
    shown = [("embedding", 0)]
    for layer in range(N_LAYERS):
        shown += [(point, layer) for point in (*INSIDE, "residual")]
    return [(*where, rng.normal(size=(N_TOKENS, WIDTH))) for where in shown]


def visit(edit):
    """Let an edit see a small model; return what it leaves behind at each point.

    Returns (embedding [T, d], inside [2 n_layers, T, d], residual [n_layers, T, d]).
    """
    if not callable(edit):
        return edit
    if does_nothing(edit):
        return ...
    left = {"embedding": [], "inside": [], "residual": []}
    for point, layer, x in visits():
        new = edit(point, layer, x.copy())
        left["inside" if point in INSIDE else point].append(x if new is None else new)
    if any(as_array(new) is None for new in sum(left.values(), [])):
        return left["embedding"][0], left["inside"], left["residual"]
    inside, residual = (np.array(left[p]) for p in ("inside", "residual"))
    return as_array(left["embedding"][0]), inside, residual


def put_in_a_copy(at, vector, layer):
    here = ("residual", layer - 1) if layer else ("embedding", 0)

    def edit(point, at_layer, x):
        if (point, at_layer) == here:
            return np.concatenate([x[:at], [vector], x[at + 1 :]])

    return edit


def put_in_by_name(layer, vector, at):
    def edit(point, at_layer, x):
        where = {"embedding": 0, "residual": at_layer + 1}
        rows = x.tolist()
        if where.get(point) == layer:
            rows[at] = list(vector)
        return rows

    return edit


def put_in_by_where(at, vector, layer):
    here = ("embedding", 0) if layer == 0 else ("residual", layer - 1)
    return lambda point, at_layer, x: (
        np.where(np.arange(len(x))[:, None] == at, vector, x).astype(np.float32)
        if (point, at_layer) == here
        else None
    )


def put_in_with_torch(at, vector, layer):
    import torch

    def edit(point, at_layer, x):
        passed = at_layer + (point == "residual")
        if point.endswith("_update") or passed != layer:
            return None
        x = torch.tensor(x)
        x[at] = torch.tensor(vector)
        return x

    return edit


def hook_cases():
    """Return cases: after two layers, at the look-up, after the last layer."""
    rng = np.random.default_rng(33)

    def case(tag, when, at, layer):
        vector = rng.normal(size=WIDTH)
        return Case(tag, when, {"at": at, "vector": vector, "layer": layer})

    return (
        case("plain", "after two layers", 3, 2),
        case("look-up", "at the look-up (layer is 0)", 1, 0),
        case("last", "after the last layer", 2, N_LAYERS),
    )


def notice(found):
    """Say where the hook changes something, and which rows."""
    case, results = found[0]
    changes = [
        f"{place(point, layer)}, row {', '.join(map(str, rows))}"
        for (point, layer, before), after in zip(
            visits(), in_order(*results), strict=True
        )
        if len(rows := np.flatnonzero((after != before).any(axis=1)))
    ]
    changes = list(dict.fromkeys(changes))  # a layer has more than one point inside
    more = f"; and {len(changes) - 3} more" if len(changes) > 3 else ""
    return (
        f"with at = {case.inputs['at']} and layer = {case.inputs['layer']} your edit "
        f"changes {'; '.join(changes[:3]) or 'nothing at all'}{more}."
    )


def place(point, at_layer):
    """Name a point of a layer by what the lesson's table calls it."""
    if point == "embedding":
        return 'the point "embedding"'
    if point in INSIDE:
        return f"points inside a layer (at_layer {at_layer})"
    return f'the point "residual" (at_layer {at_layer})'


def in_order(embedding, inside, residual):
    """Return what was left behind, in the order of the visits."""
    left = [embedding]
    for layer in range(N_LAYERS):
        left += [*inside[2 * layer : 2 * layer + 2], residual[layer]]
    return left


PUT_IN = Exercise(
    id="01.7",
    kind="write a function",
    minutes=5,
    title="Put a vector into a running model",
    objective=objectives.MOVE,
    stub='''\
def put_in(at, vector, layer):
    """Return an edit hook that puts vector [d] at position at, after layer layers."""

    def edit(point, at_layer, x):
        ...  # your code: return the new x, or None to leave it as it is

    return edit


check("01.7", put_in)
''',
    todo="write the body of edit in place of the `...`; put_in returns it.",
    right=(
        "One row, at one point of one layer, and all else as it was: with such an edit "
        "you can ask what a single vector carries."
    ),
    reference=put_in,
    accepted=(put_in_a_copy, put_in_by_name, put_in_by_where, put_in_with_torch),
    wrong=WRONG,
    hints=(
        "edit is called at every point of every layer. At most calls it should do "
        "nothing, and returning None says so.",
        "How many layers has a vector passed at the point embedding? And at the point "
        "residual of layer 0?",
        "If that number is the wanted one, set row at of x, and give all of x back.",
    ),
    solution=inspect.getsource(put_in) + '\n\ncheck("01.7", put_in)\n',
    cases=hook_cases(),
    returns=("embedding", "inside", "residual"),
    notice=notice,
    probe=visit,
)
