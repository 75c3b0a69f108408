"""Runs a learner's function and keeps what came of it: never a traceback."""

import contextlib
import copy
import dis
import inspect
import io
import sys
import warnings
from dataclasses import dataclass

import numpy as np

from course_lib.exercises.time_limit import OutOfTime, within

SECONDS = 10  # for all calls of one check: slow loops pass, endless ones do not

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
    error: BaseException | None = None
    changed: tuple[str, ...] = ()


def call(function, inputs, seconds=SECONDS, probe=None):
    """Call a learner's function on copies of the inputs: the one place that does.

    What it prints and warns is swallowed: a check asks many times. ``probe`` does
    something with what came back, such as calling a function that was returned.
    """
    copies = copy.deepcopy(inputs)
    args, kwargs = arguments(function, copies)
    value = error = None

    def use():
        came = function(*args, **kwargs)
        return came if probe is None else probe(came)

    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
        exit_raises(function),
    ):
        warnings.simplefilter("ignore")
        try:
            value = within(seconds, use)
        except Exception as problem:  # anything a learner's code can do
            error = problem
        except (OutOfTime, SystemExit) as problem:
            error = problem
    changed = tuple(name for name in inputs if not same(copies[name], inputs[name]))
    return Outcome(value, error, changed)


@contextlib.contextmanager
def exit_raises(function):
    """Let exit() raise SystemExit: Jupyter's own would end the kernel."""
    names = getattr(function, "__globals__", {})
    kept = {name: names[name] for name in ("exit", "quit") if name in names}
    names.update(dict.fromkeys(kept, sys.exit))
    try:
        yield
    finally:
        names.update(kept)


def same(now, before):
    """Tell an input that is as it was."""
    if isinstance(before, dict):
        return now.keys() == before.keys() and all(
            same(now[key], before[key]) for key in before
        )
    if isinstance(before, np.ndarray):
        return np.array_equal(now, before, equal_nan=True)
    return now == before


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
