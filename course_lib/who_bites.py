"""Who bites whom: the smallest task whose answer is a matter of order.

Each sentence is "A bites B ?". Eight heads with random weights gather at "?", and a
read-out fitted by least squares names A. Nothing is trained but that read-out.
"""

from dataclasses import dataclass

import numpy as np

from course_lib.attention import multi_head_attention

BITERS = (
    "dog man cat wasp horse child bear fox goose ant wolf pig mouse rat snake tick "
    "lion girl boy mole"
).split()
WORDS = (*BITERS, "bites", "?")
D_MODEL, N_HEADS, D_HEAD = 32, 8, 8
HELD_OUT = 48  # of 190 pairs of words: kept from the fit in both orders


@dataclass(frozen=True)
class Sentences:
    """All sentences "A bites B ?".

    words: numbers of the words in WORDS, [380, 4]. biter: that of A, [380].
    held_out: True for pairs that the fit must not see, [380].
    """

    words: np.ndarray
    biter: np.ndarray
    held_out: np.ndarray


def sentences(rng):
    """Return every sentence; which pairs are held out is drawn by lot.

    >>> made = sentences(np.random.default_rng(0))
    >>> [WORDS[i] for i in made.words[0]], int(made.held_out.sum())
    (['dog', 'bites', 'man', '?'], 96)
    """
    n, bites, ask = len(BITERS), WORDS.index("bites"), WORDS.index("?")
    first, second = np.nonzero(~np.eye(n, dtype=bool))
    words = np.stack(
        [first, np.full_like(first, bites), second, np.full_like(first, ask)], axis=1
    )
    pair = np.minimum(first, second) * n + np.maximum(first, second)
    kept = rng.permutation(np.unique(pair))[:HELD_OUT]
    return Sentences(words, first, np.isin(pair, kept))


def random_heads(rng):
    """Return W_q, W_k, W_v of eight heads with random weights, each [32, 64]."""
    shape = (3, D_MODEL, N_HEADS * D_HEAD)
    return tuple(rng.normal(size=shape) / np.sqrt(D_MODEL))


def gather(x, heads):
    """Return what "?", the last word, gathers in all heads: [n, 4, 32] -> [n, 64]."""
    out, _ = multi_head_attention(x, *heads, np.eye(N_HEADS * D_HEAD), N_HEADS)
    return out[:, -1]


def fit(gathered, biter):
    """Return the read-out [65, 20] that names the biter best, by least squares."""
    wanted = np.eye(len(BITERS))[biter]
    # Older NumPys warn unless rcond is named; None is what newer ones take.
    return np.linalg.lstsq(_with_one(gathered), wanted, rcond=None)[0]


def right(gathered, readout, made):
    """Tell for each sentence whether A gets a higher score than B, [n] booleans."""
    scores = _with_one(gathered) @ readout
    rows = np.arange(len(scores))
    return scores[rows, made.words[:, 0]] > scores[rows, made.words[:, 2]]


def held_out_share(seed, positions):
    """Return the share of held-out sentences whose biter is named, for one seed.

    positions: what is added to the four words' vectors, [4, 32], or 0.
    """
    rng = np.random.default_rng(seed)
    made, heads = sentences(rng), random_heads(rng)
    vectors = rng.normal(size=(len(WORDS), D_MODEL))
    gathered = gather(vectors[made.words] + positions, heads)
    readout = fit(gathered[~made.held_out], made.biter[~made.held_out])
    return right(gathered, readout, made)[made.held_out].mean()


def _with_one(x):
    """Add a column of ones, so that the read-out can have a constant."""
    return np.column_stack([x, np.ones(len(x))])
