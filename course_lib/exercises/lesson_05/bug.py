"""05.4: a reshape that stands where a turn of axes belongs."""

import inspect

import numpy as np

from course_lib.attention import (
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
)
from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_05 import objectives


def forum_heads(q, k, v, n_heads):
    T, width = q.shape
    q, k, v = (x.reshape(n_heads, T, width // n_heads) for x in (q, k, v))
    heads, weights = scaled_dot_product_attention(q, k, v)
    return heads.reshape(T, width), weights


BUGGY = (
    inspect.getsource(forum_heads)
    + """

# Its author's test: shapes, row sums, and one head is lesson 02's. It passes.
x = np.random.default_rng(0).normal(size=(5, 12))
out, weights = forum_heads(x, x, x, n_heads=3)
assert out.shape == (5, 12) and weights.shape == (3, 5, 5)
assert np.allclose(weights.sum(axis=-1), 1)
alone, _ = scaled_dot_product_attention(x, x, x)
assert np.allclose(forum_heads(x, x, x, n_heads=1)[0], alone)
"""
)


def fixed_heads(q, k, v, n_heads):
    """Mend forum_heads: q, k, v [T, width] -> [T, width], [n_heads, T, T]."""
    T, width = q.shape
    # Cut each word's row, then turn the axes; on the way back first turn, then join.
    q, k, v = (x.reshape(T, n_heads, -1).swapaxes(0, 1) for x in (q, k, v))
    heads, weights = scaled_dot_product_attention(q, k, v)
    return heads.swapaxes(0, 1).reshape(T, width), weights


def fixed_by_the_library(q, k, v, n_heads):
    q, k, v = (split_heads(x, n_heads) for x in (q, k, v))
    heads, weights = scaled_dot_product_attention(q, k, v)
    return merge_heads(heads), weights


def fixed_head_by_head(n_heads, v, k, q):
    d = q.shape[1] // n_heads
    found = [
        scaled_dot_product_attention(*(x[:, h * d : (h + 1) * d] for x in (q, k, v)))
        for h in range(n_heads)
    ]
    return np.concatenate([out for out, _ in found], axis=1), [w for _, w in found]


def fixed_by_einsum(q, v, k, n_heads):
    q, k, v = (np.einsum("thd->htd", x.reshape(len(x), n_heads, -1)) for x in (q, k, v))
    heads, weights = scaled_dot_product_attention(q, k, v)
    return np.einsum("htd->thd", heads).reshape(len(heads[0]), -1), weights


def fixed_in_torch(q, k, v, n_heads):
    import torch

    q, k, v = (
        torch.as_tensor(x).view(len(x), n_heads, -1).transpose(0, 1) for x in (q, k, v)
    )
    weights = torch.softmax(q @ k.transpose(1, 2) / q.shape[-1] ** 0.5, dim=-1)
    return (weights @ v).transpose(0, 1).reshape(q.shape[1], -1), weights


def mended(split, merge):
    """Build a repair out of a way to cut into heads and a way to put them back."""

    def repair(q, k, v, n_heads):
        cut = (split(x, n_heads) for x in (q, k, v))
        heads, weights = scaled_dot_product_attention(*cut)
        return merge(heads, *q.shape), weights

    return repair


def _cut_by_reshape(x, n_heads):
    return x.reshape(n_heads, len(x), -1)


def _join_by_reshape(heads, T, width):
    return heads.reshape(T, width)


def _interleaved(x, n_heads):
    return x.reshape(len(x), -1, n_heads).transpose(2, 0, 1)


def _interleave(heads, T, width):
    return heads.transpose(1, 2, 0).reshape(T, width)


def _no_turn(x, n_heads):
    return x.reshape(len(x), n_heads, -1)


def _values_forgotten(q, k, v, n_heads):
    q, k = split_heads(q, n_heads), split_heads(k, n_heads)
    heads, weights = scaled_dot_product_attention(q, k, _cut_by_reshape(v, n_heads))
    return merge_heads(heads), weights


def heads_cases():
    """Return cases for q, k, v [T, n_heads * d_head] and n_heads, all different."""
    rng = np.random.default_rng(53)

    def case(n_words, n_heads, d_head):
        q, k, v = rng.normal(size=(3, n_words, n_heads * d_head))
        return {"q": q, "k": k, "v": v, "n_heads": n_heads}

    return (
        Case("plain", "with 5 words and 3 heads", case(5, 3, 4)),
        Case("plain", "with 3 words and 2 heads", case(3, 2, 5)),
        Case("one", "with one head", case(4, 1, 3)),
        Case("square", "with as many heads as words", case(4, 4, 4)),
    )


FIND_THE_BUG = Exercise(
    id="05.4",
    kind="find the bug",
    minutes=4,
    title="Find the heads that mix words",
    objective=objectives.BREAK,
    stub='''\
def fixed_heads(q, k, v, n_heads):
    """Mend forum_heads: q, k, v [T, width] -> [T, width], [n_heads, T, T]."""
    ...  # copy its lines and repair them


check("05.4", fixed_heads)
''',
    todo="copy the lines of forum_heads in place of the `...`, and repair them.",
    right=(
        "Words stay whole now, on the way in and on the way back: shuffle them, and "
        "their outputs are shuffled alike. Shapes and row sums could not tell."
    ),
    reference=fixed_heads,
    accepted=(
        fixed_by_the_library,
        fixed_head_by_head,
        fixed_by_einsum,
        fixed_in_torch,
    ),
    wrong=(
        Wrong(
            forum_heads,
            "it still does what the given function does: with 5 words and 3 heads, "
            "print which words' numbers end up in the first row of head 0.",
        ),
        Wrong(
            mended(split_heads, _join_by_reshape),
            "the way in is mended, the way back is not: heads are joined by a bare "
            "reshape, which runs through head 0 with all its words before it comes to "
            "head 1.",
        ),
        Wrong(
            mended(_cut_by_reshape, lambda heads, T, width: merge_heads(heads)),
            "the way back is mended, the way in is not: the words are still mixed "
            "before they look.",
        ),
        Wrong(
            mended(_interleaved, _interleave),
            "the words stay whole now, but head h takes every n_heads-th column; in "
            "this course it takes a block of neighbors.",
        ),
        Wrong(
            mended(_no_turn, _join_by_reshape),
            "the cut is right, but without the turn each word's heads look at each "
            "other: the last two axes must be words and numbers.",
        ),
        Wrong(
            _values_forgotten,
            "queries and keys are mended, the values are not: the weights are right, "
            "what they gather is mixed.",
        ),
        Wrong(
            mended(split_heads, lambda heads, T, width: heads),
            "the heads are right, but they come back one by one: they belong side by "
            "side, a row per word.",
        ),
        Wrong(
            mended(split_heads, lambda heads, T, width: np.vstack(heads)),
            "the heads are right, but you put them under each other: they belong side "
            "by side, a row per word.",
        ),
    ),
    hints=(
        "Shuffle the words: then their outputs have to come out in the same new order. "
        "Try q[[1, 0, 2]], and k and v alike.",
        "reshape never moves a number: it reads row by row. Into which row of which "
        "head does the second half of word 0 go?",
        "Cut with the axis of words first, then swapaxes(0, 1); on the way back first "
        "swapaxes(0, 1), then reshape.",
    ),
    solution=inspect.getsource(fixed_heads) + '\n\ncheck("05.4", fixed_heads)\n',
    cases=heads_cases(),
    returns=("out", "weights"),
)
