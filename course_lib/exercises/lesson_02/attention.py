"""02.6: the attention function that then runs the real model."""

import inspect
import math

import numpy as np

from course_lib.attention import softmax
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.inputs import attention_cases


def my_attention(q, k, v, mask=None):
    """Gather v [T_k, d_v] for q [T_q, d] by k [T_k, d]; mask: True = may attend."""
    scores = q @ k.T / q.shape[-1] ** 0.5  # [T_q, T_k]: a row per query
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)  # hidden before softmax: exactly 0
    weights = softmax(scores)  # each row sums to 1; nothing to attend to: zeros
    return weights @ v, weights  # [T_q, d_v], [T_q, T_k]


def attention_in_loops(q, k, v, mask=None):
    out, weights = [], []
    for i, query in enumerate(q):
        exps = []
        scores = [float(query @ key) / math.sqrt(len(query)) for key in k]
        seen = [mask is None or mask[i][j] for j in range(len(k))]
        top = max((s for s, see in zip(scores, seen, strict=True) if see), default=0)
        for score, see in zip(scores, seen, strict=True):
            exps.append(math.exp(score - top) if see else 0.0)
        weights.append([e / (sum(exps) or 1) for e in exps])
        out.append(sum(w * value for w, value in zip(weights[-1], v, strict=True)))
    return out, weights


def attention_by_einsum(v, k, q, mask=None):
    scores = np.einsum("id,jd->ij", q, k) / np.sqrt(k.shape[1])
    allowed = np.ones(scores.shape, dtype=bool) if mask is None else mask
    top = np.max(scores, axis=1, where=allowed, initial=-1e30, keepdims=True)
    exps = np.exp(np.minimum(scores - top, 0)) * allowed
    weights = exps / np.maximum(exps.sum(1, keepdims=True), 1e-30)
    return [np.einsum("ij,jd->id", weights, v), weights]


def attention_in_torch(q, k, v, mask=None):
    import torch

    q, k, v = (torch.tensor(x, dtype=torch.float32) for x in (q, k, v))
    scores = q @ k.transpose(0, 1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~torch.tensor(mask), -torch.inf)
    weights = torch.softmax(scores, dim=-1).nan_to_num()
    return weights @ v, weights


def _variant(divide=np.sqrt, axis=-1, hide=None, after=None):
    """Build attention with one step changed."""

    def variant(q, k, v, mask=None):
        scores = q @ k.T / divide(q.shape[-1])
        if mask is None:
            mask = np.ones(scores.shape, dtype=bool)
            scores = softmax(scores, axis)
        elif after:
            scores = after(softmax(scores), mask)
        else:
            hidden = hide(scores, mask) if hide else np.where(mask, scores, -np.inf)
            scores = softmax(hidden, axis)
        return scores @ v, scores

    return variant


def _divided_by(size):
    """Build attention whose divisor is another size's root."""

    def variant(q, k, v, mask=None):
        return _variant(lambda _: np.sqrt(size(q, k)))(q, k, v, mask)

    return variant


def _nan_rows(scores):
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exps / exps.sum(axis=-1, keepdims=True)


def _not_a_number(q, k, v, mask=None):
    scores = q @ k.T / q.shape[-1] ** 0.5
    weights = _nan_rows(scores if mask is None else np.where(mask, scores, -np.inf))
    return weights @ v, weights


def _overflowing(q, k, v, mask=None):
    scores = q @ k.T / q.shape[-1] ** 0.5
    exps = np.exp(scores if mask is None else np.where(mask, scores, -np.inf))
    weights = exps / exps.sum(axis=-1, keepdims=True)
    return weights @ v, weights


def _asks_if_true(q, k, v, mask=None):
    scores = q @ k.T / q.shape[-1] ** 0.5
    weights = softmax(np.where(mask, scores, -np.inf) if mask else scores)
    return weights @ v, weights


def _gathered(other):
    """Build attention that gathers something other than v, or returns less."""

    def variant(q, k, v, mask=None):
        out, weights = my_attention(q, k, v, mask)
        return other(q, k, v, out, weights)

    return variant


STUB = '''\
def my_attention(q, k, v, mask=None):
    """Gather v [T_k, d_v] for q [T_q, d] by k [T_k, d]; mask: True = may attend."""
    ...  # your code: scores, mask, weights; then return out, weights


check("02.6", my_attention)
'''

