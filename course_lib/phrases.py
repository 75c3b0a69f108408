"""Sentences made by rule, to train a head that finds the adjectives of each noun.

A sentence is one phrase, or two with a verb between them: "a fluffy blue creature
roamed the verdant forest". A phrase is a or the, up to three adjectives, and a noun.
Half of the 160 pairs of an adjective and a noun are held out: no phrase to train on
holds one. A noun and an adjective held out for it may still meet in two phrases of one
sentence: there the adjective belongs to the other noun.
"""

import re
from dataclasses import dataclass

import numpy as np

from course_lib import validation

# Drawn once at random. Each adjective is held out for 4 to 6 of the 10 nouns, and any
# two adjectives share a noun to train on; so no adjective gives another away.
HELD_OUT = {
    "creature": "fluffy blue gentle quiet golden lonely wild cold",
    "forest": "fluffy verdant gentle heavy wild bright tall young",
    "river": "fluffy gentle quiet heavy lonely wild bright strange",
    "garden": "blue gentle tiny quiet golden lonely cold tall",
    "tower": "blue dusty tiny heavy lonely bright tall young",
    "village": "fluffy blue gentle dusty tiny heavy golden tall",
    "dragon": "verdant gentle dusty tiny golden strange tall young",
    "mountain": "blue dusty lonely wild bright strange tall young",
    "stranger": "fluffy blue verdant quiet heavy cold strange young",
    "lantern": "verdant dusty tiny golden lonely wild bright cold",
}
HELD_OUT = {noun: tuple(adjectives.split()) for noun, adjectives in HELD_OUT.items()}
NOUNS = tuple(HELD_OUT)
ADJECTIVES = (
    "fluffy blue verdant gentle dusty tiny quiet heavy "
    "golden lonely wild bright cold strange tall young"
)
ADJECTIVES = tuple(ADJECTIVES.split())
TO_TRAIN_ON = {
    noun: tuple(a for a in ADJECTIVES if a not in HELD_OUT[noun]) for noun in NOUNS
}
VERBS = ("roamed", "crossed", "watched", "guarded", "left", "loved")
# Adjectives come first: adjective i has row i. "." fills short sentences up at the end.
WORDS = (*ADJECTIVES, *NOUNS, *VERBS, "a", "the", ".")
ROWS = {word: row for row, word in enumerate(WORDS)}
LONGEST = 11  # the, three adjectives, noun, verb, the, three adjectives, noun

_PHRASE = rf"(a|the)( ({'|'.join(ADJECTIVES)})){{0,3}} ({'|'.join(NOUNS)})"
_SENTENCE = re.compile(rf"{_PHRASE}( ({'|'.join(VERBS)}) {_PHRASE})?")


@dataclass(frozen=True, eq=False)
class Sentences:
    """n sentences, and what is right about them.

    ``texts``; ``ids`` [n, T], each word's row in ``WORDS``; ``nouns`` bool [n, T],
    where nouns stand; ``answers`` bool [n, T, 16], each noun's adjectives, a column per
    word of ``ADJECTIVES``; ``own`` and ``other`` bool [n, T, T], True where the key is
    an adjective of the query's own phrase, or of the other phrase.
    """

    texts: list
    ids: np.ndarray
    nouns: np.ndarray
    answers: np.ndarray
    own: np.ndarray
    other: np.ndarray


def read(*texts):
    """Turn sentences into rows of numbers, as many columns as the longest has words.

    Parameters
    ----------
    texts : str
        Sentences of this module's words and form; capitals do not count.

    Returns
    -------
    Sentences

    Raises
    ------
    ValueError
        No sentence, a word that is not in ``WORDS``, or another form.

    >>> one = read("A fluffy blue creature roamed the verdant forest")
    >>> one.nouns.astype(int).tolist()
    [[0, 0, 0, 1, 0, 0, 0, 1]]
    >>> [ADJECTIVES[i] for i in np.flatnonzero(one.answers[0, 3])]
    ['fluffy', 'blue']
    """
    if not texts:
        raise ValueError("texts is empty, expected at least one sentence.")
    sentences = [_checked(text).split() for text in texts]
    longest = max(map(len, sentences))
    filled = [words + ["."] * (longest - len(words)) for words in sentences]
    ids = np.array([[ROWS[word] for word in words] for words in filled])  # [n, T]
    adjectives = ids < len(ADJECTIVES)
    nouns = ~adjectives & (ids < ROWS[VERBS[0]])
    phrase = np.cumsum(np.isin(ids, [ROWS[verb] for verb in VERBS]), axis=1)
    same = phrase[:, :, None] == phrase[:, None, :]  # [n, T, T]
    own, other = same & adjectives[:, None, :], ~same & adjectives[:, None, :]
    one_hot = ids[:, :, None] == np.arange(len(ADJECTIVES))  # [n, T, 16]
    answers = (own @ one_hot) & nouns[:, :, None]
    return Sentences(list(texts), ids, nouns, answers, own, other)


