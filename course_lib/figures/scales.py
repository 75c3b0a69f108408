"""Limits and ticks of curves: plain numbers, and where they fit the data's own."""

import numpy as np
from matplotlib.ticker import FixedLocator, LogLocator

from . import style
from .style import SMALL

FEW = 8  # points up to which they are the ticks of a logarithmic axis
_APART = 0.4  # inches between two ticks
_BETWEEN = 0.12  # inches between the numbers of two ticks
_LIFTED = 0.03  # share of an axis below zero, where a line runs along zero
_MOST = 9  # powers of two that stand as ticks on one axis


def scale(ax, x, series, log_x, log_y):
    """Set limits with a little room, and ticks in plain numbers."""
    values = np.concatenate(list(series.values()))
    across, up = limits(x, log_x), limits(values, log_y, from_zero=True)
    flat = (np.mean(v <= 0.01 * up[1]) > 0.5 for v in series.values())
    if up[0] == 0 and not log_y and any(flat):  # a line on zero stands off the axis
        up = -_LIFTED * up[1], up[1]
    ax.set(
        xlim=across,
        ylim=up,
        xscale="log" if log_x else "linear",
        yscale="log" if log_y else "linear",
    )
    for axis, (low, high), logarithmic in zip(
        (ax.xaxis, ax.yaxis), (across, up), (log_x, log_y), strict=True
    ):
        if logarithmic and high / low < 300:
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        style.plain_ticks(axis)
    if log_x:
        _tick(ax.xaxis, _own_ticks(ax, x))
    if log_y:
        _tick(ax.yaxis, _powers_of_two(series, *up))


def limits(data, logarithmic, from_zero=False):
    """Return the ends of an axis; near zero, zero is the honest start."""
    found = np.log10(data) if logarithmic else data
    low, high = found.min(), found.max()
    room = 0.05 * (high - low) or 0.5
    low, high = low - room, high + room
    if logarithmic:
        return 10**low, 10**high
    if from_zero and 0 <= data.min() < 0.3 * data.max():
        low = 0
    return low, high


def _tick(axis, ticks):
    """Put ticks at these values only, or leave the axis as it is if there are none."""
    if len(ticks):
        axis.set_major_locator(FixedLocator(ticks))
        axis.set_minor_locator(FixedLocator([]))


def _own_ticks(ax, x):
    """Return the data's own x as ticks: few values that stand apart, or none."""
    low, high = np.log10(ax.get_xlim())
    at = (np.log10(x) - low) / (high - low) * style.inches(ax)[0]
    if x.size > FEW and np.diff(at).min() < _APART:
        return []
    wide = [style.text_width(style.tick(value), SMALL) for value in x]
    kept = []
    for i in sorted(range(x.size), key=lambda i: (-_whole_power(x[i]), -i)):
        rooms = [max(_APART, (wide[i] + wide[j]) / 2 + _BETWEEN) for j in kept]
        if all(abs(at[i] - at[j]) >= r for j, r in zip(kept, rooms, strict=True)):
            kept.append(i)
    return x[sorted(kept)]


def _whole_power(value):
    return float(np.log10(value)).is_integer()


def _powers_of_two(series, low, high):
    """Return the powers of 2 between limits, if a line runs along them, else none."""
    for values in series.values():
        power = np.log2(values)
        whole = power.round()
        if np.abs(power - whole).max() < 0.06 and np.ptp(whole) > 1:
            powers = np.arange(np.ceil(np.log2(low)), np.log2(high))
            return 2.0 ** powers[:: -(-powers.size // _MOST)]
    return []
