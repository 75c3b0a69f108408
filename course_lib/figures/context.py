"""Words of context move a word's vector toward one of its senses: a space by hand."""

import numpy as np

from ..validation import brief, floats
from . import style
from .describe import attach, rows, sentence, share
from .palette import INK, MUTED, UPDATE, WHITE
from .placing import LINE, free_places
from .plane import plane_axes, trail
from .style import BODY, DASHED, STEP, THICK, course_look

MOST = 6
LONGEST = 16  # characters of a word or a sense
_HINT = "each word of context adds its arrow to the vector"
_PLANE = "two directions, made by hand; nearest sense = largest cosine"


@course_look
def plot_context(word, contexts, senses, *, start, title, ax=None):
    """Draw a word's vector, what each word of context would add, and the senses.

    The evidence is always "by hand": no model has only two directions.

    Parameters
    ----------
    word : str
        The word whose vector starts at ``start``.
    contexts : dict of str to array [2]
        At most six words, and what each adds to the vector.
    senses : dict of str to array [2]
        At most six senses, and where each stands.
    start : array [2]
        The word's vector without context.
    title : str
        The finding (see canvas).
    ax : Axes, optional
        Where to draw instead of a new canvas.

    Raises
    ------
    ValueError
        None or more than six, vectors that are not two numbers, a sense at zero.

    >>> ax = plot_context("mole", {"shrew": [-2, 0]}, {"animal": [-3, 1],
    ...                   "chemistry": [3, 1]}, start=[0.2, 1],
    ...                   title="“shrew” moves “mole”")
    """
    contexts, senses, start = checked_context(word, contexts, senses, start)
    tips = {name: start + step for name, step in contexts.items()}
    points = np.array([[0, 0], start, *tips.values(), *senses.values()])
    frame = {"title": title, "tier": "by hand", "hint": _HINT, "plane": _PLANE}
    ax = plane_axes(points, **frame, ax=ax)
    _draw(ax, start, tips, senses)
    _name(ax, word, start, tips, senses)
    return attach(ax, *describe_context(word, contexts, senses, start))


def checked_context(word, contexts, senses, start):
    """Return contexts, senses and start as arrays [2]; see plot_context."""
    for name, table in (("contexts", contexts), ("senses", senses)):
        if not 1 <= len(table) <= MOST:
            raise ValueError(f"{name} holds {len(table)} words, expected 1 to {MOST}.")
    for text in (word, *contexts, *senses):
        if not isinstance(text, str) or not 1 <= len(text) <= LONGEST:
            raise ValueError(
                f"{brief(text)} is no short word, expected 1 to {LONGEST} characters."
            )
    start = _pair(f"start of {word!r}", start)
    contexts = {name: _pair(f"context {name!r}", v) for name, v in contexts.items()}
    senses = {name: _pair(f"sense {name!r}", v) for name, v in senses.items()}
    for name, at in senses.items():
        if not at.any():
            raise ValueError(f"sense {name!r} is at zero, expected a direction.")
    return contexts, senses, start


def _pair(name, vector):
    vector = np.asarray(floats(name, vector), float)
    if vector.shape != (2,):
        raise ValueError(
            f"{name} has shape {list(vector.shape)}, expected [2]: across and up."
        )
    # Stored outputs are compared, so digits that differ between machines are dropped.
    return np.round(vector, 4) + 0.0


def nearest(vector, senses):
    """Say which sense a vector points to most, with the cosine to each.

    Senses whose cosines print alike are equally near.

    >>> nearest([1, 1], {"up": [0, 2], "across": [3, 0], "down": [-1, -1]})
    'nearest in direction to up and across, cosine .71; down −1.'
    """
    cosines = {name: _cosine(vector, at) for name, at in senses.items()}
    order = sorted(senses, key=lambda name: -round(cosines[name], 6))
    shown = {name: _share(cosines[name]) for name in order}
    most = shown[order[0]]
    near = " and ".join(name for name in order if shown[name] == most)
    rest = ", ".join(f"{n} {shown[n]}" for n in order if shown[n] != most)
    return f"nearest in direction to {near}, cosine {most}{'; ' if rest else ''}{rest}."


def _cosine(a, b):
    return float(np.dot(a, b)) / (float(np.hypot(*a) * np.hypot(*b)) or 1)


def _share(cosine):
    text = share(abs(cosine) + 1e-9)
    return text if cosine >= 0 or text == "0" else f"−{text}"


def sayings(word, contexts, senses, start):
    """Yield what is said without context, then with each word of context alone."""
    yield f"{word} alone: {nearest(start, senses)}"
    for name, step in contexts.items():
        yield f"{word} + {name}: {nearest(start + step, senses)}"


def describe_context(word, contexts, senses, start):
    """Return the sentence and the numbers of a picture of context."""
    words = f"{len(contexts)} word{'s' if len(contexts) > 1 else ''} of context"
    size = f"{word} and {words}, {len(senses)} senses, in a plane made by hand."
    said = sentence(size, *sayings(word, contexts, senses, start))
    parts = {"start": {word: start}, "adds": contexts, "sense": senses}
    table = [(f"{k}, {n}", v) for k, t in parts.items() for n, v in t.items()]
    span = np.ptp([0, *np.ravel([places for _, places in table])])
    return said, rows("Places, across and up", table, span)


def _draw(ax, start, tips, senses):
    for tip in tips.values():
        dashed = {"width": STEP, "linestyle": DASHED, "zorder": 3}
        style.arrow(ax, start, tip, UPDATE, **dashed)
    style.arrow(ax, (0, 0), start, INK, width=THICK, head=15, zorder=4)
    ax.plot(0, 0, marker="o", markersize=6, color=INK, zorder=4)
    hollow = {"marker": "o", "markersize": 9, "mfc": WHITE, "mec": INK, "mew": 1.2}
    for at in senses.values():
        ax.plot(*at, color=INK, zorder=4, **hollow)


def _name(ax, word, start, tips, senses):
    """Write the word at its arrow, what is added at each tip, senses at their marks."""
    added = [f"+ {name}" for name in tips]
    words = [word, *added, *senses]
    colors = [INK, *[UPDATE] * len(tips), *[MUTED] * len(senses)]
    lines = [((0, 0), start), *((start, tip) for tip in tips.values())]
    marks = np.array([*senses.values()])
    places = free_places(
        ax,
        [start / 2, *tips.values(), *marks],
        [(style.text_width(text, BODY, "bold"), LINE) for text in words],
        occupied=np.concatenate([*(trail(ax, line) for line in lines), marks]),
        away=[start / 2, *[start] * len(tips), *np.zeros_like(marks)],
    )
    for text, place, color in zip(words, places, colors, strict=True):
        look = {"ha": "center", "zorder": 8, "weight": "bold"}
        style.label(ax, *place, text, color, **look)
