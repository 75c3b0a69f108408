"""What one word receives: weight times value, added up, and the word that it moves."""

import numpy as np

from ..validation import floats
from . import matrix, style
from .describe import attach, fixed, number, rows, sentence, share
from .palette import INK, KEY, MUTED, RULE, UPDATE, VALUE
from .placing import LINE, free_places
from .plane import per_inch, plane_axes, trail
from .style import (
    BODY,
    DASHED,
    HAIR,
    HEIGHT,
    SIDE,
    STEP,
    THICK,
    THIN,
    TOP,
    WIDTH,
    course_look,
)

MOST = 8
_TABLE = 3.3  # inches: where the table ends
_PLANE = 3.55  # inches: where the plane begins
_NAME, _WEIGHT, _TIMES, _VALUE, _EQUALS, _SHARE = 0.98, 1.26, 1.56, 2.1, 2.64, 3.05
_HEAD = 0.3  # inches for the names of the columns
_WIDE = 0.75  # inches: the longest arrow across
_MUCH = 0.095  # a weight that prints as .10 or more
_DOT = 0.06  # inches: a shorter arrow is a dot
_BESIDE = 0.07  # inches between two arrows along one line
_NAMED = 0.15  # a share of the longest step from which a step is named
_HINT = "each value, shrunk to its weight; the shares add up to the update"


@course_look
def plot_update(word, vector, words, weights, values, *, title, tier, plane):
    """Draw what a word gathers: a table of shares, and the shares tip to tip.

    update = weights @ values; the new vector is vector + update.

    Parameters
    ----------
    word : str
        The word that looks, and is moved.
    vector : array [2]
        Its vector before, in the plane that is drawn.
    words : list of str
        At most eight words that it looks at.
    weights : array [n]
        How it shares out its look: they sum to 1. Words with weight 0 are left out.
    values : array [n, 2]
        What each word sends, in the same plane.
    title, tier : str
        The finding, and the evidence (see canvas).
    plane : str
        Which two directions are drawn.

    Raises
    ------
    ValueError
        Sizes that do not fit, more than eight words, weights that are no shares.

    >>> ax = plot_update("creature", [0.4, -0.2], ["fluffy", "blue"], [0.5, 0.5],
    ...                  [[1, 0], [0, 1]], title="“fluffy” and “blue” move it",
    ...                  tier="by hand", plane="soft across, hue up")
    """
    parts = checked_update(word, vector, words, weights, values)
    word, vector, names, weights, values = parts
    steps = weights[:, None] * values  # [n, 2]
    tips = vector + np.cumsum(np.vstack([np.zeros(2), steps]), axis=0)  # [n + 1, 2]
    look = {"title": title, "tier": tier, "hint": _HINT, "plane": plane}
    points = np.array([[0, 0], *tips])
    points = np.concatenate([points, points + [0.15 * np.ptp(points[:, 0]), 0]])
    ax = plane_axes(points, **look, left=_PLANE / WIDTH)
    _draw_table(ax.figure, names, weights, values)
    _draw_sum(ax, word, names, weights, tips)
    return attach(ax, *describe_update(*parts))


def checked_update(word, vector, words, weights, values):
    """Return the arguments as words and arrays, largest weight first, zeros left out.

    See plot_update for what is expected.
    """
    (word,) = matrix.shorten(matrix.labels("word", [word]))
    names = matrix.shorten(matrix.labels("words", words))
    vector, weights, values = (
        np.asarray(floats(name, x), float)
        for name, x in (("vector", vector), ("weights", weights), ("values", values))
    )
    for name, array, shape in (
        ("vector", vector, (2,)),
        ("weights", weights, (len(names),)),
        ("values", values, (len(names), 2)),
    ):
        if array.shape != shape:
            raise ValueError(
                f"{name} has shape {list(array.shape)}, expected {list(shape)}: "
                f"{len(names)} words, and two numbers for each vector."
            )
    if (weights < 0).any() or not np.isclose(weights.sum(), 1, atol=1e-3):
        raise ValueError(
            f"weights are no shares: they add up to {weights.sum():.2f}, expected 1, "
            "and none below 0."
        )
    order = [i for i in np.argsort(-weights.round(6), kind="stable") if weights[i] > 0]
    if len(order) > MOST:
        raise ValueError(
            f"words holds {len(order)} that are looked at, expected at most {MOST}."
        )
    return word, vector, [names[i] for i in order], weights[order], values[order]


