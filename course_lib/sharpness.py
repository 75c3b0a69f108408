"""How decided softmax is: its largest weight, its entropy, and what it can learn."""

import numpy as np

from course_lib import validation
from course_lib.attention import softmax


def sharpness(scores):
    """Measure how decided the rows of softmax(scores) are, on average.

    For the weights p of a row: the largest p; the entropy -sum p ln p; and the size of
    the gradient, the root of the summed squares of dp_i / ds_j = p_i (1[i = j] - p_j).

    Parameters
    ----------
    scores : array [n, T]
        Finite scores, a row per query.

    Returns
    -------
    tuple of float
        Largest weight, from 1/T to 1; entropy in nats, from ln T down to 0; gradient.

    Raises
    ------
    ValueError
        Not a table of finite numbers.

    Source: Vaswani et al. 2017, section 3.2.1, on why scores are divided.

    >>> [round(x, 2) for x in sharpness([[0.0, 0.0]])]
    [0.5, 0.69, 0.5]
    """
    p = softmax(validation.floats("scores", scores, at_least_axes=2))  # [n, T]
    logs = np.log(p, out=np.zeros_like(p), where=p > 0)  # 0 ln 0 is 0
    entropy = -(p * logs).sum(axis=-1)
    slope = p[:, :, None] * (np.eye(p.shape[-1]) - p[:, None, :])  # [n, T, T]
    gradient = np.sqrt((slope**2).sum(axis=(1, 2)))
    return tuple(float(x.mean()) for x in (p.max(axis=-1), entropy, gradient))
