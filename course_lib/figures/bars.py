"""Bars: a few named numbers side by side."""

import numpy as np

from ..validation import floats
from . import style
from .describe import attach, number, numbers, sentence
from .palette import INK, MASK_LINE, MUTED, tint
from .style import BODY, HEIGHT, MAIN, SIDE, SMALL, TOP, WIDTH, course_look
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
        A value to compare with, drawn as a line across all bars.
    baseline_name : str
        What that line is called.
    highlight : str, optional
        The name whose bar is dark; if missing, all are.
    ax : Axes, optional
        Where to draw instead of a new canvas.

    Raises
    ------
    ValueError
        As many names as values are expected, 1 to 12, all finite.

    >>> ax = plot_bars(["Paris", "London"], [0.6, 0.1], title="Paris is likely",
    ...                tier="real model", value_label="probability")
    """
    shown, values = _checked(names, values, highlight)
    if baseline is not None:
        baseline = float(floats("baseline", [baseline])[0])
    hint = f"bar length: {value_label}"
    if baseline is not None:
        hint += f"; dashed line: {baseline_name}"
    ax = style.axes(title, tier, hint, _rect(shown, baseline), ax)
    chosen = None if highlight is None else list(names).index(highlight)
    _draw_bars(ax, shown, values, baseline, chosen)
    if baseline is not None:
        _draw_baseline(ax, baseline, baseline_name)
    return _describe(ax, shown, values, value_label, baseline, baseline_name)


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


def _rect(names, baseline):
    left = 0.3 + max(style.text_width(name, BODY, "bold") for name in names)
    top = TOP + (0.25 if baseline is not None else 0.05)
    height = min(HEIGHT - top - _AXIS, 0.55 * len(names) + 0.1)
    right = WIDTH * (1 - SIDE) - _NUMBER
    return [
        left / WIDTH,
        1 - (top + height) / HEIGHT,
        (right - left) / WIDTH,
        height / HEIGHT,
    ]


def _draw_bars(ax, names, values, baseline, chosen):
    ends = [0, *values] + ([] if baseline is None else [baseline])
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


def _draw_baseline(ax, baseline, name):
    ax.axvline(baseline, color=MASK_LINE, linewidth=MAIN, linestyle=(0, (4, 2)))
    text = f"{name} {number(baseline)}"
    style.label(ax, baseline, -0.56, text, MUTED, size=SMALL, ha="center", va="bottom")


def _describe(ax, names, values, value_label, baseline, baseline_name):
    written = numbers(values)
    said = [f"{name} {text}," for name, text in zip(names, written, strict=True)]
    said = [said[i] for i in np.argsort(-values, kind="stable")]
    said[-1] = said[-1].rstrip(",") + "."
    compared = ""
    lines = [f"{name}: {text}" for name, text in zip(names, written, strict=True)]
    if baseline is not None:
        compared = f"{baseline_name} {number(baseline)};"
        lines.append(f"{baseline_name}: {number(baseline)}")
    size = f"Bars, {value_label}, {len(names)} of them, largest first:"
    return attach(ax, sentence(size, compared, *said), "\n".join(["Bars:", *lines]))