def describe_update(word, vector, names, weights, values):
    """Return the sentence and the numbers of an update; arguments as checked."""
    update = weights @ values
    after = vector + update
    lengths = f"length {number(np.hypot(*vector))} to {number(np.hypot(*after))}"
    cross = vector[0] * after[1] - vector[1] * after[0]
    turned = np.degrees(np.abs(np.arctan2(cross, vector @ after)))
    size = f"{word} + update: {lengths}, turned {fixed(turned, 0)} degrees."
    shares = f"Shares: {shares_said(names, weights)}"
    said = sentence(size, shares, results_said(vector, update))
    table = [("weights", weights)]
    table += [(f"value of {n}", v) for n, v in zip(names, values, strict=True)]
    table += [("E", vector), ("ΔE", update), ("E + ΔE", after)]
    span = np.ptp([0, *vector, *after, *values.ravel()])
    return said, rows(f"Words: {' '.join(names)}; vectors across and up", table, span)


def shares_said(names, weights):
    """Say the shares, the large ones by name: '.47 × fluffy, rest .06.'."""
    fine = np.round(weights, 6)
    n_named = max(1, int((fine >= 0.095).sum()))  # what prints as .10 or more
    pairs = zip(weights[:n_named], names[:n_named], strict=True)
    said = [f"{share(weight)} × {name}" for weight, name in pairs]
    rest = weights[n_named:]
    more = f", rest {share(rest.sum())}" if len(rest) else ""
    return f"{', '.join(said)}{more}."


def results_said(vector, update):
    """Say the update and the new vector: 'ΔE = (.49, .47), E + ΔE = (.89, .27).'."""
    return f"ΔE = {_pair(update)}, E + ΔE = {_pair(vector + update)}."


def _pair(vector):
    return f"({', '.join(_short(v) for v in vector)})"


def _short(value):
    text = share(abs(value))
    return text if value >= 0 or text == "0" else f"−{text}"


def _draw_table(fig, names, weights, values):
    height = HEIGHT - TOP - 0.12
    table = fig.add_axes([0, 0.12 / HEIGHT, _TABLE / WIDTH, height / HEIGHT])
    style.clean(table).set(xlim=(0, _TABLE), ylim=(height, 0))
    heads = (
        (_WEIGHT, "weight", INK),
        (_VALUE, "value", VALUE),
        (_SHARE, "share", VALUE),
    )
    for x, text, color in heads:
        style.label(table, x, 0.1, text, color, ha="center", weight="bold", size=BODY)
    rows = _row_heights(weights, height - _HEAD)
    room = np.stack([np.full_like(rows, _WIDE), 0.85 * rows], axis=-1)
    scale = 1 / ((np.abs(values) / room).max() or 1)  # the same in all rows
    tops = _HEAD + np.cumsum(rows) - rows
    for i, (name, weight) in enumerate(zip(names, weights, strict=True)):
        y = tops[i] + rows[i] / 2
        table.plot([SIDE * WIDTH, _TABLE], [tops[i]] * 2, color=RULE, linewidth=HAIR)
        bold = {"weight": "bold"} if weight > 0.3 else {}
        style.label(table, _NAME, y, name, KEY, ha="right", size=BODY)
        style.label(table, _WEIGHT, y, share(weight), ha="center", **bold)
        for x, sign in ((_TIMES, "×"), (_EQUALS, "=")):
            style.label(table, x, y, sign, MUTED, ha="center")
        whole = scale * values[i] * [1, -1]  # down is positive in the table
        _draw_small(table, (_VALUE, y), whole, THIN)
        _draw_small(table, (_SHARE, y), weights[i] * whole, STEP)


