"""Attention is not contribution: which heads look at a name, and which ones say it.

Thirty stories name one culprit, then ask "Who was the murderer? Answer: The murderer
was". Three numbers a head: the weight on the name, what the head itself adds to the
name's logit, and the name's probability without the head.
"""

import numpy as np

from course_lib.gallery_texts import CULPRITS, MYSTERIES, half
from course_lib.real_model import one_piece, position
from course_lib.recording import recorded

STORIES = half(MYSTERIES, "report")
NAMES = half(CULPRITS, "report")
# The three that argue most against the name, and the three that argue most for it.
HEADS = ((24, 4), (29, 0), (23, 3), (29, 1), (23, 1), (23, 0))


@recorded
def at_the_name():
    """Return what all 270 heads do about the name, at each story's last piece.

    Returns
    -------
    dict
        ``weight`` [30 stories, 30 layers, 9 heads], the last piece's weight on the
        name; ``logit``, of the same shape, what each head adds to the name's logit more
        than to that of an average piece, with the final norm's scale as it is in the
        whole model; ``probability`` [30], of the name to come next.

    Raises
    ------
    ValueError
        The model is not installed and nothing was recorded.

    Source: Elhage et al. 2021, "Logit attribution"; McDougall et al. 2023.
    """
    from course_lib.model import batch

    watched = batch.watch(STORIES)
    ids = [one_piece(name) for name in NAMES]
    return {
        "weight": _weights_on(watched, NAMES),
        "logit": direct_contribution(watched.gathered, watched.last, ids),
        "probability": _probability(watched.final, watched.batch, ids),
    }


@recorded
def name_without(heads):
    """Return the probability of each name without each of some heads, [heads, 30].

    Parameters
    ----------
    heads : tuple of (int, int)
        Layer and head; one at a time is emptied.

    Raises
    ------
    ValueError
        As for ``at_the_name``.
    """
    from course_lib.model import batch

    watched = batch.watch(STORIES)
    ids = [one_piece(name) for name in NAMES]
    runs = (batch.without(watched, (head,)) for head in heads)
    return np.array([_probability(run, watched.batch, ids) for run in runs])


def direct_contribution(gathered, last, ids):
    """Return what each head adds to a piece's logit, above the average piece's.

    logit = (gathered W_o's block) / scale * norm . (e - mean of all e)

    Parameters
    ----------
    gathered : array [30, 9, n, 64]
        What each head gathered at the last piece of n texts.
    last : array [n, 576]
        That piece's vector before the final norm: it fixes the norm's scale.
    ids : list of int
        For each text the piece whose logit it is.

    Returns
    -------
    array [n, 30, 9]
    """
    from course_lib.model import language_model
    from course_lib.model.layout import D_MODEL, N_HEADS, NORM_EPSILON

    model = language_model.load()
    scale = np.sqrt((last**2).mean(-1, keepdims=True) + NORM_EPSILON)  # [n, 1]
    away = model.embedding[ids] - model.embedding.mean(0)  # [n, 576]
    direction = model.final_norm * away / scale  # [n, 576]
    found = []
    for heads, weights in zip(gathered, model.layers, strict=True):
        blocks = weights.W_o.reshape(N_HEADS, -1, D_MODEL)  # [9, 64, 576]
        added = heads @ blocks  # [9, n, 576]
        found.append((added * direction).sum(-1))  # [9, n]
    return np.array(found).transpose(2, 0, 1)


def _weights_on(watched, names):
    """Return the last piece's weight on each text's name, [n, 30, 9]."""
    rows = []
    for i, (tokens, name) in enumerate(zip(watched.batch.tokens, names, strict=True)):
        rows.append(watched.weights[:, :, i, len(tokens) - 1, position(tokens, name)])
    return np.array(rows)


def _probability(final, batch, ids):
    from course_lib.model.batch import losses

    ends = final[np.arange(len(ids)), batch.lengths - 1]
    return np.exp(-losses(ends, ids))
