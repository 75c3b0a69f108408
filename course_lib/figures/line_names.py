"""Names of lines: right of each line's end, or at its peak where ends coincide."""

import numpy as np

from . import style
from .apart import apart
from .palette import CATEGORIES
from .placing import LINE, places_in_inches
from .plane import dense
from .style import BODY, leader

LONGEST = 26  # characters of a name
_LINE = 0.2  # inches between two names
_LIFT = 0.13  # inches from a name's middle to the axis line below it
_MOVED = 0.05  # inches from which a moved name needs a leader


def short(name):
    """Return a name as drawn, cut where it is long."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def at_peaks(ax, x, series):
    """Return {name: index} of lines that end where another ends: where to name them.

    That is a line's peak, or where it runs farthest from all others if two peaks
    coincide. Nothing if these places coincide as well: then the ends are as good.
    """
    lines = _in_inches(ax, x, series)
    ends = {name: line[-1, 1] for name, line in lines.items()}
    near = [
        name
        for name, end in ends.items()
        if sum(abs(end - other) < _LINE for other in ends.values()) > 1
        and np.argmax(series[name]) < x.size - 1
    ]
    peaks = {name: int(np.argmax(series[name])) for name in near}
    clash = _coinciding(lines, peaks)
    peaks |= {name: _farthest(lines, name) for name in clash}
    return {} if _coinciding(lines, peaks) else peaks


def _coinciding(lines, places):
    """Return the names whose places {name: index} lie on another's."""
    points = {name: lines[name][i] for name, i in places.items()}
    return [
        name
        for name, point in points.items()
        if sum(np.hypot(*(point - p)) < 2 * _LINE for p in points.values()) > 1
    ]


def _farthest(lines, name):
    """Return the index at which a line is farthest from all others."""
    others = [dense(line) for other, line in lines.items() if other != name]
    gaps = lines[name][:, None] - np.concatenate(others)
    return int(np.hypot(*gaps.T).min(axis=0).argmax())


def name_lines(ax, x, series, looks, peaked, above=0.0):
    """Write each name in its line's color, those of peaked {name: index} in the plot.

    These may reach so many inches above the axes.
    """
    lines = _in_inches(ax, x, series)
    _name_ends(ax, {n: line[-1] for n, line in lines.items() if n not in peaked}, looks)
    if peaked:
        tops = {name: lines[name][i] for name, i in peaked.items()}
        _name_peaks(ax, tops, lines.values(), looks, above)


def _in_inches(ax, x, series):
    """Return the points [n, 2] of each line in inches from the axes' lower corner."""
    to_axes = ax.transData + ax.transAxes.inverted()
    size = np.array(style.inches(ax))
    return {
        name: to_axes.transform(np.stack([x, values], axis=-1)) * size
        for name, values in series.items()
    }


def _name_ends(ax, ends, looks):
    """Write names right of the ends; names that would collide move apart."""
    if not ends:
        return
    width, height = style.inches(ax)
    right, up = np.array([*ends.values()]).T
    # A name whose line ends at the bottom is lifted, off the axis line, in order.
    lifted = np.maximum(up, _LIFT) + 1e-6 * up
    places = apart(lifted, _LINE, _LIFT - _LINE / 2, height + 0.05)
    words = {"ha": "left", "weight": "bold", "transform": ax.transAxes}
    for i, (name, y) in enumerate(zip(ends, places, strict=True)):
        start = right[i] + 0.12
        if abs(y - lifted[i]) > _MOVED:
            start = right[i] + 0.33
            _tie(ax, (right[i] + 0.08, up[i]), (start - 0.03, y))
        at = start / width, y / height
        style.label(ax, *at, short(name), CATEGORIES[looks[name]], **words)


def _name_peaks(ax, peaks, lines, looks, above):
    """Write names beside the peaks, off all lines."""
    size, tops = np.array(style.inches(ax)), np.array([*peaks.values()])
    texts = [short(name) for name in peaks]
    middles, ties = places_in_inches(
        [(style.text_width(text, BODY, "bold"), LINE) for text in texts],
        tops,
        np.concatenate([dense(line) for line in lines]),
        tops - [0, 1],
        size + [0, above],
    )
    for tie in ties:
        _tie(ax, *tie)
    words = {"ha": "center", "weight": "bold", "transform": ax.transAxes, "zorder": 8}
    for name, text, middle in zip(peaks, texts, middles, strict=True):
        style.label(ax, *middle / size, text, CATEGORIES[looks[name]], **words)


def _tie(ax, start, end):
    size = np.array(style.inches(ax))
    line = {"transform": ax.transAxes, "clip_on": False}
    leader(ax, start / size, end / size, **line)
