"""A calculator of parameters: sizes go in, counts and the parameter map come out."""

from dataclasses import replace

from ..counting import TransformerShape
from ..counting.shape import EVERY_MATRIX
from ..figures.amounts import percent
from ..figures.parameter_layout import describe_map, groups_of, list_counts
from .page import Explorer, page

HIGHEST = 10**9  # of a size; products go far beyond what a JavaScript number holds
SIZES = ("layers", "d_model", "heads", "d_head", "kv_heads", "d_ff", "vocabulary")
_FALLBACK = "Run this cell to change the sizes."


def counting(models, *, start=None):
    """Count the weights of a shape that the reader types, and draw them as a map.

    Weights alone: no biases, norms, positions. No kernel is needed once it is shown.

    Parameters
    ----------
    models : dict of str to TransformerShape
        Shapes to begin with: one stack, one expert.
    start : str, optional
        Which of them is shown at first; if missing, the first.

    Returns
    -------
    Explorer
        Displays itself at the end of a cell.

    Raises
    ------
    ValueError
        No models, an unknown start, or a shape that the calculator cannot hold.

    >>> tiny = TransformerShape(layers=1, d_model=2, heads=1, d_head=2, vocabulary=3)
    >>> counting({"tiny": tiny}).text.splitlines()[-1]
    'At tiny: 54 parameters: attention 29.6%, MLP 59.3%, words 11.1%.'
    """
    if not models:
        raise ValueError("models is empty, expected at least one shape.")
    start = next(iter(models)) if start is None else start
    if start not in models:
        raise ValueError(f"start is {start!r}, expected one of {[*models]}.")
    numbers = [{"name": name} | _numbers(name, s) for name, s in models.items()]
    counts = counts_of(models[start])
    text = "\n".join(
        [
            describe_map(counts),
            list_counts(counts),
            f"Inputs: {', '.join(SIZES)}, each 1 to {HIGHEST:,}; gated; tied.",
            f"At {start}: {finding(counts)}",
        ]
    )
    data = {"models": numbers, "start": [*models].index(start), "most": HIGHEST}
    return Explorer(page("counting", _FALLBACK, data), text)


def counts_of(shape):
    """Return the weights of a shape, without biases, norms and positions."""
    bare = replace(shape, biases=(), norm="none", positions=0)
    return bare.parts()


def finding(counts):
    """Return the sentence that the calculator says."""
    total = sum(counts.values())
    shares = ", ".join(
        f"{group} {percent(sum(parts.values()), total)}"
        for group, parts in groups_of(counts).items()
    )
    return f"{total:,} parameters: {shares}."


def _numbers(name, shape):
    if not isinstance(shape, TransformerShape):
        raise ValueError(
            f"models[{name!r}] is a {type(shape).__name__}, expected a shape."
        )
    beyond = set(counts_of(shape)) - {"embedding", "unembedding", *EVERY_MATRIX}
    if beyond or shape.cross_layers or shape.experts > 1:
        raise ValueError(
            f"models[{name!r}] has parts that the calculator does not know: expected "
            "one stack, one expert, no pooler and no extra tables."
        )
    sizes = {field: getattr(shape, field) for field in SIZES}
    sizes |= {"kv_heads": shape.n_kv_heads, "d_ff": shape.mlp_width}
    if max(sizes.values()) > HIGHEST:
        raise ValueError(
            f"models[{name!r}] has a size of {max(sizes.values()):,}, expected at most "
            f"{HIGHEST:,}."
        )
    return sizes | {"gated": shape.gated, "tied": shape.tied}
