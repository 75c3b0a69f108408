"""Steps from one word to another: arrows that run alike show a shared direction."""

import itertools

import numpy as np

from ..validation import floats
from . import style
from .describe import attach, fixed, rows, sentence
from .palette import INK, WHITE
from .placing import LINE, free_places
from .plane import plane_axes, trail
from .style import BODY, MAIN, course_look
from .tokens import token

MOST = 8
_HINT = "arrow = the step from one word to the other; alike = parallel"


@course_look
def plot_offsets(pairs, *, title, tier, plane, ax=None):
    """Draw an arrow from each first word to its second, where both stand in a plane.

    Parameters
    ----------
    pairs : dict of (str, str) to array [2, 2]
        At most eight pairs of words, and where each stands: a row for the first word, a
        row for the second (see plane_of).
    title, tier : str
        The finding, and the evidence (see canvas).
    plane : str
        Which plane is drawn, and how it was chosen; at most 85 characters.
    ax : Axes, optional
        Where to draw instead of a new canvas.

    Raises
    ------
    ValueError
        More than eight pairs, sizes that do not fit, two words at one place.

    >>> ax = plot_offsets({("man", "woman"): [[0, 0], [1, 2]],
    ...                    ("king", "queen"): [[3, 0], [4, 2.2]]},
    ...                   title="Queen is to king as woman to man",
    ...                   tier="by hand", plane="drawn by hand")
    """
    pairs = _checked(pairs)
    points = np.concatenate(list(pairs.values()))
    ax = plane_axes(points, title=title, tier=tier, hint=_HINT, plane=plane, ax=ax)
    for start, end in pairs.values():
        style.arrow(ax, start, end, INK, width=MAIN, zorder=3)
        hollow = {"marker": "o", "markersize": 6, "mfc": WHITE, "mec": INK}
        ax.plot(*start, color=INK, mew=1.2, zorder=4, **hollow)
    _name(ax, pairs)
    table = [(" to ".join(names), ends.ravel()) for names, ends in pairs.items()]
    heading = "Places, across and up, of the first and of the second word"
    listed = rows(heading, table, np.ptp(ax.get_ylim()))
    return attach(ax, _sentence(pairs), f"{listed}\nPlane: {plane}")


def _checked(pairs):
    if not 1 <= len(pairs) <= MOST:
        raise ValueError(f"pairs holds {len(pairs)} pairs, expected 1 to {MOST}.")
    table = {}
    for names, ends in pairs.items():
        if not _two_words(names):
            raise ValueError(f"pairs has the key {names!r}, expected two words.")
        ends = np.asarray(floats(f"pair {names}", ends), float)
        if ends.shape != (2, 2):
            raise ValueError(
                f"pair {names} has shape {list(ends.shape)}, expected [2, 2]: a row "
                "across and up for each word."
            )
        if (ends[0] == ends[1]).all():
            raise ValueError(
                f"pair {names} stands at one place, expected two: no step, no arrow."
            )
        table[tuple(token(name) for name in names)] = ends
    return table


def _two_words(names):
    if not isinstance(names, tuple) or len(names) != 2:
        return False
    return all(isinstance(name, str) for name in names)


def _name(ax, pairs):
    """Write both words of each pair at their ends, off all arrows."""
    words = [word for names in pairs for word in names]
    anchors = np.concatenate(list(pairs.values()))
    others = np.concatenate([ends[::-1] for ends in pairs.values()])
    places = free_places(
        ax,
        anchors,
        [(style.text_width(word, BODY, "bold"), LINE) for word in words],
        occupied=np.concatenate([trail(ax, ends) for ends in pairs.values()]),
        away=others,
    )
    for i, (word, place) in enumerate(zip(words, places, strict=True)):
        look = {"weight": "bold"} if i % 2 else {}
        style.label(ax, *place, word, INK, ha="center", zorder=8, **look)


def _sentence(pairs):
    n = len(pairs)
    first, second = next(iter(pairs))
    size = f"{n} pair{'s' if n > 1 else ''} of words, each an arrow in one plane"
    size += f", such as {first} to {second}."
    if n == 1:
        return sentence(size)
    steps = np.array([end - start for start, end in pairs.values()])
    units = steps / np.hypot(*steps.T)[:, None]
    angles = [_angle(a, b) for a, b in itertools.combinations(units, 2)]
    off = [_angle(unit, units.sum(axis=0)) for unit in units]
    worst = list(pairs)[int(np.argmax(np.round(off, 6)))]
    return sentence(
        size,
        f"Mean angle between two arrows: {fixed(np.mean(angles), 0)} degrees.",
        f"Farthest from the mean direction: {' to '.join(worst)},",
        f"{fixed(max(off), 0)} degrees.",
    )


def _angle(a, b):
    """Return the angle between two arrows in degrees, 0 to 180."""
    return np.degrees(np.abs(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b)))
