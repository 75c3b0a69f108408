"""Word vectors that were trained on billions of words: look-up, cosine, neighbors.

The vectors are GloVe's (Pennington, Socher and Manning 2014), 100 numbers a word, for
the 10,000 most frequent English words and some that the lessons need. One word has one
vector, whatever its sentence. ``data/words/words.json`` lists source, license and
SHA-256. Pairs of words that differ in one way are in ``relations.py``.
"""

import difflib
import hashlib
import io
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from course_lib import validation

FOLDER = Path(__file__).parent.parent / "data" / "words"


@dataclass(frozen=True, eq=False)
class Words:
    """The table: row i of ``vectors`` belongs to word i, the most frequent word first.

    ``vectors`` [N, 100] as trained, ``units`` [N, 100] the same with length 1 (float32,
    read-only); ``rows`` finds a word's row.
    """

    words: tuple
    vectors: np.ndarray
    units: np.ndarray
    rows: dict


@lru_cache
def load():
    """Return the table of words, read from data/words once.

    Each vector is stored as whole numbers and one scale: vector = numbers * scale.

    Returns
    -------
    Words

    Raises
    ------
    ValueError
        A file is missing or altered, or holds a pickle.

    Source: data/README.md; Pennington, Socher and Manning 2014.

    >>> load().words[:3], load().vectors.shape[1]
    (('the', 'of', 'to'), 100)
    """
    content = read_file("glove.npz")
    sha256 = json.loads(read_file("words.json"))["glove.npz"]["sha256"]
    if hashlib.sha256(content).hexdigest() != sha256:
        raise ValueError(
            "data/words/glove.npz was altered (its SHA-256 is not the one in "
            "words.json); `git checkout data/words` brings it back."
        )
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        words = tuple(arrays["words"].tolist())
        vectors = arrays["numbers"] * arrays["scales"][:, None]  # int8 -> float32
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors.flags.writeable = units.flags.writeable = False
    return Words(words, vectors, units, {word: i for i, word in enumerate(words)})


def vector(word):
    """Return a word's row of the table, the same in every sentence.

    Parameters
    ----------
    word : str
        Capitals do not count.

    Returns
    -------
    float32 array [100]
        A copy: changing it does not change the table.

    Raises
    ------
    ValueError
        No such word in the table; the sentence names the nearest spellings.

    >>> vector("mole").shape
    (100,)
    """
    return load().vectors[_row(word)].copy()


def cosine(a, b):
    """Return how far two words or vectors point the same way, from -1 to 1.

    cos(a, b) = a . b / (|a| |b|)

    Parameters
    ----------
    a, b : str or array [100]
        Words, or vectors such as ``vector("king") - vector("man")``.

    Returns
    -------
    float
        1 the same direction, 0 at a right angle, -1 opposite.

    Raises
    ------
    ValueError
        An unknown word; another shape; a vector of length 0, which has no direction.

    >>> print(f"{cosine('tower', 'building'):.2f}")
    0.73
    """
    return float(_unit("a", a) @ _unit("b", b))


def neighbors(word, n=10, leave_out=()):
    """Return the words whose vectors have the largest cosine with a word or vector.

    Parameters
    ----------
    word : str or array [100]
        A word is no neighbor of itself.
    n : int
        How many.
    leave_out : words
        Words that shall not be among them.

    Returns
    -------
    list of (word, cosine)
        The nearest first.

    Raises
    ------
    ValueError
        An unknown word; another shape; a vector of length 0; n below 1.

    >>> [near for near, _ in neighbors("tower", n=3)]
    ['towers', 'building', 'dome']
    """
    n = validation.whole_number("n", n)
    leave_out = [leave_out] if isinstance(leave_out, str) else list(leave_out)
    if isinstance(word, str):
        leave_out.append(word)
    out = [_row(word) for word in leave_out]
    cosines = load().units @ _unit("word", word)  # [N]
    cosines[out] = -np.inf
    n = min(n, len(cosines) - len(set(out)))
    # Sorting the few that may be among the n takes a third of the time of sorting all.
    near = np.flatnonzero(cosines >= np.partition(cosines, -n)[-n])
    nearest = near[np.argsort(-cosines[near], kind="stable")][:n]
    return [(load().words[i], float(cosines[i])) for i in nearest]


def analogy(a, b, c, n=5, leave_out_inputs=True):
    """Answer "a is to b as c is to ...": the words nearest to b - a + c.

    Parameters
    ----------
    a, b, c : str
        With "man", "king", "woman" this is king - man + woman.
    n : int
        How many answers.
    leave_out_inputs : bool
        Whether a, b and c may not be answers. b - a + c often stays nearest to c or b
        itself, so it is usual to leave them out, and honest to say so.

    Returns
    -------
    list of (word, cosine)
        The nearest first.

    Raises
    ------
    ValueError
        An unknown word; n below 1.

    Source: Mikolov, Yih and Zweig 2013; Linzen 2016 on leaving inputs out.

    >>> [word for word, _ in analogy("man", "king", "woman", n=2)]
    ['queen', 'monarch']
    >>> analogy("man", "king", "woman", leave_out_inputs=False)[0][0]
    'king'
    """
    target = vector(b) - vector(a) + vector(c)
    return neighbors(target, n, leave_out=(a, b, c) if leave_out_inputs else ())


def read_file(file):
    """Return the bytes of a file of data/words, or say how to get it back."""
    try:
        return (FOLDER / file).read_bytes()
    except OSError:
        raise ValueError(
            f"data/words/{file} is missing; `git checkout data/words` brings it back."
        ) from None


def _row(word):
    if not isinstance(word, str):
        raise ValueError(f"word is {word!r}, expected a word in quotes.")
    table = load()
    plain = word.strip().lower()
    if plain in table.rows:
        return table.rows[plain]
    near = difflib.get_close_matches(plain, table.words, n=3)
    offer = f"near in spelling: {', '.join(near)}" if near else "nor is one like it"
    raise ValueError(
        f"{validation.brief(word)} is not among the {len(table.words):,} words of the "
        f"table; {offer}."
    )


def _unit(name, x):
    if isinstance(x, str):
        return load().units[_row(x)]
    x = validation.floats(name, x)
    width = load().vectors.shape[1]
    if x.shape != (width,):
        raise ValueError(
            f"{name} has shape {list(x.shape)}, expected [{width}] or a word."
        )
    length = np.linalg.norm(x)
    if length == 0:
        raise ValueError(f"{name} has length 0, expected a vector with a direction.")
    return x / length
