"""Bars: a few named numbers side by side."""

import numpy as np
from matplotlib.patheffects import withStroke

from ..validation import brief, floats
from . import style
from .apart import apart
from .describe import attach, number, numbers, sentence
from .palette import INK, MASK_LINE, MUTED, WHITE, tint
from .style import (
    BODY,
    HEIGHT,
    LONGEST_HINT,
    MAIN,
    SIDE,
    SMALL,
    THIN,
    TOP,
    WIDTH,
    course_look,
)

MOST, MOST_PAIRS = 12, 8
LONGEST = 30  # characters of a name
_AXIS = 0.45  # inches below the bars for the ticks
_NUMBER = 0.65  # inches for the number at a bar's end
# Shares of a row: a bar and the hollow one under it, and their distances to its middle.
_UPPER, _LOWER, _LIFT, _DROP = 0.36, 0.26, 0.24, 0.2


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
    spans=None,
    control=None,
    control_name="control",
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
    spans : dict of str to (float, float), optional
        For some names the lowest and highest value, drawn as a thin line on the bar.
    control : array [n], optional
        Values to compare with, drawn as hollow bars under the others, at most 8.
    control_name : str
        What the hollow bars are called.
    ax : Axes, optional
        Where to draw instead of a new canvas.

    Raises
    ------
    ValueError
        As many names as values are expected, 1 to 12, all finite; a reference that
        is not a number with a name; spans or a control that do not fit.

    >>> ax = plot_bars(["Paris", "London"], [0.6, 0.1], title="Paris is likely",
    ...                tier="real model", value_label="probability")
    """
    shown, values = _checked(names, values, highlight)
    lines = _checked_lines(baseline, baseline_name, reference)
    spans = _checked_spans(spans, names)
    control = _checked_control(control, control_name, len(names))
    hint = _how_to_read(value_label, lines, spans, control[1])
    paired = bool(control[0].size)
    ax = style.axes(title, tier, hint, _rect(shown, lines, paired), ax)
    ends = [*values, *control[0], *(value for value, *_ in lines)]
    ends += [end for span in spans.values() for end in span]
    edges = _set_limits(ax, values, ends, *control)
    chosen = None if highlight is None else list(names).index(highlight)
    _draw_bars(ax, shown, values, spans, chosen, edges, paired)
    if paired:
        _draw_control(ax, *control, edges[1])
    _draw_lines(ax, lines)
    return _describe(ax, shown, values, value_label, lines, spans, *control)


def _checked(names, values, highlight):
    values = np.asarray(floats("values", values), float)
    if values.ndim != 1 or len(names) != len(values) or len(values) > MOST:
        raise ValueError(
            f"names holds {len(names)} and values has shape {list(values.shape)}, "
            f"expected one value a name, at most {MOST}."
        )
    if highlight is not None and highlight not in names:
        raise ValueError(f"highlight is {highlight!r}, expected one of {[*names]}.")
    shown = [str(name).strip() for name in names]
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


def _checked_spans(spans, names):
    """Return low and high of each bar that has a range, by the bar's number."""
    found = {}
    for name, span in (spans or {}).items():
        span = np.asarray(floats(f"span of {name!r}", span), float)
        if name not in names or span.shape != (2,) or span[0] > span[1]:
            raise ValueError(
                f"spans gives {name!r} {span.tolist()}, expected one of {[*names]} "
                "with its lowest and its highest value."
            )
        found[list(names).index(name)] = span
    return found


def _checked_control(control, control_name, n):
    """Return the hollow bars' values, none or n, and what they are called."""
    if control is None:
        return np.zeros(0), ""
    control = np.asarray(floats("control", control), float)
    if control.shape != (n,) or n > MOST_PAIRS:
        raise ValueError(
            f"control has shape {list(control.shape)} for {n} names, expected one "
            f"value a name, at most {MOST_PAIRS}."
        )
    if not isinstance(control_name, str) or not 1 <= len(control_name) <= LONGEST:
        raise ValueError(
            f"control_name is {brief(control_name)}, expected 1 to {LONGEST} "
            "characters."
        )
    return control, control_name


def _how_to_read(value_label, lines, spans, control_name):
    """Return the line under the title, with what else is drawn as far as it fits."""
    hint = f"bar length: {value_label}"
    named = [f"hollow: {control_name}"] if control_name else []
    named += ["thin line: range"] if spans else []
    named += [f"{dash}: {name}" for _, name, dash in lines]
    for part in named:
        longer = f"{hint}; {part}"
        hint = longer if len(longer) <= LONGEST_HINT else hint
    return hint


def _rect(names, lines, paired):
    left = 0.3 + max(style.text_width(name, BODY, "bold") for name in names)
    top = TOP + (0.25 if lines else 0.05)
    height = min(HEIGHT - top - _AXIS, (0.8 if paired else 0.55) * len(names) + 0.1)
    right = WIDTH * (1 - SIDE) - _NUMBER
    return [
        left / WIDTH,
        1 - (top + height) / HEIGHT,
        (right - left) / WIDTH,
        height / HEIGHT,
    ]


