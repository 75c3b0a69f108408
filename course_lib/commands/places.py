"""Where things are, and the variables that started programs get."""

import json
import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
WORK = ROOT / "work"


def lessons():
    """The lessons' notebooks, in order."""
    return sorted(NOTEBOOKS.glob("*.ipynb"))


def environment(**changes):
    """A copy of the variables, modest: a class may share a server.

    One BLAS thread; and freed arrays go back to the system at once (Linux with glibc),
    which is 40 MB in lesson 02.
    """
    env = dict(os.environ)
    for library in ("OPENBLAS", "OMP", "MKL"):
        env[f"{library}_NUM_THREADS"] = "1"
    for limit in ("MMAP", "TRIM"):
        env[f"MALLOC_{limit}_THRESHOLD_"] = str(1 << 20)
    env.update(changes)
    return env


def chromium():
    """Where the Chromium browser is, or None: it is found, never downloaded."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def torch_is_ready():
    """Whether course.py has recorded that torch is installed in this environment."""
    try:
        stamp = json.loads(Path(sys.prefix, "course.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return stamp.get("torch") in [line.strip() for line in lines if line[:5] == "torch"]
