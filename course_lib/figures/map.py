"""The map of the whole Transformer: the same drawing in every lesson, one pin moves."""

from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

from . import style
from .describe import attach, sentence
from .palette import (
    INK,
    KEY,
    MASK_GROUND,
    MASK_LINE,
    MUTED,
    POSITION,
    QUERY,
    UPDATE,
    VALUE,
    WHITE,
    tint,
    word_color,
)
from .style import (
    BODY,
    HEIGHT,
    MAIN,
    SMALL,
    SYMBOLS,
    THICK,
    THIN,
    WIDTH,
    arrow,
    course_look,
)

_HALF_LETTER = 0.043  # inches
MOST_POINTED = 4  # parts of today up to which the pin points at one

STREAM = 1.02  # height of the line that every word's vector follows

# name: left, bottom, width, height, words, color
BOXES = {
    "embedding": (1.12, 0.72, 0.86, 0.6, "embed-\nding", INK),
    "position": (1.12, 0.16, 0.86, 0.36, "position", POSITION),
    "query": (2.84, 1.44, 0.62, 0.36, "query", QUERY),
    "key": (3.55, 1.44, 0.5, 0.36, "key", KEY),
    "value": (4.22, 1.44, 0.66, 0.36, "value", VALUE),
    "score": (3.0, 2.0, 0.84, 0.32, "q · k", INK),
    "mask": (3.0, 2.43, 0.84, 0.32, "mask", INK),
    "softmax": (3.0, 2.86, 0.84, 0.32, "softmax", INK),
    "MLP": (5.34, 1.62, 0.56, 0.52, "MLP", INK),
    "unembedding": (6.58, 0.72, 0.84, 0.6, "unem-\nbedding", INK),
}
ON_AREA = tint(INK, 0.12)
BLOCK = (2.46, 0.56, 3.86, 2.96)
HEADS = (2.74, 1.34, 2.24, 1.92)
WORDS = ("a", "fluffy", "blue")
GUESSES = (("creature", 0.62), ("sky", 0.2), ("whale", 0.1))

# part: center of the pin, point of its arrow. The way between is free of boxes.
_LEFT = (1.12, 2.86)
_RIGHT = (7.16, 3.46)
_BELOW = (5.0, 0.24)
PINS = {
    "tokens": (_LEFT, (0.55, 1.62)),
    "embedding": (_LEFT, (1.52, 1.36)),
    "position": ((3.4, 0.24), (2.02, 0.24)),
    "query": (_LEFT, (2.88, 1.84)),
    "key": ((1.12, 2.1), (3.62, 1.84)),
    "value": ((1.12, 2.0), (4.28, 1.84)),
    "score": (_LEFT, (2.96, 2.2)),
    "mask": (_LEFT, (2.96, 2.59)),
    "softmax": (_LEFT, (2.96, 3.0)),
    "heads": (_LEFT, (2.71, 2.6)),
    "update": (_BELOW, (5.16, 0.88)),
    "MLP": (_RIGHT, (5.86, 2.17)),
    "layers": (_RIGHT, (6.36, 3.46)),
    "unembedding": ((6.6, 0.24), (7.0, 0.68)),
    "next word": (_RIGHT, (7.16, 3.05)),
}
PARTS = tuple(PINS)
WHOLE = "The Transformer, the machine of this course"


@course_look
def plot_map(here=(), lesson=None, *, title=None, ax=None):
    """Draw the Transformer with the part that a lesson is about, or the whole of it.

    Parameters
    ----------
    here : str or tuple of str
        One part or several; the pin stands at the last, and of more than four it
        points at none. If empty, the whole map without a pin.
    lesson : str
        The lesson's number, such as "02", which the pin says.
    title : str, optional
        At most 50 characters; if missing, it says what the map is.
    ax : Axes, optional
        Where to draw instead of a new canvas.

    Raises
    ------
    ValueError
        A part that is not on the map (the message lists those that are), or a part
        without its lesson.

    >>> ax = plot_map(("query", "key"), "02", title="Lesson 02: queries meet keys")
    """
    here = (here,) if isinstance(here, str) else tuple(here)
    _check(here, lesson)
    hint = "thick line: a word’s vector; ⊕: added to it"
    if here:
        title = title or f"Lesson {lesson} on the map of the Transformer"
        hint += "; filled: today’s part"
    ax = style.axes(title or WHOLE, "map", hint, [0, 0, 1, 1], ax)
    style.clean(ax).set(xlim=(0, WIDTH), ylim=(0, HEIGHT))
    ax.patch.set_visible(False)
    _draw_areas(ax, here)
    _draw_stream(ax, here)
    _draw_attention_wires(ax)
    for name in BOXES:
        _draw_part(ax, name, name in here)
    _draw_input(ax, "tokens" in here)
    _draw_output(ax, "next word" in here)
    if here:
        _draw_pin(ax, here, lesson)
    return _describe(ax, here, lesson)


