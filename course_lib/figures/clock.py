"""A pair of sine and cosine as a clock: a face, its hands, and what two hands say."""

import numpy as np
from matplotlib.patches import Circle

from .. import positions
from ..validation import whole_number
from . import style
from .describe import attach, fixed, rows, sentence, share
from .palette import INK, MASK_LINE, MUTED, POSITION, RULE, tint
from .style import HAIR, HEIGHT, MAIN, SIDE, SMALL, THIN, TOP, WIDTH, course_look

FARTHEST = 99  # the last position
WIDEST = 32
_HINT = "a hand = one position on one clock; curve: how alike two positions are"
DOTTED = (0, (2, 1.2))


@course_look
def plot_clock(first, second, clock, *, d_model, title):
    """Draw two positions as hands of one clock, and how alike they are by distance.

    The evidence is always "by hand": the clocks follow a formula.

    Parameters
    ----------
    first, second : int
        Two positions, 0 to 99.
    clock : int
        Which pair of columns, counted from 0: the fastest.
    d_model : int
        An even width, at most 32.
    title : str
        The finding (see canvas).

    Raises
    ------
    ValueError
        Positions, a clock or a width out of range.

    >>> ax = plot_clock(3, 7, 0, d_model=16, title="Two hands of one clock")
    """
    first, second, clock, d_model = checked_clock(first, second, clock, d_model)
    fig = style.canvas(title, "by hand", _HINT)
    tall = (HEIGHT - TOP - 0.1) / HEIGHT
    face = style.clean(fig.add_axes([SIDE, 0.02, tall * HEIGHT / WIDTH, tall]))
    face.set(xlim=(-1.3, 1.3), ylim=(-1.3, 1.3))
    angles = np.array([first, second]) * positions.speeds(d_model)[clock]
    draw_face(face, (0, 0), 1)
    _draw_two_hands(face, angles, (first, second))
    across = [0.53, 0.145, 1 - SIDE - 0.53, tall - 0.19]
    _draw_likeness(fig.add_axes(across), second - first, clock, d_model)
    return attach(face, *describe_clock(first, second, clock, d_model))


def checked_clock(first, second, clock, d_model):
    """Return the arguments as whole numbers in their ranges; see plot_clock."""
    d_model = whole_number("d_model", d_model, at_least=2)
    clocks = len(positions.speeds(d_model))
    for name, value, most in (
        ("first", first, FARTHEST),
        ("second", second, FARTHEST),
        ("clock", clock, clocks - 1),
        ("d_model", d_model, WIDEST),
    ):
        if whole_number(name, value, at_least=0) > most:
            raise ValueError(f"{name} is {value}, expected at most {most}.")
    return int(first), int(second), int(clock), d_model


def describe_clock(first, second, clock, d_model):
    """Return the sentence and the numbers of a picture of two hands."""
    size = f"Clock {clock} of {d_model // 2}, counted from 0, with two hands."
    said = sentence(size, saying(first, second, clock, d_model))
    distance = np.arange(FARTHEST + 1)
    one, all_ = likeness(distance, clock, d_model)
    at = [0, 1, 2, 5, 10, 20, 50, FARTHEST]
    table = [("distance", at), ("this clock", one[at]), ("all clocks", all_[at])]
    return said, rows("Dot products", table, 2)


def saying(first, second, clock, d_model):
    """Say how far two hands are apart, and how alike the positions are.

    >>> saying(3, 7, 0, 16)
    'One turn in 6.28 positions: 3 and 7 are 131° apart, dot product −.65; all 8 \
clocks .69.'
    """
    one, all_ = likeness(np.array([second - first]), clock, d_model)
    turn = degrees_apart(first, second, clock, d_model)
    return (
        f"One turn in {wavelength(clock, d_model)} positions: {first} and {second} are "
        f"{turn}° apart, dot product {signed_share(one[0])}; all {d_model // 2} clocks "
        f"{signed_share(all_[0])}."
    )


def degrees_apart(first, second, clock, d_model):
    """Return the angle between two hands in whole degrees, 0 to 180."""
    turned = np.degrees((second - first) * positions.speeds(d_model)[clock]) % 360
    return int(min(turned, 360 - turned) + 0.5)


def wavelength(clock, d_model):
    """Return after how many positions a clock's hand is back, as text.

    >>> wavelength(0, 16), wavelength(7, 16)
    ('6.28', '19,869')
    """
    back = 2 * np.pi / positions.speeds(d_model)[clock]
    return fixed(back, 2 if back < 10 else 1 if back < 1000 else 0)


def likeness(distance, clock, d_model):
    """Return dot products by distance: of one clock, and all clocks' mean."""
    angles = np.asarray(distance)[:, None] * positions.speeds(d_model)
    return np.cos(angles[:, clock]), np.cos(angles).mean(axis=1)


def signed_share(value):
    """Return a number from -1 to 1 as the course prints shares, with its sign."""
    text = share(abs(value))
    return text if value >= 0 or text == "0" else f"−{text}"


def draw_face(ax, center, radius):
    """Draw a clock without hands."""
    look = {"facecolor": tint(POSITION, 0.1), "edgecolor": MASK_LINE, "linewidth": THIN}
    ax.add_patch(Circle(center, radius, **look))
    for angle in np.arange(12) * np.pi / 6:
        ends = np.array(center) + np.outer([0.9, 1], radius * hand(angle))
        ax.plot(*ends.T, color=MASK_LINE, linewidth=HAIR)


def hand(angle):
    """Return the tip [2] of a hand of length 1: sine across, cosine up."""
    return np.array([np.sin(angle), np.cos(angle)])


def _draw_two_hands(ax, angles, names):
    """Draw the first hand solid and the second dashed, each with its position."""
    for i, (angle, name) in enumerate(zip(angles, names, strict=True)):
        line = DOTTED if i else "-"
        look = {"width": MAIN, "head": 14, "linestyle": line, "zorder": 4 + i}
        style.arrow(ax, (0, 0), 0.95 * hand(angle), POSITION, **look)
        if i == 0 or names[0] != names[1]:
            close = i and abs(np.angle(np.exp(1j * (angles[1] - angles[0])))) < 0.25
            where = (1.13 if not close else 0.6) * hand(angle)
            words = {"ha": "center", "weight": "bold", "zorder": 9}
            style.label(ax, *where, str(name), POSITION, **words)
    ax.plot(0, 0, marker="o", markersize=6, color=INK, zorder=6)


def _draw_likeness(ax, apart, clock, d_model):
    """Draw dot products over the distance, and a point for the two positions."""
    distance = np.linspace(0, FARTHEST, 1000)
    one, all_ = likeness(distance, clock, d_model)
    ax.axhline(0, color=RULE, linewidth=THIN, zorder=0)
    ax.plot(distance, one, color=POSITION, linewidth=THIN, linestyle=DOTTED)
    ax.plot(distance, all_, color=POSITION, linewidth=MAIN)
    here_one, here_all = likeness(np.array([abs(apart)]), clock, d_model)
    for y, face in ((here_one[0], "white"), (here_all[0], POSITION)):
        ax.plot(abs(apart), y, "o", markersize=9, color=POSITION, mfc=face, zorder=5)
    ax.set(xlim=(-1, FARTHEST + 1), ylim=(-1.15, 1.5), xlabel="distance")
    ax.set_ylabel("dot product", labelpad=2)
    ax.set_yticks([-1, 0, 1], ["−1", "0", "1"])
    words = f"solid: all {d_model // 2} clocks, mean; dashed: this one"
    ax.text(0, 1.28, words, size=SMALL, color=MUTED)
