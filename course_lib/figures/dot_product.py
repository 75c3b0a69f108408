"""One query, one key, and how their numbers make one score."""

import numpy as np
from matplotlib.patches import Rectangle

from ..validation import floats
from . import matrix, style
from .describe import attach, fixed, rows, sentence
from .palette import INK, KEY, MUTED, QUERY, tint, word_color
from .style import BODY, HEIGHT, MAIN, SIDE, SMALL, SYMBOLS, TITLE, TOP, course_look

MOST = 8  # numbers of a vector that fit side by side
_LEFT, _RIGHT = 1.6, 1.35  # inches beside the cells, for names and for the sum
_TALL, _STEP = 0.62, 0.95  # inches: a cell, and from one row to the next
_GAP = 0.2  # inches between products, for the plus signs


@course_look
def plot_query_key(word_q, q, word_k, k, *, title, tier):
    """Draw one query, one key, their products, and the sum: the dot product q · k.

    Parameters
    ----------
    word_q, word_k : str
        The word that asks and the word that answers.
    q, k : array [d_head]
        Their query and key, at most 8 numbers.
    title, tier : str
        The finding, and the evidence (see canvas).

    Raises
    ------
    ValueError
        Vectors of different or too large sizes, or numbers that are not finite.

    >>> ax = plot_query_key("creature", [2, 0], "blue", [1.5, 1],
    ...                     title="creature asks, blue answers", tier="by hand")
    """
    q, k = _checked(q, k)
    (asks,) = matrix.labels("word_q", [word_q])
    (answers,) = matrix.labels("word_k", [word_k])
    hint = "multiply what stands in one column, then add up the products"
    rect = [SIDE, 0.1, 1 - 2 * SIDE, 0.9 - TOP / HEIGHT]
    ax = style.axes(title, tier, hint, rect)
    width, height = style.inches(ax)
    style.clean(ax).set(xlim=(0, width), ylim=(height, 0))
    cell = min(1.0, (width - _LEFT - _RIGHT) / q.size)
    _draw_row(ax, 0, f"key of\n“{answers}”", k, KEY, cell)
    _draw_row(ax, 1, f"query of\n“{asks}”", q, QUERY, cell)
    _draw_row(ax, 2, "products", q * k, INK, cell)
    _draw_signs(ax, q.size, cell)
    _draw_sum(ax, float(q @ k), _LEFT + q.size * cell)
    table = [("query", q), ("key", k), ("products", q * k), ("sum", [q @ k])]
    said = _sentence(asks, q, answers, k)
    return attach(ax, said, rows("Numbers", table, np.ptp([*q, *k, 0])))


def _checked(q, k):
    q, k = (np.asarray(floats(name, v), float) for name, v in (("q", q), ("k", k)))
    if q.ndim != 1 or q.shape != k.shape or q.size > MOST:
        raise ValueError(
            f"q and k have shapes {list(q.shape)} and {list(k.shape)}, expected two "
            f"vectors of the same size, at most {MOST} numbers."
        )
    return q, k


def _draw_row(ax, row, heading, values, color, cell):
    y = 0.2 + row * _STEP
    middle = y + _TALL / 2
    text = {"ha": "right", "size": BODY, "linespacing": 1.3}
    style.label(ax, _LEFT - 0.15, middle, heading, color, **text)
    gap = _GAP if color == INK else 0
    size = SYMBOLS if len(values) <= 6 else SMALL
    for i, value in enumerate(values):
        x = _LEFT + i * cell
        box = Rectangle((x + gap / 2, y), cell - gap, _TALL, linewidth=MAIN)
        ax.add_patch(box).set(facecolor=tint(color), edgecolor=color)
        words = {"ha": "center", "va": "center", "size": size}
        at = x + cell / 2, middle
        text = _short(value).replace(",", "")
        ax.text(*at, text, color=word_color(color), **words)


def _draw_signs(ax, n, cell):
    sign = {"ha": "center", "va": "center", "size": SYMBOLS, "color": MUTED}
    between = (_TALL + _STEP) / 2
    for i in range(n):
        x = _LEFT + (i + 0.5) * cell
        ax.text(x, 0.2 + between, "×", **sign)
        ax.text(x, 0.2 + between + _STEP, "=", **sign)
        if i:
            ax.text(_LEFT + i * cell, 0.2 + 2 * _STEP + _TALL / 2, "+", **sign)


def _draw_sum(ax, total, x):
    y = 0.2 + 2 * _STEP + _TALL / 2
    ax.text(x + 0.12, y, "=", size=SYMBOLS, color=MUTED, va="center", ha="center")
    ax.text(x + 0.32, y, _short(total), size=TITLE, weight="bold", va="center")
    ax.text(x + 0.32, y + 0.3, "the score\nq · k", size=BODY, color=MUTED, va="top")


def _short(value):
    """Write a number in about three digits, without zeros at the end."""
    size = abs(value)
    text = fixed(value, 2 if size < 9.995 else 1 if size < 99.95 else 0)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _sentence(asks, q, answers, k):
    total = f"Query of {asks} times key of {answers}, {q.size} numbers each:"
    terms = [f"{_short(a)} × {_short(b)}" for a, b in zip(q, k, strict=True)]
    return sentence(total, f"score {_short(q @ k)} =", " + ".join(terms) + ".")
