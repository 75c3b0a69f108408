"""All heads on quoted sentences to play with: hunt for one, then read its grid."""

import base64

import numpy as np

from ..figures.all_heads import describe_all_heads
from ..figures.describe import hundredths, share
from ..figures.heads import strongest
from ..figures.matrix import labels, position
from ..head_weights import shares
from ..validation import brief, floats
from .page import Explorer, page

MOST, LONGEST = 4, 16  # sentences, pieces
_FALLBACK = "Run this cell to choose among the heads."


def heads(found, *, layer=13, head=1, color="piece before", focus=None):
    """Show the weights of every head on some sentences, one head at a time.

    A strip of all heads, darker where a head gives more weight to places of a kind,
    leads to them; no kernel is needed once it is shown. ``plot_heads`` and
    ``plot_all_heads`` are its static twins. Weights are kept to two decimals.

    Parameters
    ----------
    found : dict of str to dict
        For one to four texts what ``all_weights`` gives: ``tokens``, at most 16, and
        ``weights`` [layers, heads, T, T].
    layer, head : int
        The head that is chosen at first.
    color : str
        What colors the strip at first: a name that ``head_weights.shares`` gives.
    focus : str or int, optional
        The word of the first text whose row is chosen at first; if missing, the one
        that looks hardest at another.

    Returns
    -------
    Explorer
        Displays itself at the end of a cell.

    Raises
    ------
    ValueError
        Too many texts or tokens, sizes that do not fit, weights that look ahead, no
        such head or color.

    >>> weights = np.tril(np.full((1, 2, 3, 3), 0.25))
    >>> found = {"a b c": {"tokens": ["a", "b", "c"], "weights": weights}}
    >>> heads(found, layer=0, head=1).text.splitlines()[-1]
    'c looks at a .25, b .25, itself .25.'
    """
    found = _checked(found)
    first = next(iter(found.values()))
    n_layers, n_heads = first["weights"].shape[:2]
    if layer not in range(n_layers) or head not in range(n_heads):
        raise ValueError(
            f"head {layer}.{head} was chosen, expected layers up to {n_layers - 1} and "
            f"heads up to {n_heads - 1}."
        )
    if color not in first["shares"]:
        raise ValueError(f"color is {color!r}, expected one of {[*first['shares']]}.")
    row = _row(first, layer, head, focus)
    numbers = {
        "sentences": [_packed(text, one) for text, one in found.items()],
        "size": [n_layers, n_heads],
        "start": [layer, head, color, row],
    }
    text = _text(found, layer, head, color, row)
    return Explorer(page("heads", _FALLBACK, numbers), text)


def _checked(found):
    if not 1 <= len(found) <= MOST:
        raise ValueError(f"found holds {len(found)} texts, expected 1 to {MOST}.")
    checked = {text: _checked_one(text, **one) for text, one in found.items()}
    sizes = {one["weights"].shape[:2] for one in checked.values()}
    if len(sizes) > 1:
        raise ValueError(f"the texts have {sorted(sizes)} layers and heads, not one.")
    return checked


def _checked_one(text, tokens, weights):
    """Return labels, and weights and shares in hundredths, if they fit each other."""
    tokens = [str(token) for token in tokens]
    weights = np.asarray(floats("weights", weights), float)
    n = len(tokens)
    if n > LONGEST:
        raise ValueError(f"{brief(text)} has {n} pieces, expected at most {LONGEST}.")
    if weights.ndim != 4 or weights.shape[2:] != (n, n):
        raise ValueError(
            f"weights of {brief(text)} has shape {list(weights.shape)}, expected "
            f"[layers, heads, {n}, {n}]."
        )
    if weights.min() < 0 or weights.max() > 1 + 1e-6 or np.triu(weights, 1).any():
        raise ValueError(f"weights of {brief(text)} leave 0 to 1, or look ahead.")
    return {
        "tokens": tokens,
        "labels": labels("tokens", tokens),
        "weights": hundredths(weights),
        "shares": {k: hundredths(v) for k, v in shares(tokens, weights).items()},
    }


def _packed(text, one):
    """Return a sentence for the page: hundredths as bytes, no weight that is masked."""
    rows, columns = np.tril_indices(len(one["labels"]))
    return {
        "text": text.strip(),
        "words": one["labels"],
        "weights": _bytes(one["weights"][..., rows, columns]),
        "shares": {name: _bytes(table) for name, table in one["shares"].items()},
    }


def _bytes(table):
    whole = np.round(100 * table).astype(np.uint8)
    return base64.b64encode(whole.tobytes()).decode()


def _row(one, layer, head, focus):
    if focus is not None:
        return position("focus", one["tokens"], focus)
    best = strongest(one["weights"][layer, head])
    return best[0] if best else len(one["tokens"]) - 1


def _text(found, layer, head, color, row):
    first = next(iter(found.values()))
    n_layers, n_heads = first["weights"].shape[:2]
    grid = first["weights"][layer, head]
    table = first["shares"][color]
    at = f"on the {color}" if color != "itself" else "on itself"
    rows = [
        f"{word}: " + " ".join(share(w) for w in grid[q, : q + 1])
        for q, word in enumerate(first["labels"])
    ]
    return "\n".join(
        [
            describe_all_heads(table, at, {}),
            f"Sentences to choose: {'; '.join(text.strip() for text in found)}.",
            f"The strip shows the weight on: {', '.join(first['shares'])}.",
            f"Sliders: layer, 0 to {n_layers - 1}; head, 0 to {n_heads - 1}.",
            f"Weights of head {layer}.{head}, a row per query:",
            *rows,
            finding(first, layer, head),
            looks(first["labels"], grid, row),
        ]
    )


def finding(one, layer, head):
    """Say in a sentence where a head's weight goes, and its strongest look."""
    given = [f"{name} {share(t[layer, head])}" for name, t in one["shares"].items()]
    words, grid = one["labels"], one["weights"][layer, head]
    best = strongest(grid)
    most = "It looks nowhere else."
    if best:
        q, k = best
        most = f"Strongest: {words[q]} at {words[k]} {share(grid[q, k])}."
    return f"Head {layer}.{head}, mean weights: {', '.join(given)}. {most}"


def looks(words, grid, row):
    """Say what one word looks at: its three largest weights, ties in order."""
    weights = np.round(100 * grid[row, : row + 1])
    most = [k for k in np.argsort(-weights, kind="stable")[:3] if weights[k]]
    said = [f"{'itself' if k == row else words[k]} {share(grid[row, k])}" for k in most]
    return f"{words[row]} looks at {', '.join(said) or 'nothing'}."
