"""A plane drawn to scale: one length in both directions, with lines to measure by."""

import numpy as np

from ..validation import brief
from . import style
from .palette import MUTED, RULE
from .style import HAIR, HEIGHT, SIDE, SMALL, TOP

LONGEST = 85  # characters of the line that says which plane is drawn
SIDES, ENDS = 0.7, 0.34  # inches left free beside, and above and below the points
_NOTE = 0.36  # inches below the drawing for that line
_STEP = 0.04  # inches between two points of a line that words must not cover


def plane_axes(points, *, title, tier, hint, plane, square=None, ax=None, left=SIDE):
    """Return axes in which all points [n, 2] fit, with hair lines to measure by.

    The lines make squares with this side, or with a round one. ``left`` is where the
    plane begins, as a share of the width.
    """
    if len(plane) > LONGEST:
        raise ValueError(
            f"plane has {len(plane)} characters, expected at most {LONGEST}: "
            f"{brief(plane)}."
        )
    rect = [left, _NOTE / HEIGHT, 1 - left - SIDE, 1 - (TOP + _NOTE) / HEIGHT]
    ax = style.clean(style.axes(title, tier, hint, rect, ax))
    size = np.array(style.inches(ax))
    low, high = points.min(axis=0), points.max(axis=0)
    scale = ((high - low) / (size - 2 * np.array([SIDES, ENDS]))).max() or 1
    edges = (low + high) / 2 + np.outer([-0.5, 0.5], scale * size)
    ax.set(xlim=edges[:, 0], ylim=edges[:, 1])
    square = square or _round(0.5 * scale)
    for lines, (first, last) in zip((ax.axvline, ax.axhline), edges.T, strict=True):
        for at in square * np.arange(np.ceil(first / square), last / square):
            lines(at, color=RULE, linewidth=HAIR, zorder=0)
    _write_below(ax, plane, f"one square: {square:g}")
    return ax


def _round(wanted):
    """Return the 1, 2 or 5 with zeros that is next above a length."""
    power = 10.0 ** np.floor(np.log10(wanted))
    return power * next(step for step in (1, 2, 5, 10) if step * power >= wanted)


def _write_below(ax, left, right):
    y = -0.12 / style.inches(ax)[1]
    look = {"size": SMALL, "color": MUTED, "va": "top"}
    for x, text in ((0, left), (1, right)):
        side = "right" if x else "left"
        ax.text(x, y, text, ha=side, transform=ax.transAxes, **look)


def per_inch(ax):
    """Return the length in the plane that is drawn as one inch."""
    return np.ptp(ax.get_xlim()) / style.inches(ax)[0]


def trail(ax, line):
    """Return points along a line [n, 2], close enough that no words fit between."""
    return dense(np.asarray(line, float), _STEP * per_inch(ax))


def dense(line, step=_STEP):
    """Return points along a line [n, 2] that are no more than a step apart."""
    steps = np.hypot(*np.diff(line, axis=0).T) / step
    parts = [
        a + np.linspace(0, 1, int(n) + 2)[:, None] * (b - a)
        for a, b, n in zip(line[:-1], line[1:], steps, strict=True)
    ]
    return np.concatenate(parts)
