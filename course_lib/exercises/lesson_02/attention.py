"""02.6: the attention function that then runs the real model."""

import inspect
import math

import numpy as np

from course_lib.attention import softmax
from course_lib.exercises.exercise import Exercise
from course_lib.exercises.inputs import attention_cases
from course_lib.exercises.lesson_02 import objectives
from course_lib.exercises.lesson_02.attention_mistakes import WRONG


def my_attention(q, k, v, mask=None):
    """Return out [T_q, d_v] and weights [T_q, T_k].

    q [T_q, d_head], k [T_k, d_head], v [T_k, d_v]; mask is None or [T_q, T_k],
    True = may attend.
    """
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


STUB = '''\
def my_attention(q, k, v, mask=None):
    """Return out [T_q, d_v] and weights [T_q, T_k].

    q [T_q, d_head], k [T_k, d_head], v [T_k, d_v]; mask is None or [T_q, T_k],
    True = may attend.
    """
    ...  # your code: scores, mask, weights; then return out, weights


check("02.6", my_attention)
'''

ATTENTION = Exercise(
    id="02.6",
    kind="write a function",
    minutes=8,
    title="Write attention",
    objective=objectives.WRITE,
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
        "Three steps in this order: scores (02.3), weights (02.4, or the lesson's "
        "softmax), and the sum of the values, each times its weight: one matrix "
        "product.",
        "A hidden key must get weight 0 while its row still sums to 1, so it has to be "
        "hidden before softmax: which score gives exp(score) = 0?",
        "np.where(condition, a, b) takes a where the condition holds and b elsewhere; "
        "the lesson's softmax, which you may use, turns a row of only -inf into zeros.",
    ),
    solution=inspect.getsource(my_attention) + '\n\ncheck("02.6", my_attention)\n',
    cases=attention_cases(),
    returns=("out", "weights"),
)