def _check(here, lesson):
    if any(part not in PINS for part in here):
        raise ValueError(
            f"here is {here}, expected one or more of the parts {', '.join(PARTS)}."
        )
    if here and not lesson:
        raise ValueError(f"lesson is {lesson!r}, expected its number, such as '02'.")


def _describe(ax, here, lesson):
    place = f"Here: {', '.join(here)}, lesson {lesson}." if here else ""
    size = f"Map of the Transformer in {len(PARTS)} parts: {', '.join(PARTS)}."
    return attach(ax, sentence(size, place), "")


def _box(ax, box, text, color=INK, on=False, **more):
    x, y, width, height = box
    look = {"boxstyle": "round,pad=0,rounding_size=.06", "edgecolor": color}
    look |= {"facecolor": tint(color) if on else WHITE, "zorder": 4}
    look |= {"linewidth": THICK if on else 1.1 * THIN}
    ax.add_patch(FancyBboxPatch((x, y), width, height, **look))
    # Words of the position blue are readable on white only: on its fill they are ink.
    dark = on and color == POSITION
    one = "\n" not in text  # by its ink "value" would stand lower than "query"
    ax.text(
        x + width / 2,
        y + height / 2 - (_HALF_LETTER if one else 0),
        text,
        ha="center",
        va="baseline" if one else "center",
        size=BODY,
        weight="bold" if on else "normal",
        color=INK if dark else word_color(color),
        linespacing=1.25,
        zorder=5,
        **more,
    )


def _draw_part(ax, name, on):
    *box, text, color = BOXES[name]
    _box(ax, box, text, color, on)


def _area(ax, box, on, **look):
    """Draw an outline round several boxes; today's is thick and filled like a box."""
    x, y, width, height = box
    look |= {"facecolor": ON_AREA} if on else {}
    look |= {"linewidth": THICK if on else THIN, "edgecolor": INK if on else MASK_LINE}
    ax.add_patch(FancyBboxPatch((x, y), width, height, **look))


def _draw_areas(ax, here):
    """Draw the block that is repeated, and attention within it."""
    round_ = "round,pad=0,rounding_size=.1"
    _area(ax, BLOCK, "layers" in here, boxstyle=round_, facecolor=MASK_GROUND, zorder=0)
    look = {"boxstyle": round_, "facecolor": WHITE, "linestyle": (0, (4, 2))}
    _area(ax, HEADS, "heads" in here, zorder=1, **look)
    bold = {"weight": "bold", "size": BODY, "va": "center"}
    ax.text(2.84, 3.39, "attention, 96 heads in GPT-3", **bold)
    ax.text(6.2, 3.39, "× 96 layers", ha="right", **bold)
    note = "one vector a word, all the way through"
    ax.text(3.78, 0.75, note, size=SMALL, color=MUTED, ha="center", va="center")


def _wire(ax, *points, color=INK, width=THIN):
    """Draw a line through points that ends in an arrow head."""
    x, y = zip(*points[:-1], strict=True)
    ax.plot(x, y, color=color, linewidth=width, solid_capstyle="round", zorder=2)
    arrow(ax, points[-2], points[-1], color, width=width, head=9, zorder=2)


def _node(ax, x, y, color, sign="+", on=False):
    """Draw a circle with a plus or a times sign in it."""
    radius = 0.115
    fill = tint(color) if on else WHITE
    look = {"edgecolor": color, "linewidth": THICK if on else MAIN, "zorder": 5}
    ax.add_patch(Circle((x, y), radius, facecolor=fill, **look))
    d = 0.6 * radius if sign == "+" else 0.4 * radius
    strokes = [((-d, d), (0, 0)), ((0, 0), (-d, d))]
    if sign == "×":
        strokes = [((-d, d), (-d, d)), ((-d, d), (d, -d))]
    for dx, dy in strokes:
        xs, ys = [x + i for i in dx], [y + i for i in dy]
        ax.plot(xs, ys, color=color, linewidth=MAIN, zorder=6)


