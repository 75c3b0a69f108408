"""Messages that describe what is odd about a result, never what is expected in it."""

import textwrap

import numpy as np

from course_lib.exercises.arrays import describe, shape_of, split_results

AXES = {
    "scores": "a row per query, a column per key",
    "weights": "a row per query, a column per key",
    "out": "a row per query, as wide as v",
}


def by_property(case, passing, returns, outcome, wanted):
    """Say what is odd about a call that no known mistake explains.

    Parameters
    ----------
    case : Case
        The first one that differs.
    passing : list of Case
        The ones that agree: they narrow the mistake down.
    returns : tuple of str
        Names of what the function gives back.
    outcome, wanted : Outcome
        The learner's and the reference's.
    """
    where = narrowed(case, passing)
    if outcome.error is not None:
        return raises(case, where, outcome.error)
    if outcome.value is None:
        return f"{where}your function returns None: is a `return` missing?"
    got = split_results(outcome.value, len(returns))
    expected = dict(
        zip(returns, split_results(wanted.value, len(returns)), strict=True)
    )
    if len(got) != len(returns):
        return wrong_count(outcome.value, returns)
    for name, array in zip(returns, got, strict=True):
        if array is None:
            return f"{where}{name} is not a table of numbers with rows of one length."
        message = array_problem(name, array, expected[name])
        if message:
            return where + message
    return where + first_difference(returns, got, expected)


def narrowed(case, passing):
    """Say on which inputs it fails, and on which it does not."""
    tags = {other.tag for other in passing}
    if case.tag == "plain" and "square" in tags:
        return "right with as many queries as keys, but not when their numbers differ: "
    if "plain" in tags:
        return f"right on ordinary inputs, but not {case.when}: "
    return ""


def raises(case, where, error):
    """Name the exception and the shapes that it was met with."""
    text = str(error).strip().split("\n")[0]
    text = textwrap.shorten(text, 160, placeholder=" ...")
    shapes = ", ".join(f"{n} {shape_of(x)}" for n, x in case.inputs.items())
    what = f"{type(error).__name__} ({text})" if text else type(error).__name__
    return (
        f"{where}your function raises {what}; it was called with NumPy arrays {shapes}."
    )


def changes_input(name):
    """Say that a function wrote into its argument."""
    return (
        f"the numbers are right, but your function changes its input {name} in place; "
        "the caller still needs it, so compute into a new array."
    )


def wrong_count(value, returns):
    """Say that one thing came where two were expected, or the reverse."""
    what = f"{len(value)} things" if isinstance(value, tuple) else describe(value)
    return f"return {' and '.join(returns)}, in that order; this is {what}."


def array_problem(name, array, expected):
    """Say what is odd about one array: shape, NaN, sums, signs, type; or None."""
    if array.shape != expected.shape:
        return shape_problem(name, array, expected)
    if np.isnan(array).any():
        row = np.argwhere(np.isnan(array))[0][0]
        return (
            f"{name} holds NaN, first in row {row}: look for inf - inf or 0 / 0 there."
        )
    if name == "weights":
        return weights_problem(array)
    if (array == np.round(expected)).all():
        return f"{name} comes out in whole numbers: the fractions were lost."
    return None


def shape_problem(name, array, expected):
    """Say which way a shape differs."""
    if array.shape == expected.shape[::-1]:
        turned = ", turned on its side"
    elif array.ndim != expected.ndim:
        turned = f", with {array.ndim} axes in place of {expected.ndim}"
    else:
        turned = ""
    return (
        f"{name} has shape {shape_of(array)}{turned}; expected was "
        f"{shape_of(expected)}: {AXES[name]}."
    )


def weights_problem(weights):
    """Say what keeps an array from being weights, or None."""
    rows, columns = weights.sum(-1), weights.sum(-2)
    if (weights < 0).any():
        return "some weights are negative; a share cannot be."
    if np.allclose(rows, 1, atol=1e-4):
        return None
    if np.allclose(columns, 1, atol=1e-4):
        return "each column of the weights sums to 1, not each row."
    odd = np.flatnonzero(~np.isclose(rows, 1, atol=1e-4))
    odd = [i for i in odd if rows[i] != 0]
    if not odd:
        return None
    return f"the weights in row {odd[0]} sum to {rows[odd[0]]:.2f}, not to 1."


def first_difference(returns, got, expected):
    """Point at the first entry that differs, without its value."""
    for name, array in zip(returns, got, strict=True):
        differs = ~np.isclose(array, expected[name], rtol=1e-4, atol=1e-5)
        if differs.any():
            place = [int(i) for i in np.argwhere(differs)[0]]
            right = (
                "the weights are right, but "
                if name == "out"
                and np.allclose(got[-1], expected[returns[-1]], atol=1e-4)
                else ""
            )
            return (
                f"{right}{name} differs from its definition, first at {place}: "
                "compute that entry by hand and follow your code to it."
            )
    return "the result differs from its definition."
