"""The same weights in two layouts: a row per query, and a column per query."""

import numpy as np

from . import matrix, style
from .attention_grid import allowed_cells, checked_weights, draw_dot
from .describe import attach, fixed, rows, sentence, share
from .palette import KEY, MUTED, QUERY
from .style import BODY, HEIGHT, SIDE, SMALL, TOP, WIDTH, course_look

MOST = 10
_SUMS = 0.36  # inches for the sums beside or below the cells


@course_look
def plot_rows_and_columns(tokens, weights, *, title, tier, focus=None):
    """Draw weights twice: queries as rows, as in this course, and as columns.

    Either is the transpose of the other; what adds up to 1 is one query's share.

    Parameters
    ----------
    tokens : list of str
        At most 10 words.
    weights : array [T, T]
        A row per query, numbers from 0 to 1.
    title, tier : str
        The finding, and the evidence (see canvas).
    focus : str or int, optional
        The word that asks and is marked in both.

    Raises
    ------
    ValueError
        Sizes that do not fit, more than 10 words, or no weights.

    >>> ax = plot_rows_and_columns(["a", "b"], [[1, 0], [0.2, 0.8]],
    ...                            title="Two layouts", tier="by hand")
    """
    words = matrix.shorten(matrix.labels("tokens", tokens))
    if len(words) > MOST:
        raise ValueError(
            f"tokens holds {len(words)} words, expected at most {MOST}: two layouts "
            "stand side by side."
        )
    weights = checked_weights(weights, len(words), len(words))
    allowed = allowed_cells(weights, None)
    focus = matrix.position("focus", tokens, focus)
    hint = "the same weights twice; the sums show which way one word shares out"
    fig = style.canvas(title, tier, hint)
    left = _panel(fig, words, weights, allowed, focus, across=True)
    _panel(fig, words, weights, allowed, focus, across=False)
    return attach(left, _sentence(words, weights), _numbers(words, weights))


def _panel(fig, words, weights, allowed, focus, across):
    """Draw one layout; the query side keeps its color wherever it stands."""
    left, right = (SIDE * WIDTH, 3.9) if across else (4.25, WIDTH * (1 - SIDE))
    room = {"head": 0.32, "tail": _SUMS}
    ax = fig.add_axes(matrix.rect(words, words, left, right - _SUMS, **room))
    colors = (QUERY, KEY) if across else (KEY, QUERY)
    bold = {"focus" if across else "read": (focus,)}
    matrix.frame(ax, words, words, colors=colors, **bold)
    sides = ("asks ↓", "answers →") if across else ("answers ↓", "asks →")
    matrix.sides(ax, sides, colors)
    if not allowed.all():
        matrix.staircase(ax, allowed, text="", across=across)
    if focus is not None:
        matrix.band(ax, focus, allowed[focus].sum(), across)
    for q, k in np.argwhere(allowed):
        row, column = (q, k) if across else (k, q)
        draw_dot(ax, row, column, weights[q, k], numbered=False)
    _write_sums(ax, weights.sum(axis=1), beside=across)
    _write_sums(ax, weights.sum(axis=0), beside=not across, muted=True)
    heading = "this course: a row asks" if across else "the video: a column asks"
    at = {"size": BODY, "weight": "bold", "va": "top"}
    fig.text(left / WIDTH, 1 - TOP / HEIGHT, heading, **at)
    return ax


def _write_sums(ax, sums, *, beside, muted=False):
    """Write what rows add up to beside them, or what columns add up to below them.

    The sums over one query are bold; those the other way round are not 1, and muted.
    """
    cell = matrix.cell_inches(ax)
    x0, y0 = len(sums) + 0.1 / cell[0], len(sums) + 0.17 / cell[1]
    look = {"va": "center", "size": SMALL}
    numbers = {"color": MUTED} if muted else {"weight": "bold"}
    for i, total in enumerate(sums):
        text = _short(total) if muted else share(total)
        x, y, side = (x0, i + 0.5, "left") if beside else (i + 0.5, y0, "center")
        ax.text(x, y, text, ha=side, **look, **numbers)
    x, y, side = x0, -0.14 / cell[1], "left"
    if not beside:
        x, y, side = -0.1 / cell[0], y0, "right"
    ax.text(x, y, "sum", ha=side, color=MUTED, **look)


def _short(total):
    """Write a sum with two digits, so that sums of columns do not touch."""
    text = share(total)
    return text if len(text) < 4 else fixed(total, 1)


def _sentence(words, weights):
    size = f"The same weights, {len(words)} by {len(words)}, in two layouts."
    left = f"Left a row per query: rows add up to {_range(weights.sum(axis=1))}."
    other = f"its columns to {_range(weights.sum(axis=0))}."
    right = "Right the transpose: a column per query."
    return sentence(size, left.removesuffix(".") + ",", other, right)


def _range(sums):
    low, high = share(sums.min()), share(sums.max())
    return low if low == high else f"between {low} and {high}"


def _numbers(words, weights):
    table = [
        (name, [*row, row.sum()]) for name, row in zip(words, weights, strict=True)
    ]
    table.append(("column sums", weights.sum(axis=0)))
    keys = f"Keys: {' '.join(words)}, then the sum\n"
    return keys + rows("Weights, a row per query", table, 1, share)
