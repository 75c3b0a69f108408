"""04.8: a padding mask that fits by chance."""

import inspect
import math

import numpy as np

from course_lib.attention import softmax
from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_04 import objectives


def forum_padded(scores, is_word):
    hidden = np.where(is_word, scores, -np.inf)
    return softmax(hidden)


BUGGY = (
    inspect.getsource(forum_padded)
    + """

# Its author's test: three sentences of three places, the last one a single word.
is_word = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0]], dtype=bool)
forum_weights = forum_padded(np.ones((3, 3, 3)), is_word)
assert np.allclose(forum_weights.sum(axis=-1), 1)
assert forum_weights[2, 2].tolist() == [1, 0, 0]
"""
)


def fixed_padded(scores, is_word):
    """Mend forum_padded: scores [B, T, T], is_word [B, T]; weights [B, T, T]."""
    # The author's B and T were both 3, so a row of is_word, which is one sentence, was
    # laid along the queries. An axis of 1 in the middle says: the same for all queries.
    hidden = np.where(is_word[:, None, :], scores, -np.inf)
    return softmax(hidden)


def fixed_in_loops(scores, is_word):
    return [
        softmax(np.where(words, table, -np.inf))
        for table, words in zip(scores, is_word, strict=True)
    ]


def fixed_by_einsum(is_word, scores):
    allowed = np.einsum("bk,bqk->bqk", is_word, np.ones(scores.shape)) > 0
    return softmax(np.where(allowed, scores, -np.inf))


def fixed_in_torch(scores, is_word):
    import torch

    hidden = ~torch.tensor(is_word)[:, None, :]
    scores = torch.tensor(scores).masked_fill(hidden, -math.inf)
    return torch.softmax(scores, -1).nan_to_num()


def _masked(mask, share=None):
    """Build a repair with its own mask, or its own way to hide."""

    def repair(scores, is_word):
        may = np.broadcast_to(mask(is_word), scores.shape)
        return (share or _hide)(scores, may)

    return repair


def _hide(scores, may):
    return softmax(np.where(may, scores, -np.inf))


def _keys(is_word):
    return is_word[:, None, :]


def _cases():
    rng = np.random.default_rng(44)

    def case(tag, when, words, places):
        is_word = np.arange(places) < np.array(words)[:, None]
        scores = rng.normal(size=(len(words), places, places))
        return Case(tag, when, {"scores": scores, "is_word": is_word})

    return (
        case("square", "with as many sentences as places", [2, 4, 3, 1], 4),
        case("plain", "with two sentences of five places", [5, 3], 5),
        case("masked row", "with a sentence of padding alone", [3, 0], 3),
    )


FIND_THE_BUG = Exercise(
    id="04.8",
    kind="find the bug",
    minutes=4,
    title="Find the mask that fits by chance",
    objective=objectives.BREAK,
    stub='''\
def fixed_padded(scores, is_word):
    """Mend forum_padded: scores [B, T, T], is_word [B, T]; weights [B, T, T]."""
    ...  # copy its lines and repair them


check("04.8", fixed_padded)
''',
    todo="copy the lines of forum_padded in place of the `...`, and repair them.",
    right=(
        "Now each sentence hides its own padding. The author's sizes agreed by "
        "chance: test with as many different sizes as you can."
    ),
    reference=fixed_padded,
    accepted=(fixed_in_loops, fixed_by_einsum, fixed_in_torch),
    wrong=(
        Wrong(
            forum_padded,
            "it still does what the given function does: call it with 2 sentences of "
            "3 places, and then with 4 of 4, and compare a sentence with is_word.",
        ),
        Wrong(
            _masked(lambda is_word: is_word[:, :, None]),
            "each sentence has its own mask now, but it hides the rows that ask, not "
            "the columns that answer.",
        ),
        Wrong(
            _masked(lambda is_word: ~is_word[:, None, :]),
            "words and padding are exchanged: True means a word, which may be seen.",
        ),
        Wrong(
            _masked(lambda is_word: is_word[:1, None, :]),
            "the first sentence's mask serves all sentences.",
        ),
        Wrong(
            _masked(lambda is_word: is_word[:, None, :] & is_word[:, :, None]),
            "the right columns are hidden, but rows of the padding as well: only keys "
            "are to be hidden here.",
        ),
        Wrong(
            _masked(_keys, lambda scores, may: softmax(scores) * may),
            "the right columns are hidden, but after softmax: rows no longer add up "
            "to 1.",
        ),
        Wrong(
            _masked(_keys, lambda scores, may: softmax(np.where(may, scores, 0))),
            "the right columns get the score 0, and exp(0) is 1: they keep a weight.",
        ),
        Wrong(
            _masked(_keys, lambda scores, may: softmax(np.where(may, scores, -1e9))),
            "right but for a sentence of padding alone: its rows share out evenly "
            "among what is hidden.",
        ),
    ),
    hints=(
        "NumPy lines shapes up from the right: beside [B, T, T], what do the two axes "
        "of is_word [B, T] meet?",
        "is_word says it for each sentence and each key, the same for all queries: its "
        "shape should say so, with an axis of 1.",
        "Indexing with None puts in an axis of 1; it belongs where the queries are.",
    ),
    solution=inspect.getsource(fixed_padded) + '\n\ncheck("04.8", fixed_padded)\n',
    cases=_cases(),
    returns=("weights",),
)