def _draw_stream(ax, here):
    """Draw the vector's unbroken line, and what is added to it."""
    on = "update" in here
    ax.plot([1.98, 6.42], [STREAM] * 2, color=INK, linewidth=THICK, zorder=2)
    arrow(ax, (6.38, STREAM), (6.56, STREAM), width=THICK, head=13)
    _wire(ax, (0.94, STREAM), (1.12, STREAM))
    _wire(ax, (1.98, 0.34), (2.22, 0.34), (2.22, 0.89), color=POSITION)
    _node(ax, 2.22, STREAM, INK)
    top = 3.02
    violet = {"color": UPDATE, "width": THICK if on else MAIN}
    _wire(ax, (4.67, top), (5.16, top), (5.16, STREAM + 0.13), **violet)
    _node(ax, 5.16, STREAM, UPDATE, on=on)
    _wire(ax, (5.5, STREAM), (5.5, 1.62))
    _wire(ax, (5.9, 1.88), (6.1, 1.88), (6.1, STREAM + 0.13), color=UPDATE, width=MAIN)
    _node(ax, 6.1, STREAM, UPDATE)
    symbol = {"size": SYMBOLS, "ha": "left", "parse_math": True}
    delta = r"$+\,\Delta\mathbf{E}$"
    ground = ON_AREA if "layers" in here else MASK_GROUND
    style.label(ax, 5.24, 2.62, delta, UPDATE, ground=ground, **symbol)


def _draw_attention_wires(ax):
    for x in (3.15, 3.8, 4.55):
        _wire(ax, (x, STREAM), (x, 1.44))
    _wire(ax, (3.15, 1.8), (3.15, 2.0), color=QUERY)
    _wire(ax, (3.75, 1.8), (3.75, 2.0), color=KEY)
    _wire(ax, (3.42, 2.32), (3.42, 2.43))
    _wire(ax, (3.42, 2.75), (3.42, 2.86))
    _wire(ax, (3.84, 3.02), (4.43, 3.02))
    _wire(ax, (4.55, 1.8), (4.55, 2.9), color=VALUE)
    _node(ax, 4.55, 3.02, VALUE, "×")


def _draw_input(ax, on):
    for i, word in enumerate(WORDS):
        _box(ax, (0.18, 1.24 - 0.42 * i, 0.74, 0.34), word, on=on)


def _draw_output(ax, on):
    """Draw the guesses for the next word: a sketch, so no numbers stand at the bars."""
    _wire(ax, (7.0, STREAM + 0.3), (7.0, 1.62))
    for i, (word, chance) in enumerate(GUESSES):
        y = 2.56 - 0.3 * i
        ax.add_patch(Rectangle((7.16, y - 0.1), 0.95 * chance, 0.2, facecolor=INK))
        bold = {"size": SMALL, "weight": "normal" if i else "bold"}
        ax.text(7.1, y, word, ha="right", va="center", **bold)
    ax.plot([7.16] * 2, [1.8, 2.7], color=INK, linewidth=THIN)
    if on:
        around = (6.41, 1.72, 1.43, 1.3)
        _area(ax, around, on, boxstyle="round,pad=0,rounding_size=.06", zorder=0)
    heading = {"size": BODY, "weight": "bold", "ha": "center", "va": "center"}
    ax.text(7.16, 2.87, "next word?", **heading)


def _draw_pin(ax, here, lesson):
    """Say where the reader is: at the last part, or in all that are filled."""
    (x, y), point = PINS[here[-1]]
    width, height, text = 1.8, 0.32, f"you are here: lesson {lesson}"
    if (x, y) == _RIGHT:  # a narrow place
        width, height, text = 1.1, 0.46, f"you are here:\nlesson {lesson}"
    if len(here) > MOST_POINTED:
        (x, y), width, height = _BELOW, 3.15, 0.32
        text = f"you are here: lesson {lesson}, all that is filled"
    else:
        edge = _edge((x, y), point, width / 2, height / 2)
        arrow(ax, edge, point, width=MAIN, head=13, zorder=7)
    left, bottom = x - width / 2, y - height / 2
    shape = "round,pad=.02,rounding_size=.08"
    look = {"boxstyle": shape, "facecolor": INK, "edgecolor": "none", "zorder": 8}
    ax.add_patch(FancyBboxPatch((left, bottom), width, height, **look))
    words = {"color": WHITE, "weight": "bold", "size": SMALL, "zorder": 9}
    ax.text(x, y, text, ha="center", va="center", **words)


def _edge(center, point, half_width, half_height):
    """Return where the pin's arrow leaves its box: the side that faces the point."""
    (x, y), (to_x, to_y) = center, point
    if abs(to_x - x) > half_width:
        return x + (half_width if to_x > x else -half_width), y
    inside = max(x - half_width + 0.1, min(x + half_width - 0.1, to_x))
    return inside, y + (half_height if to_y > y else -half_height)
