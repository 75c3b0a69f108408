"""Knock out heads of the real model, and see which predictions miss them."""

import functools

import numpy as np

from course_lib import real_model
from course_lib.recording import recorded


def without_heads(heads):
    """Return an edit hook that empties what some heads gathered.

    Parameters
    ----------
    heads : tuple of (int, int)
        Layer and head, both counted from 0.

    Returns
    -------
    function
        ``edit(point, layer, x)``, for ``operate`` and ``language_model``.

    Source: Michel et al. 2019, section 2.3; there, too, an emptied head gives zeros.

    >>> edit = without_heads(((13, 1),))
    >>> edit("heads", 13, np.ones((9, 5, 64)))[:3, 0, 0].tolist()
    [1.0, 0.0, 1.0]
    >>> edit("heads", 12, np.ones((9, 5, 64))) is None
    True
    """

    def edit(point, layer, x):
        out = [head for at, head in heads if at == layer]
        if point != "heads" or not out:
            return None
        x[out] = 0
        return x

    return edit


@recorded
def knock_out(texts, words, heads, *, cutter=without_heads):
    """Return how likely each text's next word is, with all heads and without some.

    Parameters
    ----------
    texts : tuple of str
    words : tuple of str
        For each text the next piece to watch, with its space.
    heads : tuple of (int, int)
        Layer and head, both counted from 0.
    cutter : function
        Makes the edit hook, like ``without_heads``.

    Returns
    -------
    dict
        Probabilities: ``before`` and ``after`` the heads are gone, [texts] each.

    Raises
    ------
    ValueError
        As many words as texts are expected; or a word is not one piece.
    """
    if len(words) != len(texts):
        raise ValueError(
            f"words holds {len(words)}, expected one a text: {len(texts)}."
        )
    ids = tuple(real_model.one_piece(word) for word in words)
    after = _shares(texts, ids, cutter(heads))
    return {"before": _whole(tuple(texts), ids).copy(), "after": after}


@functools.lru_cache(maxsize=1)  # one head after the other goes, on the same texts
def _whole(texts, ids):
    return _shares(texts, ids)


def _shares(texts, ids, edit=None):
    """Return the probability of each text's piece to watch, [texts]."""
    from course_lib.model import language_model

    shares = [
        language_model.forward(text, edit=edit).next_probabilities()[i]
        for text, i in zip(texts, ids, strict=True)
    ]
    return np.array(shares, np.float32)


def without_part(part, layers):
    """Return an edit hook that leaves out what a part of some layers adds.

    Parameters
    ----------
    part : str
        "attention" or "mlp".
    layers : iterable of int
        Counted from 0.

    Raises
    ------
    ValueError
        Another part.

    >>> edit = without_part("mlp", (3,))
    >>> edit("mlp_update", 3, np.ones(2)).tolist()
    [0.0, 0.0]
    >>> edit("mlp_update", 4, np.ones(2)) is None
    True
    """
    if part not in ("attention", "mlp"):
        raise ValueError(f"part is {part!r}, expected 'attention' or 'mlp'.")
    layers = frozenset(layers)

    def edit(point, layer, x):
        return 0 * x if point == f"{part}_update" and layer in layers else None

    return edit


@recorded
def losses_without(part, text, groups):
    """Return the loss on a text, once for each group of layers that is left out.

    Parameters
    ----------
    part : str
        "attention" or "mlp": what is left out.
    text : str
    groups : tuple of tuples of int
        Layers, counted from 0; an empty group leaves the model whole.

    Returns
    -------
    array [groups]
        Nats a piece.

    Raises
    ------
    ValueError
        As for ``without_part``.
    """
    from course_lib.model import language_model

    edits = [without_part(part, group) for group in groups]
    losses = [language_model.loss(text, edit=edit) for edit in edits]
    return np.array(losses, np.float32)
