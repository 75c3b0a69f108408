"""The frame that every figure shares: sizes, canvas, labels, arrows, and its check."""

import itertools
from functools import cache, lru_cache

import matplotlib.style
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import FancyArrowPatch
from matplotlib.patheffects import withStroke
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter, NullFormatter

from ..validation import brief
from .palette import INK, MUTED, WHITE, word_color
from .tokens import FONT, drawable

WIDTH, HEIGHT, DPI = 8, 4.5, 160  # inches and dots an inch: 1280 x 720
TITLE, SYMBOLS, BODY, SMALL = 14, 13, 10, 9  # points; SMALL is the floor
HAIR, THIN, MAIN, THICK = 0.6, 1, 1.8, 3  # points
STEP, DASHED = 2.2, (0, (3, 1.2))  # points: arrows of what is added
LONGEST_TITLE, LONGEST_HINT = 50, 70  # characters
SIDE, TOP = 0.022, 0.95  # margin as a share of the width; inches above the drawing

TIERS = {
    "by hand": "✎ by hand",
    "trained here": "↻ trained here",
    "real model": "◆ real model",
    "random numbers": "⚂ random numbers",  # an experiment with numbers drawn by lot
    "map": "map",
}

# A reader's own settings (a dark style, say) must not leak in, nor ours out: every
# drawing function wears this as a decorator, over matplotlib's defaults.
course_look = matplotlib.style.context(
    [
        "default",
        {
            "font.family": FONT,
            "mathtext.fontset": "stix",
            "text.hinting": "none",
            "text.parse_math": False,  # a reader's "$5 and $6" is no formula
            "text.color": INK,
            "font.size": BODY,
            "axes.labelsize": BODY,
            "axes.titlesize": BODY,
            "axes.labelcolor": INK,
            "axes.edgecolor": MUTED,
            "axes.linewidth": 0.8,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "xtick.labelsize": SMALL,
            "ytick.labelsize": SMALL,
            "xtick.color": INK,
            "ytick.color": INK,
            "hatch.linewidth": 0.7,
            "lines.linewidth": MAIN,
        },
    ]
)


@course_look
def canvas(message, tier, how_to_read=""):
    """Return an empty figure of 8 by 4.5 inches with its finding as the title.

    Parameters
    ----------
    message : str
        The finding, a sentence of at most 50 characters.
    tier : str
        The evidence: "by hand", "trained here", "real model", "random numbers" (an
        experiment: neither worked by hand nor learned from anything), or "map".
    how_to_read : str
        One line beside the badge, at most 70 characters.

    Raises
    ------
    ValueError
        A title or line that is too long, or an unknown tier.

    >>> canvas("Blue looks at fluffy", "by hand").get_size_inches().tolist()
    [8.0, 4.5]
    """
    _check_frame(message, tier, how_to_read)
    fig = Figure(figsize=(WIDTH, HEIGHT), dpi=DPI, facecolor=WHITE)
    FigureCanvasAgg(fig)
    fig.text(SIDE, 1 - 0.16 / HEIGHT, message, size=TITLE, weight="bold", va="top")
    right = _badge(fig, tier)
    y = 1 - 0.63 / HEIGHT
    fig.text(right + SIDE, y, how_to_read, size=BODY, va="center", color=MUTED)
    return fig


def _check_frame(message, tier, how_to_read):
    for name, text, longest in (
        ("title", message, LONGEST_TITLE),
        ("how_to_read", how_to_read, LONGEST_HINT),
    ):
        if len(text) > longest:
            raise ValueError(
                f"{name} has {len(text)} characters, expected at most {longest}: "
                f"{brief(text)}."
            )
    if tier not in TIERS:
        raise ValueError(f"tier is {tier!r}, expected one of {', '.join(TIERS)}.")


def _badge(fig, tier):
    """Draw the evidence, told by the form of its outline; return its right edge.

    Dashed is by hand, plain is trained here, filled is a real model, and square like
    the face of a die is random numbers.
    """
    filled = tier == "real model"
    corner = 0.05 if tier == "random numbers" else 0.8
    box = {
        "boxstyle": f"round,pad=.32,rounding_size={corner}",
        "facecolor": INK if filled else WHITE,
        "edgecolor": INK,
        "linewidth": 1.1,
        "linestyle": (0, (3, 1.6)) if tier == "by hand" else "-",
    }
    badge = fig.text(
        SIDE + 0.0075,
        1 - 0.63 / HEIGHT,
        TIERS[tier],
        size=SMALL,
        va="center",
        weight="bold",
        color=WHITE if filled else INK,
        bbox=box,
    )
    extent = badge.get_window_extent(fig.canvas.get_renderer())
    return extent.transformed(fig.transFigure.inverted()).x1


def axes(title, tier, how_to_read, rect, ax=None):
    """Return axes at rect in a new canvas, or the reader's ax with the title above.

    A function that draws into a given ax has no canvas of its own, so title and
    evidence become the heading of those axes.
    """
    if ax is None:
        return canvas(title, tier, how_to_read).add_axes(rect)
    _check_frame(title, tier, how_to_read)
    ax.set_title(f"{title} ({TIERS[tier]})", loc="left", weight="bold", pad=34)
    return ax


