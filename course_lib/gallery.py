"""A gallery of real heads, each with its score, baseline, control and knock-out.

Each name stands for a place to which such a head gives its weight:

- "previous word": the piece before, from the third piece on. Control: the other pieces
  in between, as if the target were drawn by lot.
- "adjective": from a noun to its adjective, "wooden boat". Control: the piece before
  the same noun, "A boat", where no adjective is.
- "induction": in a list of words said twice, the piece after the same word's first
  time. Control: the same places in a list that goes on with other words.
- "first piece": the first piece of all, a line break. Control: the same line break
  where it is not the first.
- "copy suppression": from the last piece, where the model is about to say the name of
  the one culprit, to that name. Control: the victim, whom it is not about to say.

How the heads were found: on 30 texts, all 270 heads are ranked by their score; the
first whose control stays under half of its score stands in ``HEADS``. What is reported
comes from 30 other texts. The texts were fixed before any head was looked at, the rule
only after a first look at the scores. It matters for "adjective" alone: four heads
score more there, and look one piece back almost as much without an adjective; and by
score minus control, head 4.2 (.43 - .08) comes before 13.1 (.52 - .23) on the texts of
the search, though not on the others.
"""

from functools import partial

import numpy as np

from course_lib import gallery_texts
from course_lib.gallery_places import PLACES, PREDICTED
from course_lib.gallery_texts import half
from course_lib.recording import recorded

HEADS = {
    "previous word": (16, 0),
    "adjective": (13, 1),
    "induction": (18, 6),
    "first piece": (18, 8),
    "copy suppression": (24, 4),
}
N_OTHERS = 3


@recorded
def scores(name):
    """Return how much weight a head of the gallery gives to what its name says.

    Parameters
    ----------
    name : str
        One of ``HEADS``.

    Returns
    -------
    dict
        ``score`` [30] and ``control`` [30], the head's mean weight in each text of the
        report half; ``everyone`` [30, 9], the mean score of each of the 270 heads: the
        baseline is its mean.

    Raises
    ------
    ValueError
        No such name; or not installed and not recorded.
    """
    layer, head = _head(name)
    found, control = _measure(name, "report")
    return {
        "score": found[layer, head],
        "control": control[layer, head],
        "everyone": found.mean(-1),
    }


@recorded
def search(name):
    """Return what the search saw, on the 30 texts that are not reported.

    Returns
    -------
    dict
        ``score`` and ``control`` [30, 9], of each head the mean over those texts.

    Raises
    ------
    ValueError
        As for ``scores``.
    """
    _head(name)
    found, control = _measure(name, "search")
    return {"score": found.mean(-1), "control": control.mean(-1)}


def best(score, control):
    """Return the head (layer, head) with the highest score whose control is under half.

    >>> score = np.zeros((30, 9)); score[16, 0], score[13, 1] = 0.9, 0.5
    >>> control = np.zeros((30, 9)); control[16, 0] = 0.6
    >>> best(score, control)
    (13, 1)
    """
    score, control = np.asarray(score), np.asarray(control)
    ranked = np.where(control < score / 2, score, -np.inf)
    return tuple(int(i) for i in np.unravel_index(ranked.argmax(), ranked.shape))


def rank(table, head):
    """Return a head's place among all in a table [30, 9]: 1 is the highest.

    >>> rank([[0.1, 0.5], [0.3, 0.2]], (1, 0))
    2
    """
    table = np.asarray(table)
    return int((table > table[head]).sum()) + 1


@recorded
def knocked_out(name):
    """Return the loss where a head's job should matter, with it and without it.

    Where: for "previous word" and "induction" the second half of lists said twice; for
    "adjective" the color asked for ("The color of the house was"); for "first piece"
    all pieces of the sentences; for "copy suppression" the culprit's name.

    Returns
    -------
    dict
        Nats a piece in each of the 30 texts: ``whole`` [30], ``without`` [30] the head,
        and, the control, ``others`` [3, 30], without another head of the same layer.

    Raises
    ------
    ValueError
        As for ``scores``.
    """
    from course_lib.model import batch

    layer, head = _head(name)
    key, places = PREDICTED[name]
    watched = batch.watch(half(getattr(gallery_texts, key), "report"))
    measure = partial(_losses, watched.batch, places)
    others = [measure(batch.without(watched, (o,))) for o in others_of(layer, head)]
    return {
        "whole": measure(watched.final),
        "without": measure(batch.without(watched, ((layer, head),))),
        "others": np.array(others),
    }


def others_of(layer, head):
    """Return three other heads of a layer, drawn once by lot.

    >>> others_of(13, 1)
    ((13, 0), (13, 8), (13, 4))
    """
    left = [other for other in range(9) if other != head]
    drawn = np.random.default_rng(layer).permutation(left)[:N_OTHERS]
    return tuple((layer, int(other)) for other in drawn)


def _head(name):
    if name not in HEADS:
        raise ValueError(f"name is {name!r}, expected one of {', '.join(HEADS)}.")
    return HEADS[name]


def _measure(name, which):
    """Return score and control of all heads in each text of a half, [30, 9, n] each."""
    return [_mean_weights(texts, places, which) for texts, places in PLACES[name]]


def _mean_weights(key, places, which):
    from course_lib.model import batch

    watched = batch.watch(half(getattr(gallery_texts, key), which))
    numbers = half(range(gallery_texts.N), which)
    means = []
    for i, (tokens, number) in enumerate(
        zip(watched.batch.tokens, numbers, strict=True)
    ):
        asks, answers = places(tokens, number)
        means.append(watched.weights[:, :, i, asks, answers].mean(-1))
    return np.stack(means, axis=-1)


def _losses(batch, places, final):
    """Return the loss at those places, a mean a text, [n]."""
    from course_lib.model.batch import losses

    numbers = half(range(gallery_texts.N), "report")
    vectors, expected = [], []
    for i, number in enumerate(numbers):
        at, ids = places(batch.ids[i, : batch.lengths[i]], number)
        vectors.append(final[i, at])
        expected.append(ids)
    found = losses(np.concatenate(vectors), np.concatenate(expected))
    ends = np.cumsum([len(ids) for ids in expected])[:-1]
    return np.array([text.mean() for text in np.split(found, ends)])
