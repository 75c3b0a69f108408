"""Give the real model other positions: undo its turns, then turn otherwise.

The edit hook sees queries and keys when they have been turned already. A turn back by
the same angle undoes that, and what then happens to them is ours to choose.
"""

import numpy as np

from course_lib import real_model
from course_lib.attention import scaled_dot_product_attention
from course_lib.model.layout import D_HEAD, ROTARY_BASE
from course_lib.positions import rotary_turns, rotate, rotate_halves
from course_lib.recording import recorded


def turns(positions):
    """Return the cosines and sines by which the real model turns, each [T, 32]."""
    return rotary_turns(positions, D_HEAD, ROTARY_BASE)


def turned(otherwise):
    """Return an edit hook that takes the model's turns back and does something else.

    Parameters
    ----------
    otherwise : function
        ``otherwise(x) -> array``: what is done to queries or keys [heads, T, 64] that
        know nothing of their place.

    Returns
    -------
    function
        ``edit(point, layer, x)``, for ``operate`` and ``language_model``, for texts
        that are read in one go.

    >>> edit = turned(lambda x: x)
    >>> x = np.ones((9, 5, 64), np.float32)
    >>> there = rotate(x, *turns(np.arange(5)))
    >>> bool(np.allclose(edit("q", 0, there), x, atol=1e-5))
    True
    >>> edit("v", 0, x) is None
    True
    """

    def edit(point, layer, x):
        if point not in ("q", "k"):
            return None
        cos, sin = turns(np.arange(x.shape[-2]))
        return otherwise(rotate(x, cos, -sin))

    return edit


def at(place):
    """Return an edit hook that gives each token another position.

    Parameters
    ----------
    place : function
        ``place(p) -> array [T]``: other positions for p = 0, 1, ... T - 1.
    """
    return turned(lambda x: rotate(x, *turns(place(np.arange(x.shape[-2])))))


def by_halves(x):
    """Turn number i with number i + 32, where this model turns neighbors."""
    return rotate_halves(x, *turns(np.arange(x.shape[-2])))


def second_half_later(gap):
    """Return an edit hook that moves the second half of a text away from the first."""
    return at(lambda p: p + gap * (p >= len(p) // 2))


def first_half_hidden(q, k, v, mask):
    """Attend, but let nobody in the second half of a text see the first."""
    half = len(q) // 2
    mask = np.array(mask)
    mask[half:, :half] = False
    return scaled_dot_product_attention(q, k, v, mask)


@recorded
def far_apart(text, gaps):
    """Return the loss on a text whose second half was moved away from the first.

    Parameters
    ----------
    text : str
    gaps : tuple of int
        By how many positions; 0 leaves the text as it is.

    Returns
    -------
    dict
        ``moved`` [gaps], and ``hidden``, the control: the loss when nobody in the
        second half may look at the first. In nats a token.
    """
    from course_lib.model import language_model

    moved = [language_model.loss(text, edit=second_half_later(gap)) for gap in gaps]
    hidden = language_model.loss(text, attention=first_half_hidden)
    return {"moved": np.array(moved, np.float32), "hidden": np.float32(hidden)}


@recorded
def scores_by_place(text, layer, head, starts):
    """Return one head's scores before softmax, with the text begun at other places.

    Parameters
    ----------
    text : str
    layer, head : int
        Counted from 0.
    starts : tuple of int
        The position of the first token.

    Returns
    -------
    array [starts, T, T]
        A row per query.
    """
    found = real_model.head(text, layer, head)
    cos, sin = turns(np.arange(len(found["q"])))
    q, k = (rotate(found[part], cos, -sin) for part in "qk")
    tables = []
    for start in starts:
        there = turns(start + np.arange(len(q)))
        tables.append(rotate(q, *there) @ rotate(k, *there).T)
    return np.array(tables, np.float32) / np.float32(np.sqrt(D_HEAD))