def clean(ax):
    """Remove ticks and spines: the drawing brings its own."""
    ax.set_xticks([])
    ax.set_yticks([])
    ax.spines[:].set_visible(False)
    return ax


def plain_ticks(axis):
    """Write the numbers of an axis with commas and a real minus sign."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: tick(value)))
    axis.set_minor_formatter(NullFormatter())


def tick(value):
    """Return the number at a tick: commas, a real minus sign, no exponent of 10^6."""
    if value and not 1e-4 <= abs(value) < 1e6:
        mantissa, exponent = f"{value:.3e}".split("e")
        return f"{float(mantissa):g}e{int(exponent)}".replace("-", "−")
    text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.6g}"
    return text.replace("-", "−")


def inches(ax):
    """Return width and height of axes in inches."""
    box = ax.get_position()
    width, height = ax.figure.get_size_inches()
    return box.width * width, box.height * height


@lru_cache(maxsize=1000)
def text_width(text, size=BODY, weight="normal"):
    """Return the width of a text in inches, as it will be drawn."""
    font = FontProperties(family=FONT, size=size, weight=weight)
    widths = [
        _ruler().get_text_width_height_descent(line, font, False)[0]
        for line in drawable(text).split("\n")
    ]
    return max(widths) / DPI


@cache
def _ruler():
    return RendererAgg(1, 1, DPI)


def halo(ground=WHITE):
    """Return a stroke in the color of the ground, so that words read over lines."""
    return [withStroke(linewidth=3, foreground=ground)]


def label(ax, x, y, text, color=INK, *, ground=WHITE, **style):
    """Write words beside the thing they name, in the word shade of its color."""
    style = {"va": "center", "size": BODY} | style
    return ax.text(
        x, y, text, color=word_color(color), path_effects=halo(ground), **style
    )


def arrow(ax, start, end, color=INK, *, width=MAIN, head=11, slim=False, **style):
    """Draw a straight arrow with a filled head that ends exactly at its point.

    Slim heads stay apart where several arrows end at one point.
    """
    shape = (
        "head_length=.8,head_width=.23" if slim else "head_length=.55,head_width=.28"
    )
    return ax.add_patch(
        FancyArrowPatch(
            start,
            end,
            arrowstyle=f"-|>,{shape}",
            mutation_scale=head,
            color=color,
            linewidth=width,
            shrinkA=0,
            shrinkB=0,
            joinstyle="miter",
            **style,
        )
    )


def leader(ax, start, end, **style):
    """Draw the thin line that ties a label to a thing it cannot stand next to."""
    (x0, y0), (x1, y1) = start, end
    style = {"color": MUTED, "linewidth": 0.8, "solid_capstyle": "round"} | style
    return ax.plot([x0, x1], [y0, y1], **style)[0]


@course_look
def problems(fig):
    """Return what is wrong with the texts of a figure: overlap, off canvas, small.

    It does not see a text that lies on a line or an arrow: look.
    """
    fig.canvas.draw()
    outside = _ticks_outside(fig)
    shown = [t for t in fig.findobj(Text) if t.get_visible() and t.get_text().strip()]
    shown = [t for t in shown if t not in outside]
    outlines = {text: _outline(text, fig.canvas.get_renderer()) for text in shown}
    found = []
    for text, corners in outlines.items():
        if text.get_size() < SMALL - 0.01:
            found.append(f"small: {text.get_text()!r} at {text.get_size()} points")
        if (corners < 0).any() or (corners > [fig.bbox.width, fig.bbox.height]).any():
            found.append(f"off canvas: {text.get_text()!r}")
    for (one, a), (two, b) in itertools.combinations(outlines.items(), 2):
        if _overlap(a, b, one.get_rotation()) and _overlap(a, b, two.get_rotation()):
            found.append(f"overlap: {one.get_text()!r} and {two.get_text()!r}")
    return found


def _ticks_outside(fig):
    """Return the labels of ticks that matplotlib keeps but does not draw."""
    labels = set()
    for axis in (axis for ax in fig.axes for axis in (ax.xaxis, ax.yaxis)):
        low, high = sorted(axis.get_view_interval())
        for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
            if not low <= tick.get_loc() <= high:
                labels |= {tick.label1, tick.label2}
    return labels


def _outline(text, renderer):
    """Return the four corners [4, 2] in dots of a text's box, turned with the text."""
    angle = text.get_rotation()
    if text.get_rotation_mode() != "anchor" or angle == 0:
        return text.get_window_extent(renderer).corners()
    text.set_rotation(0)
    corners = text.get_window_extent(renderer).corners()
    text.set_rotation(angle)
    anchor = text.get_transform().transform(text.get_position())
    return anchor + (corners - anchor) @ _turn(angle).T


def _turn(angle):
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([[c, -s], [s, c]])


def _overlap(a, b, angle, slack=(1, 3)):
    """Whether two boxes share more than a little along both directions at an angle."""
    a, b = a @ _turn(angle), b @ _turn(angle)
    shared = np.minimum(a.max(0), b.max(0)) - np.maximum(a.min(0), b.min(0))
    return (shared > slack).all()
