"""From many directions to two: the plane in which vectors differ most."""

import numpy as np

from ..validation import floats


def plane_of(vectors):
    """Return the plane through three vectors, or the one that fits more of them best.

    A vector x stands at ``(x - origin) @ directions.T`` in it. Distances in the plane
    are never longer than those in the whole space.

    Parameters
    ----------
    vectors : array [contexts, d]
        At least three that do not lie on one line.

    Returns
    -------
    origin : array [d]
        The middle of the vectors.
    directions : array [2, d]
        At right angles, of length 1; the first is where the vectors differ most.

    Raises
    ------
    ValueError
        Fewer than three vectors, or three on one line.

    >>> origin, directions = plane_of([[0, 0, 1], [4, 0, 1], [2, 3, 1]])
    >>> origin.tolist(), np.abs(directions).round(6).tolist()
    ([2.0, 1.0, 1.0], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    """
    vectors = np.asarray(floats("vectors", vectors), float)
    if vectors.ndim != 2 or len(vectors) < 3 or vectors.shape[1] < 2:
        raise ValueError(
            f"vectors has shape {list(vectors.shape)}, expected [contexts, d] with at "
            "least three contexts: a plane goes through three points."
        )
    origin = vectors.mean(axis=0)
    _, spread, directions = np.linalg.svd(vectors - origin, full_matrices=False)
    if spread[1] <= 1e-6 * max(spread[0], np.abs(vectors).max()):
        raise ValueError("vectors lie on one line, expected three that span a plane.")
    directions = directions[:2]
    return origin, directions * _signs((vectors - origin) @ directions.T)


def _signs(places):
    """Return the sign of each direction [2, 1] that puts its farthest vector ahead.

    An SVD leaves signs open, and a mirrored picture would be another picture. Of
    vectors equally far the first counts, also where the last bits differ.
    """
    far = np.abs(places)
    first = (far >= far.max(axis=0) * (1 - 1e-6)).argmax(axis=0)
    return np.sign(np.take_along_axis(places, first[None], axis=0)).T
