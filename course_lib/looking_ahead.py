"""Does a model look ahead? Two measurements that tell, on the real model.

Both take a cut of ``operating_table``: "nothing cut" is the model as it was trained.
"""

import numpy as np

from course_lib import operating_table
from course_lib.recording import recorded
from course_lib.validation import brief


@recorded
def shared_start(one, other, cut):
    """Compare the vectors of two texts at the pieces with which both begin.

    Parameters
    ----------
    one, other : str
        Two texts that begin alike.
    cut : str
        One of ``operating_table.CUTS``.

    Returns
    -------
    dict
        ``tokens`` [T], the pieces that they share; ``apart`` [31, T], the length of the
        difference in shares of the vector's own length. Row 0 is the look-up, row n
        what is there after n layers.

    Raises
    ------
    ValueError
        As for ``real_model.tokens``; or the texts share no first piece.
    """
    a, b = _residuals(one, cut), _residuals(other, cut)
    shared = 0
    for piece, twin in zip(a["tokens"], b["tokens"], strict=False):
        if piece != twin:
            break
        shared += 1
    if not shared:
        texts = f"{brief(one)} and {brief(other)}"
        raise ValueError(f"{texts} begin with different pieces.")
    x, y = a["x"][:, :shared], b["x"][:, :shared]
    apart = np.linalg.norm(x - y, axis=-1) / np.linalg.norm(x, axis=-1)
    return {"tokens": np.array(a["tokens"][:shared]), "apart": apart}


@recorded
def surprises(text, cut, every):
    """Score a text twice: all pieces in one pass, and each in a pass of its own.

    In a pass of its own the text ends before the piece: there is no later piece to
    look at, as when a model writes.

    Parameters
    ----------
    text : str
        At least two pieces.
    cut : str
        One of ``operating_table.CUTS``.
    every : int
        Score each piece (1), or only each second, third, ... one.

    Returns
    -------
    dict
        ``tokens`` [n], the pieces that were predicted; ``one_pass`` [n] and
        ``own_pass`` [n], the surprise -log p at each, in nats.

    Raises
    ------
    ValueError
        As for ``real_model.tokens``; or the text is one piece.
    """
    from course_lib.model import language_model

    attention = operating_table.CUTS[cut]["attention"]
    if cut == "nothing cut":
        attention = None  # the same numbers, all heads of a layer at once
    run = language_model.forward(text, attention)
    if len(run.ids) < 2:
        raise ValueError("text is one piece, expected two at least: one to predict.")
    at = np.arange(every, len(run.ids), every)
    model = language_model.load()
    own = [model.vectors(run.ids[:i], attention)[-1] for i in at]
    one_pass = _surprise(run.final[at - 1] @ run.embedding.T, run.ids[at])
    own_pass = _surprise(np.array(own) @ run.embedding.T, run.ids[at])
    tokens = np.array(run.tokens)[at]
    return {"tokens": tokens, "one_pass": one_pass, "own_pass": own_pass}


def _residuals(text, cut):
    from course_lib.model import language_model

    kept = []

    def keep(point, layer, x):
        if point in ("embedding", "residual"):
            kept.append(x)

    run = language_model.forward(text, operating_table.CUTS[cut]["attention"], keep)
    return {"tokens": run.tokens, "x": np.array(kept)}


def _surprise(logits, targets):
    """Return -log p of each target, [n], from logits [n, d_vocab]."""
    shifted = logits - logits.max(-1, keepdims=True)
    log_total = np.log(np.exp(shifted).sum(-1))
    return log_total - shifted[np.arange(len(targets)), targets]
