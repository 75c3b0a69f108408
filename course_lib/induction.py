"""Random letters that repeat: sequences that can only be continued by looking back.

A sequence is one row of different letters, drawn at random, written again and again:
"kxqbf" gives "kxqbfkxqbfkxqbfkxqbfkxqb". Nobody can guess the first copy. From the
second on, a reader can: find the letter at hand further left, and say what came after.
"""

from dataclasses import dataclass

import numpy as np

from course_lib import attention, validation
from course_lib.validation import brief

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LENGTH = 24
# How many letters one copy has. The new ones are never trained on: a model that has
# learned by heart how far back the copies lie fails there.
PERIODS = (4, 5, 6, 8, 9, 11, 12)
NEW_PERIODS = (7, 10)


@dataclass(frozen=True, eq=False)
class Sequences:
    """n sequences of T letters, and what can be known about them.

    ``texts``; ``ids`` [n, T], each letter's place in the alphabet, from 0; ``known``
    bool [n, T], where the letter stood before and another follows: what follows can be
    found; ``after`` bool [n, T, T], True where the key comes right after an earlier
    occurrence of the query's letter: it is the letter to look at.
    """

    texts: list
    ids: np.ndarray
    known: np.ndarray
    after: np.ndarray


def sample(rng, n, periods=PERIODS):
    """Draw sequences of 24 letters at random.

    Parameters
    ----------
    rng : numpy Generator
    n : int
        How many.
    periods : tuple of int
        How many letters a copy may have; one of them is drawn for each sequence.

    Returns
    -------
    Sequences

    Raises
    ------
    ValueError
        n is below 1; a period is not from 2 to 23.

    >>> sample(np.random.default_rng(0), 2).texts
    ['teklpczgqxdteklpczgqxdte', 'esczvhulbesczvhulbesczvh']
    """
    n = validation.whole_number("n", n)
    periods = np.array([validation.whole_number("period", p) for p in periods])
    if periods.size == 0 or periods.min() < 2 or periods.max() >= LENGTH:
        raise ValueError(
            f"periods is {periods.tolist()}, expected numbers from 2 to {LENGTH - 1}."
        )
    ids = [
        np.resize(rng.permutation(len(LETTERS))[:period], LENGTH)
        for period in rng.choice(periods, n)
    ]
    return _sequences(np.array(ids))


def batches(rng):
    """Draw 32 sequences to train on, as ``training.train`` wants them."""
    return sample(rng, 32)


def read(*texts):
    """Turn texts of your own into sequences.

    Parameters
    ----------
    texts : str
        Of 2 to 24 letters from a to z, all equally long; capitals do not count.

    Returns
    -------
    Sequences

    Raises
    ------
    ValueError
        No text, another length, or something that is not a letter.

    >>> read("storksto").known.astype(int).tolist()
    [[0, 0, 0, 0, 0, 1, 1, 0]]
    """
    if not texts:
        raise ValueError("texts is empty, expected at least one text.")
    lengths = {len(_checked(text)) for text in texts}
    if len(lengths) > 1:
        raise ValueError(
            f"texts have {' and '.join(map(str, sorted(lengths)))} letters, expected "
            "the same number in each."
        )
    return _sequences(
        np.array([[LETTERS.index(a) for a in text.lower()] for text in texts])
    )


def accuracy(sequences, predicted):
    """Return how often the next letter is right, where it can be known.

    Parameters
    ----------
    sequences : Sequences
    predicted : int array [n, T]
        At each place, the letter that a model expects next, as its place in the
        alphabet.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError
        Another shape, or no letter that can be known.

    >>> one = read("storksto")
    >>> accuracy(one, np.roll(one.ids, -1)), accuracy(one, one.ids)
    (1.0, 0.0)
    """
    _check_shape("predicted", predicted, sequences.ids.shape)
    _check_some(sequences.known, "letter that stood before and is followed by another")
    right = np.asarray(predicted)[:, :-1] == sequences.ids[:, 1:]
    return float(right[sequences.known[:, :-1]].mean())


