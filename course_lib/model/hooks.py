"""Someone else's code inside the model: run it, and check what it gives back."""

import numpy as np


def run_attention(attention, q, k, v, mask, layer):
    """Run a learner's attention function in each head of one layer.

    attention: f(q, k, v, mask) -> (out, weights), called once a head.
    q: [n_heads, T_q, d_head]. k, v: [n_kv_heads, T_k, d_head]: neighboring query
    heads share one. mask: bool [T_q, T_k].
    Returns (heads [n_heads, T_q, d_head], weights [n_heads, T_q, T_k]).
    Raises ValueError, naming layer and head, when it returns anything else.
    """
    n_heads, n_queries, d_head = q.shape
    n_keys = k.shape[-2]
    group_size = n_heads // len(k)
    heads = np.empty((n_heads, n_queries, d_head), dtype=np.float32)
    weights = np.empty((n_heads, n_queries, n_keys), dtype=np.float32)
    for head in range(n_heads):
        group = head // group_size
        # Copies, so that a function that changes its arguments harms no other head.
        given = [x.copy() for x in (q[head], k[group], v[group], mask)]
        where = f"your attention function (layer {layer}, head {head})"
        out, shares = _pair(_call(attention, given, where), where)
        heads[head] = _checked(out, f"out of {where}", (n_queries, d_head))
        weights[head] = _checked(shares, f"weights of {where}", (n_queries, n_keys))
    return heads, weights


def run_edit(edit, point, layer, x):
    """Show x to an edit hook; return what it puts in its place, or x.

    edit: None, or f(point, layer, x) -> array like x, or None for "unchanged".
    Raises ValueError, naming point and layer, for another shape or NaN.
    """
    if edit is None:
        return x
    where = f"your edit (point {point!r}, layer {layer})"
    new = _call(edit, (point, layer, x.copy()), where)
    return x if new is None else _checked(new, f"the result of {where}", x.shape)


def _call(function, arguments, where):
    try:
        return function(*arguments)
    except Exception as error:
        shapes = ", ".join(str(list(x.shape)) for x in arguments if hasattr(x, "shape"))
        error.add_note(f"This came out of {where}, given arrays of shape {shapes}.")
        raise


def _pair(result, where):
    if isinstance(result, (tuple, list)) and len(result) == 2:
        return result
    came = type(result).__name__
    if isinstance(result, (tuple, list)):
        came += f" of {len(result)}"
    elif hasattr(result, "shape"):
        came += f" of shape {list(result.shape)}"
    raise ValueError(f"{where} returned {came}, expected the pair (out, weights).")


def _checked(value, name, shape):
    """Return value as float32 if it has the shape and only finite numbers."""
    array = _as_float32(value, name)
    if array.shape != shape:
        raise ValueError(
            f"{name} has shape {list(array.shape)}, expected {list(shape)}."
        )
    if not np.isfinite(array).all():
        n_bad = np.count_nonzero(~np.isfinite(array))
        raise ValueError(
            f"{name} holds NaN or infinity at {n_bad:,} of {array.size:,} places, "
            "expected finite numbers."
        )
    return array


def _as_float32(value, name):
    kind = type(value).__name__
    try:
        if hasattr(value, "detach"):  # a torch tensor, told without importing torch
            value = value.detach().cpu().numpy()
        array = np.asarray(value)
    except (ValueError, TypeError, RuntimeError) as error:
        raise ValueError(f"{name} is a {kind} and no regular array: {error}") from None
    if array.dtype.kind not in "fiub":
        raise ValueError(
            f"{name} is {kind} of {array.dtype}, expected an array of real numbers."
        )
    with np.errstate(over="ignore"):  # what is too large becomes inf, and is refused
        return array.astype(np.float32)