def sample(rng, n, held_out=False):
    """Draw sentences at random.

    Parameters
    ----------
    rng : numpy Generator
    n : int
        How many.
    held_out : bool
        False: sentences to train on, no phrase of which holds a pair that is held out.
        True: sentences for the test; each noun has one to three adjectives, and each of
        them is held out for it.

    Returns
    -------
    Sentences

    Raises
    ------
    ValueError
        n is below 1.

    >>> for text in sample(np.random.default_rng(0), 2).texts:
    ...     print(text)
    the wild golden stranger guarded the quiet blue heavy dragon
    a heavy verdant strange creature
    """
    n = validation.whole_number("n", n)
    return read(*(_sentence(rng, held_out) for _ in range(n)))


def exact_sets(sentences, named):
    """Return the share of nouns whose set of adjectives is named without any error.

    Parameters
    ----------
    sentences : Sentences
    named : bool array [n, T, 16]
        Which adjectives a model names at each place; only nouns' places count.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError
        Another shape than the answers have.

    >>> one = read("the quiet river")
    >>> exact_sets(one, one.answers), exact_sets(one, ~one.answers)
    (1.0, 0.0)
    """
    _check_shape("named", named, sentences.answers.shape)
    right = (np.asarray(named) == sentences.answers).all(axis=-1)  # [n, T]
    return float(right[sentences.nouns].mean())


def shares(sentences, weights):
    """Return the share of a noun's weight on its own adjectives, and on the others'.

    Parameters
    ----------
    sentences : Sentences
    weights : array [n, T, T]
        Each row sums to 1.

    Returns
    -------
    tuple of float
        Means over the nouns that have adjectives.

    Raises
    ------
    ValueError
        Another shape, or no noun has an adjective.

    >>> one = read("the quiet river")
    >>> shares(one, np.full((1, 3, 3), 1 / 3))[1]
    0.0
    """
    _check_shape("weights", weights, sentences.own.shape)
    rows = sentences.answers.any(axis=-1)  # [n, T]
    if not rows.any():
        raise ValueError("sentences has no noun with an adjective, expected one.")
    given = [(weights * keys).sum(axis=-1) for keys in (sentences.own, sentences.other)]
    return tuple(float(share[rows].mean()) for share in given)


def _sentence(rng, held_out):
    text = _phrase(rng, held_out)
    if rng.random() < 0.5:
        return text
    return f"{text} {VERBS[rng.integers(len(VERBS))]} {_phrase(rng, held_out)}"


def _phrase(rng, held_out):
    noun = NOUNS[rng.integers(len(NOUNS))]
    allowed = (HELD_OUT if held_out else TO_TRAIN_ON)[noun]
    count = rng.integers(1 if held_out else 0, 4)
    adjectives = [allowed[i] for i in rng.permutation(len(allowed))[:count]]
    return " ".join([("a", "the")[rng.integers(2)], *adjectives, noun])


def _checked(text):
    """Return the text in small letters, if it is a sentence of the right form."""
    came = validation.brief(text)
    if not isinstance(text, str):
        raise ValueError(f"texts holds {came}, expected a sentence in quotes.")
    plain = " ".join(text.lower().split())
    if _SENTENCE.fullmatch(plain):
        return plain
    unknown = [word for word in plain.split() if word not in WORDS]
    if unknown:
        raise ValueError(
            f"texts holds {validation.brief(unknown[0])}, which is not among the words "
            f"of these sentences: {', '.join(WORDS[:-1])}."
        )
    raise ValueError(
        f"texts holds {came}, expected a or the, up to three adjectives, and a noun; "
        "then, if you like, a verb and the same again."
    )


def _check_shape(name, array, shape):
    if np.shape(array) != shape:
        raise ValueError(
            f"{name} has shape {list(np.shape(array))}, expected {list(shape)}."
        )
