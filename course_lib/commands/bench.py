"""Print each goal of speed and memory beside what is measured here; assert nothing.

To add rows, write a function that returns a list of Row(what, goal, measured), and name
it in MEASUREMENTS.
"""

import json
import subprocess
import sys
import time
from typing import NamedTuple

from course_lib.commands import normalise, places


class Row(NamedTuple):
    what: str
    goal: str
    measured: str


def add_arguments(parser):
    pass


def run(options):
    print("Measuring, one thread; close other programs for honest numbers.", flush=True)
    failed = False
    print(line(Row("what", "goal", "measured")))
    for measure in MEASUREMENTS:
        try:
            rows = measure()
        except Exception as error:
            failed = True
            reason = f"failed: {type(error).__name__}: {error}"
            rows = [Row(measure.__name__, "", reason)]
        for row in rows:
            print(line(row), flush=True)
    return int(failed)


def line(row):
    return f"{row.what:58}  {row.goal:>12}  {row.measured:>12}"


def lesson(number):
    """A lesson's notebook as a dict."""
    (path,) = places.NOTEBOOKS.glob(f"{number:02d}_*.ipynb")
    return json.loads(path.read_text(encoding="utf-8"))


def import_cell(notebook):
    """The source of the first code cell that imports course_lib."""
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if (
            cell["cell_type"] == "code"
            and "import" in source
            and "course_lib" in source
        ):
            return source
    raise ValueError("the notebook has no cell that imports course_lib")


def lesson_imports():
    """Run lesson 02's import cell in a fresh process: its seconds, and no torch."""
    program = (
        "import json, sys, time\n"
        "cell, start = sys.stdin.read(), time.perf_counter()\n"
        "exec(cell, {})\n"
        "print(json.dumps([time.perf_counter() - start, 'torch' in sys.modules]))\n"
    )
    command = [sys.executable, "-c", program]
    runs = []
    for _ in range(3):
        words = subprocess.run(
            command,
            input=import_cell(lesson(2)),
            env=places.environment(MPLBACKEND="agg"),
            cwd=places.ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        runs.append(json.loads(words.splitlines()[-1]))
    return [
        Row(
            "lesson 02: import cell",
            "<= 1 s",
            f"{min(seconds for seconds, _ in runs):.2f} s",
        ),
        Row("lesson 02: torch imported", "no", "yes" if runs[-1][1] else "no"),
    ]


EMPTY = "import matplotlib.pyplot as plt\nimport numpy as np\n\nplt.subplots();"
# Anonymous memory is what a kernel alone holds: a mapped file is shared by a class.
MEMORY = (
    "from pathlib import Path as _Path\n"
    "_file = _Path('/proc/self/smaps_rollup')\n"
    "_lines = _file.read_text().splitlines() if _file.exists() else []\n"
    "print(*[line.split()[1] for line in _lines if line.startswith('Anonymous:')])"
)


def lesson_cost():
    """Run lesson 02 and an empty NumPy + matplotlib notebook: seconds and megabytes."""
    seconds, megabytes = run_and_weigh(lesson(2))
    empty_seconds, empty_megabytes = run_and_weigh(
        {"metadata": {}, "cells": [_code(EMPTY)]}
    )
    memory = "not measured here"
    if megabytes is not None:
        memory = f"{megabytes - empty_megabytes:.0f} MB more"
    return [
        Row(
            "lesson 02: time against an empty notebook",
            "<= 5 s more",
            f"{seconds - empty_seconds:.1f} s more",
        ),
        Row("lesson 02: anonymous memory against it", "<= 120 MB more", memory),
    ]


def _code(source):
    return {
        "cell_type": "code",
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }


def run_and_weigh(notebook):
    """Execute a notebook; seconds, and its kernel's anonymous MB (None: not Linux)."""
    weighed = {**notebook, "cells": [*notebook["cells"], _code(MEMORY)]}
    start = time.perf_counter()
    outputs = normalise.execute(weighed, places.NOTEBOOKS)["cells"][-1]["outputs"]
    seconds = time.perf_counter() - start
    kilobytes = "".join("".join(output["text"]) for output in outputs).strip()
    return seconds, int(kilobytes) / 1024 if kilobytes else None


MEASUREMENTS = [lesson_imports, lesson_cost]
