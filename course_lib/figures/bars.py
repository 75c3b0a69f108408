"""Bars: a few named numbers side by side."""

import numpy as np

from ..validation import floats
from . import style
from .apart import apart
from .describe import attach, number, numbers, sentence
from .palette import INK, MASK_LINE, MUTED, tint
from .style import (
    BODY,
    HEIGHT,
    LONGEST_HINT,
    MAIN,
    SIDE,
    SMALL,
    TOP,
    WIDTH,
    course_look,
)
from .tokens import drawable

MOST = 12
LONGEST = 30  # characters of a name
_AXIS = 0.45  # inches below the bars for the ticks
_NUMBER = 0.65  # inches for the number at a bar's end


@course_look
def plot_bars(
    names,
    values,
    *,
    title,
    tier,
    value_label,
    baseline=None,
    baseline_name="uncut",
    reference=None,
    highlight=None,
    ax=None,
):
    """Draw horizontal bars in the order given, each with its number at the end.

    Parameters
    ----------
    names : list of str
        At most 12; long ones are cut at 30 characters.
    values : array [n]
        Finite numbers, one a name.
    title, tier : str
        The finding, and the evidence (see canvas).
    value_label : str
        What the bars measure, with its unit.
    baseline : float, optional
        A value to compare with, drawn as a dashed line across all bars.
    baseline_name : str
        What that line is called.
    reference : (float, str), optional
        A second such value with its name, drawn as a dotted line.
    highlight : str, optional
        The name whose bar is dark; if missing, all are.
    ax : Axes, optional
        Where to draw instead of a new canvas.

    Raises
    ------
    ValueError
        As many names as values are expected, 1 to 12, all finite; a reference that
        is not a number with a name.

    >>> ax = plot_bars(["Paris", "London"], [0.6, 0.1], title="Paris is likely",
    ...                tier="real model", value_label="probability")
    """
    shown, values = _checked(names, values, highlight)
    lines = _checked_lines(baseline, baseline_name, reference)
    hint = _how_to_read(value_label, lines)
    ax = style.axes(title, tier, hint, _rect(shown, lines), ax)
    chosen = None if highlight is None else list(names).index(highlight)
    _draw_bars(ax, shown, values, [value for value, *_ in lines], chosen)
    _draw_lines(ax, lines)
    return _describe(ax, shown, values, value_label, lines)


def _checked(names, values, highlight):
    values = np.asarray(floats("values", values), float)
    if values.ndim != 1 or len(names) != len(values) or len(values) > MOST:
        raise ValueError(
            f"names holds {len(names)} and values has shape {list(values.shape)}, "
            f"expected one value a name, at most {MOST}."
        )
    if highlight is not None and highlight not in names:
        raise ValueError(f"highlight is {highlight!r}, expected one of {[*names]}.")
    shown = [drawable(str(name)).strip() for name in names]
    cut = [n if len(n) <= LONGEST else n[: LONGEST - 1] + "…" for n in shown]
    return cut, values


def _checked_lines(baseline, baseline_name, reference):
    """Return the lines across the bars, each as its value, its name and its dashes."""
    lines = []
    if baseline is not None:
        value = float(floats("baseline", [baseline])[0])
        lines.append((value, baseline_name, "dashed"))
    if reference is not None:
        if not isinstance(reference, tuple | list) or len(reference) != 2:
            raise ValueError(
                f"reference is {reference!r}, expected a number and its name."
            )
        value = float(floats("reference", [reference[0]])[0])
        lines.append((value, str(reference[1]), "dotted"))
    return lines


def _how_to_read(value_label, lines):
    """Return the line under the title, with the names of the lines if they fit."""
    hint = f"bar length: {value_label}"
    named = [f"{dash}: {name}" for _, name, dash in lines]
    long = "; ".join([hint, *named])
    return long if len(long) <= LONGEST_HINT else hint


def _rect(names, lines):
    left = 0.3 + max(style.text_width(name, BODY, "bold") for name in names)
    top = TOP + (0.25 if lines else 0.05)
    height = min(HEIGHT - top - _AXIS, 0.55 * len(names) + 0.1)
    right = WIDTH * (1 - SIDE) - _NUMBER
    return [
        left / WIDTH,
        1 - (top + height) / HEIGHT,
        (right - left) / WIDTH,
        height / HEIGHT,
    ]


def _draw_bars(ax, names, values, lines, chosen):
    ends = [0, *values, *lines]
    low, high = min(ends), max(ends)
    if low == high:
        high = 1
    per_inch = (high - low) / style.inches(ax)[0]
    if min(values) < 0:  # the number of a negative bar stands left of it
        low -= _NUMBER * per_inch
    ax.set(xlim=(low, high), ylim=(len(names) - 0.5, -0.5))
    ax.set_yticks([])
    ax.spines["left"].set_position(("data", 0))
    style.plain_ticks(ax.xaxis)
    gap = 0.07 * per_inch
    for i, (name, value, text) in enumerate(
        zip(names, values, numbers(values), strict=True)
    ):
        strong = chosen is None or i == chosen
        bar = ax.barh(i, value, height=0.62, linewidth=1, edgecolor=INK)[0]
        bar.set_facecolor(INK if strong else tint(MASK_LINE, 0.35))
        bold = "bold" if i == chosen else "normal"
        words = {"va": "center", "weight": bold, "parse_math": False}
        ax.text(low - 1.5 * gap, i, name, ha="right", size=BODY, **words)
        at, side = (value + gap, "left") if value >= 0 else (value - gap, "right")
        style.label(ax, at, i, text, ha=side, size=SMALL, weight=bold)


def _draw_lines(ax, lines):
    """Draw the lines to compare with; their names above the bars keep apart."""
    if not lines:
        return
    low, high = ax.get_xlim()
    width = style.inches(ax)[0]
    left = ax.get_position().x0 * ax.figure.get_size_inches()[0]
    texts = [f"{name} {number(value)}" for value, name, _ in lines]
    room = [style.text_width(text, SMALL) + 0.16 for text in texts]
    wanted = [(value - low) / (high - low) * width for value, *_ in lines]
    places = apart(wanted, room, SIDE * WIDTH - left, width + _NUMBER)
    look = {"size": SMALL, "ha": "center", "va": "bottom"}
    for (value, _, dash), text, at in zip(lines, texts, places, strict=True):
        pattern = (0, (4, 2)) if dash == "dashed" else (0, (1, 1.5))
        ax.axvline(value, color=MASK_LINE, linewidth=MAIN, linestyle=pattern)
        x = low + at / width * (high - low)
        style.label(ax, x, -0.56, text, MUTED, **look)


def _describe(ax, names, values, value_label, lines):
    written = numbers(values)
    said = [f"{name} {text}," for name, text in zip(names, written, strict=True)]
    said = [said[i] for i in np.argsort(-values, kind="stable")]
    said[-1] = said[-1].rstrip(",") + "."
    listed = [f"{name}: {text}" for name, text in zip(names, written, strict=True)]
    listed += [f"{name}: {number(value)}" for value, name, _ in lines]
    compared = " ".join(f"{name} {number(value)};" for value, name, _ in lines)
    size = f"Bars, {value_label}, {len(names)} of them, largest first:"
    return attach(ax, sentence(size, compared, *said), "\n".join(["Bars:", *listed]))
