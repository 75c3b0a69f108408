"""Masks beside the causal one, and how far news travels under a mask.

Masks are boolean, True = may look; a row per word that asks.
"""

import numpy as np

from course_lib import validation


def window_mask(n, width):
    """Let each word see itself and the words shortly before it, ``width`` in all.

    Raises
    ------
    ValueError
        Not whole numbers of at least 1.

    Source: Beltagy et al. 2020, section 3.1.

    >>> window_mask(3, 2).astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [0, 1, 1]]
    """
    n = validation.whole_number("n", n)
    width = validation.whole_number("width", width)
    return np.tri(n, dtype=bool) & ~np.tri(n, k=-width, dtype=bool)


def padding_mask(is_word):
    """Hide the places that hold no word, from every word that asks.

    Parameters
    ----------
    is_word : bool array [..., T]
        True = a word, False = padding.

    Returns
    -------
    bool array [..., 1, T]
        One row for all queries of a sentence: it stands beside a mask [T, T].

    Raises
    ------
    ValueError
        Not boolean.

    >>> from course_lib.attention import causal_mask
    >>> (padding_mask([True, False]) & causal_mask(2)).astype(int).tolist()
    [[1, 0], [1, 0]]
    """
    is_word = np.asarray(is_word)
    if is_word.dtype != bool or not is_word.ndim:
        raise ValueError(
            f"is_word holds {is_word.dtype} of shape {list(is_word.shape)}, expected "
            "booleans [..., T]: True = a word."
        )
    return is_word[..., None, :]


def reach(mask, n_layers):
    """Say of whom each word can know after some layers under a mask.

    In each layer a word gathers from the words that it may look at, and keeps what it
    had: news takes one step of the mask a layer.

    Parameters
    ----------
    mask : bool array [T, T]
        True = may look.
    n_layers : int
        From 0 up.

    Returns
    -------
    bool array [T, T]
        [i, j] is True where something of word j can be in word i's vector.

    Raises
    ------
    ValueError
        A mask that is not square and boolean, or not a number of layers.

    >>> reach(window_mask(3, 2), 2).astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    """
    mask = square_mask(mask)
    n_layers = validation.whole_number("n_layers", n_layers, at_least=0)
    itself = np.eye(len(mask), dtype=bool)
    known = itself
    for _ in range(n_layers):
        known = (mask | itself) @ known  # of booleans: is there one on the way?
    return known


def square_mask(mask):
    """Return a mask as a boolean array [T, T], if it is one."""
    mask = np.asarray(mask)
    square = mask.ndim == 2 and mask.shape[0] == mask.shape[1] > 0
    if mask.dtype != bool or not square:
        raise ValueError(
            f"mask holds {mask.dtype} of shape {list(mask.shape)}, expected booleans "
            "[T, T]: True = may look."
        )
    return mask
