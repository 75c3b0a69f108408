"""A mask to draw: the weights under it, and what each word can know after n layers."""

import numpy as np

from ..attention import causal_mask, softmax
from ..figures.matrix import MOST
from ..figures.reach import MOST_LAYERS, checked_reach, describe_reach, saying
from ..figures.tokens import token_labels
from ..masks import padding_mask, window_mask
from .page import Explorer, page

PADDED = 2  # words at the end that the preset "padding" hides
_FALLBACK = "Run this cell to draw a mask."


def mask(words, scores, *, n_layers=1, focus=None):
    """Show the weights under a mask that the reader draws, and how far news travels.

    It starts with the causal mask. No kernel is needed once it is shown.
    ``plot_reach`` is its static twin.

    Parameters
    ----------
    words : list of str
        At most 8 words, each asks and answers.
    scores : array [T, T]
        Finite numbers, a row per word that asks.
    n_layers : int
        Where the slider stands at first, from 1 to 6.
    focus : str or int, optional
        The word whose row is chosen at first; if missing, the last.

    Returns
    -------
    Explorer
        Displays itself at the end of a cell.

    Raises
    ------
    ValueError
        As for ``plot_reach``.

    >>> mask(["a", "b"], [[0, 0], [0, 0]]).text.splitlines()[-1]
    'none: b looks at a .50, b .50. After 1 layer it can know of a, b.'
    """
    n = min(max(1, len(words)), MOST)  # more words are refused below
    start = causal_mask(n)
    _, scores, start, focus = checked_reach(words, scores, start, n_layers, focus)
    labels = token_labels(words)
    scores = np.round(scores, 4) + 0.0  # digits that differ between machines
    presets = masks_to_choose(len(labels))
    numbers = {
        "words": labels,
        "scores": scores.tolist(),
        "presets": {name: m.astype(int).tolist() for name, m in presets.items()},
        "most": MOST_LAYERS,
        "start": n_layers,
        "focus": focus,
    }
    text = _text(labels, scores, presets, n_layers, focus)
    return Explorer(page("mask", _FALLBACK, numbers), text)


def masks_to_choose(n):
    """Return the presets by name, each a mask [n, n]."""
    is_word = np.arange(n) < max(1, n - PADDED)
    return {
        "causal": causal_mask(n),
        "window of 2": window_mask(n, 2),
        "padding": np.tile(padding_mask(is_word), (n, 1)),
        "none": np.ones((n, n), dtype=bool),
    }


def _text(labels, scores, presets, n_layers, focus):
    def weights(allowed):
        return softmax(np.where(allowed, scores, -np.inf))

    causal = presets["causal"]
    described = describe_reach(labels, weights(causal), causal, n_layers, focus)
    slider = f"Slider: layers, 1 to {MOST_LAYERS}; at {n_layers}."
    buttons = f"Buttons: {', '.join(presets)}; each cell can be hidden or opened."
    spoken = [
        f"{name}: {saying(labels, weights(m), m, n_layers, focus)}"
        for name, m in presets.items()
    ]
    return "\n".join([*described, slider, buttons, *spoken])
