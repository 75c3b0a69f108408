"""The parameter map: how many parameters each part has, as areas."""

import math
import textwrap

from matplotlib.patches import Circle, Rectangle

from ..validation import whole_number
from . import style
from .amounts import amount, percent
from .apart import apart
from .describe import attach
from .palette import INK, WHITE, tint
from .parameter_layout import (
    PARTS,
    checked_counts,
    describe_map,
    groups_of,
    layout,
    list_counts,
    whole,
)
from .style import BODY, HEIGHT, MAIN, SIDE, SMALL, THIN, course_look

_GAP = 0.022  # inches between boxes
_TOP, _BOTTOM, _LABELS = 1.32, 0.62, 1.3  # inches above, below and right of the areas
_RING = 0.09  # inches: radius of the circle around a speck
_LINE = 0.36  # inches that a label of two lines takes
_SEEN = 0.01  # inches from which an area or a group can be seen
_NOTE = 110  # characters of a line under the areas


@course_look
def plot_parameter_map(counts, *, title, tier, unit=None, ax=None):
    """Draw how many parameters each part of a model has: area = count.

    Parameters
    ----------
    counts : dict of str to int
        Parts of ``PARTS`` with their counts, as ``TransformerShape.parts`` gives them;
        whole numbers of any size, not all 0.
    title, tier : str
        The finding, and the evidence (see canvas).
    unit : (str, int), optional
        Something familiar with its count, drawn to the same scale as a square.
    ax : Axes, optional
        Where to draw instead of a new canvas.

    Raises
    ------
    ValueError
        An unknown part, a count that is no whole number, or nothing to draw.

    >>> ax = plot_parameter_map({"query": 3, "embedding": 10**30},
    ...                         title="Nearly all is words", tier="by hand")
    """
    counts = checked_counts(counts)
    total = sum(counts.values())
    hint = f"area = number of parameters; {whole(total)} in all"
    rect = [
        SIDE,
        _BOTTOM / HEIGHT,
        1 - 2 * SIDE,
        1 - (_TOP + _BOTTOM) / HEIGHT,
    ]
    ax = style.clean(style.axes(title, tier, hint, rect, ax))
    width, height = style.inches(ax)
    ax.set(xlim=(0, width), ylim=(0, height))
    boxes = layout(counts, width - _LABELS, height)
    _draw_rulers(ax, boxes, counts)
    unnamed = _draw_boxes(ax, boxes, counts)
    if unit is not None:
        _draw_unit(ax, boxes, unit, total, width - _LABELS)
    _draw_note(ax, unnamed, counts, 1 if unit is not None else 0)
    return attach(ax, describe_map(counts), list_counts(counts, unit))


def _names(name):
    """Return the words of a part as drawn: the sources' arrows for down and up."""
    return {"value down": "value ↓", "value up": "value ↑"}.get(name, name)


def _draw_rulers(ax, boxes, counts):
    """Draw a line over each group, and its share above; a leader ties the two.

    A group too narrow to be seen has neither: the note below the map names its parts.
    """
    (width, height), total = style.inches(ax), sum(counts.values())
    spans, texts = {}, {}
    for group, parts in groups_of(counts).items():
        left = min(boxes[name][0] for name in parts)
        right = max(boxes[name][0] + boxes[name][2] for name in parts)
        if right - left > _SEEN:
            spans[group] = left, right
            texts[group] = f"{group} {percent(sum(parts.values()), total)}"
    room = [style.text_width(text, BODY, "bold") for text in texts.values()]
    middles = [(left + right) / 2 for left, right in spans.values()]
    places = apart(middles, [wide + 0.15 for wide in room], -0.07, width + 0.07)
    for group, middle, wide, at in zip(spans, middles, room, places, strict=True):
        left, right = spans[group]
        gap = _GAP if right - left > 4 * _GAP else 0
        line = ([left + gap, right - gap], [height + 0.07] * 2)
        ax.plot(*line, color=INK, linewidth=MAIN, clip_on=False)[0].set_gid(group)
        if wide > right - left:
            tied = (middle, height + 0.07), (at, height + 0.2)
            style.leader(ax, *tied, clip_on=False)
        look = {"ha": "center", "va": "bottom", "size": BODY, "weight": "bold"}
        ax.text(at, height + 0.22, texts[group], **look)


def _draw_boxes(ax, boxes, counts):
    """Draw all parts; return those that no label beside or inside them names."""
    beside, unnamed = [], []
    edge = max(x + w for x, _, w, _ in boxes.values())
    for name, (x, y, w, h) in boxes.items():
        color = PARTS[name][1]
        solid = min(w, h) < 4 * _GAP
        gap_x, gap_y = min(_GAP, w / 4), min(_GAP, h / 4)
        ax.add_patch(
            Rectangle(
                (x + gap_x / 2, y + gap_y / 2),
                w - gap_x,
                h - gap_y,
                facecolor=color if solid else tint(color),
                edgecolor=color,
                linewidth=0 if solid else THIN,
                gid=name,
            )
        )
        lines = (_names(name), amount(counts[name]))
        inside = _inside(lines, w, h)
        if inside:
            _name(ax, x + w / 2, y + h / 2, inside, color, ha="center")
        elif min(w, h) > _SEEN and (
            math.isclose(x + w, edge) or PARTS[name][0] in ("words", "rest")
        ):
            beside.append((name, x + w, y + h / 2, lines, color))
        else:
            unnamed.append(name)
    return unnamed + _draw_beside(ax, beside, edge)


