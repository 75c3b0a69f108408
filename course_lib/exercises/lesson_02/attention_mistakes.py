"""02.6: the mistakes that are known, each with the message that names it."""

import numpy as np

from course_lib.attention import scaled_dot_product_attention, softmax
from course_lib.exercises.exercise import Wrong


def variant_of(divide=np.sqrt, axis=-1, hide=None, after=None):
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
        return variant_of(lambda _: np.sqrt(size(q, k)))(q, k, v, mask)

    return variant


def _nan_rows(scores):
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exps / exps.sum(axis=-1, keepdims=True)


def own_softmax(q, k, v, mask=None):
    scores = q @ k.T / q.shape[-1] ** 0.5
    weights = _nan_rows(scores if mask is None else np.where(mask, scores, -np.inf))
    return weights @ v, weights


def _never_asks(hide, share=softmax):
    """Build attention that uses the mask without asking whether there is one."""

    def variant(q, k, v, mask=None):
        weights = share(hide(q @ k.T / q.shape[-1] ** 0.5, mask))
        return weights @ v, weights

    return variant


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
        out, weights = scaled_dot_product_attention(q, k, v, mask)
        return other(q, k, v, out, weights)

    return variant


WRONG = (
    Wrong(
        variant_of(divide=lambda d_head: 1),
        "the weights are too sharp: the scores go into softmax at their full spread, "
        "which grows with the width of a query.",
    ),
    Wrong(
        variant_of(divide=lambda d_head: d_head),
        "the weights are too flat: you divide the scores by the length of a query "
        "itself, which is more than their spread grows by.",
    ),
    Wrong(
        variant_of(divide=lambda d_head: np.sqrt(2)),
        "the 2 under the root was the d_head of the lesson's own small matrices: read "
        "the width off the shape of q.",
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
        variant_of(axis=0),
        "each column of the weights sums to 1, not each row: the queries compete for "
        "a key, where the keys should compete for a query.",
    ),
    Wrong(
        variant_of(hide=lambda scores, mask: scores),
        "right without a mask, but the mask is ignored: hidden keys still get weight.",
    ),
    Wrong(
        variant_of(hide=lambda scores, mask: np.where(mask, -np.inf, scores)),
        "the mask is turned round: here True means that a query may attend.",
    ),
    Wrong(
        variant_of(hide=lambda scores, mask: np.where(mask, scores, 0)),
        "hidden scores are set to 0 (multiplying by the mask does that too), and "
        "exp(0) is 1, so hidden keys still get weight.",
    ),
    Wrong(
        variant_of(hide=lambda scores, mask: scores + mask),
        "the mask is added as 0 and 1: that nudges the scores and hides nothing.",
    ),
    Wrong(
        variant_of(after=lambda weights, mask: weights * mask),
        "you mask after softmax: the hidden keys have already taken their share, so "
        "the rows no longer sum to 1.",
    ),
    Wrong(
        variant_of(hide=lambda scores, mask: np.where(mask, scores, -1e9)),
        "right but for a query that may look at nothing: all its scores are the same "
        "large negative number, so it looks at every hidden key alike. In this course "
        "it gets a row of zeros.",
    ),
    Wrong(
        variant_of(hide=lambda scores, mask: scores + ~mask * -1e9),
        "right but for a query that may look at nothing: adding the same large "
        "negative number to all its scores changes no share, so it looks at hidden "
        "keys as if there were no mask. In this course it gets a row of zeros.",
    ),
    Wrong(
        variant_of(hide=lambda scores, mask: scores + ~mask * -np.inf),
        "the hiding turns visible scores into NaN: False times -inf is 0 times "
        "infinity, which is no number. Choose between two numbers, do not multiply.",
    ),
    Wrong(
        # Renormalizing after a mask that comes too late gives the same rows, NaN and
        # all: the message has to serve both.
        own_softmax,
        "right but for a query that may look at nothing: its row is NaN, from "
        "-inf minus -inf or 0 / 0. In this course it gets a row of zeros; the lesson's "
        "`softmax` sees to that, yours from 02.4 may not.",
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
        _never_asks(lambda scores, mask: np.where(mask, scores, -np.inf)),
        "right with a mask, but without one every weight is 0: np.where takes None for "
        "False and hides all keys. Ask first whether a mask was given.",
    ),
    Wrong(
        _never_asks(lambda scores, mask: np.where(mask, scores, -np.inf), _nan_rows),
        "without a mask every weight is NaN: np.where takes None for False, hides all "
        "keys, and leaves your softmax nothing to share out. Ask first whether a mask "
        "was given.",
    ),
    Wrong(
        _never_asks(lambda scores, mask: np.where(~mask, -np.inf, scores)),
        "right with a mask, but without one `~mask` meets None, which cannot be turned "
        "round: ask first whether a mask was given.",
    ),
    Wrong(
        _gathered(lambda q, k, v, out, weights: (weights @ k, weights)),
        "the weights are right, but you gather the keys: what a word is found by is "
        "not what it passes on.",
    ),
    Wrong(
        _gathered(lambda q, k, v, out, weights: (weights @ q, weights)),
        "the second table of your last product has a row per query, where the weights, "
        "in front, need a row per key: which table holds what is passed on?",
    ),
    Wrong(
        _gathered(lambda q, k, v, out, weights: (weights.T @ v, weights)),
        "the weights are used on their side: their columns, one per key, have to meet "
        "the rows of v.",
    ),
    Wrong(
        _gathered(lambda q, k, v, out, weights: (v @ weights, weights)),
        "v stands before the weights: in a matrix product the columns of the first "
        "table meet the rows of the second, and here that is d_v against T_q.",
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
