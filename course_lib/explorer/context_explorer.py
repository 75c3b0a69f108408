"""A word's vector to play with: words of context add their arrows, and it moves."""

import numpy as np

from ..figures.context import checked_context, describe_context, sayings
from .page import Explorer, page

_FALLBACK = "Run this cell to add words of context."


def context(word, contexts, senses, *, start):
    """Show how words of context move a word's vector toward one of its senses.

    The space is made by hand, and labeled so. Each word of context is a button; no
    kernel is needed once it is shown. ``plot_context`` is its static twin.

    Parameters
    ----------
    word : str
        The word whose vector moves.
    contexts : dict of str to array [2]
        At most six words, and what each adds to the vector.
    senses : dict of str to array [2]
        At most six senses, and where each stands.
    start : array [2]
        The word's vector without context.

    Returns
    -------
    Explorer
        Displays itself at the end of a cell.

    Raises
    ------
    ValueError
        As for ``plot_context``.

    >>> context("mole", {"shrew": [-2, 0]}, {"animal": [-3, 1], "chemistry": [3, 1]},
    ...         start=[0.2, 1]).text.splitlines()[-1]
    'mole + shrew: nearest in direction to animal, cosine .98; chemistry −.68.'
    """
    contexts, senses, start = checked_context(word, contexts, senses, start)
    points = _reach(contexts, senses, start)
    said, listed = describe_context(word, contexts, senses, start)
    buttons = f"Buttons: {', '.join(contexts)}; each adds its arrow to the vector."
    spoken = sayings(word, contexts, senses, start)
    numbers = {
        "word": word,
        "start": start.tolist(),
        "contexts": _listed(contexts),
        "senses": _listed(senses),
        "low": points.min(axis=0).tolist(),
        "high": points.max(axis=0).tolist(),
    }
    text = "\n".join([said, listed, buttons, *spoken])
    return Explorer(page("context", _FALLBACK, numbers), text)


def _listed(table):
    return [[name, vector.tolist()] for name, vector in table.items()]


def _reach(contexts, senses, start):
    """Return corners [n, 2] around all that can be reached, so that nothing jumps."""
    steps = np.array([*contexts.values()])
    low, high = start + steps.clip(max=0).sum(0), start + steps.clip(min=0).sum(0)
    points = np.array([[0, 0], low, high, *senses.values()])
    return np.round(points, 4)
