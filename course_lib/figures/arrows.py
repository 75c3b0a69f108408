"""Vectors of two numbers as arrows: sums tip to tail, differences tip to tip."""

import itertools

import numpy as np

from ..validation import brief, floats
from . import style
from .describe import attach, fixed, number, rows, sentence
from .palette import INK, MUTED, UPDATE
from .placing import LINE, free_places
from .plane import plane_axes, trail
from .style import BODY, DASHED, HAIR, SMALL, STEP, THICK, THIN, course_look

MOST, MOST_SUMS = 4, 2
LONGEST = 16  # characters of a name
_UNIT = 12  # across or up, so far squares of 1 are large enough to count


@course_look
def plot_arrows(vectors, *, title, tier, sums=(), ax=None):
    """Draw vectors of two numbers as arrows from the origin, with their numbers.

    Parameters
    ----------
    vectors : dict of str to array [2]
        At most four names, each with the numbers across and up.
    title, tier : str
        The finding, and the evidence (see canvas).
    sums : tuple of str
        At most two of "a + b" (b moved to the tip of a, and the result) and "b - a"
        (the step from the tip of a to the tip of b), where a and b are names.
    ax : Axes, optional
        Where to draw instead of a new canvas.

    Raises
    ------
    ValueError
        None or more than four vectors, not two numbers, all 0, a sum of unknown names.

    >>> ax = plot_arrows({"a": [1, 2], "b": [3, 0.5]}, sums=("a + b",),
    ...                  title="b starts where a ends", tier="by hand")
    """
    vectors = _checked(vectors)
    steps = [_step(text, vectors) for text in _checked_sums(sums)]
    ends = [*vectors.values(), *(start + by for *_, start, by in steps)]
    points = np.array([[0, 0], *ends])
    look = {"title": title, "tier": tier, "hint": _how_to_read(steps), "plane": ""}
    square = 1 if np.ptp(points, axis=0).max() <= _UNIT else None
    ax = plane_axes(points, **look, square=square, ax=ax)
    for line in (ax.axhline, ax.axvline):
        line(0, color=MUTED, linewidth=HAIR, zorder=0.5)
    drawn = [*_vectors(vectors), *itertools.chain(*(_arrows(*one) for one in steps))]
    _draw(ax, drawn)
    results = {_title(*one): _result(*one) for one in steps}
    table = [*vectors.items(), *results.items()]
    listed = rows("Vectors, across and up", table, np.ptp(ax.get_ylim()))
    return attach(ax, _sentence(vectors, results), listed)


def _checked(vectors):
    if not 1 <= len(vectors) <= MOST:
        raise ValueError(f"vectors holds {len(vectors)}, expected 1 to {MOST}.")
    table = {}
    for name, vector in vectors.items():
        if not isinstance(name, str) or not 1 <= len(name) <= LONGEST:
            raise ValueError(
                f"{brief(name)} is no name, expected 1 to {LONGEST} letters."
            )
        vector = np.asarray(floats(f"vector {name!r}", vector), float)
        if vector.shape != (2,):
            raise ValueError(
                f"vector {name!r} has shape {list(vector.shape)}, expected [2]: across "
                "and up."
            )
        if not vector.any():
            raise ValueError(f"vector {name!r} is all 0, expected a length to draw.")
        table[name] = vector
    return table


def _checked_sums(sums):
    sums = [sums] if isinstance(sums, str) else list(sums)
    if len(sums) > MOST_SUMS:
        raise ValueError(f"sums holds {len(sums)}, expected at most {MOST_SUMS}.")
    return sums


def _step(text, vectors):
    """Return names and sign of "a + b" or "b - a", and what starts where."""
    for (a, sign), b in itertools.product(itertools.product(vectors, "+-"), vectors):
        if str(text).replace("−", "-") == f"{a} {sign} {b}":
            if sign == "+":
                return a, "+", b, vectors[a], vectors[b]
            return a, "−", b, vectors[b], vectors[a] - vectors[b]
    raise ValueError(
        f"sums holds {text!r}, expected “a + b” or “a - b” with names of {[*vectors]}."
    )


def _title(a, sign, b, start, by):
    return f"{a} {sign} {b}"


def _result(a, sign, b, start, by):
    return start + by if sign == "+" else by


def _how_to_read(steps):
    signs = {sign for _, sign, *_ in steps}
    if "+" in signs:
        return "arrow = one vector; thin = the same, moved; dashed = the result"
    if signs:
        return "arrow = one vector: across, then up; dashed = from tip to tip"
    return "arrow = one vector: first number across, second number up"


def _vectors(vectors):
    """Yield start, end, look, words and the words' place of each vector."""
    for name, vector in vectors.items():
        look = {"color": INK, "width": THICK, "head": 15, "zorder": 4}
        yield np.zeros(2), vector, look, f"{name} {_pair(vector)}", 1


def _arrows(a, sign, b, start, by):
    """Yield the arrows of a sum or a difference, as _vectors does."""
    dashed = {"color": UPDATE, "linestyle": DASHED, "zorder": 3}
    words = f"{a} {sign} {b} {_pair(_result(a, sign, b, start, by))}"
    if sign == "+":
        thin = {"color": INK, "width": THIN, "zorder": 3}
        yield start, start + by, thin, f"+ {b}", 0.5
        whole = {"width": THICK, "head": 15} | dashed
        yield np.zeros(2), start + by, whole, words, 1
    else:
        yield start, start + by, {"width": STEP, "head": 13} | dashed, words, 0.5


def _pair(vector):
    numbers = (f"{at + 0.0:.4g}" for at in np.round(vector, 6))
    return f"({', '.join(numbers)})".replace("-", "−")


def _draw(ax, drawn):
    """Draw the arrows and name them: at the tip, or halfway what starts at a tip."""
    for start, end, look, *_ in drawn:
        if (start != end).any():  # a sum may be 0, which has no arrow
            style.arrow(ax, start, end, **look)
    ax.plot(0, 0, marker="o", markersize=6, color=INK, zorder=5)
    looks = [_words(look, text) for *_, look, text, _ in drawn]
    named = [start + part * (end - start) for start, end, *_, part in drawn]
    tips = [part == 1 for *_, part in drawn]
    places = free_places(
        ax,
        named,
        [_size(text, look) for text, look in looks],
        occupied=np.concatenate([trail(ax, one[:2]) for one in drawn]),
        away=np.where(np.transpose([tips]), [one[0] for one in drawn], named),
    )
    for place, (text, look) in zip(places, looks, strict=True):
        style.label(ax, *place, text, ha="center", zorder=8, **look)


def _words(look, text):
    main = look.get("width") != THIN
    size, weight = (BODY, "bold") if main else (SMALL, "normal")
    return text, {"color": look["color"], "size": size, "weight": weight}


def _size(text, look):
    return style.text_width(text, look["size"], look["weight"]), LINE


def _sentence(vectors, results):
    n = len(vectors)
    size = f"{n} vector{'s' if n > 1 else ''} as arrows from the origin:"
    said = [f"{a} {_pair(v)}, length {_length(v)};" for a, v in vectors.items()]
    said[-1] = said[-1].rstrip(";") + "."
    angle = ""
    if n > 1:
        (one, a), (two, b) = itertools.islice(vectors.items(), 2)
        turned = np.degrees(np.abs(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b)))
        angle = f"Angle between {one} and {two}: {fixed(turned, 0)} degrees."
    found = [f"{a} = {_pair(v)}, length {_length(v)}." for a, v in results.items()]
    return sentence(size, *said, angle, *found)


def _length(vector):
    return number(np.hypot(*vector))