WRONG = (
    Wrong(
        _variant(divide=lambda d: 1),
        "the weights are too sharp: the scores go into softmax at their full spread, "
        "which grows with the length of a query.",
    ),
    Wrong(
        _variant(divide=lambda d: d),
        "the weights are too flat: you divide the scores by the length of a query "
        "itself, which is more than their spread grows by.",
    ),
    Wrong(
        _divided_by(lambda q, k: len(k)),
        "you scale the scores by how many keys there are: a pair's score would change "
        "when a word far away is added.",
    ),
    Wrong(
        _divided_by(lambda q, k: len(q)),
        "you scale the scores by how many queries there are: a query does not know "
        "how many others ask.",
    ),
    Wrong(
        _variant(axis=0),
        "each column of the weights sums to 1, not each row: the queries compete for "
        "a key, where the keys should compete for a query.",
    ),
    Wrong(
        _variant(hide=lambda scores, mask: scores),
        "right without a mask, but the mask is ignored: hidden keys still get weight.",
    ),
    Wrong(
        _variant(hide=lambda scores, mask: np.where(mask, -np.inf, scores)),
        "the mask is turned round: here True means that a query may attend.",
    ),
    Wrong(
        _variant(hide=lambda scores, mask: scores * mask),
        "the mask multiplies the scores: a hidden score becomes 0, and exp(0) is 1, "
        "so the hidden key keeps weight.",
    ),
    Wrong(
        _variant(hide=lambda scores, mask: scores + mask),
        "the mask is added as 0 and 1: that nudges the scores and hides nothing.",
    ),
    Wrong(
        _variant(after=lambda weights, mask: weights * mask),
        "you mask after softmax: the hidden keys have already taken their share, so "
        "the rows no longer sum to 1.",
    ),
    Wrong(
        _variant(hide=lambda scores, mask: np.where(mask, scores, -1e9)),
        "right unless a mask hides every key of a query: then all scores are the same "
        "large negative number, and softmax looks at everything alike. Such a row has "
        "nothing to attend to: in this course it is zeros.",
    ),
    Wrong(
        _not_a_number,
        "right unless a mask hides every key of a query: that row is NaN, from "
        "-inf minus -inf. It has nothing to attend to: in this course it is zeros.",
    ),
    Wrong(
        _overflowing,
        "right for small scores, but scores of 10,000 give NaN: exp overflows. "
        "The softmax of 02.4 knows what to do.",
    ),
    Wrong(
        _asks_if_true,
        "right without a mask, but with one `if mask:` asks whether a whole table is "
        "true, which Python refuses: ask whether a mask was given at all.",
    ),
    Wrong(
        _gathered(lambda q, k, v, out, weights: (weights @ k, weights)),
        "the weights are right, but you gather the keys: what a word is found by is "
        "not what it passes on.",
    ),
    Wrong(
        _gathered(lambda q, k, v, out, weights: (weights @ q, weights)),
        "the weights have a column per key, and you gather the queries with them: "
        "the sizes do not meet. Which table has a row per key and holds what is "
        "passed on?",
    ),
    Wrong(
        _gathered(lambda q, k, v, out, weights: (weights.T @ v, weights)),
        "the weights are used on their side: a row per query has to meet the rows of "
        "v, and the sizes do not.",
    ),
    Wrong(
        _gathered(lambda q, k, v, out, weights: weights),
        "you return the weights alone: what was gathered is asked for too, and first.",
    ),
    Wrong(
        _gathered(lambda q, k, v, out, weights: out),
        "you return what was gathered alone: the weights are asked for too.",
    ),
    Wrong(
        _gathered(lambda q, k, v, out, weights: (weights, out)),
        "both are right, in the other order: what was gathered comes first.",
    ),
)

ATTENTION = Exercise(
    id="02.6",
    kind="write a function",
    minutes=8,
    title="Write attention",
    objective="write attention as a function that runs a real model",
    stub=STUB,
    todo="write the body of my_attention in place of the `...`.",
    right=(
        "Any number of queries and keys, with and without a mask, even a query that "
        "may look at nothing: this function can run a real language model."
    ),
    reference=my_attention,
    accepted=(attention_in_loops, attention_by_einsum, attention_in_torch),
    wrong=WRONG,
    hints=(
        "Three steps in this order: scores (02.3), weights (02.4), and the sum of the "
        "values, each times its weight: one matrix product.",
        "A hidden key must get weight 0 while its row still sums to 1, so it has to be "
        "hidden before softmax: which score gives exp(score) = 0?",
        "np.where(condition, a, b) takes a where the condition holds and b elsewhere; "
        "the library's softmax turns a row of only -inf into zeros.",
    ),
    solution=inspect.getsource(my_attention) + '\n\ncheck("02.6", my_attention)\n',
    cases=attention_cases(),
    returns=("out", "weights"),
)
