"""The matrix of scores before softmax, each with its sign."""

from functools import partial

import numpy as np
from matplotlib.patches import Rectangle

from ..attention import causal_mask
from ..validation import floats
from . import matrix, style
from .describe import attach, rows, sentence, signed
from .palette import (
    MASK,
    MASK_GROUND,
    MUTED,
    QUERY,
    SCORE_RAMP,
    WHITE,
    score_color,
    words_on,
)
from .style import HAIR, HEIGHT, SIDE, SMALL, SYMBOLS, THICK, WIDTH, course_look

_LARGEST = (1.9, 1.25)  # inches of a cell, where there are few
_BADGE_LINE = 0.63  # inches from the top, where the scale stands at the right


@course_look
def plot_scores(tokens_q, tokens_k, scores, *, title, tier, focus=None):
    """Draw scores as a matrix: blue is positive, orange negative, white is zero.

    With a focus, all words that share its highest score are bold.

    Parameters
    ----------
    tokens_q, tokens_k : list of str
        Words that ask (rows) and words that answer (columns), at most 24 each.
    scores : array [T_q, T_k]
        Any numbers; -inf is drawn as masked.
    title, tier : str
        The finding, and the evidence (see canvas).
    focus : str or int, optional
        The word whose row is outlined.

    Raises
    ------
    ValueError
        Sizes that do not fit, more than 24 tokens, NaN or +inf.

    >>> ax = plot_scores(["a"], ["b", "c"], [[1.5, -2]],
    ...                  title="a matches b", tier="by hand")
    """
    asks = matrix.labels("tokens_q", tokens_q)
    answers = matrix.labels("tokens_k", tokens_k)
    scores = _checked(scores, len(asks), len(answers))
    focus = matrix.position("focus", tokens_q, focus)
    hint = _how_to_read(scores)
    ax = style.axes(title, tier, hint, _rect(asks, answers))
    largest = float(np.abs(scores[np.isfinite(scores)]).max(initial=0))
    _draw_scores(ax, asks, answers, scores, largest, focus)
    table = list(zip(asks, scores, strict=True))
    listed = rows("Scores, a row per query", table, 2 * largest)
    said = _sentence(asks, answers, np.round(scores, 2), focus)
    return attach(ax, said, f"Keys: {' '.join(answers)}\n{listed}")


def _checked(scores, n_queries, n_keys):
    scores = np.asarray(floats("scores", scores, finite=False), float)
    if scores.shape != (n_queries, n_keys):
        raise ValueError(
            f"scores has shape {list(scores.shape)}, expected [{n_queries}, {n_keys}]: "
            "a row per word that asks, a column per word that answers."
        )
    if np.isnan(scores).any() or (scores == np.inf).any():
        raise ValueError("scores holds NaN or +inf, expected finite numbers or -inf.")
    return scores


def _how_to_read(scores):
    """Return the line under the title; it names no color, which may be a word too."""
    sides = "row asks, column answers"
    if not (scores[np.isfinite(scores)] < 0).any():
        return f"{sides}; darker = higher score"
    if max(scores.shape) > matrix.PRINTED:  # the scale stands at the right
        return f"{sides}; darker = farther from 0"
    return f"{sides}; + fits, − does not; darker = farther from 0"


def _rect(asks, answers):
    """Return where the cells go: few of them are large, and stand in the middle."""
    left, bottom, width, height = matrix.rect(asks, answers, largest=_LARGEST)
    bottom -= (bottom - 0.1 / HEIGHT) / 2
    if not matrix.slanted(answers, width * WIDTH / len(answers)):
        left += (1 - SIDE - left - width) / 2
    return [left, bottom, width, height]


def _draw_scores(ax, asks, answers, scores, largest, focus):
    marked = () if focus is None else (focus,)
    read = () if focus is None else _highest(scores, focus)
    matrix.frame(ax, asks, answers, focus=marked, read=read)
    matrix.sides(ax)
    printed = max(scores.shape) <= matrix.PRINTED
    write = _writer(scores)
    for (q, k), score in np.ndenumerate(scores):
        if np.isfinite(score):
            text = write(score) if printed else ""
            _draw_cell(ax, q, k, text, score_color(score, largest))
    _draw_masked(ax, np.isfinite(scores))
    if not printed:
        _draw_scale(ax.figure, largest, bool((scores[np.isfinite(scores)] < 0).any()))
    if focus is not None:
        seen = np.flatnonzero(np.isfinite(scores[focus])).max(initial=0) + 1
        band = Rectangle((0, focus), seen, 1, fill=False, zorder=4)
        ax.add_patch(band).set(edgecolor=QUERY, linewidth=THICK, clip_on=False)


