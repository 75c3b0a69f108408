"""Curves: one quantity against another, each line named at its end."""

import numpy as np

from ..validation import floats
from . import style
from .apart import apart
from .describe import MANY, attach, number, numbers, rows, sentence
from .line_names import at_peaks, name_lines, short
from .palette import CATEGORIES, DASHES, MARKERS, MUTED, WHITE, categories
from .scales import limits, scale
from .style import (
    BODY,
    HAIR,
    HEIGHT,
    LONGEST_HINT,
    MAIN,
    SIDE,
    SMALL,
    TOP,
    WIDTH,
    course_look,
)

MOST_SERIES = len(CATEGORIES)
MOST_MARKS = 3
MARKED = 24  # points up to which each one gets a marker
_ABOVE = 0.2  # inches that names may reach above the axes


@course_look
def plot_curves(
    x,
    series,
    *,
    title,
    tier,
    x_label,
    y_label,
    log_x=False,
    log_y=False,
    reference=None,
    marks=None,
    colors=None,
    ax=None,
):
    """Draw lines over x, told apart by color, marker and dash, named at their ends.

    Lines that end at one place are named at their peaks.

    Parameters
    ----------
    x : array [n]
        Increasing numbers, at least two.
    series : dict of str to array [n]
        At most six lines.
    title, tier : str
        The finding, and the evidence (see canvas).
    x_label, y_label : str
        What the axes measure, with the unit.
    log_x, log_y : bool
        Whether equal steps are equal factors; positive numbers only.
    reference : str, optional
        The series that the others are compared with: hollow markers.
    marks : dict of float to str, optional
        At most three places on x that get a thin upright line and its words.
    colors : dict of str to int, optional
        Which of the six categories a line looks like, 0 to 5, so that one thing looks
        alike in several figures; other lines get those that are left, in order.
    ax : Axes, optional
        Where to draw instead of a new canvas.

    Raises
    ------
    ValueError
        Sizes that do not fit, more than six lines or three marks, numbers an axis
        cannot show, marks beyond x, colors of unknown lines.

    >>> ax = plot_curves([1, 4, 16], {"measured": [1, 2.1, 3.9]}, log_x=True,
    ...                  title="Spread grows with width", tier="trained here",
    ...                  x_label="d_head", y_label="spread of q · k")
    """
    x, series = _checked(x, series, reference, log_x, log_y)
    looks = categories("colors", series, colors)
    marks = _checked_marks(marks or {}, x)
    hint = _how_to_read(series, x_label, y_label, log_x, log_y)
    own = ax is None
    ax = style.axes(title, tier, hint, _rect(series, marks), ax)
    scale(ax, x, series, log_x, log_y)
    peaked = at_peaks(ax, x, series)
    if own and peaked:  # no name stands right of these
        ax.set_position(_rect([name for name in series if name not in peaked], marks))
    ax.set_xlabel(x_label)
    ax.set_ylabel(y_label)
    _draw_marks(ax, marks)
    _draw_lines(ax, x, series, reference, looks)
    name_lines(ax, x, series, looks, peaked, above=0 if marks else _ABOVE)
    said = _sentence(x, series, x_label, y_label, log_y, marks)
    listed = _numbers(ax, x, series, x_label, log_x, log_y)
    return attach(ax, said, listed + _listed_marks(marks))


def _checked(x, series, reference, log_x, log_y):
    x = np.asarray(floats("x", x), float)
    if x.ndim != 1 or x.size < 2 or (np.diff(x) <= 0).any():
        raise ValueError(
            f"x has shape {list(x.shape)}, expected at least two increasing numbers."
        )
    if not 1 <= len(series) <= MOST_SERIES:
        raise ValueError(
            f"series holds {len(series)} lines, expected 1 to {MOST_SERIES}."
        )
    table = {
        n: np.asarray(floats(f"series {n!r}", v), float) for n, v in series.items()
    }
    for name, values in table.items():
        if values.shape != x.shape:
            raise ValueError(
                f"series {name!r} has shape {list(values.shape)}, expected "
                f"{list(x.shape)}: one number for each x."
            )
        if log_y and values.min() <= 0:
            raise ValueError(
                f"series {name!r} goes down to {values.min():.3g}, expected positive "
                "numbers on a logarithmic axis."
            )
    if log_x and x[0] <= 0:
        raise ValueError(f"x starts at {x[0]:.3g}, expected positive numbers.")
    if reference is not None and reference not in table:
        raise ValueError(f"reference is {reference!r}, expected one of {[*table]}.")
    return x, table


def _checked_marks(marks, x):
    places = np.asarray(floats("marks", list(marks)), float) if marks else x
    if len(marks) > MOST_MARKS or places.min() < x[0] or places.max() > x[-1]:
        raise ValueError(
            f"marks holds {len(marks)} at {[*marks]}, expected at most {MOST_MARKS} "
            f"between {x[0]:g} and {x[-1]:g}."
        )
    return {float(at): short(text) for at, text in marks.items()}


