"""The carpet of positions: a row per position, clocks of one row, and dot products."""

import numpy as np
from matplotlib.patches import Rectangle

from ..validation import floats, whole_number
from . import style
from .clock import DOTTED, draw_face, hand, signed_share
from .describe import attach, rows, sentence
from .palette import INK, MUTED, POSITION, RULE, SCORE_RAMP, WHITE
from .style import BODY, MAIN, SMALL, THICK, THIN, course_look

_HINT = "a row = a position; pale 0, blue +1, orange −1; two columns = a clock"
FEWEST, MOST = 21, 100  # positions
CLOCKS = 4
_COSINES = slice(1, None, 2)


@course_look
def plot_positions(table, here, *, title, tier):
    """Draw a table of positions as a carpet, one of its rows as clocks, and distances.

    Parameters
    ----------
    table : array [T, d_model]
        A row per position, 21 to 100 of them; sine and cosine columns take turns. At
        least 8 columns, all numbers between -1 and 1.
    here : int
        The position whose clocks are drawn, with the next one's hands dashed.
    title, tier : str
        The finding, and the evidence (see canvas).

    Raises
    ------
    ValueError
        Sizes or numbers out of range, or a position that has no next one.

    >>> from course_lib.positions import sinusoidal
    >>> ax = plot_positions(sinusoidal(range(30), 16), 12,
    ...                     title="A row of clock hands", tier="by hand")
    """
    table, here = _checked(table, here)
    fig = style.canvas(title, tier, _HINT)
    carpet = fig.add_axes([0.085, 0.095, 0.395, 0.69])
    _draw_carpet(carpet, table, here)
    _draw_clocks(fig, table, here)
    mean, _ = by_distance(table)
    _draw_distances(fig.add_axes([0.575, 0.135, 0.4, 0.33]), mean, table.shape[1])
    return attach(carpet, *_describe(table, here))


def by_distance(table):
    """Return dot products / (d_model / 2) by distance, [T], and their largest spread.

    The spread is over all pairs at one distance; 0 where only distance counts.
    """
    products = table @ table.T / (table.shape[1] / 2)
    lines = [np.diagonal(products, k) for k in range(len(table))]
    return np.array([d.mean() for d in lines]), max(np.ptp(d) for d in lines)


def _checked(table, here):
    table = np.asarray(floats("table", table, at_least_axes=2), float)
    fits = table.ndim == 2 and FEWEST <= len(table) <= MOST
    if not fits or table.shape[1] % 2 or table.shape[1] < 2 * CLOCKS:
        raise ValueError(
            f"table has shape {list(table.shape)}, expected {FEWEST} to {MOST} rows "
            f"and an even number of columns, at least {2 * CLOCKS}."
        )
    if abs(table).max() > 1 + 1e-6:
        raise ValueError(
            f"table reaches {abs(table).max():.3g}, expected sines and cosines."
        )
    here = whole_number("here", here, at_least=0)
    if here > len(table) - 2:
        raise ValueError(f"here is {here}, expected at most {len(table) - 2}.")
    return table, here


