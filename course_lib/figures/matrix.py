"""The frame of a token-by-token picture: labels, cell rules, the masked staircase."""

import numpy as np
from matplotlib.patches import Polygon, Rectangle

from ..validation import brief
from . import style
from .palette import KEY, MASK, MASK_GROUND, MASK_LINE, MUTED, QUERY, RULE, WHITE, tint
from .palette import word_color as words_of
from .style import BODY, HAIR, HEIGHT, SIDE, SMALL, THIN, TOP, WIDTH
from .tokens import token_labels

UPRIGHT = "⏎⇥␣"  # signs that a reader would not know when they lean
MOST = 24  # tokens on a side
PRINTED = 10  # tokens on a side up to which numbers fit into the cells
CROWDED, SHORT = 16, 8  # tokens from which labels are cut, and to how many letters
WIDEST, TALLEST = 1.3, 0.72  # inches of a cell; few tokens leave the rest white
_SLANT = 0.74  # inches down per inch of a label at 45 degrees, its height included


def labels(name, tokens):
    """Return the labels of at most 24 tokens.

    Raises
    ------
    ValueError
        Not a list of words, none, or too many to read.
    """
    if isinstance(tokens, str) or not all(isinstance(t, str) for t in tokens):
        raise ValueError(f"{name} is {brief(tokens)}, expected a list of words.")
    if not 1 <= len(tokens) <= MOST:
        raise ValueError(
            f"{name} holds {len(tokens)} tokens, expected 1 to {MOST}: show a window, "
            f"as in {name}[-{MOST}:] and the matching rows and columns."
        )
    shown = token_labels(tokens)
    return shown if len(shown) <= CROWDED else shorten(shown)


def shorten(shown):
    """Cut labels to 8 letters where many stand together."""
    return [t if len(t) <= SHORT else t[: SHORT - 1] + "…" for t in shown]


def position(name, tokens, wanted):
    """Return the index of a token given as its word or its number; None stays None.

    >>> position("focus", ["a", " blue"], "blue")
    1
    """
    if wanted is None:
        return None
    if isinstance(wanted, str):
        found = [i for i, t in enumerate(tokens) if wanted.strip() == t.strip()]
        if len(found) == 1:
            return found[0]
        count = "not" if not found else f"{len(found)} times"
        among = f"{count} among the tokens {brief([*tokens])}"
        raise ValueError(f"{name} {brief(wanted)} is {among}.")
    if not -len(tokens) <= wanted < len(tokens):
        raise ValueError(f"{name} is {wanted}, but there are {len(tokens)} tokens.")
    return range(len(tokens))[wanted]


def positions(name, tokens, wanted):
    """Return the indices of no token, of one, or of several given as a tuple.

    >>> positions("focus", ["a", " blue"], ("blue", 0)), positions("focus", ["a"], None)
    ((1, 0), ())
    """
    if wanted is None:
        return ()
    several = wanted if isinstance(wanted, tuple | list) else (wanted,)
    return tuple(position(name, tokens, one) for one in several)


def slanted(columns, cell_width):
    """Whether column labels must lean: many, or one wider than its cell."""
    widest = max(style.text_width(t, BODY, "bold") for t in columns)
    return len(columns) > PRINTED or widest > cell_width - 0.04


def rect(
    rows,
    columns,
    left=SIDE * WIDTH,
    right=WIDTH * (1 - SIDE),
    head=0.0,
    tail=0.0,
    largest=(WIDEST, TALLEST),
):
    """Return where the cells go, in shares of the canvas, between two edges in inches.

    Room is left for the labels, for a head above them, and for a tail below the cells.
    A cell is at most as wide and as high as the largest, in inches.
    """
    size = BODY if len(rows) <= PRINTED else SMALL
    words = [*rows, "answers →"]
    left += 0.14 + max(style.text_width(t, size, "bold") for t in words)
    n_rows, n_columns = len(rows), len(columns)
    width = min(right - left, largest[0] * n_columns)
    top = TOP + head + 0.27
    if slanted(columns, width / n_columns):
        lean = 0.7 * np.array([style.text_width(t, SMALL, "bold") for t in columns])
        top = TOP + head + 0.1 + _SLANT / 0.7 * max(lean)
        n = np.arange(n_columns) + 0.4
        # The last labels lean out to the right: the cells must end before them.
        width = min(width, *((right - left - lean) * n_columns / n))
    height = min(HEIGHT - 0.1 - tail - top, largest[1] * n_rows)
    bottom = HEIGHT - top - height
    return [left / WIDTH, bottom / HEIGHT, width / WIDTH, height / HEIGHT]


