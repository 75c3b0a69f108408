"""All heads of a model at a glance: a cell a head, darker = more."""

import numpy as np
from matplotlib.patches import Rectangle

from ..validation import floats
from . import style
from .describe import attach, hundredths, rows, sentence, share
from .palette import INK, MUTED, WEIGHT_RAMP, WHITE
from .style import BODY, HAIR, HEIGHT, MAIN, SIDE, SMALL, WIDTH, course_look

_LEFT, _TOP, _CELL = 0.95, 1.5, 0.232  # inches; of the cells: left, top, size
_MOST = 6  # marked heads


@course_look
def plot_all_heads(table, *, title, tier, value_label, marked=None):
    """Draw one number for each head of a model: a column a layer, a row a head.

    Parameters
    ----------
    table : array [layers, heads]
        Shares from 0 to 1, at most 30 layers of 9 heads.
    title, tier : str
        The finding, and the evidence (see canvas).
    value_label : str
        What the share is, at most 40 characters.
    marked : dict of str to (layer, head), optional
        At most 6 heads to outline and to name below, with their numbers.

    Raises
    ------
    ValueError
        A table of another size or not of shares, or a marked head that is not in it.

    >>> ax = plot_all_heads([[0.1, 0.9]], title="One layer", tier="by hand",
    ...                     value_label="on the piece before", marked={"b": (0, 1)})
    """
    table = _checked(table)
    marked = _known(marked or {}, table)
    hint = f"darker = more weight {value_label}; a column is a layer"
    ax = style.canvas(title, tier, hint).add_axes(_rect(table))
    _draw_cells(ax, table)
    _mark(ax, table, marked)
    listed = rows(
        f"Weight {value_label}, a row per layer",
        [(f"layer {layer}", row) for layer, row in enumerate(table)],
        1,
        share,
    )
    return attach(ax, describe_all_heads(table, value_label, marked), listed)


def _checked(table):
    table = np.asarray(floats("table", table), float)
    if table.ndim != 2 or table.shape[0] > 30 or table.shape[1] > 9:
        raise ValueError(
            f"table has shape {list(table.shape)}, expected at most [30, 9]: layers, "
            "heads."
        )
    if table.min() < 0 or table.max() > 1 + 1e-6:
        raise ValueError(
            f"table runs from {table.min():.3g} to {table.max():.3g}, expected shares "
            "from 0 to 1."
        )
    return table


def _known(marked, table):
    layers, heads = table.shape
    for name, (layer, head) in marked.items():
        if not (0 <= layer < layers and 0 <= head < heads):
            raise ValueError(
                f"marked gives {name!r} head {layer}.{head}, expected layers up to "
                f"{layers - 1} and heads up to {heads - 1}."
            )
    if len(marked) > _MOST:
        raise ValueError(f"marked holds {len(marked)} heads, expected at most {_MOST}.")
    return marked


def _rect(table):
    layers, heads = table.shape
    width, height = layers * _CELL, heads * _CELL
    bottom = HEIGHT - _TOP - height
    return [_LEFT / WIDTH, bottom / HEIGHT, width / WIDTH, height / HEIGHT]


def _draw_cells(ax, table):
    layers, heads = table.shape
    style.clean(ax).set(xlim=(0, layers), ylim=(heads, 0))
    for (layer, head), value in np.ndenumerate(table):
        cell = Rectangle((layer, head), 1, 1, facecolor=WEIGHT_RAMP(float(value)))
        ax.add_artist(cell).set(edgecolor=WHITE, linewidth=HAIR)
    look = {"size": SMALL, "va": "center", "color": MUTED}
    for head in range(heads):
        ax.text(-0.3, head + 0.5, str(head), ha="right", **look)
    for layer in range(0, layers, 5):
        ax.text(layer + 0.5, -0.5, str(layer), ha="center", **look)
    ax.text(-1.6, heads / 2, "head", ha="right", va="center", size=BODY)
    ax.text(0, -1.45, "layer", va="center", size=BODY)


def _mark(ax, table, marked):
    """Outline marked heads with a number each, and name them below in two columns."""
    fig, bottom = ax.figure, HEIGHT - _TOP - len(table[0]) * _CELL - 0.22
    names = sorted(marked, key=lambda name: marked[name])
    for i, name in enumerate(names):
        layer, head = marked[name]
        frame = Rectangle((layer, head), 1, 1, fill=False, edgecolor=WHITE, zorder=3)
        ax.add_patch(frame).set(linewidth=2 * MAIN, clip_on=False)
        frame = Rectangle((layer, head), 1, 1, fill=False, edgecolor=INK, zorder=4)
        ax.add_patch(frame).set(linewidth=MAIN, clip_on=False)
        said = f"{layer}.{head}  {name}  {share(table[layer, head])}"
        x = _LEFT + i // 3 * (WIDTH * (1 - SIDE) - _LEFT) / 2
        at = x / WIDTH, (bottom - i % 3 * 0.2) / HEIGHT
        fig.text(*at, said, size=BODY, va="center")


def describe_all_heads(table, value_label, marked):
    """Return the sentence: the mean, the three highest, and the marked heads."""
    size = f"{table.size} heads, {len(table)} layers; weight {value_label}:"
    mean = f"mean {share(table.mean())}."
    order = np.argsort(-hundredths(table), axis=None, kind="stable")[:3]
    most = [np.unravel_index(i, table.shape) for i in order]
    top = ", ".join(f"{at[0]}.{at[1]} {share(table[at])}" for at in most)
    named = [
        f"{name} {layer}.{head} {share(table[layer, head])};"
        for name, (layer, head) in marked.items()
    ]
    return sentence(size, mean, f"Most: {top}.", *named).removesuffix(";")
