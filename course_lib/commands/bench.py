"""Print goals of speed and memory beside what is measured here (about two minutes).

To add rows, write a function that yields (what, goal, measured), three texts each, and
name it in MEASUREMENTS. A goal that is not met is said, and is no failure.
"""

import json
import re
import subprocess
import sys
import time

from course_lib.commands import normalise, places

UNMEASURED = "not measured here"
NUMBER = re.compile(r"-?\d+(\.\d+)?")


def add_arguments(parser):
    parser.add_argument(
        "what",
        nargs="?",
        choices=["class"],
        help="class: 20 learners at once on two cores, in place of the usual rows "
        "(about seven minutes with the model, three without, twelve at most)",
    )


def run(options):
    a_class = options.what == "class"
    minutes = "five to twelve minutes, on two cores" if a_class else "about two minutes"
    print(
        f"This takes {minutes}, and wants a quiet machine: close other programs for "
        "honest numbers.",
        flush=True,
    )
    print(line("what", "goal", "", "measured"))
    failed = False
    for measure in [class_load] if a_class else MEASUREMENTS:
        try:
            for row in measure():
                what, goal, measured = row
                print(line(what, goal, verdict(goal, measured), measured), flush=True)
        except Exception as error:
            failed = True
            words = f"failed: {type(error).__name__}: {error}"
            print(line(measure.__name__, "", "", words))
    return int(failed)


def line(what, goal, met, measured):
    return f"{what:68}  {goal:22}  {met:7}  {measured}"


def verdict(goal, measured):
    """Say "met" or "not met", by the numbers as they are printed; "" where unmeasured.

    >>> verdict("<= 5 s", "12.1 s"), verdict(">= 1.0", "1.31"), verdict("no", "no")
    ('not met', 'met', 'met')
    """
    if measured == UNMEASURED or not goal:
        return ""
    number, bound = NUMBER.search(measured), NUMBER.search(goal)
    if not (number and bound):
        met = measured == goal
    elif goal.startswith("<="):
        met = float(number[0]) <= float(bound[0])
    else:
        met = float(number[0]) >= float(bound[0])
    return "met" if met else "not met"


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
    fastest = min(seconds for seconds, _ in runs)
    yield "lesson 02: seconds of its import cell", "<= 1 s", f"{fastest:.2f} s"
    yield "lesson 02: torch imported by it", "no", "yes" if runs[-1][1] else "no"


EMPTY = "import matplotlib.pyplot as plt\nimport numpy as np\n\nplt.subplots();"
# Anonymous memory is what a kernel alone holds: a mapped file is shared by a class.
TORCH = "import sys as _sys\nprint('yes' if 'torch' in _sys.modules else 'no')\n"
MEMORY = (
    "from pathlib import Path as _Path\n"
    "_file = _Path('/proc/self/smaps_rollup')\n"
    "_lines = _file.read_text().splitlines() if _file.exists() else []\n"
    "print(*[line.split()[1] for line in _lines if line.startswith('Anonymous:')])"
)


def lesson_cost():
    """Run lesson 02 and an empty NumPy + matplotlib notebook: seconds and megabytes."""
    seconds, torch, megabytes = run_and_weigh(lesson(2))
    empty_seconds, _, empty_megabytes = run_and_weigh(
        {"metadata": {}, "cells": [_code(EMPTY)]}
    )
    yield "lesson 02: torch imported at its end", "no", torch
    more = f"{seconds - empty_seconds:.1f} s more"
    yield "lesson 02 against an empty NumPy + matplotlib notebook", "<= 5 s more", more
    more = UNMEASURED
    if megabytes is not None:
        more = f"{megabytes - empty_megabytes:.0f} MB more"
    yield "lesson 02 against it: anonymous memory", "<= 120 MB more", more


# Adds up what the lesson spends in the training loop.
STOPWATCH = (
    "import time as _time\n"
    "from course_lib import training as _training\n"
    "_train, _spent = _training.train, []\n"
    "def _timed(*arguments, **named):\n"
    "    start = _time.perf_counter()\n"
    "    result = _train(*arguments, **named)\n"
    "    _spent.append(_time.perf_counter() - start)\n"
    "    return result\n"
    "_training.train = _timed"
)
TRAINING_LESSONS = (3, 5)


def training_cost():
    """Run the lessons that train: seconds of training, megabytes at the end."""
    for number in TRAINING_LESSONS:
        notebook = lesson(number)
        notebook["cells"].insert(0, _code(STOPWATCH))
        _, trained, megabytes = run_and_weigh(notebook, "print(sum(_spent))\n")
        name = f"lesson {number:02}"
        yield f"{name}: seconds of training", "<= 10 s", f"{float(trained):.1f} s"
        weighed = UNMEASURED if megabytes is None else f"{megabytes:.0f} MB"
        yield f"{name}: anonymous memory at its end", "<= 450 MB", weighed


def model_speed():
    """Run the rows about the model itself."""
    from course_lib.commands.bench_model import model_rows

    yield from model_rows()


def explorer_speed():
    """Run the rows about the explorers in a browser."""
    from course_lib.commands.bench_explorers import explorer_rows

    yield from explorer_rows()


def class_load():
    """Run the rows about a class: a failure there is a failure of this command."""
    from course_lib.commands.bench_class import class_rows

    yield from class_rows()


def _code(source):
    return {
        "cell_type": "code",
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }


def run_and_weigh(notebook, question=TORCH):
    """Execute a notebook, and ask its kernel at the end.

    Returns
    -------
    tuple: seconds, the word that ``question`` prints, anonymous MB (None: not Linux)
    """
    weighed = {**notebook, "cells": [*notebook["cells"], _code(question + MEMORY)]}
    start = time.perf_counter()
    outputs = normalise.execute(weighed, places.NOTEBOOKS)["cells"][-1]["outputs"]
    seconds = time.perf_counter() - start
    word, *kilobytes = "".join("".join(output["text"]) for output in outputs).split()
    return seconds, word, int(kilobytes[0]) / 1024 if kilobytes else None


MEASUREMENTS = [
    lesson_imports,
    lesson_cost,
    training_cost,
    model_speed,
    explorer_speed,
]
