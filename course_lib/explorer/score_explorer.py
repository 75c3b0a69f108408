"""An attention grid to play with: a slider multiplies the scores before softmax."""

import numpy as np

from ..attention import softmax
from ..figures.attention_grid import describe_grid, looks_at
from ..figures.matrix import position
from ..figures.tokens import token_labels
from ..validation import brief, floats
from .page import Explorer, page

MOST = 12
HIGHEST = 4.0  # the right end of the slider
_FALLBACK = "Run this cell to move the slider."


def scores(words, scores, *, start=1.0, focus=None):
    """Show how softmax(t · scores) sharpens and flattens as a slider moves t.

    The reciprocal of t is the temperature. No kernel is needed once it is shown.

    Parameters
    ----------
    words : list of str
        At most 12 words, each asks and answers.
    scores : array [T, T]
        A row per word that asks; -inf is masked.
    start : float
        What the scores are multiplied by at first, from 0 to 4.
    focus : str or int, optional
        The word whose row is chosen at first; if missing, the last.

    Returns
    -------
    Explorer
        Displays itself at the end of a cell.

    Raises
    ------
    ValueError
        Sizes that do not fit, NaN or +inf, or a start off the slider.

    >>> scores(["a", "b"], [[0, -float("inf")], [0, 1]]).text.splitlines()[-1]
    'Slider: multiply scores by, 0 to 4; at 1: b looks at a .27, on itself .73.'
    """
    labels, table = _checked(words, scores)
    if not 0 <= start <= HIGHEST:
        raise ValueError(f"start is {start}, expected 0 to {HIGHEST:g}.")
    focus = position("focus", words, len(words) - 1 if focus is None else focus)
    text = _text(labels, table, start, focus)
    return Explorer(_html(labels, table, start, focus), text)


def _checked(words, table):
    if isinstance(words, str) or not all(isinstance(word, str) for word in words):
        raise ValueError(f"words is {brief(words)}, expected a list of words.")
    n = len(words)
    if not 1 <= n <= MOST:
        raise ValueError(f"words holds {n} words, expected 1 to {MOST}: show a window.")
    table = np.asarray(floats("scores", table, finite=False), float)
    if table.shape != (n, n):
        raise ValueError(
            f"scores has shape {list(table.shape)}, expected [{n}, {n}]: a row per "
            "word that asks, a column per word that answers."
        )
    if np.isnan(table).any() or (table == np.inf).any():
        raise ValueError("scores holds NaN or +inf, expected finite numbers or -inf.")
    # Stored outputs are compared, so digits that differ between machines are dropped.
    return token_labels(words), np.round(table, 4) + 0.0


def _text(labels, table, start, focus):
    allowed = np.isfinite(table)
    # 0 times -inf is not a number: the mask is laid on afterwards.
    scaled = np.where(allowed, start * np.where(allowed, table, 0), -np.inf)
    # Plain rounding, as in the script: equal shares must look equal at every t.
    shown = softmax(scaled)
    said, listed = describe_grid(labels, labels, shown, allowed, (focus,))
    looks = looks_at(labels, labels, shown[focus], focus)
    slider = f"Slider: multiply scores by, 0 to {HIGHEST:g}; at {start:g}: {looks}"
    return f"{said}\n{listed}\n{slider}"


def _html(labels, table, start, focus):
    rows = [[s if np.isfinite(s) else None for s in row] for row in table.tolist()]
    numbers = {"words": labels, "scores": rows, "start": start, "focus": focus}
    return page("scores", _FALLBACK, numbers)
