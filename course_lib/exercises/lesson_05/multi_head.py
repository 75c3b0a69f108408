"""05.5: multi-head attention whole, from the words to their update."""

import inspect

import numpy as np

from course_lib.attention import (
    merge_heads,
    multi_head_attention,
    scaled_dot_product_attention,
    softmax,
    split_heads,
)
from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_05 import objectives


def my_multi_head(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    """Return the update [T, d_model] of words x [T, d_model].

    W_q, W_k, W_v [d_model, width], W_o [width, d_model]; mask is None or [T, T].
    """
    # One product makes the queries of all heads; then they are cut apart.
    q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
    heads, _ = scaled_dot_product_attention(q, k, v, mask)  # [n_heads, T, d_v]
    return merge_heads(heads) @ W_o  # side by side, then mixed


def head_by_head(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    update = 0
    for h in range(n_heads):
        parts = []
        for W in (W_q, W_k, W_v):
            d = W.shape[1] // n_heads
            parts.append(x @ W[:, h * d : (h + 1) * d])
        out, _ = scaled_dot_product_attention(*parts, mask)
        d_v = out.shape[1]
        update = update + out @ W_o[h * d_v : (h + 1) * d_v]
    return update


def by_einsum(W_o, W_v, W_k, W_q, x, n_heads, mask=None):
    q, k, v = (
        np.einsum("tm,mhd->htd", x, W.reshape(len(W), n_heads, -1))
        for W in (W_q, W_k, W_v)
    )
    scores = np.einsum("hid,hjd->hij", q, k) / q.shape[-1] ** 0.5
    weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf))
    out = np.einsum("hij,hjd->ihd", weights, v).reshape(len(x), -1)
    return (out @ W_o).astype(np.float32)


def in_torch(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    import torch

    x, W_q, W_k, W_v, W_o = map(torch.as_tensor, (x, W_q, W_k, W_v, W_o))
    q, k, v = (
        (x @ W).view(len(x), n_heads, -1).transpose(0, 1) for W in (W_q, W_k, W_v)
    )
    scores = q @ k.transpose(1, 2) / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~torch.as_tensor(mask), -torch.inf)
    out = torch.softmax(scores, dim=-1) @ v
    return out.transpose(0, 1).reshape(len(x), -1) @ W_o