def _how_to_read(series, x_label, y_label, log_x, log_y):
    """Return the line under the title; it says where an axis does not start at 0."""
    across, up = (" (logarithmic)" if log else "" for log in (log_x, log_y))
    hint = f"across: {x_label}{across}; up: {y_label}{up}"
    low = limits(np.concatenate(list(series.values())), log_y, from_zero=True)[0]
    if log_y or low <= 0:
        return hint
    starts = f"the axis starts at {number(low)}"
    plain = "across: logarithmic; " if log_x else ""
    *fit, last = f"{hint}; {starts}", f"{plain}up: {y_label}; {starts}", plain + starts
    return next((text for text in fit if len(text) <= LONGEST_HINT), last)


def _rect(series, marks):
    widths = [style.text_width(short(name), BODY, "bold") for name in series]
    widest = max(widths, default=-0.2)
    left, right = 0.95, WIDTH * (1 - SIDE) - widest - 0.4
    top, bottom = TOP + (0.22 if marks else 0.05), 0.62
    return [
        left / WIDTH,
        bottom / HEIGHT,
        (right - left) / WIDTH,
        (HEIGHT - top - bottom) / HEIGHT,
    ]


def _draw_marks(ax, marks):
    """Draw thin upright lines; their words stand above the axes."""
    if not marks:
        return
    for at in marks:
        ax.axvline(at, color=MUTED, linewidth=HAIR, zorder=1)
    width = style.inches(ax)[0]
    places = ax.transData.transform([(at, ax.get_ylim()[1]) for at in marks])
    places = ax.transAxes.inverted().transform(places)[:, 0] * width
    room = [style.text_width(text, SMALL) + 0.12 for text in marks.values()]
    look = {"color": MUTED, "size": SMALL, "ha": "center", "va": "bottom"}
    look |= {"transform": ax.transAxes}
    top = 1 + 0.04 / style.inches(ax)[1]
    for x, text in zip(
        apart(places, room, -0.8, width + 0.5), marks.values(), strict=True
    ):
        ax.text(x / width, top, text, **look)


def _draw_lines(ax, x, series, reference, looks):
    for name, values in series.items():
        i, hollow = looks[name], name == reference
        ax.plot(
            x,
            values,
            color=CATEGORIES[i],
            linestyle=DASHES[i],
            linewidth=MAIN,
            marker=MARKERS[i] if x.size <= MARKED else None,
            markersize=10 if hollow else 6,
            markerfacecolor=WHITE if hollow else CATEGORIES[i],
            markeredgewidth=1.2,
            clip_on=False,
            zorder=3 if hollow else 4,
        )


def _sentence(x, series, x_label, y_label, log_y, marks):
    first, *_, last = numbers(x)
    span = np.ptp(list(series.values()))
    shown = series
    if not log_y:  # what is nothing beside the rest is noise, and differs each time
        shown = {n: np.where(np.abs(v) < 1e-6 * span, 0, v) for n, v in series.items()}
    size = f"{y_label} against {x_label}, {x.size} points from {first} to {last}:"
    parts = [
        f"{short(name)} {number(v[0])} to {number(v[-1])}, {_trend(v, span)};"
        for name, v in shown.items()
    ]
    parts[-1] = parts[-1].rstrip(";") + "."
    marked = [f"Marked at {at}: {text}." for at, text in _written(marks)]
    return sentence(size, *parts, *_crossings(x, series), *marked)


def _trend(values, span):
    """Say which way a line goes; what hardly shows beside the others is flat."""
    change = values[-1] - values[0]
    if np.ptp(values) <= 0.03 * span or span == 0:
        return "flat"
    if abs(change) <= 0.03 * span:
        return "back where it began"
    return "rises" if change > 0 else "falls"


def _crossings(x, series):
    """Say where the first line crosses another, if it does so once and for good."""
    (first, values), *rest = series.items()
    for name, other in rest:
        apart = values - other
        at = np.flatnonzero(apart[1:] * apart[:-1] < 0)
        clear = 0.05 * np.ptp([values, other])
        if at.size == 1 and min(abs(apart.min()), abs(apart.max())) > clear:
            low, high = numbers(x[at[0] : at[0] + 2])
            where = f"between {low} and {high}"
            yield f"{short(first)} crosses {short(name)} {where}."


def _numbers(ax, x, series, x_label, log_x, log_y):
    across = _listed("Across", {x_label: x}, ax.get_xlim(), log_x)
    steps = np.diff(x)
    if x.size > MARKED and np.ptp(steps) <= 1e-6 * steps.mean():
        first, *_, last = numbers(x)
        across = f"Across:\n{x_label}: {x.size} even steps from {first} to {last}"
    return f"{across}\n{_listed('Lines', series, ax.get_ylim(), log_y)}"


def _written(marks):
    return zip(numbers(marks), marks.values(), strict=True)


def _listed_marks(marks):
    lines = [f"{at}: {text}" for at, text in _written(marks)]
    return "\n".join(["\nMarks:", *lines]) if marks else ""


def _listed(heading, table, limits, logarithmic):
    """List numbers so that a tenth of the axis shows, which may be a factor."""
    table = [(short(name), values) for name, values in table.items()]
    if not logarithmic:
        return rows(heading, table, np.ptp(limits))
    if sum(values.size for _, values in table) > MANY:
        table = [(name, np.log10(values)) for name, values in table]
        return rows(f"{heading}, log10", table, np.ptp(np.log10(limits)))
    return rows(heading, table, 1, _digits)


def _digits(value):
    """Write four digits, enough to see a small factor."""
    rounded = float(f"{value:.4g}")
    return f"{rounded:,.10g}".replace("-", "−")
