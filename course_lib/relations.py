"""Pairs of words that differ in one way: does one direction carry the difference?

A pair (a, b) has the offset vector(b) - vector(a). If the offsets of many pairs point
the same way, that way carries a meaning: gender, plural, past tense. Measure it on many
pairs, beside random pairs; one pair that works proves nothing.
"""

import json
from functools import lru_cache

import numpy as np

from course_lib import validation, words


def relation(name):
    """Return the course's own list of pairs for a relation.

    Raises
    ------
    ValueError
        No such relation; the sentence lists them.

    Source: data/words/pairs.json.

    >>> relation("gender")[0]
    ('man', 'woman')
    """
    lists = _lists()
    if name not in list(lists):
        raise ValueError(f"name is {name!r}, expected one of {', '.join(lists)}.")
    return [tuple(pair) for pair in lists[name]]


def random_pairs(n, seed):
    """Return n pairs drawn from the whole table: what offsets without a meaning do.

    Parameters
    ----------
    n : int
        How many pairs; no word occurs twice.
    seed : int
        The same seed draws the same pairs.

    Returns
    -------
    list of (word, word)

    Raises
    ------
    ValueError
        n below 1, or more than half as many as there are words.

    >>> len(random_pairs(3, seed=0))
    3
    """
    n = validation.whole_number("n", n)
    table = words.load().words
    if n > len(table) // 2:
        raise ValueError(f"n is {n}, expected at most {len(table) // 2}.")
    rows = np.random.default_rng(seed).choice(len(table), (n, 2), replace=False)
    return [(table[i], table[j]) for i, j in rows]


def swapped_pairs(pairs, turn):
    """Return the same words wrongly paired: what offsets between two lists do.

    The hardest control: France goes to Tokyo, Japan to Cairo. Whatever agreement is
    left tells the two lists apart, and not which word belongs to which.

    Parameters
    ----------
    pairs : list of (word, word)
    turn : int
        How far the second words are turned round, from 1 to one less than their number.

    Returns
    -------
    list of (word, word)

    >>> swapped_pairs([("man", "woman"), ("boy", "girl"), ("son", "daughter")], 1)
    [('man', 'girl'), ('boy', 'daughter'), ('son', 'woman')]
    """
    pairs = list(pairs)
    turn = validation.whole_number("turn", turn)
    if turn >= len(pairs):
        raise ValueError(f"turn is {turn}, expected less than {len(pairs)}, the pairs.")
    seconds = [b for _, b in pairs]
    return [(a, b) for (a, _), b in zip(pairs, seconds[turn:] + seconds, strict=False)]


def offsets(pairs):
    """Return what leads from the first to the second word of each pair.

    offset = vector(b) - vector(a)

    Parameters
    ----------
    pairs : list of (word, word)

    Returns
    -------
    array [P, 100]
        A row per pair.

    Raises
    ------
    ValueError
        No pair, something else than pairs of two different words, or an unknown word.

    >>> offsets([("cat", "cats"), ("dog", "dogs")]).shape
    (2, 100)
    """
    pairs = _checked(pairs, at_least=1)
    return np.array([words.vector(b) - words.vector(a) for a, b in pairs])


def direction(pairs):
    """Return the mean offset [100]: the way that the pairs have in common.

    ``vector(word) @ direction(pairs)`` says how far a word lies that way.

    >>> plural = direction(relation("plural"))
    >>> bool(words.vector("towers") @ plural > words.vector("tower") @ plural)
    True
    """
    return offsets(pairs).mean(axis=0)


def offset_agreement(pairs):
    """Return how far the offsets of pairs point the same way, from about 0 to 1.

    The mean, over every two different pairs, of cos(offset_i, offset_j).

    Parameters
    ----------
    pairs : list of (word, word)
        Two or more.

    Returns
    -------
    float
        1 if all offsets are parallel; about 0 for random pairs.

    Raises
    ------
    ValueError
        As ``offsets``, or fewer than two pairs.

    >>> print(f"{offset_agreement(relation('gender')):.2f}")
    0.54
    """
    rows = offsets(_checked(pairs, at_least=2))  # [P, 100]
    cosines = [words.cosine(x, y) for i, x in enumerate(rows) for y in rows[:i]]
    return float(np.mean(cosines))


def analogy_score(pairs, n=1, leave_out_inputs=True):
    """Return how often one pair answers another: the share of right analogies.

    Every pair (a, b) is asked about every other pair (c, d): is d among the n words
    nearest to b - a + c?

    Parameters
    ----------
    pairs : list of (word, word)
        Two or more: P pairs give P (P - 1) questions.
    n : int
        How many answers count.
    leave_out_inputs : bool
        Whether a, b and c may not be answers.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError
        Fewer than two pairs, an unknown word, or n below 1.

    Source: Mikolov, Yih and Zweig 2013.

    >>> analogy_score([("king", "queen"), ("uncle", "aunt"), ("nephew", "niece")])
    1.0
    """
    pairs = _checked(pairs, at_least=2)
    right = [
        d in [word for word, _ in words.analogy(a, b, c, n, leave_out_inputs)]
        for i, (a, b) in enumerate(pairs)
        for j, (c, d) in enumerate(pairs)
        if i != j
    ]
    return sum(right) / len(right)


def _checked(pairs, at_least):
    pairs = list(pairs)
    for pair in pairs:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise ValueError(f"pairs holds {pair!r}, expected pairs of two words.")
        if pair[0] == pair[1]:
            raise ValueError(f"pairs holds {pair!r}, expected two different words.")
    if len(pairs) < at_least:
        raise ValueError(f"pairs holds {len(pairs)}, expected at least {at_least}.")
    return pairs


@lru_cache
def _lists():
    return json.loads(words.read_file("pairs.json"))["relations"]
