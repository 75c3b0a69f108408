"""02.3 and 02.4: the line that scores, the function that shares out."""

import inspect
import math

import numpy as np

from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.inputs import score_cases, softmax_cases
from course_lib.exercises.lesson_02 import objectives


def my_scores(q, k):
    """Score queries q [T_q, d_head] against keys k [T_k, d_head]: [T_q, T_k]."""
    # q @ k.T holds all dot products, a row per query. The row of creature was divided
    # by the root of its d_head, 2; here d_head is the last size in q's shape.
    return q @ k.T / q.shape[-1] ** 0.5


def scores_in_loops(q, k):
    d_head = len(q[0])
    return [
        [sum(a * b for a, b in zip(x, y, strict=True)) / math.sqrt(d_head) for y in k]
        for x in q
    ]


def scores_by_einsum(k, q):
    return np.einsum("id,jd->ij", q / np.sqrt(q.shape[1]), k).astype(np.float32)


def scores_in_torch(q, k):
    import torch

    return torch.as_tensor(q) @ torch.as_tensor(k).T / math.sqrt(q.shape[-1])


SCORES = Exercise(
    id="02.3",
    kind="complete a line",
    minutes=3,
    title="Score every pair of words",
    objective=objectives.WRITE,
    stub='''\
def my_scores(q, k):
    """Score queries q [T_q, d_head] against keys k [T_k, d_head]: [T_q, T_k]."""
    return ...  # your line


check("02.3", my_scores)
''',
    todo="replace the `...` of my_scores by the scaled dot products of q and k.",
    right=(
        "One matrix product scores all pairs at once, a row per query, and d_head "
        "comes from the shape of q, so queries and keys of any width will do."
    ),
    reference=my_scores,
    accepted=(scores_in_loops, scores_by_einsum, scores_in_torch),
    wrong=(
        Wrong(
            lambda q, k: q @ k.T,
            "these are the bare dot products: nothing has been divided yet. The row of "
            "creature was divided by the root of the width.",
        ),
        Wrong(
            lambda q, k: q @ k.T / q.shape[-1],
            "you divide by d_head itself: the row of creature was divided by the root "
            "of the width.",
        ),
        Wrong(
            lambda q, k: q @ k.T / np.sqrt(2),
            "the 2 under the root was that example's own d_head: here queries have "
            "other widths, so read the width off the shape of q.",
        ),
        Wrong(
            lambda q, k: q @ k.T / len(k) ** 0.5,
            "your divisor depends on how many keys there are; the size of one score "
            "does not depend on how many others stand beside it.",
        ),
        Wrong(
            lambda q, k: q @ k.T / len(q) ** 0.5,
            "your divisor depends on how many queries there are; one query's scores "
            "do not change when another joins.",
        ),
        Wrong(
            lambda q, k: q @ k.T * q.shape[-1] ** 0.5,
            "you multiply by the root: the scores of creature were divided by it.",
        ),
        Wrong(
            lambda q, k: k @ q.T / q.shape[-1] ** 0.5,
            "the table lies on its side: it has a row per key, and the course gives "
            "each query a row.",
        ),
        Wrong(
            lambda q, k: q * k,
            "q * k multiplies entry by entry, and needs as many queries as keys; a "
            "score is a sum of products, for every query with every key.",
        ),
        Wrong(
            lambda q, k: q @ k,
            "the inner sizes of the product do not meet: the width of a query has to "
            "meet the width of a key, so one of the two tables has to be turned.",
        ),
        Wrong(
            lambda q, k: q @ q.T / q.shape[-1] ** 0.5,
            "queries are compared with queries: what the words offer is never read.",
        ),
        Wrong(
            lambda q, k: k @ k.T / q.shape[-1] ** 0.5,
            "keys are compared with keys: what the words ask for is never read.",
        ),
        Wrong(
            lambda q, k: _shares(q @ k.T / q.shape[-1] ** 0.5),
            "these are weights already; the scores are what comes before softmax.",
        ),
    ),
    hints=(
        "Which size do q [T_q, d_head] and k [T_k, d_head] share? That one has to "
        "vanish.",
        "A matrix product sums over the last axis of the left and the first axis of "
        "the right; k has its width last, so turn it (.T).",
        "Divide the whole table by the root of d_head. For the row of creature d_head "
        "was 2; here it is the last size in q's shape.",
    ),
    solution=inspect.getsource(my_scores) + '\n\ncheck("02.3", my_scores)\n',
    cases=score_cases(),
    returns=("scores",),
)


def my_softmax(scores):
    """Turn each row of scores [T_q, T_k] into weights that sum to 1."""
    # Taking the row's largest score away changes no share, and exp cannot overflow.
    largest = scores.max(axis=-1, keepdims=True)  # [T_q, 1]
    exps = np.exp(scores - largest)  # exp(-inf) is 0: a masked key gets nothing
    return exps / exps.sum(axis=-1, keepdims=True)


