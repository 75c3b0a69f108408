"""Labels in a row or a column, moved apart where they would collide."""

import numpy as np


def apart(wanted, sizes, low, high):
    """Return centers near the wanted ones, so that labels of these sizes do not meet.

    Parameters
    ----------
    wanted : array [n]
        Where the centers should be, in any order.
    sizes : array [n] or float
        How much room each label takes, its gap included.
    low, high : float
        Between these the labels stay, as long as there is room.

    >>> apart([1, 1.1, 3], 0.4, 0, 4).round(2).tolist()
    [0.85, 1.25, 3.0]
    """
    order = np.argsort(wanted, kind="stable")
    sizes = np.broadcast_to(np.asarray(sizes, float), order.shape)[order]
    least, most = low + sizes / 2, high - sizes / 2
    placed = np.asarray(wanted, float)[order].clip(least, most)
    for _ in range(200):
        short = (sizes[1:] + sizes[:-1]) / 2 - np.diff(placed)
        if (short <= 1e-6).all():
            break
        push = np.where(short > 0, short / 2, 0)
        placed[:-1] -= push
        placed[1:] += push
        placed = placed.clip(least, most)
    result = np.empty_like(placed)
    result[order] = placed
    return result
