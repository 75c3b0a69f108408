"""The checks of the tiers, on the narrowest target, run in a copy of the project."""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass

GREEN, RED, SKIPPED = 0, 1, 3
# Runs in the copy, through the tiers' own code: what a tier does is tested, too.
PROGRAM = """
import sys
from course_lib.commands import places, test

if str(places.ROOT) != sys.argv[1]:
    sys.exit(f"course_lib was imported from {places.ROOT}, not from the copy")
# Plug-ins that take a second to import, for tests that do not use them.
WITHOUT = ("-p", "no:nbval", "-p", "no:anyio")
result = STEP
sys.exit({test.PASSED: 0, test.FAILED: 1}.get(result, 3))
"""
# A test that cannot even start has not noticed anything.
BROKEN = re.compile(r"(Syntax|Indentation|Name|Import|ModuleNotFound)Error")


@dataclass(frozen=True)
class Check:
    """One call of a tier's function, and the cells of the lesson that it needs.

    Where ``cells`` are named, the lesson is cut down to these code cells first:
    executing all of it would take twenty times as long.
    """

    step: str
    targets: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    lesson: str = ""


@dataclass(frozen=True)
class Outcome:
    """What came of a check: its exit code, what failed first, all that it said."""

    code: int
    caught_by: str
    seconds: float
    said: str


def tests(*targets):
    """Run pytest as the tiers do on files or single tests."""
    return Check("test.pytest([*WITHOUT, *sys.argv[2:]])", targets)


def outputs(lesson, *cells):
    """Re-execute some code cells of a lesson, as the notebooks tier does (nbval)."""
    return Check("test.compare_without_model()", (), cells, lesson)


def model_tests(*targets):
    """Run tests on the real model, as the model tier does: skipped where it is not."""
    return Check(
        "test.with_model(lambda: test.pytest([*WITHOUT, *sys.argv[2:]]))", targets
    )


RUFF = Check('dict(test.steps("unit"))["unit: ruff"]()')


def run(check, folder):
    """Run a check in a copy of the project, and read off what failed."""
    if check.cells:
        cut_down(folder / check.lesson, check.cells)
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("STEP", check.step)]
        + [str(folder), *check.targets],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    seconds = time.perf_counter() - start
    said = done.stdout
    return Outcome(done.returncode, first_failure(said), seconds, said)


def environment(folder):
    """Return the variables of a check: the copy's library comes first."""
    env = dict(os.environ)
    env["PYTHONPATH"] = str(folder)
    env["PYTEST_ADDOPTS"] = "-x -p no:cacheprovider -rfE --no-header --tb=short"
    return env


def cut_down(path, cells):
    """Keep these code cells only of a notebook, and no other notebook."""
    for other in path.parent.glob("*.ipynb"):
        if other != path:
            other.unlink()
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] in cells]
    path.write_text(json.dumps(notebook), encoding="utf-8")


def first_failure(said):
    """Return the test, notebook cell or ruff rule that failed first, or ""."""
    summary = said.rpartition("short test summary info")[2]  # the last: tests of `test`
    if re.search(r"^ERROR ", summary, re.M) or BROKEN.search(said):
        return ""
    failed = re.search(r"^FAILED (.+?::.+?)( - |$)", summary, re.M)
    if failed:
        return failed[1]
    rule = re.search(r"^([A-Z]+\d+) .*\n\s*--> (\S+?):", said, re.M)
    return f"ruff {rule[1]} in {rule[2]}" if rule else ""
