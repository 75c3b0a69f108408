"""Heads side by side: a small attention grid each, words on the stairs of the mask."""

import numpy as np
from matplotlib.patches import Ellipse, Rectangle

from . import matrix, style
from .attention_grid import allowed_cells, checked_weights
from .describe import attach, hundredths, rows, sentence, share
from .palette import INK, MASK_LINE, MUTED, QUERY, RULE, tint, weight_ink
from .style import BODY, HAIR, HEIGHT, SIDE, SMALL, WIDTH, course_look

MOST, LONGEST = 6, 12  # heads, pieces
_TOP, _HEADING = 0.84, 0.21  # inches above the panels, and of a panel's name
_HELP = "In a band one word asks:\nthe largest dot there is\nwhere it looks most."


@course_look
def plot_heads(heads, *, title, tier, focus=None):
    """Draw the grids of one to six heads side by side.

    No word looks ahead, so a word can stand where its row and its column meet: its row
    lies to the left of it, its column below.

    Parameters
    ----------
    heads : dict of str to (tokens, weights)
        For each name at most 12 tokens, and weights [T, T] that do not look ahead.
    title, tier : str
        The finding, and the evidence (see canvas).
    focus : dict of str to (str or int), optional
        For some names the word whose row is marked; elsewhere it is the row with the
        strongest look at a word that is neither the first nor the one that asks.

    Raises
    ------
    ValueError
        Too many heads or tokens, sizes that do not fit, weights that look ahead.

    >>> ax = plot_heads({"previous word": (["a", "b"], [[1, 0], [0.8, 0.2]])},
    ...                 title="One head", tier="by hand")
    """
    focus = _known(focus or {}, _few(heads))
    heads = {n: _checked(n, *found, focus.get(n)) for n, found in heads.items()}
    hint = "a word's row lies to its left; dot area = weight; read the band first"
    fig = style.canvas(title, tier, hint)
    for i, (name, found) in enumerate(heads.items()):
        ax = fig.add_axes(_place(i, len(heads)))
        _draw(ax, name, *found)
    if len(heads) > 3 and len(heads) % 3:  # an empty place, which can be of use
        left, bottom, _, height = _place(len(heads), len(heads))
        look = {"color": MUTED, "va": "top", "linespacing": 1.5}
        fig.text(left, bottom + height, _HELP, size=BODY, **look)
    return attach(ax, _sentence(heads), "\n".join(map(_listed, heads, heads.values())))


def _few(heads):
    if not 1 <= len(heads) <= MOST:
        raise ValueError(f"heads holds {len(heads)}, expected 1 to {MOST}.")
    return heads


def _known(focus, heads):
    for name in focus:
        if name not in heads:
            raise ValueError(f"focus names {name!r}, expected one of {[*heads]}.")
    return focus


def _checked(name, tokens, weights, focus):
    """Return labels, weights, and the look (query, key) that is marked, or None."""
    tokens = [str(token) for token in tokens]
    labels = matrix.labels("tokens", tokens)
    if len(labels) > LONGEST:
        raise ValueError(
            f"{name} has {len(labels)} tokens, expected at most {LONGEST}: show a "
            "window."
        )
    weights = checked_weights(weights, len(labels), len(labels))
    allowed_cells(weights, True)
    return labels, weights, strongest(weights, matrix.position("focus", tokens, focus))


def _place(i, n_heads):
    """Return where the cells of panel i go, in shares of the canvas."""
    n_columns = min(3, n_heads)
    n_rows = -(-n_heads // n_columns)
    wide = WIDTH * (1 - 2 * SIDE) / n_columns
    high = (HEIGHT - _TOP - 0.01) / n_rows
    room = 0.95 if n_columns > 1 else 2  # for the words at the right
    side = min(high - _HEADING - 0.12, wide - room)
    left = SIDE * WIDTH + i % n_columns * wide
    top = HEIGHT - _TOP - i // n_columns * high - _HEADING
    return [left / WIDTH, (top - side) / HEIGHT, side / WIDTH, side / HEIGHT]


def strongest(weights, row=None):
    """Return the strongest look at another word that is not the first, or None.

    With a row it is that row's; the word asked may be the first if there is no other.

    >>> strongest([[1, 0, 0], [0.9, 0.1, 0], [0.5, 0.4, 0.1]])
    (2, 1)
    >>> strongest([[1, 0, 0], [0.9, 0.1, 0], [0.5, 0.4, 0.1]], row=1)
    (1, 0)
    """
    rest = np.tril(hundredths(weights), -1)
    if row is not None:
        others = rest[row, 1:]
        return row, int(others.argmax()) + 1 if others.any() else 0
    rest[:, 0] = 0
    if not rest.any():
        return None
    return tuple(int(i) for i in np.unravel_index(rest.argmax(), rest.shape))


def _draw(ax, name, labels, weights, best):
    n = len(labels)
    style.clean(ax).set(xlim=(0, n), ylim=(n, 0))
    cell = matrix.cell_inches(ax)[0]
    up = -0.07 / cell
    ax.text(0, up, name, size=BODY, weight="bold", va="bottom")
    lines = {"colors": RULE, "linewidth": HAIR, "zorder": 0.5, "clip_on": False}
    at = np.arange(n + 1)
    ax.hlines(at, 0, np.minimum(at + 1, n), **lines)
    ax.vlines(at, np.maximum(at - 1, 0), n, **lines)
    if best:
        row = Rectangle((0, best[0]), best[0] + 1, 1, zorder=0)
        ax.add_patch(row).set(facecolor=tint(QUERY, 0.22), linewidth=0)
    for i, text in enumerate(labels):
        bold = "bold" if best and i == best[0] else "normal"
        color = MUTED if text.startswith("⟨") else INK
        look = {"size": SMALL, "weight": bold, "color": color, "va": "center"}
        ax.text(i + 1 + 0.05 / cell, i + 0.5, text, **look)
    for q, k in zip(*np.tril_indices(n), strict=True):
        _dot(ax, q, k, weights[q, k])


def _dot(ax, q, k, weight):
    size = 0.94 * np.sqrt(weight)
    look = {"facecolor": weight_ink(weight), "linewidth": HAIR, "zorder": 2}
    edge = INK if weight >= 0.35 else MASK_LINE
    ax.add_artist(Ellipse((k + 0.5, q + 0.5), size, size, edgecolor=edge, **look))


def _sentence(heads):
    said = [f"{name}: {_look(*found)};" for name, found in heads.items()]
    said[-1] = said[-1].removesuffix(";") + "."
    size = f"Attention grids of {len(heads)} heads, masked; strongest looks:"
    return sentence(size.replace(" 1 heads", " 1 head"), *said)


def _look(labels, weights, best):
    if best is None:
        return "only at the first or at itself"
    return f"{labels[best[0]]} at {labels[best[1]]} {share(weights[best])}"


def _listed(name, found):
    labels, weights, _ = found
    table = [(label, weights[q, : q + 1]) for q, label in enumerate(labels)]
    keys = f"{name}, {_look(*found)}; on the first piece in the mean"
    first = share(weights[1:, 0].mean()) if len(labels) > 1 else "1"
    return rows(f"{keys} {first}; weights, a row per query", table, 1, share)
