"""What a word receives, to play with: its shares, the update, and where it moves."""

import numpy as np

from ..attention import softmax
from ..figures.matrix import position
from ..figures.update import (
    MOST,
    checked_update,
    describe_update,
    results_said,
    shares_said,
)
from ..validation import brief, floats
from .page import Explorer, page

HIGHEST = 4.0  # the right end of the slider
LONGEST = 60  # characters of the line that says which plane is drawn
_FALLBACK = "Run this cell to choose a word and move the slider."


def update(words, vectors, scores, values, *, plane, start=1.0, focus=None):
    """Show what each word gathers, softmax(t scores) @ values, as a slider moves t.

    Vectors and values are drawn in a plane. ``plot_update`` is its static twin.

    Parameters
    ----------
    words : list of str
        At most 8 words; each looks, and is looked at.
    vectors : array [T, 2]
        Each word's vector in the plane that is drawn.
    scores : array [T, T]
        A row per word that asks; -inf is masked. No row is masked whole.
    values : array [T, 2]
        What each word sends, in the same plane.
    plane : str
        Which two directions are drawn.
    start : float
        What the scores are multiplied by at first, from 0 to 4.
    focus : str or int, optional
        The word that looks at first; if missing, the last.

    Returns
    -------
    Explorer
        Displays itself at the end of a cell.

    Raises
    ------
    ValueError
        Sizes that do not fit, NaN, a row without a finite score, a start off the
        slider.

    >>> shown = update(["blue", "creature"], [[0, 1], [0.4, 0]],
    ...                [[0, -float("inf")], [2, 0]], [[0, 1], [0, 0]],
    ...                plane="soft across, hue up")
    >>> print(shown.text.splitlines()[-1][42:])
    creature: shares .88 × blue, .12 × creature. ΔE = (0, .88), E + ΔE = (.40, .88).
    """
    words, vectors, scores, values = _checked(words, vectors, scores, values)
    if not 0 <= start <= HIGHEST:
        raise ValueError(f"start is {start}, expected 0 to {HIGHEST:g}.")
    if len(plane) > LONGEST:
        raise ValueError(
            f"plane has {len(plane)} characters, expected at most {LONGEST}."
        )
    focus = position("focus", words, len(words) - 1 if focus is None else focus)
    allowed = np.isfinite(scores)
    # 0 times -inf is not a number: the mask is laid on afterwards.
    scaled = np.where(allowed, start * np.where(allowed, scores, 0), -np.inf)
    seen = softmax(scaled)[focus]
    found = checked_update(words[focus], vectors[focus], words, seen, values)
    said, listed = describe_update(*found)
    word, vector, names, weights, sent = found
    slider = (
        f"Slider: multiply scores by, 0 to {HIGHEST:g}; at {start:g}: {word}: shares "
        f"{shares_said(names, weights)} {results_said(vector, weights @ sent)}"
    )
    buttons = f"Buttons: {', '.join(words)}; each lets its word look."
    numbers = _numbers(words, vectors, scores, values)
    numbers |= {"start": start, "focus": focus, "plane": plane}
    text = "\n".join([said, listed, buttons, slider])
    return Explorer(page("update", _FALLBACK, numbers), text)


def _checked(words, vectors, scores, values):
    if isinstance(words, str) or not all(isinstance(word, str) for word in words):
        raise ValueError(f"words is {brief(words)}, expected a list of words.")
    n = len(words)
    if not 1 <= n <= MOST:
        raise ValueError(f"words holds {n} words, expected 1 to {MOST}.")
    table = {"vectors": vectors, "scores": scores, "values": values}
    for name, array in table.items():
        array = np.asarray(floats(name, array, finite=name != "scores"), float)
        shape = (n, n) if name == "scores" else (n, 2)
        if array.shape != shape:
            raise ValueError(
                f"{name} has shape {list(array.shape)}, expected {list(shape)}."
            )
        # Stored outputs are compared: digits that differ between machines are dropped.
        table[name] = np.round(array, 4) + 0.0
    scores = table["scores"]
    if np.isnan(scores).any() or (scores == np.inf).any():
        raise ValueError("scores holds NaN or +inf, expected finite numbers or -inf.")
    if not np.isfinite(scores).any(axis=1).all():
        raise ValueError("scores has a row that is masked whole, expected a score.")
    return list(words), table["vectors"], scores, table["values"]


def _numbers(words, vectors, scores, values):
    """Return what the page needs, and corners of all that each word reaches."""
    points = _reach(vectors, scores, values)
    rows = [[s if np.isfinite(s) else None for s in row] for row in scores.tolist()]
    return {
        "words": words,
        "scores": rows,
        "vectors": vectors.tolist(),
        "values": values.tolist(),
        "low": points.min(axis=1).round(2).tolist(),
        "high": points.max(axis=1).round(2).tolist(),
    }


def _reach(vectors, scores, values):
    """Return for each word the tips [T, n, 2] at every place of the slider."""
    allowed = np.isfinite(scores)
    points = [np.stack([0 * vectors, vectors], axis=1)]
    for t in np.linspace(0, HIGHEST, 41):
        scaled = np.where(allowed, t * np.where(allowed, scores, 0), -np.inf)
        weights = softmax(scaled)
        order = np.argsort(-weights.round(6), axis=1, kind="stable")
        steps = np.take_along_axis(weights, order, axis=1)[..., None] * values[order]
        points.append(vectors[:, None] + steps.cumsum(axis=1))
    return np.concatenate(points, axis=1)
