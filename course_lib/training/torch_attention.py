"""Attention in torch, to be trained: the twin of ``course_lib.attention``."""

import math

import torch


def scaled_dot_product_attention(q, k, v, mask=None):
    """Do in torch what ``attention.scaled_dot_product_attention`` does in NumPy.

    weights = softmax(q k^T / sqrt(d_head)); out = weights v.

    Parameters
    ----------
    q : tensor [..., T_q, d_head]
    k : tensor [..., T_k, d_head]
    v : tensor [..., T_k, d_v]
    mask : bool tensor [..., T_q, T_k], optional
        True = may attend. A query that may attend to nothing gets zeros.

    Returns
    -------
    out : tensor [..., T_q, d_v]
    weights : tensor [..., T_q, T_k]

    Source: Vaswani et al. 2017, section 3.2.1, equation 1.

    >>> word = torch.tensor([[2.0, 0.0], [0.0, 2.0]])
    >>> out, weights = scaled_dot_product_attention(word, word, word)
    >>> [[round(weight, 2) for weight in row] for row in weights.tolist()]
    [[0.94, 0.06], [0.06, 0.94]]
    """
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])  # [..., T_q, T_k]
    if mask is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        # A row of -inf alone would give NaN, and NaN would reach all gradients: such a
        # row keeps its scores, and its weights are put to 0 afterwards.
        some = mask.any(dim=-1, keepdim=True)
        scores = scores.masked_fill(some & ~mask, -torch.inf)
        weights = torch.softmax(scores, dim=-1) * some
    return weights @ v, weights