def _draw_carpet(ax, table, here):
    """Draw sines left and cosines right: columns that take turns read as noise."""
    n, width = table.shape
    sines_then_cosines = np.hstack([table[:, 0::2], table[:, 1::2]])
    look = {"cmap": SCORE_RAMP, "vmin": -1, "vmax": 1, "aspect": "auto"}
    ax.imshow(sines_then_cosines, interpolation="nearest", **look)
    middle = width / 2 - 0.5
    ax.axvline(middle, color=WHITE, linewidth=THICK)
    ax.set_xticks([])
    ax.set_yticks([*range(0, n - 5, 10), n - 1])
    ax.set_ylabel("position", labelpad=2)
    ax.spines[:].set_visible(False)
    below = {"ha": "center", "size": SMALL, "va": "center"}
    for at, words in ((0.25, "sine"), (0.75, "cosine")):
        first = int(at > 0.5)
        text = f"{words}: {first}, {first + 2} … {width - 2 + first}"
        style.label(ax, at * width - 0.5, n * 1.038, text, **below)
    for line, color in ((THICK, WHITE), (1.2 * THIN, INK)):
        box = Rectangle((-0.5, here - 0.62), width, 1.24, fc="none", ec=color)
        ax.add_patch(box).set(linewidth=line, clip_on=False)
    words = {"ha": "center", "weight": "bold"}
    ground = {"facecolor": WHITE, "edgecolor": "none", "pad": 1.8}
    above = here - 0.052 * n if here > 0.1 * n else here + 0.058 * n
    style.label(ax, middle, above, f"position {here}", POSITION, bbox=ground, **words)

    for columns, near, color in ((slice(0, None, 2), 0, INK), (_COSINES, 1, WHITE)):
        block = table[n // 2 :, columns][:, -width // 12 :]
        if abs(block - near).max() < 0.3:
            at = (0.44 if near == 0 else 0.94) * width - 0.5
            look = {"ha": "center", "va": "center", "size": SMALL, "weight": "bold"}
            down = (0.88 if here < 0.7 * n else 0.6) * n
            ax.text(at, down, "+1" if near else "0", color=color, **look)


def _draw_clocks(fig, table, here):
    left, width, bottom, height = 0.565, 0.42, 0.5, 0.29
    ax = style.clean(fig.add_axes([left, bottom, width, height]))
    tall = CLOCKS * style.inches(ax)[1] / style.inches(ax)[0]
    ax.set(xlim=(0, CLOCKS), ylim=(0, tall))
    r, y = 0.4, tall - 0.43
    for i, pair in enumerate(_chosen(table.shape[1])):
        center = np.array([0.5 + i, y])
        draw_face(ax, center, r)
        now, next_ = (_angle(table[p], pair) for p in (here, here + 1))
        ends = np.array([center, center + r * hand(next_)])
        ax.plot(*ends.T, color=POSITION, linewidth=MAIN, linestyle=DOTTED, zorder=5)
        style.arrow(ax, center, center + 0.75 * r * hand(now), POSITION, zorder=4)
        ax.plot(*center, "o", markersize=4, color=INK, zorder=6)
        words = f"{2 * pair}, {2 * pair + 1}"
        words = f"columns {words}" if i == 0 else words
        style.label(ax, 0.5 + i, y - r - 0.17, words, ha="center", size=SMALL)
    words = f"arrow: position {here}     dashes: position {here + 1}"
    ax.text(0.1, y - r - 0.52, words, size=SMALL, color=MUTED)


def _chosen(width):
    """Return four pairs from the fast half of the table, [4]."""
    return np.arange(CLOCKS) * max(1, round(width * 3 / 64))


def _angle(row, pair):
    return np.arctan2(row[2 * pair], row[2 * pair + 1])


def _draw_distances(ax, mean, width):
    far = len(mean) - 1
    distance = np.arange(-far, far + 1)
    ax.axhline(0, color=RULE, linewidth=THIN, zorder=0)
    ax.plot(distance, mean[abs(distance)], color=POSITION, linewidth=MAIN)
    ax.plot(0, mean[0], "o", color=POSITION, markersize=6)
    ax.set(xlim=(-far - 1, far + 1), ylim=(min(0, mean.min() - 0.05), 1.12))
    style.plain_ticks(ax.xaxis)
    ax.set_yticks([0, 0.5, 1], ["0", ".5", "1"])
    ax.set_xlabel("distance between two positions", labelpad=2)
    words = {"ha": "left", "va": "top", "size": BODY, "linespacing": 1.25}
    text = f"dot product ÷ {width // 2}:\nonly distance counts"
    style.label(ax, 0.1 * far, 1.12, text, POSITION, **words)


def _describe(table, here):
    n, width = table.shape
    mean, spread = by_distance(table)
    noise = f"{spread:.1e}" if spread > 1e-9 else "0"
    said = sentence(
        f"Sine-wave positions, {n} by {width}.",
        f"Dot product / {width // 2}: {signed_share(mean[0])} at 0, "
        f"{signed_share(mean[5])} at 5, {signed_share(mean[20])} at 20; the same from "
        f"every start (largest difference {noise}).",
    )
    pairs = [*_chosen(width)]
    hands = [np.degrees(_angle(table[p], i)) for i in pairs for p in (here, here + 1)]
    listed = rows("Positions", [(str(p), row) for p, row in enumerate(table)], 2)
    turned = rows("Hands in degrees", [(f"{here} and {here + 1}", hands)], 360)
    likeness = rows("Dot products", [("by distance", mean)], 1)
    return said, "\n".join([listed, turned, likeness])