def _highest(scores, focus):
    """Return the keys that share a row's highest score: what a reader sees as a tie."""
    finite, row = np.isfinite(scores), scores[focus]
    if not finite[focus].any():
        return []
    write, top = _writer(scores), row.max()
    near = row >= top - 0.01 * np.abs(scores[finite]).max()
    return [k for k in np.flatnonzero(near) if write(row[k]) == write(top)]


def _writer(scores):
    """Return what writes one score: without decimals if all of them are whole."""
    finite = scores[np.isfinite(scores)]
    whole = bool((finite == np.round(finite)).all())
    return partial(signed, whole=whole)


def _draw_cell(ax, q, k, text, color):
    cell = Rectangle((k, q), 1, 1, facecolor=color, edgecolor=WHITE)
    ax.add_artist(cell).set(linewidth=HAIR, zorder=1)
    size = SYMBOLS if matrix.cell_inches(ax)[1] > 0.9 else SMALL
    middle = {"ha": "center", "va": "center", "size": size, "zorder": 3}
    ax.text(k + 0.5, q + 0.5, text, color=words_on(color), **middle)


def _draw_masked(ax, allowed):
    """Hatch what is masked: a causal mask as one shape, any other cell by cell."""
    if allowed.all():
        return
    n_queries, n_keys = allowed.shape
    if n_queries <= n_keys and (allowed == causal_mask(n_queries, n_keys)).all():
        return matrix.staircase(ax, allowed)
    for q, k in np.argwhere(~allowed):
        cell = Rectangle((k, q), 1, 1, facecolor=MASK_GROUND, edgecolor=MASK)
        ax.add_patch(cell).set(hatch="////", linewidth=0, zorder=1)


def _draw_scale(fig, largest, signed_scores):
    """Draw the ramp at the top right, for cells too small for numbers."""
    right, y, width = WIDTH * (1 - SIDE) - 0.5, HEIGHT - _BADGE_LINE, 1.0
    place = [(right - width) / WIDTH, (y - 0.06) / HEIGHT, width / WIDTH, 0.12 / HEIGHT]
    ax = style.clean(fig.add_axes(place))
    colors = SCORE_RAMP.colors
    ax.imshow([colors if signed_scores else colors[len(colors) // 2 :]], aspect="auto")
    ends = {"va": "center", "size": SMALL, "color": MUTED}
    left = (right - width - 0.06) / WIDTH
    lowest = signed(-largest) if signed_scores else "0"
    fig.text(left, y / HEIGHT, lowest, ha="right", **ends)
    fig.text((right + 0.06) / WIDTH, y / HEIGHT, signed(largest), **ends)


def _own(asks, answers, scores, focus):
    """Say with which keys a row scores highest, all of them if they tie."""
    row, write, best = scores[focus], _writer(scores), _highest(scores, focus)
    order = [k for k in np.argsort(-row, kind="stable") if np.isfinite(row[k])]
    if len(best) == len(order) > 1:
        return f"{asks[focus]} scores {write(row[order[0]])} with every word."
    most = f"{', '.join(answers[k] for k in best)} {write(row[best[0]])}"
    if len(best) == 1 < len(order):
        most += f", {answers[order[1]]} {write(row[order[1]])}"
    least = f"least {answers[order[-1]]} {write(row[order[-1]])}"
    return f"{asks[focus]} scores highest with {most}; {least}."


def _sentence(asks, answers, scores, focus):
    size = f"Score table, {len(asks)} by {len(answers)}; rows ask."
    finite, write = np.isfinite(scores), _writer(scores)
    if not finite.any():
        return sentence(size, "All masked.")
    own = ""
    if focus is not None and finite[focus].any():
        own = _own(asks, answers, scores, focus)
    top = np.where(finite, scores, -np.inf).argmax()
    low = np.where(finite, scores, np.inf).argmin()
    ends = []
    for name, at in (("Highest", top), ("lowest", low)):
        q, k = np.unravel_index(at, scores.shape)
        ends.append(f"{name} of all: {asks[q]} with {answers[k]} {write(scores[q, k])}")
    return sentence(size, own, f"{', '.join(ends)}.")
