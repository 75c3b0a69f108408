"""Runs a learner's function and keeps what came of it: never a traceback."""

import contextlib
import dis
import inspect
import io
import warnings
from dataclasses import dataclass

import numpy as np

# What a body holds that does nothing: `...`, `pass` or a docstring.
_IDLE = {
    "RESUME",
    "NOP",
    "LOAD_CONST",
    "POP_TOP",
    "RETURN_VALUE",
    "RETURN_CONST",
    "CACHE",
    "MAKE_CELL",
    "COPY_FREE_VARS",
}


@dataclass(frozen=True)
class Outcome:
    """What a call gave back, what it raised, and which inputs it changed."""

    value: object = None
    error: Exception | None = None
    changed: tuple[str, ...] = ()


def call(function, inputs):
    """Call a learner's function on copies of the inputs: the one place that does.

    What it prints and warns is swallowed: a check asks many times.
    """
    copies = {name: np.array(value) for name, value in inputs.items()}
    args, kwargs = arguments(function, copies)
    value = error = None
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        try:
            value = function(*args, **kwargs)
        except Exception as problem:  # anything a learner's code can do
            error = problem
    changed = tuple(
        name
        for name, value_now in copies.items()
        if not np.array_equal(value_now, inputs[name], equal_nan=True)
    )
    return Outcome(value, error, changed)


def arguments(function, inputs):
    """Pass by name where the names agree, so that their order may differ."""
    parameters = parameters_of(function)
    if parameters is None:
        return tuple(inputs.values()), {}
    named = {p.name for p in parameters.values() if p.kind == p.POSITIONAL_OR_KEYWORD}
    named |= {p.name for p in parameters.values() if p.kind == p.KEYWORD_ONLY}
    if named.issuperset(inputs):
        return (), dict(inputs)
    return tuple(inputs.values()), {}


def parameters_of(function):
    """Return a function's parameters, or None where Python cannot tell."""
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        return None


def parameters_problem(function, cases):
    """Say that a function cannot take what it will be called with, or return None."""
    parameters = parameters_of(function)
    if parameters is None:
        return None
    for case in cases:
        args, kwargs = arguments(function, case.inputs)
        try:
            inspect.signature(function).bind(*args, **kwargs)
        except TypeError:
            given = ", ".join(parameters) or "none"
            expected = ", ".join(case.inputs)
            return (
                f"the function is called with {expected}; its parameters are "
                f"{given}, which cannot take that (a parameter that may be left out "
                "needs a default)."
            )
    return None


def does_nothing(function):
    """Tell an untouched body (`...`, `pass`, a docstring) from one with code."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    steps = {step.opname for step in dis.get_instructions(code)}
    nothing = (None, ..., function.__doc__)
    return steps <= _IDLE and all(const in nothing for const in code.co_consts)
