"""01.7: the mistakes in an edit hook, and what each is told."""

import numpy as np

from course_lib.exercises.exercise import Wrong

WIDTH = 4  # numbers in a vector of the small model
INSIDE = ("attention_update", "mlp_update")  # stand for all points inside a layer
EVERYWHERE = ("embedding", *INSIDE, "residual")


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


WRONG = (
    Wrong(
        _hook(points=EVERYWHERE, passed=lambda point, at_layer: at_layer),
        "two things: edit is called inside a layer as well, so ask for the point "
        "too; and after a layer, at_layer + 1 layers are passed.",
    ),
    Wrong(
        _hook(points=EVERYWHERE, passed=lambda point, at_layer: at_layer + 1),
        "the layer is right, but the point is not asked for: edit is called inside "
        "a layer as well, where it should leave x alone; and nothing happens at "
        "the look-up.",
    ),
    Wrong(
        _hook(passed=lambda point, at_layer: at_layer),
        "off by one layer: the layers count from 0, so how many has a vector "
        'passed at the point "residual" of layer 0?',
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
        "you put it in after that layer and after all later ones: once is asked for.",
    ),
    Wrong(
        _hook(put=_all_rows),
        "every position gets the vector: only one of them is meant.",
    ),
    Wrong(
        _hook(points=EVERYWHERE),
        "right at the two points that count, but points inside a layer are changed "
        "as well: leave x alone there.",
    ),
    Wrong(
        _hook(points=("residual",)),
        "right after a layer, but nothing happens at the look-up: layer 0 means "
        'the point "embedding", where 0 layers are passed.',
    ),
    Wrong(
        _hook(points=("embedding",)),
        "right at the look-up, but nothing happens after a layer: that point is "
        'called "residual".',
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
)
