"""What is ready on this machine: the model, and torch."""

import importlib.util

from course_lib import traces
from course_lib.model import files


def report():
    """Say in two lines whether the real model and torch are here, and what to do.

    >>> report().count("\\n")
    1
    """
    return f"{model()}\n{torch()}"


def model():
    """Say in one sentence whether the real model runs live or from records."""
    if files.is_installed():
        return "Live: SmolLM2-135M is installed; its numbers are computed here and now."
    return (
        "Recorded: SmolLM2-135M is not installed, so its numbers come from records; "
        f"`{traces.WAY_ON}` installs it (once, about 93 MB to fetch)."
    )


def torch():
    """Say in one sentence whether torch is installed, without importing it."""
    if importlib.util.find_spec("torch"):
        return "torch: installed; lessons that train can run."
    return (
        "torch: not installed yet; `python course.py lab` installs it while you work, "
        "and only lessons that train need it."
    )