def _row_heights(weights, room):
    """Return the height of each row in inches: twice as high where much is sent."""
    parts = 1.0 + (np.round(weights, 6) >= _MUCH)
    return parts * min(0.375, room / parts.sum())


def _draw_small(table, middle, by, width):
    middle = np.array(middle)
    length = np.hypot(*by)
    if length < _DOT:
        table.plot(*middle, marker="o", markersize=3.5, color=VALUE)
        return
    ends = middle - by / 2, middle + by / 2
    style.arrow(table, *ends, VALUE, **_shape(length, width))


def _shape(length, width):
    """Return how an arrow of so many inches looks, so that its shaft can be seen."""
    points = 72 * length
    width, head = min(width, 0.7 + 0.05 * points), min(11, 1 + 0.36 * points)
    return {"width": width, "head": head, "slim": True}


def _draw_sum(ax, word, names, weights, tips):
    """Draw E, the shares tip to tip, the update and the new vector, and name them."""
    start, end, origin = tips[0], tips[-1], np.zeros(2)
    lengths = np.hypot(*np.diff(tips, axis=0).T) / per_inch(ax)  # inches
    drawn = [
        (origin, start, INK, f"E  {word}"),
        (start, end, UPDATE, "ΔE  update"),
        (origin, end, INK, "E + ΔE"),
    ]
    for i, (a, b, color, _) in enumerate(drawn):
        dashed = {"linestyle": DASHED} if color == UPDATE else {}
        if (a != b).any():
            look = {"width": THICK, "head": 15, "slim": True, "zorder": 3 + i}
            style.arrow(ax, a, b, color, **look | dashed)
    for i, length in enumerate(lengths):
        if length < 0.02:
            continue
        ends = _beside(ax, *tips[i : i + 2], drawn)
        style.arrow(ax, *ends, VALUE, **_shape(length, STEP), zorder=6)
        big = length > max(_NAMED * lengths.max(), 0.3)
        text = f"{share(weights[i])} × {names[i]}" if big else ""
        drawn.append((*ends, VALUE, text))
    ax.plot(0, 0, marker="o", markersize=6, color=INK, zorder=7)
    _name(ax, drawn)


def _beside(ax, start, end, drawn):
    """Return the ends of an arrow, moved aside where it would cover one drawn before.

    So two that run to and fro on one line are seen as two.
    """
    along, inch = (end - start) / np.hypot(*(end - start)), per_inch(ax)
    across = np.array([-along[1], along[0]])
    for a, b, *_ in drawn:
        off = np.abs((np.array([a, b]) - start) @ across) / inch
        low, high = np.sort((np.array([a, b]) - start) @ along)
        shared = min(high, (end - start) @ along) - max(low, 0)
        if off.max() < _BESIDE and shared > _BESIDE * inch:
            return start + _BESIDE * inch * across, end + _BESIDE * inch * across
    return start, end


def _name(ax, drawn):
    """Write the names at their arrows' middles, or nearer to the tips of shares."""
    named = [one for one in drawn if one[3]]
    parts = [0.6 if color == VALUE else 0.5 for *_, color, _ in named]
    anchors = [
        a + part * (b - a) for part, (a, b, *_) in zip(parts, named, strict=True)
    ]
    weights = ["normal" if color == VALUE else "bold" for *_, color, _ in named]
    widths = [
        style.text_width(text, BODY, weight)
        for (*_, text), weight in zip(named, weights, strict=True)
    ]
    places = free_places(
        ax,
        anchors,
        [(width, LINE) for width in widths],
        occupied=np.concatenate([trail(ax, one[:2]) for one in drawn]),
        away=anchors,
    )
    for (*_, color, text), weight, at in zip(named, weights, places, strict=True):
        look = {"size": BODY, "weight": weight, "ha": "center", "zorder": 8}
        style.label(ax, *at, text, color, **look)