def softmax_in_loops(scores):
    rows = []
    for row in scores:
        largest = max(row)
        exps = [math.exp(score - largest) for score in row]
        rows.append([e / sum(exps) for e in exps])
    return rows


def softmax_by_logarithm(scores):
    largest = np.max(scores, -1)[..., None]
    total = largest + np.log(np.exp(scores - largest).sum(-1))[..., None]
    return np.exp(scores - total)


def softmax_by_einsum(scores):
    largest = np.max(scores, -1)[..., None]
    exps = np.exp((scores - largest).astype(np.float32))
    return exps / np.einsum("...j->...", exps)[..., None]


def softmax_in_torch(scores):
    import torch

    return torch.softmax(torch.as_tensor(scores, dtype=torch.float32), dim=-1)


def _shares(scores, axis=-1):
    exps = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return exps / exps.sum(axis=axis, keepdims=True)


def _bare(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


def _bare_in_loops(scores):
    exps = [[math.exp(score) for score in row] for row in scores]
    return [[e / sum(row) for e in row] for row in exps]


def _one_maximum(scores):
    exps = np.exp(scores - scores.max())
    return exps / exps.sum(axis=-1, keepdims=True)


def _column_maximum(scores):
    exps = np.exp(scores - scores.max(axis=0))
    return exps / exps.sum(axis=-1, keepdims=True)


def _over_largest(scores):
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exps / exps.max(axis=-1, keepdims=True)


def _over_everything(scores):
    exps = np.exp(scores - scores.max())
    return exps / exps.sum()


def _flat_totals(scores):
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exps / exps.sum(axis=-1)


SOFTMAX = Exercise(
    id="02.4",
    kind="write a function",
    minutes=5,
    title="Share out a look",
    objective=objectives.WRITE,
    stub='''\
def my_softmax(scores):
    """Turn each row of scores [T_q, T_k] into weights that sum to 1."""
    ...  # your code


check("02.4", my_softmax)
''',
    todo="write the body of my_softmax in place of the `...`.",
    right=(
        "Each row sums to 1, a masked score gets exactly 0, and scores of 10,000 "
        "give numbers, not NaN: only differences within a row matter."
    ),
    reference=my_softmax,
    accepted=(
        softmax_in_loops,
        softmax_by_logarithm,
        softmax_by_einsum,
        softmax_in_torch,
    ),
    wrong=(
        Wrong(
            lambda scores: _shares(scores, axis=0),
            "each column sums to 1, not each row: you normalized over the queries.",
        ),
        Wrong(
            _over_everything,
            "the whole table sums to 1: each row has to be shared out by itself.",
        ),
        Wrong(
            _bare,
            "right for small scores, but scores of 10,000 give NaN: exp overflows to "
            "infinity, and infinity over infinity is no number. Which number may be "
            "taken from a whole row without changing its shares?",
        ),
        Wrong(
            _bare_in_loops,
            "right for small scores, but math.exp raises OverflowError at scores of "
            "10,000. Which number may be taken from a whole row without changing its "
            "shares?",
        ),
        Wrong(
            _one_maximum,
            "one maximum serves the whole table: a row far below it comes out as "
            "0 / 0. Each row needs its own.",
        ),
        Wrong(
            _column_maximum,
            "you take each column's largest score away: entries of one row lose "
            "different amounts, and that changes their shares.",
        ),
        Wrong(
            _over_largest,
            "the largest weight in each row is 1, so the row sums to more than 1: its "
            "total has not been used.",
        ),
        Wrong(
            np.exp,
            "the exponentials are there, but they have not been shared out: no "
            "row was divided by its total.",
        ),
        Wrong(
            lambda scores: scores / scores.sum(axis=-1, keepdims=True),
            "you share out the scores themselves: a negative score gives a negative "
            "share, and a masked one gives NaN. The exponential is missing.",
        ),
        Wrong(
            _flat_totals,
            "a step that makes one number a row lost the axis it worked on: [3] "
            "cannot stand beside [3, 5]. On a square table it would have gone wrong "
            "without a word. Look up keepdims.",
        ),
        Wrong(
            lambda scores: _shares(_shares(scores)),
            "softmax was applied twice: the second time it flattens the shares.",
        ),
        Wrong(
            lambda scores: np.log(_shares(scores)),
            "these are logarithms of the weights: they are all below 0.",
        ),
    ),
    hints=(
        "Three steps: make every score positive, add up each row, divide.",
        "exp(a - c) / sum(exp(b - c)) is the same for every c: choose c for each row "
        "so that the largest exponent is 0.",
        "max and sum both take axis=-1 and keepdims=True, which leaves one column "
        "that lines up with the rows.",
    ),
    solution=inspect.getsource(my_softmax) + '\n\ncheck("02.4", my_softmax)\n',
    cases=softmax_cases(),
    returns=("weights",),
)
