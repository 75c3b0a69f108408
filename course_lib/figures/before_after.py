"""Scores before softmax and weights after it, side by side, under one mask."""

import numpy as np
from matplotlib.patches import Rectangle

from ..attention import softmax
from ..validation import floats
from . import matrix, style
from .attention_grid import draw_dot
from .describe import attach, rows, sentence, share, signed
from .palette import MASK, MASK_GROUND, score_color, words_on
from .style import BODY, HAIR, HEIGHT, SIDE, SMALL, TOP, WIDTH, course_look

MOST = 8
_SUMS = 0.36  # inches for the sums beside the cells


@course_look
def plot_before_and_after(tokens, scores, *, title, tier):
    """Draw masked scores on the left, and what softmax makes of them on the right.

    Parameters
    ----------
    tokens : list of str
        At most 8 words.
    scores : array [T, T]
        A row per word that asks; -inf is masked.
    title, tier : str
        The finding, and the evidence (see canvas).

    Raises
    ------
    ValueError
        Sizes that do not fit, more than 8 words, NaN or +inf.

    >>> ax = plot_before_and_after(["a", "b"], [[1, -np.inf], [0, 1]],
    ...                            title="Hidden scores get no weight", tier="by hand")
    """
    words = matrix.shorten(matrix.labels("tokens", tokens))
    scores = checked_scores(scores, len(words))
    weights = softmax(scores)
    hint = "the same words twice; right, dot area = weight, and each row’s sum"
    fig = style.canvas(title, tier, hint)
    left = _panel(fig, words, SIDE * WIDTH, 3.95, "before: scores")
    _draw_scores(left, scores)
    right = _panel(fig, words, 4.2, WIDTH * (1 - SIDE) - _SUMS, "after: weights")
    _draw_weights(right, weights, np.isfinite(scores))
    table = list(zip(words, scores, strict=True))
    largest = float(np.abs(scores[np.isfinite(scores)]).max(initial=0))
    listed = rows("Scores, a row per query", table, 2 * largest)
    table = [(w, [*row, row.sum()]) for w, row in zip(words, weights, strict=True)]
    listed += "\n" + rows("Weights, then the row's sum", table, 1, share)
    return attach(left, _sentence(words, scores, weights), listed)


def checked_scores(scores, n):
    """Return scores as floats [n, n], if they are; -inf is allowed."""
    scores = np.asarray(floats("scores", scores, finite=False), float)
    if scores.shape != (n, n) or n > MOST:
        raise ValueError(
            f"scores has shape {list(scores.shape)} for {n} words, expected a row and "
            f"a column a word, for at most {MOST} words."
        )
    if np.isnan(scores).any() or (scores == np.inf).any():
        raise ValueError("scores holds NaN or +inf, expected finite numbers or -inf.")
    return scores


def _panel(fig, words, left, right, heading):
    rect = matrix.rect(words, words, left, right, head=0.3)
    ax = fig.add_axes(rect)
    matrix.frame(ax, words, words)
    matrix.sides(ax)
    at = {"size": BODY, "weight": "bold", "va": "top"}
    fig.text(left / WIDTH, 1 - TOP / HEIGHT, heading, **at)
    return ax


def hatch(ax, hidden):
    """Hatch the cells that are hidden [T_q, T_k], each by itself."""
    for q, k in np.argwhere(hidden):
        cell = Rectangle((k, q), 1, 1, facecolor=MASK_GROUND, edgecolor=MASK)
        ax.add_patch(cell).set(hatch="////", linewidth=0, zorder=1)


def _draw_scores(ax, scores):
    seen = np.isfinite(scores)
    hatch(ax, ~seen)
    largest = float(np.abs(scores[seen]).max(initial=0))
    whole = bool((scores[seen] == np.round(scores[seen])).all())
    for (q, k), score in np.ndenumerate(scores):
        if not seen[q, k]:
            _number(ax, q, k, "−∞")
            continue
        color = score_color(score, largest)
        ax.add_patch(Rectangle((k, q), 1, 1, facecolor=color, linewidth=HAIR))
        _number(ax, q, k, signed(score, whole), color=words_on(color))


def _draw_weights(ax, weights, seen):
    hatch(ax, ~seen)
    x = len(weights) + 0.1 / matrix.cell_inches(ax)[0]
    for (q, k), weight in np.ndenumerate(weights):
        if seen[q, k]:
            draw_dot(ax, q, k, weight, numbered=False)
        else:
            _number(ax, q, k, "0")
    for q, total in enumerate(weights.sum(axis=1)):
        ax.text(x, q + 0.5, share(total), size=SMALL, weight="bold", va="center")
    up = 0.14 / matrix.cell_inches(ax)[1]
    ax.text(x, -up, "sum", size=SMALL, va="center")


def _number(ax, q, k, text, **look):
    """Write a number into its cell, if it fits: the color of the cell stays."""
    if style.text_width(text, SMALL) > matrix.cell_inches(ax)[0] - 0.04:
        return
    look = {"size": SMALL, "path_effects": [] if look else style.halo()} | look
    ax.text(k + 0.5, q + 0.52, text, ha="center", va="center", zorder=3, **look)


def _sentence(words, scores, weights):
    hidden = int((~np.isfinite(scores)).sum())
    size = f"Scores and weights, {len(words)} by {len(words)}; rows ask."
    masked = f"{hidden} scores are masked, and their weights are 0."
    sums = sorted({share(total) for total in weights.sum(axis=1)})
    return sentence(size, masked, f"Rows of weights add up to {' or '.join(sums)}.")
