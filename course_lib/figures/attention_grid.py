"""The attention grid: a row per query, a column per key, dot area = weight."""

import numpy as np
from matplotlib.patches import Ellipse

from ..attention import causal_mask
from ..validation import floats
from . import matrix, style
from .describe import attach, hundredths, rounded_shares, rows, sentence, share
from .palette import INK, MASK_LINE, weight_ink
from .style import HAIR, SMALL, course_look

_NUMBER = 0.27  # inches that a printed weight takes
_BESIDE = 0.4  # inches for half a large dot and the number of a crowded row
_LEAST = 0.1  # weights above are printed; smaller ones keep their dot


@course_look
def plot_attention_grid(
    tokens, weights, *, title, tier, focus=None, masked=None, tokens_k=None, ax=None
):
    """Draw attention weights as dots whose area is the weight.

    Parameters
    ----------
    tokens : list of str
        Words or tokens that ask, at most 24.
    weights : array [T_q, T_k]
        A row per query, numbers from 0 to 1.
    title, tier : str
        The finding, and the evidence (see canvas).
    focus : str, int or tuple of them, optional
        The word whose row is marked, or several. Above 10 tokens only the weights of
        marked rows are printed, where there is room beside the dots.
    masked : bool, optional
        Whether words may not look ahead; if missing, seen from the zeros.
    tokens_k : list of str, optional
        Words that answer, where they are not the ones that ask.
    ax : Axes, optional
        Where to draw instead of a new canvas.

    Raises
    ------
    ValueError
        Sizes that do not fit, more than 24 tokens, no weights, weight under the mask.

    >>> ax = plot_attention_grid(["a", "b"], [[1, 0], [0.2, 0.8]],
    ...                          title="b looks at itself", tier="by hand")
    """
    asks = matrix.labels("tokens", tokens)
    answers = matrix.labels("tokens_k", tokens if tokens_k is None else tokens_k)
    weights = checked_weights(weights, len(asks), len(answers))
    allowed = allowed_cells(weights, masked)
    focus = matrix.positions("focus", tokens, focus)
    shown = printed_shares(weights, allowed)
    hint = how_to_read(weights, shown)
    ax = style.axes(title, tier, hint, matrix.rect(asks, answers), ax)
    draw_grid(ax, asks, answers, shown, allowed, focus=focus)
    if not allowed.all():
        matrix.staircase(ax, allowed)
    return attach(ax, *describe_grid(asks, answers, shown, allowed, focus))


def checked_weights(weights, n_queries, n_keys):
    """Return weights as floats [T_q, T_k], if they fit the tokens and are weights."""
    weights = np.asarray(floats("weights", weights), float)
    if weights.shape != (n_queries, n_keys):
        raise ValueError(
            f"weights has shape {list(weights.shape)}, expected "
            f"[{n_queries}, {n_keys}]: a row per word that asks, a column per word "
            "that answers."
        )
    if weights.min() < 0 or weights.max() > 1 + 1e-6:
        raise ValueError(
            f"weights runs from {weights.min():.3g} to {weights.max():.3g}, expected "
            "0 to 1: these may be scores before softmax."
        )
    return weights


def allowed_cells(weights, masked):
    """Return the mask [T_q, T_k], True = may attend, seen from zeros if not told."""
    n_queries, n_keys = weights.shape
    everything = np.ones(weights.shape, bool)
    if masked is False or (masked is None and n_queries > n_keys):
        return everything
    causal = causal_mask(n_queries, n_keys)
    ahead = weights[~causal]
    if masked is None and (ahead.any() or not ahead.size):
        return everything
    if ahead.any():
        q, k = np.argwhere((weights > 0) & ~causal)[0]
        raise ValueError(
            f"weights has {weights[q, k]:.2f} in row {q}, column {k}, which looks "
            "ahead: expected 0 there, or masked=False."
        )
    return causal


def printed_shares(weights, allowed):
    """Return the weights that are drawn: rows that are printed whole add up to 1.

    Equal shares stay equal, though three times .33 is not 1.
    """
    shown = weights.copy()
    for row, may in zip(shown, allowed, strict=True):
        even = np.ptp(row[may]) < 1e-6 if may.any() else True
        if not even and (row[may] > _LEAST).all() and abs(row.sum() - 1) < 0.005:
            row[may] = rounded_shares(row[may])
    return shown


def how_to_read(weights, shown):
    """Return the line under the title, which must be true of these weights."""
    if not np.isclose(weights.sum(axis=1), 1, atol=0.02).all():
        return "each row asks; dot area = weight; some rows do not add up to 1"
    if any(share(a) != share(b) for a, b in zip(weights.flat, shown.flat, strict=True)):
        return "row asks; dot area = weight, rounded so that a row adds up to 1"
    return "each row asks and shares out one unit of weight; dot area = weight"


def draw_grid(ax, asks, answers, weights, allowed, *, focus=()):
    """Draw rules, labels, the bands of the focus rows and the dots."""
    read = set(np.flatnonzero((weights[list(focus)] > 0.3).any(axis=0)))
    matrix.frame(ax, asks, answers, focus=focus, read=read)
    matrix.sides(ax)
    for row in focus:
        matrix.band(ax, row, allowed[row].sum())
    numbered = max(weights.shape) <= matrix.PRINTED
    middle = None if numbered else _middle(ax)
    for q, k in np.argwhere(allowed):
        draw_dot(ax, q, k, weights[q, k], numbered, middle)
    for row in () if numbered else focus:
        _number_row(ax, row, weights[row], allowed[row])