def frame(ax, rows, columns, *, colors=(QUERY, KEY), focus=(), read=()):
    """Draw cell rules and labels; focus are bold rows, read are bold columns."""
    n_rows, n_columns = len(rows), len(columns)
    style.clean(ax).set(xlim=(0, n_columns), ylim=(n_rows, 0))
    cell = cell_inches(ax)[0]
    lines = {"colors": RULE, "linewidth": HAIR, "zorder": 0.5}
    ax.hlines(range(n_rows + 1), 0, n_columns, clip_on=False, **lines)
    ax.vlines(range(n_columns + 1), 0, n_rows, clip_on=False, **lines)
    gap = 0.1 / cell
    size = BODY if n_rows <= PRINTED else SMALL
    for i, text in enumerate(rows):
        word(ax, -gap, i + 0.5, text, colors[0], i in focus, size, ha="right")
    lean = slanted(columns, cell)
    for k, text in enumerate(columns):
        column_label(ax, k, text, colors[1], k in read, lean)
    return lean


def cell_inches(ax):
    """Return width and height of a cell in inches."""
    width, height = style.inches(ax)
    return width / ax.get_xlim()[1], height / ax.get_ylim()[0]


def column_label(ax, k, text, color, bold, lean):
    """Write the label of column k above it, leaning if it must."""
    up = 0.06 / cell_inches(ax)[1]
    if lean and text not in UPRIGHT:
        how = {"ha": "left", "rotation": 45, "rotation_mode": "anchor"}
        word(ax, k + 0.4, -up, text, color, bold, SMALL, va="bottom", **how)
    else:
        size = SMALL if lean else BODY
        word(ax, k + 0.5, -up, text, color, bold, size, va="bottom", ha="center")


def word(ax, x, y, text, color, bold, size, va="center", **how):
    """Write a token; tokens that are no words, such as ⟨start⟩, in muted italic."""
    special = text.startswith("⟨")
    ax.text(
        x,
        y,
        text,
        color=MUTED if special else words_of(color),
        style="italic" if special else "normal",
        weight="bold" if bold else "normal",
        size=size,
        va=va,
        **how,
    )


def sides(ax, words=("asks ↓", "answers →"), colors=(QUERY, KEY)):
    """Write in the corner what rows and what columns do."""
    cell = cell_inches(ax)
    corner = {"size": SMALL, "ha": "right", "va": "bottom"}
    for up, text, color in zip((0.06, 0.24), words, colors, strict=True):
        style.label(ax, -0.1 / cell[0], -up / cell[1], text, color, **corner)


def band(ax, query, length, across=True):
    """Draw the pale band that marks the query, over as many keys as it may see."""
    x, y, width, height = (0, query, length, 1) if across else (query, 0, 1, length)
    pale = tint(QUERY, 0.22)
    ax.add_patch(Rectangle((x, y), width, height, facecolor=pale, zorder=0))


def staircase(ax, allowed, text="masked: a word may\nnot look ahead", across=True):
    """Hatch what a causal mask [T_q, T_k] forbids, as one shape with one outline.

    Queries are rows if across, columns otherwise.
    """
    n_keys = allowed.shape[1]
    start = allowed.sum(axis=1)
    start = start[start < n_keys]
    steps = [(x, y) for i, x in enumerate(start) for y in (i, i + 1)]
    steps.append((n_keys, len(start)))
    turn = 1 if across else -1
    steps = [point[::turn] for point in steps]
    shape = Polygon([*steps, (n_keys, 0)[::turn]], linewidth=0, zorder=1)
    shape.set(facecolor=MASK_GROUND, edgecolor=MASK, hatch="////")
    ax.add_patch(shape)
    ax.plot(*zip(*steps, strict=True), color=MASK_LINE, linewidth=THIN, zorder=1.5)
    if text:
        _mask_label(ax, n_keys, start[0], text)


def _mask_label(ax, n_keys, start, text):
    """Write the label into the hatched corner, its first word only if need be."""
    cell = cell_inches(ax)
    for words in (text, text.split(":")[0]):
        lines = words.split("\n")
        w = (max(map(style.text_width, lines)) + 0.2) / cell[0]
        h = (0.21 * len(lines) + 0.12) / cell[1]
        margin = (n_keys - start - w - h) / 3
        if margin >= 0:
            break
    at = n_keys - margin - w / 2, margin + h / 2
    if margin < 0:
        at = (n_keys + start) / 2, 0.5
    box = {"facecolor": WHITE, "edgecolor": MASK_LINE, "linewidth": HAIR}
    box["boxstyle"] = "round,pad=.4"
    middle = {"ha": "center", "va": "center", "linespacing": 1.3, "zorder": 3}
    ax.text(*at, words, size=BODY, bbox=box, **middle)
