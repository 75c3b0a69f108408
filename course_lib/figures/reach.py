"""A mask, the weights under it, and of whom each word can know after some layers."""

import numpy as np
from matplotlib.patches import Rectangle

from .. import masks
from ..attention import softmax
from ..validation import whole_number
from . import matrix, style
from .attention_grid import draw_dot
from .before_after import checked_scores, hatch
from .describe import attach, sentence, share
from .palette import INK
from .style import MAIN, course_look

MOST_LAYERS = 6


@course_look
def plot_reach(tokens, scores, mask, n_layers, *, title, tier, focus=None):
    """Draw the weights under a mask, and box what can be known after some layers.

    Parameters
    ----------
    tokens : list of str
        At most 8 words.
    scores : array [T, T]
        Finite numbers, a row per word that asks.
    mask : bool array [T, T]
        True = may look.
    n_layers : int
        From 1 to 6.
    title, tier : str
        The finding, and the evidence (see canvas).
    focus : str or int, optional
        The word whose row is marked; if missing, the last.

    Raises
    ------
    ValueError
        Sizes that do not fit, more than 8 words or 6 layers.

    >>> ax = plot_reach(["a", "b"], [[0, 0], [0, 1]], np.tri(2, dtype=bool), 1,
    ...                 title="b can know of both", tier="by hand")
    """
    words, scores, mask, focus = checked_reach(tokens, scores, mask, n_layers, focus)
    weights = softmax(np.where(mask, scores, -np.inf))
    known = masks.reach(mask, n_layers)
    hint = "row asks; dot area = weight; boxed: can be known after the layers"
    ax = style.axes(title, tier, hint, matrix.rect(words, words))
    matrix.frame(ax, words, words, focus=(focus,), read=np.flatnonzero(mask[focus]))
    matrix.sides(ax)
    hatch(ax, ~mask)
    for q, k in np.argwhere(mask):
        draw_dot(ax, q, k, weights[q, k], numbered=True)
    for q, k in np.argwhere(known):
        box = Rectangle((k + 0.015, q + 0.02), 0.97, 0.96, fill=False, zorder=3)
        ax.add_patch(box).set(edgecolor=INK, linewidth=MAIN)
    return attach(ax, *describe_reach(words, weights, mask, n_layers, focus))


def checked_reach(tokens, scores, mask, n_layers, focus):
    """Return labels, scores, mask and the row in focus, if they fit together."""
    words = matrix.labels("tokens", tokens)
    scores = checked_scores(scores, len(words))
    if not np.isfinite(scores).all():
        raise ValueError("scores holds -inf, expected finite numbers beside a mask.")
    mask = masks.square_mask(mask)
    if mask.shape != scores.shape:
        raise ValueError(
            f"mask has shape {list(mask.shape)}, expected {list(scores.shape)}."
        )
    if whole_number("n_layers", n_layers) > MOST_LAYERS:
        raise ValueError(f"n_layers is {n_layers}, expected at most {MOST_LAYERS}.")
    last = len(words) - 1
    focus = matrix.position("focus", tokens, last if focus is None else focus)
    return words, scores, mask, focus


def describe_reach(words, weights, mask, n_layers, focus):
    """Return the sentence and the numbers; the mask is among them, cell by cell."""
    size = f"Mask, {len(words)} by {len(words)}; rows ask."
    said = sentence(size, saying(words, weights, mask, n_layers, focus))
    known = masks.reach(mask, n_layers)
    lines = [f"Keys: {' '.join(words)}", "Weights, a row per query, - is masked:"]
    for word, row, may in zip(words, weights, mask, strict=True):
        shown = [share(w) if m else "-" for w, m in zip(row, may, strict=True)]
        lines.append(f"{word}: {' '.join(shown)}")
    lines.append(f"Can be known after {layers(n_layers)}:")
    lines += [
        f"{word}: {named(words, row)}" for word, row in zip(words, known, strict=True)
    ]
    return said, "\n".join(lines)


def saying(words, weights, mask, n_layers, focus):
    """Say where one word looks, and of whom it can know after some layers."""
    looks = [
        f"{word} {share(weight)}"
        for word, weight, may in zip(words, weights[focus], mask[focus], strict=True)
        if may
    ]
    known = masks.reach(mask, n_layers)[focus]
    rest = "" if known.all() else f", not of {named(words, ~known)}"
    return (
        f"{words[focus]} looks at {', '.join(looks) or 'nothing'}. After "
        f"{layers(n_layers)} it can know of {named(words, known)}{rest}."
    )


def named(words, chosen):
    """Return the chosen words in a list."""
    return ", ".join(word for word, one in zip(words, chosen, strict=True) if one)


def layers(n):
    """Write a number of layers.

    >>> layers(1), layers(2)
    ('1 layer', '2 layers')
    """
    return f"{n} layer" + "s" * (n != 1)