def _middle(ax):
    """Return where dots stand, in inches from the left of their cells.

    Left of the middle where a number of a focus row then fits into the cell.
    """
    wide, high = matrix.cell_inches(ax)
    aside = wide - _BESIDE
    return aside if 0.47 * high < aside < wide / 2 else wide / 2


def draw_dot(ax, q, k, weight, numbered, middle=None):
    """Draw one weight; its number stands to the right of the dot.

    The dot's middle may be given in inches from the left of its cell.
    """
    cell = matrix.cell_inches(ax)
    printed = numbered and weight > _LEAST
    largest = 0.47 * min(cell)
    if numbered:
        largest = min(largest, (cell[0] - _NUMBER - 0.06) / 2)
    x = (cell[0] - _NUMBER - 0.05) / 2 if printed else middle or cell[0] / 2
    diameter = 2 * largest * np.sqrt(weight)
    dot = Ellipse(
        (k + x / cell[0], q + 0.5),
        diameter / cell[0],
        diameter / cell[1],
        facecolor=weight_ink(weight),
        edgecolor=INK if weight >= 0.35 else MASK_LINE,
        linewidth=HAIR,
        zorder=2,
    )
    ax.add_artist(dot)  # add_patch would work out limits anew for every dot
    if printed:
        bold = "bold" if weight > 0.3 else "normal"
        x += largest + 0.05
        at = k + x / cell[0], q + 0.52
        ax.text(*at, share(weight), size=SMALL, va="center", weight=bold)


def _number_row(ax, q, row, allowed):
    """Print the weights of a crowded row beside their dots, the strongest first.

    It ends at the first that would hide a dot: what is printed is never the weaker.
    """
    wide, high = matrix.cell_inches(ax)
    center = np.arange(row.size) * wide + _middle(ax)
    radius = 0.47 * min(wide, high) * np.sqrt(row)
    begin, end = np.append(0, center + radius)[:-1], (center - radius)[1:]
    end = np.append(end, row.size * wide)  # room for each dot and its number
    end[allowed.sum() - 1] = allowed.sum() * wide
    for k in np.argsort(-row, kind="stable")[: (allowed & (row > _LEAST)).sum()]:
        text, bold = share(row[k]), "bold" if row[k] > 0.3 else "normal"
        width = style.text_width(text, SMALL, bold) + 0.05
        left, right = center[k] - radius[k], center[k] + radius[k]
        if end[k] - right >= width:
            x, side = right + 0.03, "left"
            begin[k + 1 : k + 2] = right + width
        elif left - begin[k] >= width:
            x, side = left - 0.03, "right"
            end[k - 1 : k] = left - width
        else:
            return
        look = {"size": SMALL, "weight": bold, "ha": side, "va": "center"}
        ax.text(x / wide, q + 0.52, text, **look)


def describe_grid(asks, answers, weights, allowed, focus):
    """Return the sentence and the numbers of a grid; focus is a tuple of rows."""
    kind = "unmasked" if allowed.all() else "masked"
    size = f"Attention grid, {len(asks)} by {len(answers)}, {kind}; rows ask."
    if not focus:
        said = sentence(size, _strongest("Strongest:", asks, answers, weights, (), 3))
    else:
        *before, looks = [looks_at(asks, answers, weights[q], q) for q in focus]
        size = sentence(size, *before)
        other = "Strongest elsewhere:"
        elsewhere = _strongest(other, asks, answers, weights, focus, 1)
        said = sentence(size, looks, elsewhere)
    pairs = zip(asks, weights, allowed, strict=True)
    table = [(name, row[may]) for name, row, may in pairs]
    keys = f"Keys: {' '.join(answers)}\n"
    return said, keys + rows("Weights, a row per query", table, 1, share)


def looks_at(asks, answers, row, focus):
    """Say what one word looks at most, with all ties, and what stays on itself."""
    own = focus if asks == answers else None
    fine = np.floor(1e4 * row + 0.5)  # ties must survive noise in the last bits
    most = [k for k in np.argsort(-fine, kind="stable") if k != own]
    tied = [k for k in most if fine[k] >= fine[most[0]] - 50]
    most = [k for k in most[: max(2, len(tied))] if share(row[k]) != "0"]
    looks = [f"{answers[k]} {share(row[k])}" for k in most] or ["no other word"]
    if own is not None:
        looks.append(f"on itself {share(row[own])}")
    return f"{asks[focus]} looks at {', '.join(looks)}."


def _strongest(heading, asks, answers, weights, skip, count):
    """Name the largest weights off the diagonal, outside the rows that are skipped."""
    rest = hundredths(weights)
    if asks == answers:
        np.fill_diagonal(rest, 0)
    rest[list(skip)] = 0
    order = np.argsort(-rest, axis=None, kind="stable")[:count]
    pairs = [np.unravel_index(i, rest.shape) for i in order if rest.flat[i] > 0]
    said = [f"{asks[q]} at {answers[k]} {share(rest[q, k])}" for q, k in pairs]
    return f"{heading} {', '.join(said)}." if said else ""
