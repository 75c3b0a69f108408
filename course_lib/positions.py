"""How a Transformer is told where each token stands."""

import numpy as np


def rotary_turns(positions, d_head, base=10_000.0):
    """Return the cosines and sines of the angles by which rotary positions turn.

    angle(position, i) = position / base ** (2 i / d_head): pair i of a vector is a
    clock hand; the first pair turns fastest, by one radian a token.

    positions: [T] whole numbers. d_head: an even number, how many numbers a vector has.
    Returns (cos, sin), each [T, d_head / 2] float32.
    Raises ValueError for an odd d_head.
    Source: Su et al. 2021, RoFormer, section 3.2.2.

    >>> cos, sin = rotary_turns([0, 1], d_head=4)
    >>> [f"{c:.4f}" for c in cos[1]], [f"{s:.4f}" for s in sin[1]]
    (['0.5403', '0.9999'], ['0.8415', '0.0100'])
    """
    if d_head % 2:
        raise ValueError(
            f"d_head must be even, because rotary positions turn pairs: got {d_head}."
        )
    speeds = base ** (-np.arange(0, d_head, 2) / d_head)  # [d_head / 2]
    angles = np.asarray(positions)[:, None] * speeds  # [T, d_head / 2], in float64
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def rotate(x, cos, sin):
    """Turn each pair of neighboring numbers (0 and 1, 2 and 3, ...) by its angle.

    (a, b) -> (a cos - b sin, a sin + b cos)

    x: [..., T, d_head]. cos, sin: [T, d_head / 2], from rotary_turns.
    Returns an array like x.
    Source: Su et al. 2021, RoFormer, equation 34.

    >>> quarter_turn = np.array([[0.0]]), np.array([[1.0]])
    >>> rotate(np.array([[3.0, 1.0]]), *quarter_turn).tolist()
    [[-1.0, 3.0]]
    """
    first, second = x[..., 0::2], x[..., 1::2]  # [..., T, d_head / 2]
    turned = np.empty_like(x, order="C")
    turned[..., 0::2] = first * cos - second * sin
    turned[..., 1::2] = first * sin + second * cos
    return turned
