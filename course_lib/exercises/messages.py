"""Messages that describe what is odd about a result, never what is expected in it."""

import re
import textwrap

import numpy as np

from course_lib.exercises.arrays import close, describe, shape_of, split_results
from course_lib.exercises.properties import SHARES, how_it_differs, rounded

AXES = {
    "scores": "a row per query, a column per key",
    "weights": "a row per query, a column per key",
    "out": "a row per query, as wide as v",
    "shares": "a share per number",
}


def by_property(case, passing, returns, outcome, wanted, notice):
    """Say what is odd about a call that no known mistake explains.

    ``notice()`` says what this exercise alone knows to look for, or None.

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
    notice : function
        See above; asked only about results of the right kind and shape.
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
    for name, result in zip(returns, got, strict=True):
        message = result_problem(name, result, expected[name], outcome.value)
        if message:
            return where + message
    when = "" if where else f" {case.when}"
    return where + (notice() or differs(returns, got, expected, outcome.changed, when))


def result_problem(name, result, expected, value):
    """Say what is odd about one result: its kind, shape or sums; or None."""
    if isinstance(expected, str):
        return None if isinstance(result, str) else no_text(name, result, value)
    if result is None or isinstance(result, (str, tuple)):
        return not_numbers(name, value, expected)
    return array_problem(name, result, expected)


def not_numbers(name, value, expected):
    """Say that something else came where a number or a table was asked for."""
    if expected.ndim == 0:
        return f"return one number; this is {describe(value)}."
    return f"{name} is not a table of numbers with rows of one length."


def differs(returns, got, expected, changed, when):
    """Say how results of the right shape differ; the last one is the nearest cause.

    ``when`` names the call, where nothing before this sentence does.
    """
    if changed:
        return (
            f"your function changes its input {changed[0]} in place, and the result "
            "differs: compute into a new array."
        )
    for name, result in reversed(list(zip(returns, got, strict=True))):
        if not close(result, expected[name]):
            # out comes before weights, so here they have been found right
            right = "the weights are right, but " if name == "out" else ""
            return right + difference(name, result, expected[name], when)
    return "the result differs from its definition."


def difference(name, result, expected, when):
    """Say how one result differs, or else where it first does, without its value."""
    if isinstance(result, str):
        return f"your function answers {result!r}, which is another {name}."
    message = how_it_differs(name, result, expected)
    if message:
        return message
    if result.ndim == 0:
        return (
            f"your function gives another number{when}: try it on small numbers that "
            "you can work out on paper."
        )
    odd = ~np.isclose(result, expected, rtol=1e-4, atol=1e-5)
    place = [int(i) for i in np.argwhere(odd)[0]]
    return (
        f"{name} differs from its definition, first at {place}: compute that entry by "
        "hand and follow your code to it."
    )


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
    if isinstance(error, SystemExit):
        return f"{where}your function calls exit(): a function ends with `return`."
    text = str(error).strip().split("\n")[0]
    text = textwrap.shorten(text, 160, placeholder=" ...")
    what = f"{type(error).__name__} ({text})" if text else type(error).__name__
    came = f"{where}your function raises {what}; it was called with {given(case)}."
    # Mathematics writes ln or log, and neither is a name of Python.
    if isinstance(error, (NameError, AttributeError)) and re.search("'(ln|log)'", text):
        return f"{came} In NumPy the natural logarithm is np.log."
    return came


def given(case):
    """Name what a function was called with: arrays by their shape."""
    inputs = case.inputs.items()
    if all(isinstance(x, np.ndarray) for _, x in inputs):
        return "NumPy arrays " + ", ".join(f"{n} {shape_of(x)}" for n, x in inputs)
    return ", ".join(f"{n}: {describe(x)}" for n, x in inputs)


def out_of_time(seconds):
    """Say that the time for one check was used up."""
    return (
        f"your function did not finish within {seconds} seconds: look for a loop that "
        "never ends, such as a `while` whose condition stays true."
    )


def no_text(name, result, value):
    """Say that one word was asked for."""
    what = f"{len(result)} of them" if isinstance(result, tuple) else describe(value)
    return f"return one {name}, as text; this is {what}."


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
        return nan_problem(name, array)
    message = rounded(name, array, expected)
    if message is None and name in SHARES:
        return weights_problem(name, array)
    return message


def nan_problem(name, array):
    """Say where the first NaN stands."""
    if array.ndim == 0:
        return "your function gives NaN: look for inf - inf or 0 / 0."
    place = "row" if array.ndim > 1 else "place"
    first = np.argwhere(np.isnan(array))[0][0]
    return (
        f"{name} holds NaN, first in {place} {first}: look for inf - inf or 0 / 0 "
        "there."
    )


def shape_problem(name, array, expected):
    """Say which way a shape differs."""
    if expected.ndim < 2:
        return f"your function returns {count_problem(array, expected)}."
    if array.shape == expected.shape[::-1]:
        turned = ", turned on its side"
    elif array.ndim != expected.ndim:
        turned = f", with {array.ndim} axes in place of {expected.ndim}"
    else:
        turned = ""
    axes = f": {AXES[name]}" if name in AXES else ""
    return (
        f"{name} has shape {shape_of(array)}{turned}; expected was "
        f"{shape_of(expected)}{axes}."
    )


def count_problem(array, expected):
    """Say how many numbers came in place of one, or of a list of them."""
    if array.size == 1 and array.ndim and expected.ndim == 0:
        return "a list with one number in it, expected was the number by itself"
    if array.ndim > 1:
        came = f"a table {shape_of(array)}"
    else:
        came = "one number" if array.size == 1 else f"{array.size} numbers"
    wanted = f"a list of {expected.size}" if expected.ndim else "one"
    return f"{came}, expected was {wanted}"


def weights_problem(name, weights):
    """Say what keeps an array from being weights, or None."""
    if (weights < 0).any():
        return f"some {name} are negative; a share cannot be."
    rows = weights.sum(-1)
    if np.allclose(rows, 1, atol=1e-4):
        return None
    if weights.ndim == 1:
        return f"the {name} sum to {rows:.2f}, not to 1."
    if np.allclose(weights.sum(-2), 1, atol=1e-4):
        return "each column of the weights sums to 1, not each row."
    odd = np.flatnonzero(~np.isclose(rows, 1, atol=1e-4))
    odd = [i for i in odd if rows[i] != 0]
    if not odd:
        return None
    return f"the weights in row {odd[0]} sum to {rows[odd[0]]:.2f}, not to 1."
