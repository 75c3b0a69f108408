"""Measure live where the model is installed, and from records elsewhere."""

import contextlib
import functools

from course_lib import traces
from course_lib.model import files

_heard = None  # a dict while data/record_traces.py listens


def recorded(function):
    """Make a measurement live where the model is installed, and recorded elsewhere.

    The function returns an array or a dict of arrays. Its positional arguments, text,
    numbers and tuples of them, name the record: ``.record_name(*arguments)``. Keyword
    arguments are a learner's own functions, which do what ours do, and name nothing.
    """

    def record_name(*arguments):
        return f"{function.__name__}({', '.join(map(repr, arguments))})"

    @functools.wraps(function)
    def measure(*arguments, **own):
        name = record_name(*arguments)
        if not _live(own):
            parts = traces.get(name)
            return parts.get("value", parts)
        found = function(*arguments, **own)
        if _heard is not None:
            _heard[name] = found if isinstance(found, dict) else {"value": found}
        return found

    measure.record_name = record_name
    return measure


def _live(own):
    """Say whether to compute; tests compute only what a learner's own functions do."""
    return files.is_installed()


@contextlib.contextmanager
def listening():
    """Collect what is measured meanwhile, as a dict of name to parts."""
    global _heard
    _heard = {}
    try:
        yield _heard
    finally:
        _heard = None


def is_listening():
    """Whether data/record_traces.py listens: then even recorded calls must be live."""
    return _heard is not None


def from_record(measure, *arguments):
    """Return a measurement from its record where there is one, and live elsewhere.

    For what takes half a minute, or more digits than machines agree on. The tests
    compare records and model.

    Parameters
    ----------
    measure : function
        One that is ``recorded``.
    arguments
        What it is called with.

    >>> from course_lib.real_model import tokens
    >>> from_record(tokens, "A fluffy blue creature roamed the verdant forest")[0]
    np.str_('A')
    """
    name = measure.record_name(*arguments)
    if is_listening() or name not in traces.names():
        return measure(*arguments)
    parts = traces.get(name)
    return parts.get("value", parts)
