"""01.7: the edit hook that puts a vector into the running model."""

import inspect

import numpy as np

from course_lib.exercises.arrays import as_array
from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.running import does_nothing

N_LAYERS, N_TOKENS, WIDTH = 3, 5, 4


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
        shown += [(p, layer) for p in ("attention_update", "mlp_update", "residual")]
    return [(*where, rng.normal(size=(N_TOKENS, WIDTH))) for where in shown]


def visit(edit):
    """Let an edit see a small model; return what it leaves behind at each point.

    Returns (embedding [T, d], updates [2 n_layers, T, d], residual [n_layers, T, d]).
    """
    if not callable(edit):
        return edit
    if does_nothing(edit):
        return ...
    left = {"embedding": [], "updates": [], "residual": []}
    for point, layer, x in visits():
        new = edit(point, layer, x.copy())
        left[point if point in left else "updates"].append(x if new is None else new)
    if any(as_array(new) is None for new in sum(left.values(), [])):
        return left["embedding"][0], left["updates"], left["residual"]
    updates, residual = (np.array(left[p]) for p in ("updates", "residual"))
    return as_array(left["embedding"][0]), updates, residual


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


def _hook(
    passed=lambda point, at_layer: 0 if point == "embedding" else at_layer + 1,
    points=("embedding", "residual"),
    hit=lambda passed, layer: passed == layer,
    put=None,
):
    """Build a hook with one step changed."""

    def wrong_put_in(at, vector, layer):
        def edit(point, at_layer, x):
            if point not in points or not hit(passed(point, at_layer), layer):
                return None
            if put is not None:
                return put(x, at, vector)
            x[at] = vector
            return x

        return edit

    return wrong_put_in


def _all_rows(x, at, vector):
    x[:] = vector
    return x


def _added(x, at, vector):
    x[at] += vector
    return x


def _forgets_return(x, at, vector):
    x[at] = vector


def _one_row(x, at, vector):
    return vector


def _next_row(x, at, vector):
    x[(at + 1) % len(x)] = vector
    return x


def _column(x, at, vector):
    x[:, at % WIDTH] = vector[at % WIDTH]
    return x


def _rest_is_zero(x, at, vector):
    new = np.zeros_like(x)
    new[at] = vector
    return new


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
    case, (embedding, updates, residual) = found[0]
    left = iter(zip(visits(), in_order(embedding, updates, residual), strict=True))
    changes = [
        f"{point} of layer {layer}, row {', '.join(map(str, rows))}"
        for (point, layer, before), after in left
        if len(rows := np.flatnonzero((after != before).any(axis=1)))
    ]
    more = f"; and {len(changes) - 3} more" if len(changes) > 3 else ""
    return (
        f"with at = {case.inputs['at']} and layer = {case.inputs['layer']} your edit "
        f"changes {'; '.join(changes[:3]) or 'nothing at all'}{more}."
    )


def in_order(embedding, updates, residual):
    """Return what was left behind, in the order of the visits."""
    left = [embedding]
    for layer in range(N_LAYERS):
        left += [*updates[2 * layer : 2 * layer + 2], residual[layer]]
    return left


PUT_IN = Exercise(
    id="01.7",
    kind="write a function",
    minutes=5,
    title="Put a vector into a running model",
    objective="move a vector into another text, and watch the answer change",
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
    wrong=(
        Wrong(
            _hook(passed=lambda point, at_layer: at_layer),
            "off by one layer: the layers count from 0, so how many has a vector "
            "passed in the residual of layer 0?",
        ),
        Wrong(
            _hook(passed=lambda p, at_layer: 0 if p == "embedding" else at_layer + 2),
            "off by one layer, the other way: you put it in one layer too early.",
        ),
        Wrong(
            _hook(hit=lambda passed, layer: True),
            "you put it in after every layer: the model cannot go on from where you "
            "put it, since it is put back each time.",
        ),
        Wrong(
            _hook(hit=lambda passed, layer: passed >= layer),
            "you put it in after that layer and after all later ones: once is asked "
            "for.",
        ),
        Wrong(
            _hook(put=_all_rows),
            "every position gets the vector: only one of them is meant.",
        ),
        Wrong(
            _hook(points=("attention_update", "mlp_update", "residual")),
            "right after a layer, but what a layer adds (the updates) is changed too, "
            "and the look-up is not: which two points hold whole vectors?",
        ),
        Wrong(
            _hook(points=("embedding", "residual", "attention_update", "mlp_update")),
            "the updates are changed as well: they are what a layer adds, not the "
            "vector that runs through the model.",
        ),
        Wrong(
            _hook(points=("residual",)),
            "right after a layer, but nothing happens at the look-up, where layer is 0 "
            "and the point has another name.",
        ),
        Wrong(
            _hook(points=("embedding",)),
            "right at the look-up, but nothing happens after a layer: what is that "
            "point called?",
        ),
        Wrong(
            _hook(put=_added),
            "the vector is added to what stood there: it should take its place.",
        ),
        Wrong(
            _hook(put=_forgets_return),
            "you change x and return nothing: edit gets a copy, so the model sees only "
            "what you return.",
        ),
        Wrong(
            _hook(put=_one_row),
            "you return the vector alone: the model needs x back with all its rows.",
        ),
        Wrong(
            _hook(put=_next_row),
            "the vector lands one position too late: rows count from 0, as at does.",
        ),
        Wrong(
            _hook(put=_column),
            "a column was changed: a position of the text is a row of x.",
        ),
        Wrong(
            _hook(put=_rest_is_zero),
            "the other positions became 0: they keep what they had.",
        ),
    ),
    hints=(
        "edit is called at every point of every layer. At most calls it should do "
        "nothing, and returning None says so.",
        "How many layers has a vector passed at the point embedding? And at the point "
        "residual of layer 0?",
        "If that number is the wanted one, set row at of x, and give all of x back.",
    ),
    solution=inspect.getsource(put_in) + '\n\ncheck("01.7", put_in)\n',
    cases=hook_cases(),
    returns=("embedding", "updates", "residual"),
    notice=notice,
    probe=visit,
)