def previous_shares(sequences, weights):
    """Return each head's share of weight on the letter one place back.

    It is the mean over the letters that are new, but the first: the first copy. These
    are the places that are looked up later; what a head does at the others has no use,
    and is not trained.

    Parameters
    ----------
    sequences : Sequences
    weights : array [n, n_heads, T, T]
        Each row sums to 1.

    Returns
    -------
    array [n_heads]

    Raises
    ------
    ValueError
        Another shape, or no new letter after the first.

    >>> one = read("storksto")
    >>> previous_shares(one, even_weights(one)).round(2).tolist()
    [0.32]
    """
    weights = _checked_weights(sequences, weights)
    back = np.diagonal(weights, -1, -2, -1)  # [n, n_heads, T - 1]: from place 1 on
    new = ~_before(sequences.ids).any(axis=-1)[:, 1:]  # [n, T - 1]
    _check_some(new, "new letter after the first")
    return back.swapaxes(0, 1)[:, new].mean(axis=-1)


def after_shares(sequences, weights):
    """Return each head's share of weight on what followed the same letter earlier.

    It is the mean over the places where the next letter can be known.

    Parameters
    ----------
    sequences : Sequences
    weights : array [n, n_heads, T, T]
        Each row sums to 1.

    Returns
    -------
    array [n_heads]

    Raises
    ------
    ValueError
        Another shape, or no letter that can be known.

    >>> one = read("storksto")
    >>> after_shares(one, even_weights(one)).round(2).tolist()
    [0.15]
    """
    weights = _checked_weights(sequences, weights)
    known = sequences.known
    _check_some(known, "letter that stood before and is followed by another")
    share = (weights * sequences.after[:, None]).sum(axis=-1)  # [n, n_heads, T]
    return share.swapaxes(0, 1)[:, known].mean(axis=-1)


def even_weights(sequences):
    """Return the weights of a head that looks at all letters so far alike: a control.

    Returns
    -------
    array [n, 1, T, T]

    >>> even_weights(read("no"))[0, 0].tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    n, T = sequences.ids.shape
    mask = attention.causal_mask(T)
    return np.tile(mask / mask.sum(axis=-1, keepdims=True), (n, 1, 1, 1))


def _sequences(ids):
    texts = ["".join(LETTERS[i] for i in row) for row in ids]
    before = _before(ids)
    known = before.any(axis=-1)
    known[:, -1] = False
    after = np.zeros_like(before)
    after[:, :, 1:] = before[:, :, :-1]  # the key one later; never later than the query
    return Sequences(texts, ids, known, after)


def _before(ids):
    """Return where the key is an earlier occurrence of the query's letter."""
    earlier = ~attention.causal_mask(ids.shape[1]).T
    return (ids[:, :, None] == ids[:, None, :]) & earlier


def _checked(text):
    letters = isinstance(text, str) and all(a in LETTERS for a in text.lower())
    if not letters or not 2 <= len(text) <= LENGTH:
        raise ValueError(
            f"texts holds {brief(text)}, expected 2 to {LENGTH} letters from a to z."
        )
    return text


def _check_shape(name, array, shape):
    if np.shape(array) != shape:
        raise ValueError(
            f"{name} has shape {list(np.shape(array))}, expected {list(shape)}."
        )


def _checked_weights(sequences, weights):
    weights, (n, T) = np.asarray(weights, dtype=np.float64), sequences.ids.shape
    if weights.ndim != 4 or (weights.shape[0], *weights.shape[2:]) != (n, T, T):
        raise ValueError(
            f"weights has shape {list(weights.shape)}, expected "
            f"[{n}, n_heads, {T}, {T}]."
        )
    return weights


def _check_some(places, what):
    if not places.any():
        raise ValueError(f"sequences has no {what}, expected one.")
