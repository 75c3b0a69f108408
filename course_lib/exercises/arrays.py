"""Reads what learners return: lists, tuples, NumPy or torch; no torch needed."""

import numpy as np


def as_array(value):
    """Return a float64 array, or None where the value is not a table of numbers."""
    try:
        if hasattr(value, "detach"):  # a torch tensor, perhaps with a gradient
            value = value.detach().cpu().numpy()
        elif isinstance(value, (list, tuple)):
            value = [_detached(part) for part in value]
        array = np.asarray(value)
        if array.dtype.kind not in "biuf" and array.dtype.kind != "O":
            return None
        return array.astype(float)
    except Exception:  # ragged lists, sets, strings, functions: not numbers
        return None


def as_result(value):
    """Return text as it is, texts as a tuple, and anything else as an array."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "U":
        value = value.tolist()
    if isinstance(value, str):
        return str(value)
    texts = isinstance(value, (list, tuple)) and len(value) > 0
    if texts and all(isinstance(part, str) for part in value):
        return tuple(map(str, value))
    return as_array(value)


def _detached(part):
    """Turn nested lists that hold tensors into nested lists of arrays."""
    if isinstance(part, (list, tuple)):
        return [_detached(inner) for inner in part]
    return part.detach().cpu().numpy() if hasattr(part, "detach") else part


def split_results(value, count):
    """Return what a function gave back as a list of results (None: no numbers)."""
    pair_in_a_list = isinstance(value, list) and len(value) == count > 1
    if isinstance(value, tuple) or pair_in_a_list:
        return [as_result(part) for part in value]
    return [as_result(value)]


def close(a, b):
    """Tell equal shapes and numbers, as far as float32 can; NaN equals NaN."""
    if isinstance(a, (str, tuple)) or isinstance(b, (str, tuple)):
        return type(a) is type(b) and a == b
    if a is None or b is None or a.shape != b.shape:
        return False
    return np.allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True)


def describe(value):
    """Name a value in a few words: "text", "an array [4, 6]"."""
    if isinstance(value, str):
        return f"the text {value[:20]!r}"
    if value is None:
        return "None"
    if isinstance(value, (bool, int, float)):
        return f"the number {value}"
    if callable(value):
        return "a function"
    kind = type(value).__name__
    if holds_text(value):
        return f"a {kind} that holds text"
    array = as_array(value)
    if array is not None:
        return f"an array {shape_of(array)}" if array.ndim else f"the number {array:g}"
    return f"an object of type {kind}"


def holds_text(value):
    """Tell a list or tuple with text among its entries."""
    return isinstance(value, (list, tuple)) and any(isinstance(x, str) for x in value)


def no_numbers(value):
    """Complete "answer with two numbers; ...": say what came in their place."""
    if holds_text(value):
        return "the entries are text, and numbers are expected: leave the quotes away."
    return f"this is {describe(value)}."


def shape_of(array):
    """Write a shape as the course does: [4, 6]."""
    return str(list(np.shape(array)))
