"""What is ready on this machine: the model, and torch."""

import importlib.util

from course_lib import operating_table


def report():
    """Say in two lines whether the real model and torch are here, and what to do.

    >>> report().count("\\n")
    1
    """
    return f"{operating_table.status()}\n{torch()}"


def torch():
    """Say in one sentence whether torch is installed, without importing it."""
    if importlib.util.find_spec("torch"):
        return "torch: installed; lessons that train can run."
    return (
        "torch: not installed yet; `python course.py lab` installs it while you work, "
        "and only lessons that train need it."
    )
