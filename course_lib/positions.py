"""How a Transformer is told where each token stands.

Sinusoidal positions are added to the words' vectors; rotary positions turn queries and
keys; ALiBi takes from scores what their distance costs.
"""

import numpy as np

from course_lib import validation


def sinusoidal(positions, d_model, base=10_000.0):
    """Return a row of sines and cosines for each position.

    PE[p, 2 i] = sin(p / base ** (2 i / d_model)), PE[p, 2 i + 1] = cos(the same): pair
    i is a clock hand; the first pair turns fastest, by one radian a position.

    Parameters
    ----------
    positions : array [T]
        Any numbers, also negative.
    d_model : int
        An even number: the width of the words' vectors.
    base : float
        The larger, the slower the slowest hand.

    Returns
    -------
    array [T, d_model]

    Raises
    ------
    ValueError
        An odd or too small width; positions that are not a list of numbers.

    Source: Vaswani et al. 2017, section 3.5.

    >>> sinusoidal([0, 1], 4).round(2).tolist()
    [[0.0, 1.0, 0.0, 1.0], [0.84, 0.54, 0.01, 1.0]]
    """
    positions = validation.floats("positions", positions)
    if positions.ndim != 1:
        raise ValueError(
            f"positions has shape {list(positions.shape)}, expected [T]: one number a "
            "token."
        )
    angles = positions[:, None] * speeds(d_model, base)  # [T, d_model / 2]
    rows = np.empty((len(positions), d_model))
    rows[:, 0::2], rows[:, 1::2] = np.sin(angles), np.cos(angles)
    return rows


def speeds(d_model, base=10_000.0):
    """Return by how many radians each clock hand turns a position, [d_model / 2].

    speed_i = base ** (-2 i / d_model): equal factors from 1 down; the hand is back
    after 2 pi / speed positions, its wavelength.

    Raises
    ------
    ValueError
        An odd or too small width.

    >>> speeds(8).round(4).tolist()
    [1.0, 0.1, 0.01, 0.001]
    """
    d_model = validation.whole_number("d_model", d_model, at_least=2)
    if d_model % 2:
        raise ValueError(
            f"d_model must be even, because a sine and a cosine make a pair: got "
            f"{d_model}."
        )
    return base ** (-np.arange(0, d_model, 2) / d_model)


def shift(by, d_model, base=10_000.0):
    """Return the matrix that moves every position by the same number of places.

    sinusoidal(p + by) = sinusoidal(p) @ shift(by), whatever p: each pair is turned by
    its own angle, so the matrix is a rotation.

    Returns
    -------
    array [d_model, d_model]

    Raises
    ------
    ValueError
        An odd or too small width.

    Source: Vaswani et al. 2017, section 3.5, which states it without the matrix.

    >>> shift(1, 2).round(2).tolist()
    [[0.54, -0.84], [0.84, 0.54]]
    """
    angles = by * speeds(d_model, base)
    turn = np.zeros((d_model, d_model))
    sine, cosine = np.arange(0, d_model, 2), np.arange(1, d_model, 2)
    turn[sine, sine] = turn[cosine, cosine] = np.cos(angles)
    turn[cosine, sine], turn[sine, cosine] = np.sin(angles), -np.sin(angles)
    return turn


def alibi(n_tokens, slopes):
    """Return what ALiBi adds to the scores: minus a slope times the distance.

    Parameters
    ----------
    n_tokens : int
    slopes : array [n_heads]
        What a step of distance costs, for each head.

    Returns
    -------
    array [n_heads, T, T]
        A row per query. Later keys cost as much as earlier ones; the causal mask,
        which the paper assumes, hides them.

    Raises
    ------
    ValueError
        Slopes that are not one number a head.

    Source: Press, Smith and Lewis 2022, section 3.

    >>> alibi(3, [0.5])[0].tolist()
    [[-0.0, -0.5, -1.0], [-0.5, -0.0, -0.5], [-1.0, -0.5, -0.0]]
    """
    slopes = validation.floats("slopes", slopes)
    if slopes.ndim != 1:
        raise ValueError(
            f"slopes has shape {list(slopes.shape)}, expected [n_heads]: one a head."
        )
    places = np.arange(validation.whole_number("n_tokens", n_tokens))
    return -slopes[:, None, None] * abs(places[:, None] - places)


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


def rotate_halves(x, cos, sin):
    """Turn pairs that lie half a width apart: number i with number i + d_head / 2.

    The same turns as ``rotate``, for a model whose columns are in another order. Used
    on the wrong model it runs, keeps every length, and is wrong.

    x: [..., T, d_head]. cos, sin: [T, d_head / 2], from rotary_turns.
    Returns an array like x.

    >>> quarter_turn = np.array([[0.0, 1.0]]), np.array([[1.0, 0.0]])
    >>> rotate_halves(np.array([[3.0, 5.0, 1.0, 7.0]]), *quarter_turn).tolist()
    [[-1.0, 5.0, 3.0, 7.0]]
    """
    half = x.shape[-1] // 2
    first, second = x[..., :half], x[..., half:]  # [..., T, d_head / 2]
    return np.concatenate(
        [first * cos - second * sin, first * sin + second * cos], axis=-1
    )