def _inside(lines, w, h):
    """Return the lines of a label as they fit a box: two, or three; else none."""
    name, count = lines
    for words in ([count], count.split(" ")):
        sizes = [style.text_width(word, SMALL) for word in words]
        widest = max(style.text_width(name, BODY, "bold"), *sizes)
        if w > widest + 0.1 and h > (len(words) + 1) * _LINE / 2 + 0.08:
            return (name, *words)
    return ()


def _name(ax, x, y, lines, color, **look):
    ground = tint(color) if look["ha"] == "center" else WHITE
    y += 0.09 * (len(lines) - 1)
    style.label(ax, x, y, lines[0], color, ground=ground, weight="bold", **look)
    for i, line in enumerate(lines[1:], start=1):
        style.label(ax, x, y - 0.18 * i, line, ground=ground, size=SMALL, **look)


def _draw_beside(ax, beside, edge):
    """Name parts at the right, with leaders; return those that find no room there."""
    height = style.inches(ax)[1]
    room = int(height / (_LINE + 0.06))
    beside.sort(key=lambda item: -item[2])
    named, left = beside[:room], [item[0] for item in beside[room:]]
    places = apart([y for _, _, y, _, _ in named], _LINE + 0.06, 0, height)
    for (_, x, y, lines, color), at in zip(named, places, strict=True):
        style.leader(ax, (x, y), (edge + 0.06, y))
        style.leader(ax, (edge + 0.06, y), (edge + 0.16, at))
        _name(ax, edge + 0.2, at, lines, color, ha="left")
    return left


def _draw_unit(ax, boxes, unit, total, width):
    """Draw a square of the unit's area in a box at the foot, named below it."""
    name, count = unit
    count = whole_number("unit[1]", count)
    side = math.sqrt(width * style.inches(ax)[1] * (count / total))
    feet = [box for box in boxes.values() if box[1] < 1e-9]
    roomy = [box for box in feet if side < min(box[2:]) / 2]
    if not roomy:
        raise ValueError(
            f"unit has {count:,} parameters, expected a square that is small beside "
            "the boxes."
        )
    x, y, w, _ = roomy[0]
    x, y = x + 0.12 * (w - side), y + 0.14
    ax.add_patch(Rectangle((x, y), side, side, facecolor=INK, linewidth=0, gid="unit"))
    at, ring = x + side / 2, 0
    text = f"the black square: {name}, {count:,} parameters"
    if side < _RING:  # a speck: a circle shows where to look
        ring = _RING - side / 2
        text = f"in the circle, to scale: {name}, {count:,} parameters"
        look = {"facecolor": "none", "edgecolor": INK, "linewidth": THIN}
        ax.add_patch(Circle((at, y + side / 2), _RING, **look))
    left = at + 0.2 + style.text_width(text, SMALL) > style.inches(ax)[0]
    turn = -1 if left else 1
    style.leader(ax, (at, y - ring), (at, -0.14), clip_on=False)
    style.leader(ax, (at, -0.14), (at + 0.14 * turn, -0.14), clip_on=False)
    look = {"size": SMALL, "va": "center", "ha": "right" if left else "left"}
    ax.text(at + 0.18 * turn, -0.14, text, **look)


def _draw_note(ax, unnamed, counts, line):
    """List below the map, on at most two lines, what is too small there for a name."""
    if not unnamed:
        return
    listed = [
        f"{group}: " + ", ".join(_kept(n, counts) for n in parts if n in unnamed)
        for group, parts in groups_of(counts).items()
        if {*parts} & {*unnamed}
    ]
    lines = _wrapped("too small for a name: " + "; ".join(listed), 2 - line)
    look = {"size": SMALL, "va": "top", "linespacing": 1.15}
    ax.text(0, -0.07 - 0.2 * line, "\n".join(lines), **look)


def _kept(name, counts):
    """Return a part with its count, in which no line breaks."""
    return f"{_names(name)} {amount(counts[name])}".replace(" ", "\xa0")


def _wrapped(text, most):
    """Return a text on at most so many lines, about equally long if there are two."""

    def wrap(width):
        return textwrap.wrap(text, width, max_lines=most, placeholder=" …")

    widths = range(_NOTE // 2, _NOTE)
    even = (wrap(w) for w in widths if " …" not in wrap(w)[-1])
    lines = wrap(_NOTE) if len(wrap(_NOTE)) == 1 else next(even, wrap(_NOTE))
    return [line.replace("\xa0", " ") for line in lines]