def _set_limits(ax, values, ends, control, control_name):
    """Set the limits so that all ends, and the name of hollow bars, find room."""
    low, high = min(0, *ends), max(0, *ends)
    if low == high:
        high = 1
    width = style.inches(ax)[0]
    if min(*values, *control, 0) < 0:  # the number of a negative bar stands left of it
        low -= _NUMBER * (high - low) / width
    if control.size:
        room = _NUMBER + style.text_width(control_name, SMALL)
        shortest = max(0, control.min()) - low
        high = max(high, low + shortest * width / (width + _NUMBER - room))
    ax.set(xlim=(low, high), ylim=(len(values) - 0.5, -0.5))
    ax.set_yticks([])
    ax.spines["left"].set_position(("data", 0))
    style.plain_ticks(ax.xaxis)
    return low, (high - low) / width


def _draw_bars(ax, names, values, spans, chosen, edges, paired):
    """Draw bars, ranges, numbers and names; edges are the left end and one inch."""
    low, per_inch = edges
    gap = 0.07 * per_inch
    height, lift = (_UPPER, _LIFT) if paired else (0.62, 0)
    for i, (name, value, text) in enumerate(
        zip(names, values, numbers(values, 3), strict=True)
    ):
        strong = chosen is None or i == chosen
        fill = INK if strong else tint(MASK_LINE, 0.35)
        _draw_bar(ax, i, value, fill, INK, height, lift)
        bold = "bold" if i == chosen else "normal"
        words = {"va": "center", "weight": bold}
        ax.text(low - 1.5 * gap, i, name, ha="right", size=BODY, **words)
        ends = (value, value) if i not in spans else spans[i]
        if i in spans:
            _draw_range(ax, i - lift, ends)
        at, side = max(value, *ends) + gap, "left"
        if value < 0:
            at, side = min(value, *ends) - gap, "right"
        style.label(ax, at, i - lift, text, ha=side, size=SMALL, weight=bold)


def _draw_bar(ax, i, value, fill, edge, height, lift):
    bar = ax.barh(i, value, height=height, linewidth=1, edgecolor=edge)[0]
    bar.set(facecolor=fill, y=i - lift - height / 2)


def _draw_range(ax, y, ends):
    """Draw a thin line with end strokes, readable on a dark bar too."""
    look = {"color": INK, "linewidth": THIN, "zorder": 3, "clip_on": False}
    look |= {"path_effects": style.halo(), "solid_capstyle": "butt"}
    tall = 0.13
    x = [ends[0]] * 3 + [ends[1]] * 3
    ax.plot(x, [y - tall, y + tall, y, y, y - tall, y + tall], **look)


def _draw_control(ax, control, name, per_inch):
    """Draw a hollow bar under each bar; the shortest one carries their name."""
    gap = 0.07 * per_inch
    named = int(control.argmin())
    for i, (value, text) in enumerate(zip(control, numbers(control, 3), strict=True)):
        _draw_bar(ax, i, value, WHITE, MASK_LINE, _LOWER, -_DROP)
        at, side = (value + gap, "left") if value >= 0 else (value - gap, "right")
        if i == named and value >= 0:
            text = f"{text} {name}"
        elif i == named:
            style.label(ax, gap, i + _DROP, name, MUTED, size=SMALL)
        style.label(ax, at, i + _DROP, text, MUTED, ha=side, size=SMALL)


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
    rim = [withStroke(linewidth=2.5 * MAIN, foreground=WHITE)]  # seen over dark bars
    for (value, _, dash), text, at in zip(lines, texts, places, strict=True):
        pattern = (0, (4, 2)) if dash == "dashed" else (0, (1, 1.5))
        dashes = {"linestyle": pattern, "path_effects": rim}
        ax.axvline(value, color=MASK_LINE, linewidth=MAIN, **dashes)
        x = low + at / width * (high - low)
        style.label(ax, x, -0.56, text, MUTED, **look)


def _describe(ax, names, values, value_label, lines, spans, control, control_name):
    written = numbers(values, 3)
    for i, span in spans.items():
        written[i] += " (range {} to {})".format(*numbers(span))
    said = [f"{name} {text}," for name, text in zip(names, written, strict=True)]
    said = [said[i] for i in np.argsort(-values, kind="stable")]
    said[-1] = said[-1].rstrip(",") + "."
    listed = [f"{name}: {text}" for name, text in zip(names, written, strict=True)]
    compared = " ".join(f"{name} {number(value)};" for value, name, _ in lines)
    if control.size:
        low, high = numbers([control.min(), control.max()], 3)
        compared = f"{compared} {control_name} {low} to {high};".strip()
        pairs = zip(listed, numbers(control, 3), strict=True)
        listed = [f"{text}, {control_name} {other}" for text, other in pairs]
    listed += [f"{name}: {number(value)}" for value, name, _ in lines]
    size = f"Bars, {value_label}, {len(names)} of them, largest first:"
    return attach(ax, sentence(size, compared, *said), "\n".join(["Bars:", *listed]))
