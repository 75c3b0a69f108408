"""Where one word's vector goes, layer by layer, in different contexts."""

import itertools
import re

import numpy as np

from ..validation import brief, floats
from . import style
from .describe import attach, number, rows, sentence
from .palette import CATEGORIES, DASHES, INK, MARKERS, MUTED, WHITE, categories
from .placing import LINE, free_places
from .plane import per_inch, plane_axes, trail
from .style import BODY, MAIN, SMALL, course_look

MOST = len(CATEGORIES)
LONGEST = 40  # characters of a context
_SPACE = 0.05  # inches between two words
_MARK = 0.1  # inches: the width of a mark, from whose rim words keep off
_HINT = "path = one vector; a mark every 2nd layer, the large one after {}"


@course_look
def plot_paths(
    paths, *, subject, title, tier, plane, marked=None, colors=None, ax=None
):
    """Draw the path of a word's vector through the layers, one path a context.

    Parameters
    ----------
    paths : dict of str to array [n_layers + 1, 2]
        At most six contexts, each a phrase, and where the vector stands in the plane
        after 0, 1, 2, ... layers (see plane_of).
    subject : str
        The word, which each phrase holds; it is set in bold.
    title, tier : str
        The finding, and the evidence (see canvas).
    plane : str
        Which plane is drawn, and how it was chosen; at most 85 characters.
    marked : int, optional
        After how many layers each path gets a hollow mark with its words.
    colors : dict of str to int, optional
        Which of the six categories a context looks like, 0 to 5, so that one sense
        looks alike in several figures; others get those that are left, in order.
    ax : Axes, optional
        Where to draw instead of a new canvas.

    Raises
    ------
    ValueError
        More than six contexts, sizes that differ, a phrase without the subject, a
        mark that is not between start and end, colors of unknown contexts.

    >>> ax = plot_paths({"a shrew mole": [[0, 0], [-1, 0.1], [-2, 1]],
    ...                  "one mole of gas": [[0, 0], [0.5, 0], [2, -1]]},
    ...                 subject="mole", title="One mole goes in; two come out",
    ...                 tier="by hand", plane="drawn by hand")
    """
    paths = _checked(paths, subject)
    _check_mark(marked, paths)
    looks = categories("colors", paths, colors)
    points = np.concatenate(list(paths.values()))
    hint = _HINT.format(len(points) // len(paths) - 1)
    ax = plane_axes(points, title=title, tier=tier, hint=hint, plane=plane, ax=ax)
    for name, path in paths.items():
        i = looks[name]
        _draw_path(ax, path, CATEGORIES[i], DASHES[i], MARKERS[i], marked)
    _draw_starts(ax, paths)
    _name(ax, paths, subject, looks, marked)
    table = [
        (f"{name}, {side}", path[:, i])
        for name, path in paths.items()
        for i, side in enumerate(("across", "up"))
    ]
    listed = rows("Places, layer by layer", table, np.ptp(ax.get_ylim()))
    return attach(ax, _sentence(paths, subject, marked), f"{listed}\nPlane: {plane}")


def _checked(paths, subject):
    if not 1 <= len(paths) <= MOST:
        raise ValueError(f"paths holds {len(paths)} contexts, expected 1 to {MOST}.")
    table = {
        name: np.asarray(floats(f"path {name!r}", path), float)
        for name, path in paths.items()
    }
    shape = next(iter(table.values())).shape
    for name, path in table.items():
        if path.shape != shape or len(shape) != 2 or shape[1] != 2 or shape[0] < 2:
            raise ValueError(
                f"path {name!r} has shape {list(path.shape)}, expected [n_layers + 1, "
                "2], the same for all contexts: a place in the plane after each layer."
            )
        if not _halves(name, subject):
            raise ValueError(
                f"context {brief(name)} does not hold the subject {brief(subject)}, "
                "expected a phrase around that word."
            )
        if len(name) > LONGEST:
            raise ValueError(
                f"context {brief(name)} has {len(name)} characters, expected at most "
                f"{LONGEST}."
            )
    return table


def _check_mark(marked, paths):
    last = len(next(iter(paths.values()))) - 1
    if marked is not None and marked not in range(1, last):
        raise ValueError(
            f"marked is {marked!r}, expected a number of layers between 0 and {last}."
        )


def _halves(phrase, subject):
    """Return what stands before, in and after the last subject of a phrase."""
    parts = rf"(.*?)\b({re.escape(subject)})\b(.*)"
    found = re.fullmatch(parts, phrase, re.DOTALL)
    return found and found.groups()


def _draw_path(ax, path, color, dash, marker, marked):
    line = {"color": color, "zorder": 3, "linewidth": MAIN, "linestyle": dash}
    ax.plot(*path.T, solid_capstyle="round", **line)
    dots = {"color": color, "linestyle": "", "marker": marker, "mec": WHITE}
    ax.plot(*path[2:-1:2].T, markersize=6, mew=0.8, zorder=4, **dots)
    ax.plot(*path[-1:].T, markersize=11, mew=1.2, zorder=5, **dots)
    if marked is not None:
        hollow = dots | {"mfc": WHITE, "mec": color}
        ax.plot(*path[marked], markersize=8, mew=1.6, zorder=6, **hollow)


def _draw_starts(ax, paths):
    look = {"color": INK, "linestyle": "", "marker": "o", "mec": WHITE, "zorder": 7}
    starts = np.array([path[0] for path in paths.values()])
    ax.plot(*starts.T, markersize=12, mew=1.2, **look)


def _name(ax, paths, subject, looks, marked):
    """Write each phrase at its path's end, and the layers passed beside their marks."""
    lines = list(paths.values())
    phrases = [_halves(name, subject) for name in paths]
    ends, starts = [path[-1] for path in lines], [path[0] for path in lines]
    middles = [] if marked is None else [path[marked] for path in lines]
    counted = [starts[0], *middles]
    counts = [_start(lines), *[_after(marked)] * len(middles)]
    places = free_places(
        ax,
        [*ends, *counted],
        _MARK + np.array([*map(_phrase_size, phrases), *map(_size, counts)]),
        occupied=np.concatenate([trail(ax, path) for path in lines]),
        away=[*starts, starts[0], *counted[1:]],
    )
    for place, parts, name in zip(places, phrases, paths, strict=False):
        _write_phrase(ax, place, parts, CATEGORIES[looks[name]])
    colors = [INK] + [MUTED] * (len(counts) - 1)
    for place, text, color in zip(places[len(lines) :], counts, colors, strict=True):
        style.label(ax, *place, text, color, size=SMALL, ha="center", zorder=8)


def _start(lines):
    # A projection may differ in its last bits from row to row.
    apart = np.ptp([path[0] for path in lines], axis=0).max()
    if len(lines) == 1 or apart > 1e-5 * np.ptp(lines):
        return "look-up"
    return f"look-up: the same in all {len(lines)}"


def _after(layers):
    return f"after {layers} layer{'' if layers == 1 else 's'}"


def _size(text):
    return style.text_width(text, SMALL), LINE * SMALL / BODY


def _words(parts):
    """Yield each part of a phrase, its weight, and its width with spaces in inches."""
    for i, part in enumerate(parts):
        weight = "bold" if i == 1 else "normal"
        width = style.text_width(part.strip(), BODY, weight) if part.strip() else 0
        yield part.strip(), weight, width, _SPACE * (part != part.strip())


def _width(parts):
    return sum(width + space for _, _, width, space in _words(parts))


def _phrase_size(parts):
    return _width(parts), LINE


def _write_phrase(ax, middle, parts, color):
    x = middle[0] - _width(parts) * per_inch(ax) / 2
    for i, (text, weight, width, space) in enumerate(_words(parts)):
        before = space if i == 2 else 0
        if text:
            at = x + before * per_inch(ax)
            style.label(ax, at, middle[1], text, color, weight=weight, zorder=8)
        x += (width + space) * per_inch(ax)


def _sentence(paths, subject, marked):
    n = len(paths)
    contexts = f"{n} contexts" if n > 1 else "1 context"
    layers = len(next(iter(paths.values()))) - 1
    size = f"{subject} in {contexts} over {layers} layers, in one plane."
    if n == 1:
        (path,) = paths.values()
        return sentence(
            size, f"From start to end: {number(np.hypot(*path[-1] - path[0]))}."
        )
    start, _ = _apart(paths, 0)
    end, (near, far) = _apart(paths, -1)
    middle = ""
    if marked is not None:
        middle = f"{_after(marked).capitalize()}: {_range(_apart(paths, marked)[0])}."
    return sentence(
        size,
        f"Distance at the start: {_range(start)}.",
        middle,
        f"At the end between contexts: {_range(end)}.",
        f"Nearest: {' and '.join(near)}.",
        f"Farthest: {' and '.join(far)}." if n > 2 else "",
    )


def _apart(paths, layer):
    """Return the distances between all contexts after a layer, nearest and farthest."""
    pairs = list(itertools.combinations(paths, 2))
    apart = np.array([np.hypot(*paths[a][layer] - paths[b][layer]) for a, b in pairs])
    return apart, (pairs[apart.argmin()], pairs[apart.argmax()])


def _range(distances):
    low, high = number(distances.min()), number(distances.max())
    return low if low == high else f"{low} to {high}"
