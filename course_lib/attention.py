"""Attention in NumPy: the one implementation that every lesson and the real model use.

Shapes: ``[..., T, d]`` with any number of leading axes (batch, heads); weights are
``[..., T_q, T_k]``: a row per query, and each row sums to 1. Masks are boolean,
True = may attend. Arguments are checked in ``validation.py``, out of the reader's way.
"""

import math

import numpy as np

from course_lib import validation


def softmax(scores, axis=-1):
    """Turn scores into shares that sum to 1 along an axis.

    softmax(s)_i = exp(s_i) / sum_j exp(s_j). The largest score is subtracted first:
    the shares stay the same and ``exp`` cannot overflow.

    Parameters
    ----------
    scores : array [..., T]
        Real numbers; -inf is allowed and means "masked". Float32 stays float32.
    axis : int
        The axis along which the shares sum to 1: the keys.

    Returns
    -------
    array [..., T]
        Shares from 0 to 1. Where every score is -inf there is nothing to share out:
        the shares are 0, by definition.

    Raises
    ------
    ValueError
        Empty or not numeric; NaN or +inf among the scores; no such axis.

    Source: Bridle 1990; Vaswani et al. 2017, equation 1.

    >>> softmax([0.0, 0.0, -np.inf]).tolist()
    [0.5, 0.5, 0.0]
    """
    scores = validation.floats("scores", scores, finite=False)
    axis = validation.axis_of("scores", scores, axis)
    largest = scores.max(axis, keepdims=True)
    validation.no_nan_or_plus_inf("scores", largest)
    exps = np.exp(scores - np.where(largest == -np.inf, 0, largest))
    total = exps.sum(axis, keepdims=True)
    return exps / np.where(total == 0, 1, total)


def causal_mask(n_queries, n_keys=None):
    """Say which keys each query may see when no word may look ahead.

    mask[i, j] is True where key j is not later than query i. With more keys than
    queries (words that came before, kept in a cache) the last query stands at the
    last key.

    Parameters
    ----------
    n_queries, n_keys : int
        How many rows and columns; as many keys as queries unless told otherwise.

    Returns
    -------
    bool array [T_q, T_k]
        True = may attend.

    Raises
    ------
    ValueError
        Not whole numbers of at least 1, or fewer keys than queries.

    Source: Vaswani et al. 2017, section 3.2.3.

    >>> causal_mask(3).astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    """
    n_queries = validation.whole_number("n_queries", n_queries)
    n_keys = validation.whole_number(
        "n_keys", n_queries if n_keys is None else n_keys, at_least=n_queries
    )
    return np.tri(n_queries, n_keys, n_keys - n_queries, dtype=bool)


def scaled_dot_product_attention(q, k, v, mask=None):
    """Let each query look at all keys and gather the values it finds.

    weights = softmax(q k^T / sqrt(d_head)); out = weights v.

    Parameters
    ----------
    q : array [..., T_q, d_head]
    k : array [..., T_k, d_head]
    v : array [..., T_k, d_v]
    mask : bool array [..., T_q, T_k], optional
        True = may attend. A query that may attend to nothing gets zeros.

    Returns
    -------
    out : array [..., T_q, d_v]
        What each query gathered.
    weights : array [..., T_q, T_k]
        How it shared out its look: each row sums to 1.

    Raises
    ------
    ValueError
        Shapes that do not fit, an empty or non-finite array, a mask that is not
        boolean.

    Source: Vaswani et al. 2017, section 3.2.1, equation 1.

    >>> word = np.array([[2.0, 0.0], [0.0, 2.0]])
    >>> out, weights = scaled_dot_product_attention(word, word, word)
    >>> weights.round(2).tolist()
    [[0.94, 0.06], [0.06, 0.94]]
    """
    q, k, v, mask = validation.attention_inputs(q, k, v, mask)
    d_head = q.shape[-1]
    # math.sqrt gives a Python float: dividing by np.sqrt(d_head) would turn float32
    # into float64 and take four times as long.
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(d_head)  # [..., T_q, T_k]
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)  # [..., T_q, T_k]
    return weights @ v, weights


def split_heads(x, n_heads):
    """Cut the width into heads and put the head axis before the words.

    [..., T, n_heads * d_head] -> [..., n_heads, T, d_head]; head h is the h-th block
    of neighboring columns.

    Raises
    ------
    ValueError
        A width that n_heads does not divide.

    >>> split_heads(np.zeros((5, 12)), 3).shape
    (3, 5, 4)
    """
    x = validation.floats("x", x, at_least_axes=2)
    n_heads = validation.whole_number("n_heads", n_heads)
    if x.shape[-1] % n_heads:
        raise ValueError(
            f"n_heads is {n_heads}, which does not divide x's width {x.shape[-1]}."
        )
    heads = x.reshape(*x.shape[:-1], n_heads, -1)  # [..., T, n_heads, d_head]
    return heads.swapaxes(-2, -3)  # [..., n_heads, T, d_head]


def merge_heads(heads):
    """Put the heads back side by side: [..., n_heads, T, d_head] -> [..., T, width].

    Raises
    ------
    ValueError
        Fewer than three axes.

    >>> merge_heads(np.zeros((3, 5, 4))).shape
    (5, 12)
    """
    heads = validation.floats("heads", heads, at_least_axes=3)
    side_by_side = heads.swapaxes(-2, -3)  # [..., T, n_heads, d_head]
    return side_by_side.reshape(*side_by_side.shape[:-2], -1)  # [..., T, width]


def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    """Run several heads side by side and mix what they found.

    MultiHead(x) = Concat(head_1, ..., head_h) W_o, where head_i attends with the i-th
    column block of W_q, W_k and W_v.

    Parameters
    ----------
    x : array [..., T, d_model]
    W_q, W_k : array [d_model, n_heads * d_head]
    W_v : array [d_model, n_heads * d_v]
    W_o : array [n_heads * d_v, d_model]
    n_heads : int
    mask : bool array [..., T, T], optional
        The same for all heads; True = may attend.

    Returns
    -------
    out : array [..., T, d_model]
    weights : array [..., n_heads, T, T]

    Raises
    ------
    ValueError
        Shapes that do not fit together.

    Source: Vaswani et al. 2017, section 3.2.2.

    >>> x, W = np.eye(4), np.eye(4)
    >>> out, weights = multi_head_attention(x, W, W, W, W, n_heads=2)
    >>> out.shape, weights.shape
    ((4, 4), (2, 4, 4))
    """
    x = validation.floats("x", x, at_least_axes=2)
    q, k, v = (
        split_heads(validation.product(x, name, W), n_heads)  # [..., n_heads, T, d]
        for name, W in (("W_q", W_q), ("W_k", W_k), ("W_v", W_v))
    )
    if mask is not None and np.ndim(mask) >= 2:
        mask = np.expand_dims(mask, -3)  # [..., 1, T, T]: one mask for all heads
    heads, weights = scaled_dot_product_attention(q, k, v, mask)
    return validation.product(merge_heads(heads), "W_o", W_o), weights