def variant_of(split=split_heads, merge=merge_heads, mix=True, look=None):
    """Build multi-head attention with one step changed."""

    def variant(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
        q, k, v = (split(x @ W, n_heads) for W in (W_q, W_k, W_v))
        heads, _ = (look or scaled_dot_product_attention)(q, k, v, mask)
        return merge(heads) @ W_o if mix else merge(heads)

    return variant


def _whole_width(q, k, v, mask):
    """Divide by the root of the whole width, not of one head's."""
    return scaled_dot_product_attention(q / len(q) ** 0.5, k, v, mask)


def _no_mask(q, k, v, mask):
    return scaled_dot_product_attention(q, k, v)


def _averaged_looks(q, k, v, mask):
    _, weights = scaled_dot_product_attention(q, k, v, mask)
    return weights.mean(axis=0) @ v, weights


def _one_head(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    return scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v, mask)[0] @ W_o


def _x_cut_first(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    x = split_heads(x, n_heads)
    return scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v, mask)[0] @ W_o


def _with_x(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    return x + my_multi_head(x, W_q, W_k, W_v, W_o, n_heads, mask)


def _both(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    return multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask)


def _same_for_all(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    return my_multi_head(x, W_q, W_q, W_v, W_o, n_heads, mask)


def multi_head_cases():
    """Return cases: every size another; with a causal mask, and with another one."""
    rng = np.random.default_rng(54)

    def case(n_words, d_model, n_heads, d_head, d_v, mask=None):
        def matrix(n, m):
            return rng.normal(size=(n, m))

        inputs = {
            "x": matrix(n_words, d_model),
            "W_q": matrix(d_model, n_heads * d_head),
            "W_k": matrix(d_model, n_heads * d_head),
            "W_v": matrix(d_model, n_heads * d_v),
            "W_o": matrix(n_heads * d_v, d_model),
            "n_heads": n_heads,
        }
        return inputs if mask is None else inputs | {"mask": mask}

    holes = rng.random((6, 6)) < 0.6
    np.fill_diagonal(holes, True)
    return (
        Case("plain", "without a mask", case(5, 8, 3, 4, 2)),
        Case("plain", "with 2 heads", case(4, 7, 2, 3, 6)),
        Case("mask", "with a causal mask", case(5, 6, 3, 2, 4, np.tri(5, dtype=bool))),
        Case("mask", "with another mask", case(6, 5, 2, 3, 4, holes)),
        Case("one", "with one head", case(3, 6, 1, 4, 5)),
        Case("square", "with as many heads as words", case(4, 16, 4, 4, 4)),
    )


MULTI_HEAD = Exercise(
    id="05.5",
    kind="write a function",
    minutes=6,
    title="Write multi-head attention",
    objective=objectives.WRITE,
    stub='''\
def my_multi_head(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    """Return the update [T, d_model] of words x [T, d_model].

    W_q, W_k, W_v [d_model, width], W_o [width, d_model]; mask is None or [T, T].
    """
    ...  # your code: q, k, v; cut; look; side by side; mix


check("05.5", my_multi_head)
''',
    todo="write the body of my_multi_head in place of the `...`.",
    right=(
        "Any number of heads, with and without a mask: this is the attention of every "
        "layer of every Transformer."
    ),
    reference=my_multi_head,
    accepted=(head_by_head, by_einsum, in_torch),
    wrong=(
        Wrong(
            variant_of(split=lambda x, n: x.reshape(n, len(x), -1)),
            "the heads mix words on the way in: a bare reshape cuts across the rows.",
        ),
        Wrong(
            variant_of(merge=lambda heads: heads.reshape(heads.shape[1], -1)),
            "the heads mix words on the way back: a bare reshape runs through all "
            "words of head 0 before it comes to head 1.",
        ),
        Wrong(
            variant_of(mix=False),
            "these are the heads side by side: what they add to the words is made "
            "from that by one more matrix.",
        ),
        Wrong(
            variant_of(look=_whole_width),
            "the looks are too flat: the scores of one head are divided by the root "
            "of its own width, not of all heads together.",
        ),
        Wrong(
            variant_of(look=_no_mask),
            "right without a mask, but the mask is never used: hand it on to each "
            "head.",
        ),
        Wrong(
            variant_of(look=_averaged_looks),
            "all heads look with the average of their weights: each keeps its own.",
        ),
        Wrong(
            _one_head,
            "right with one head only: the width was never cut, so one wide head "
            "looks, with one row of weights a word.",
        ),
        Wrong(
            _x_cut_first,
            "x itself was cut: every head reads whole words, and it is the queries, "
            "keys and values that are cut.",
        ),
        Wrong(
            _with_x,
            "the words themselves are added in: here the update alone is asked for.",
        ),
        Wrong(
            _both,
            "you return a pair: the update alone is asked for.",
        ),
        Wrong(
            _same_for_all,
            "the keys are made with the matrix of the queries: every word then answers "
            "with its own question.",
        ),
    ),
    hints=(
        "Five steps: three products with x; cut each into heads; attention; put the "
        "heads side by side; W_o.",
        "split_heads and merge_heads stand ready, and scaled_dot_product_attention "
        "takes all heads at once: it works on the last two axes.",
        "One mask [T, T] serves all heads as it is. Attention returns a pair: what was "
        "gathered, and the weights.",
    ),
    solution=inspect.getsource(my_multi_head) + '\n\ncheck("05.5", my_multi_head)\n',
    cases=multi_head_cases(),
    returns=("update",),
)
