"""Discriminating inputs: every size another, random values, large scores, masks.

A mistake must not hide behind two sizes that agree, a symmetric matrix or small
numbers. The square case comes last: it tells who needs as many queries as keys.
"""

import numpy as np

from course_lib.exercises.exercise import Case

T_Q, T_K, D_HEAD, D_V = 4, 6, 7, 5


def score_cases():
    """Return cases for a function of q [T_q, d_head] and k [T_k, d_head]."""
    rng = np.random.default_rng(23)

    def pair(n_queries, n_keys, width):
        return {
            "q": rng.normal(size=(n_queries, width)),
            "k": rng.normal(size=(n_keys, width)),
        }

    return (
        Case("plain", "with more keys than queries", pair(T_Q, T_K, D_HEAD)),
        Case("plain", "with more queries than keys", pair(5, 2, 3)),
        Case("square", "with as many queries as keys", pair(4, 4, D_HEAD)),
    )


def softmax_cases():
    """Return cases for a softmax over the last axis of scores [T_q, T_k]."""
    rng = np.random.default_rng(24)
    plain = rng.normal(scale=2, size=(3, 5))
    masked = rng.normal(size=(4, 6))
    masked[[0, 0, 1, 3], [5, 2, 0, 1]] = -np.inf
    # Quarters, so that float32 holds 10,000 and what is added to it exactly.
    steps = rng.integers(-8, 8, size=(3, 5)) / 4
    uneven = steps + np.array([[1e4], [-1e4], [0]])
    return (
        Case("plain", "with ordinary scores", {"scores": plain}),
        Case("mask", "with masked scores (-inf)", {"scores": masked}),
        Case("large", "with scores near 10,000", {"scores": steps + 1e4}),
        Case("large", "with rows 20,000 apart", {"scores": uneven}),
        Case("square", "with a square table", {"scores": plain[:, :3]}),
    )


def attention_cases():
    """Return cases for attention: q, k, v and, in some, a mask (True = may attend)."""
    rng = np.random.default_rng(25)

    def draw(n_queries=T_Q, n_keys=T_K, scale=1.0):
        return {
            "q": scale * rng.normal(size=(n_queries, D_HEAD)),
            "k": scale * rng.normal(size=(n_keys, D_HEAD)),
            "v": rng.normal(size=(n_keys, D_V)),
        }

    mask = np.tri(T_Q, T_K, 1, dtype=bool)
    mask[2, 0] = False
    hidden = mask.copy()
    hidden[1] = False
    square = {name: x.astype(np.float32) for name, x in draw(5, 5).items()}
    return (
        Case("plain", "without a mask", draw()),
        Case("large", "with scores near 10,000", draw(scale=100.0)),
        Case("mask", "with a mask", draw() | {"mask": mask}),
        Case("masked row", "when a mask hides every key", draw() | {"mask": hidden}),
        Case("square", "with as many queries as keys", square),
    )
