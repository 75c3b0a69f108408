"""What a wrong argument is told: one sentence with what came and what was expected."""

import reprlib

import numpy as np

_BRIEF = reprlib.Repr()
_BRIEF.maxstring = _BRIEF.maxother = 80
_BRIEF.maxlist = _BRIEF.maxtuple = 24


def brief(x):
    """Return what came as repr shows it, cut where it is long: a message is a sentence.

    >>> brief("mole"), len(brief("mole " * 10_000))
    ("'mole'", 80)
    """
    return _BRIEF.repr(x)


def floats(name, x, *, finite=True, at_least_axes=1):
    """Return x as an array of floats; integers and lists become float64.

    Raises
    ------
    ValueError
        Not numeric, empty, too few axes, or NaN or infinity where ``finite``.

    >>> floats("q", [[1, 2]]).dtype
    dtype('float64')
    """
    try:
        array = np.asarray(x)
    except (ValueError, TypeError, RuntimeError) as error:
        raise ValueError(
            f"{name} is not a regular array of numbers: {error}."
        ) from None
    if array.dtype == bool or array.dtype.kind not in "iuf":
        raise ValueError(
            f"{name} holds {_kind(x, array)}, expected real numbers (float or int)."
        )
    if array.dtype.kind in "iu":
        array = array.astype(np.float64)
    if array.ndim < at_least_axes:
        raise ValueError(
            f"{name} has shape {list(array.shape)}, expected at least "
            f"{at_least_axes} {'axes' if at_least_axes > 1 else 'axis'}."
        )
    if array.size == 0:
        raise ValueError(
            f"{name} has shape {list(array.shape)} and is empty, expected "
            "at least one number."
        )
    if finite and not np.isfinite(array).all():
        raise ValueError(f"{name} holds NaN or infinity, expected finite numbers.")
    return array


def no_nan_or_plus_inf(name, largest):
    """Refuse NaN and +inf, given the largest entries alone: NaN and +inf win a max."""
    if not (largest < np.inf).all():
        raise ValueError(f"{name} holds NaN or +inf, expected finite numbers or -inf.")


def axis_of(name, array, axis):
    """Return axis as it is, if the array has it."""
    if not isinstance(axis, (int, np.integer)) or isinstance(axis, bool):
        raise ValueError(f"axis is {axis!r}, expected a whole number.")
    if not -array.ndim <= axis < array.ndim:
        raise ValueError(
            f"axis is {axis}, but {name} has only {array.ndim} "
            f"{'axes' if array.ndim > 1 else 'axis'}."
        )
    return axis


def whole_number(name, n, *, at_least=1):
    """Return n as an int that is not too small."""
    if isinstance(n, (bool, np.bool_)) or not isinstance(n, (int, np.integer)):
        raise ValueError(f"{name} is {n!r}, expected a whole number.")
    if n < at_least:
        raise ValueError(f"{name} is {n}, expected at least {at_least}.")
    return int(n)


def product(x, name, W):
    """Return x @ W after checking that the shapes fit: [..., n] @ [n, m]."""
    W = floats(name, W)
    if W.ndim != 2 or W.shape[0] != x.shape[-1]:
        raise ValueError(
            f"{name} has shape {list(W.shape)}, expected "
            f"[{x.shape[-1]}, any] to act on {list(x.shape)}."
        )
    return x @ W


def attention_inputs(q, k, v, mask):
    """Return q, k, v as floats and the mask as it came, if all of them fit together."""
    q, k, v = (
        floats(name, x, at_least_axes=2) for name, x in (("q", q), ("k", k), ("v", v))
    )
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(
            f"q and k have widths {q.shape[-1]} and {k.shape[-1]}, "
            "expected the same d_head."
        )
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(
            f"k has {k.shape[-2]} rows and v has {v.shape[-2]}, expected "
            "one key and one value for each word."
        )
    try:
        leading = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    except ValueError:
        raise ValueError(
            f"q, k and v have leading axes {list(q.shape[:-2])}, "
            f"{list(k.shape[:-2])} and {list(v.shape[:-2])}, expected axes "
            "that agree."
        ) from None
    if mask is None:
        return q, k, v, None
    return q, k, v, _mask(mask, leading, q.shape[-2], k.shape[-2])


def _mask(mask, leading, n_queries, n_keys):
    mask = np.asarray(mask)
    if mask.dtype != bool:
        raise ValueError(
            f"mask holds {mask.dtype}, expected booleans: True = may attend."
        )
    # A plain [T_k] mask would silently serve as rows when two sizes agree: refused.
    fits = mask.ndim >= 2 and mask.shape[-2] in (1, n_queries)
    try:
        fits = fits and mask.shape[-1] == n_keys
        fits = fits and np.broadcast_shapes(mask.shape[:-2], leading) == leading
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"mask has shape {list(mask.shape)}, expected "
            f"{[*leading, n_queries, n_keys]}: a row per query, a column "
            "per key."
        )
    return mask


def _kind(x, array):
    return type(x).__name__ if array.dtype == object else str(array.dtype)
