"""02.8: a mistake that its author's own test does not see."""

import inspect
import math

import numpy as np

from course_lib.attention import softmax
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.inputs import attention_cases
from course_lib.exercises.lesson_02 import objectives


def forum_attention(q, k, v):
    scores = q @ k.T / q.shape[-1] ** 0.5
    exps = np.exp(scores - scores.max())
    weights = exps / exps.sum(axis=0)
    return weights @ v, weights


BUGGY = (
    inspect.getsource(forum_attention)
    + """

# Its author's test: every word finds itself, and each row sums to 1. It passes.
x = 3 * np.eye(4)
out, forum_weights = forum_attention(x, x, x)
assert forum_weights.argmax(axis=-1).tolist() == [0, 1, 2, 3]
assert np.allclose(forum_weights.sum(axis=-1), 1)
"""
)


def fixed_attention(q, k, v):
    """Mend forum_attention: q [T_q, d_head], k [T_k, d_head], v [T_k, d_v]."""
    # The author's table was symmetric, and there rows and columns have the same sums.
    # Three queries and five keys, or any random table, would have shown it.
    scores = q @ k.T / q.shape[-1] ** 0.5
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exps / exps.sum(axis=-1, keepdims=True)  # over the keys of each query
    return weights @ v, weights


def fixed_in_loops(q, k, v):
    out, weights = [], []
    for query in q:
        exps = [math.exp(float(query @ key) / math.sqrt(len(query))) for key in k]
        weights.append([e / sum(exps) for e in exps])
        out.append(np.array(weights[-1]) @ v)
    return out, weights


def fixed_on_its_side(q, k, v):
    exps = np.exp(k @ q.T / np.sqrt(q.shape[-1]))  # [T_k, T_q]
    weights = (exps / exps.sum(axis=0)).T
    return weights @ v, weights


def fixed_by_einsum(v, k, q):
    scores = np.einsum("id,jd->ij", q, k).astype(np.float32) / np.sqrt(q.shape[1])
    exps = np.exp(scores - scores.max(1)[:, None])
    weights = exps / np.einsum("ij->i", exps)[:, None]
    return np.einsum("ij,jd->id", weights, v), weights


def fixed_in_torch(q, k, v):
    import torch

    q, k, v = (torch.tensor(x) for x in (q, k, v))
    weights = torch.softmax(q @ k.T / math.sqrt(q.shape[-1]), -1)
    return weights @ v, weights


def _shared(share, divide=True):
    """Build a repair that shares the exponentials out in its own way."""

    def repair(q, k, v):
        scores = q @ k.T / (q.shape[-1] ** 0.5 if divide else 1)
        weights = share(np.exp(scores - scores.max()))
        return weights @ v, weights

    return repair


def _one_side_turned(q, k, v):
    weights = softmax(k @ q.T / q.shape[-1] ** 0.5, axis=0)
    return weights.T @ v, weights


def _half_repaired(q, k, v):
    scores = q @ k.T / q.shape[-1] ** 0.5
    return softmax(scores, axis=0) @ v, softmax(scores)


def _no_values(q, k, v):
    weights = softmax(q @ k.T / q.shape[-1] ** 0.5)
    return weights @ k, weights


FIND_THE_BUG = Exercise(
    id="02.8",
    kind="find the bug",
    minutes=5,
    title="Find the mistake that the test does not see",
    objective=objectives.BREAK,
    stub='''\
def fixed_attention(q, k, v):
    """Mend forum_attention: q [T_q, d_head], k [T_k, d_head], v [T_k, d_v]."""
    ...  # copy its lines and repair them


check("02.8", fixed_attention)
''',
    todo="copy the lines of forum_attention in place of the `...`, and repair them.",
    right=(
        "Now each query shares out its own look. The author's test could not tell: "
        "its table was symmetric. Test with sizes that differ and random numbers."
    ),
    reference=fixed_attention,
    accepted=(fixed_in_loops, fixed_on_its_side, fixed_by_einsum, fixed_in_torch),
    wrong=(
        Wrong(
            forum_attention,
            "it still does what the given function does: call it with 3 random queries "
            "and 5 random keys, and add up one row of the weights.",
        ),
        Wrong(
            _shared(lambda exps: exps / exps.sum(axis=-1)),
            "the totals belong to the rows now, but they lie flat: one number per "
            "query has to stand beside its own row, as a column.",
        ),
        Wrong(
            _shared(lambda exps: exps / exps.sum(axis=-1, keepdims=True), divide=False),
            "the rows are right now, but the scaling got lost in the repair.",
        ),
        Wrong(
            _shared(lambda exps: exps / exps.sum()),
            "the whole table sums to 1 now: each query has a look of its own to share.",
        ),
        Wrong(
            _shared(lambda exps: softmax(np.log(exps / exps.sum(axis=0)))),
            "each row sums to 1 now, because the wrong shares were divided once more: "
            "that mends the sum, not the shares. Divide once, by the right total.",
        ),
        Wrong(
            _shared(lambda exps: exps / exps.max(axis=-1, keepdims=True)),
            "each row is divided by its largest entry, so it sums to more than 1.",
        ),
        Wrong(
            _one_side_turned,
            "what is gathered is right, but the weights come back on their side: a row "
            "per query is asked for.",
        ),
        Wrong(
            _half_repaired,
            "the weights are right now, but the values were gathered with the old "
            "ones: mind the order of your lines.",
        ),
        Wrong(
            _no_values,
            "the weights are right, but you gather the keys in place of the values.",
        ),
    ),
    hints=(
        "The test used as many queries as keys and a table that is the same on its "
        "side. Call the function with q [3, 4], k [5, 4] and v [5, 2].",
        "Print weights.sum(axis=0) and weights.sum(axis=-1): which of the two should "
        "be all ones?",
        "One axis number is wrong; once it is right, the totals need keepdims=True to "
        "stand beside their rows.",
    ),
    solution=inspect.getsource(fixed_attention)
    + '\n\ncheck("02.8", fixed_attention)\n',
    cases=tuple(c for c in attention_cases() if c.tag in ("plain", "square")),
    returns=("out", "weights"),
)
