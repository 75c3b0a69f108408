"""The checks of the tiers, on the narrowest target, run in a copy of the project."""

import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

GREEN, RED, CRASHED, SKIPPED = 0, 1, 2, 3
# Plug-ins that take a second to import, for tests that do not use them.
WITHOUT = ("-p", "no:nbval", "-p", "no:anyio", "-p", "no:xdist")
# One process imports what is slow and never changes, and forks for each check; where
# the system cannot fork (Windows), each check starts a Python of its own.
METHODS = multiprocessing.get_all_start_methods()
PROCESSES = multiprocessing.get_context(
    "forkserver" if "forkserver" in METHODS else "spawn"
)
PROCESSES.set_forkserver_preload(
    ["pytest", "numpy", "matplotlib.pyplot", "nbclient", "hypothesis.strategies"]
)
# A test that cannot even start has not noticed anything.
BROKEN = re.compile(r"(Syntax|Indentation|Name|Import|ModuleNotFound)Error")


def pytest_on(test, targets):
    return test.pytest([*WITHOUT, *targets])


def pytest_with_model(test, targets):
    return test.with_model(lambda: pytest_on(test, targets))


def nbval_without_model(test, targets):
    return test.compare_without_model()


def ruff(test, targets):
    return dict(test.steps("unit"))["unit: ruff"]()


@dataclass(frozen=True)
class Check:
    """One step of a tier, and the cells of the lesson that it needs.

    A step is a function of the copy's ``commands.test`` and of ``targets``: through the
    tiers' own code, so that what a tier does is tested, too. Where ``cells`` are named,
    the lesson is cut down to these code cells first: executing all of it would take
    twenty times as long.
    """

    step: Callable
    targets: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    lesson: str = ""


@dataclass(frozen=True)
class Outcome:
    """What came of a check: its code, what failed first, all that it said."""

    code: int
    caught_by: str
    seconds: float
    said: str


def tests(*targets):
    """Run pytest as the tiers do on files or single tests."""
    return Check(pytest_on, targets)


def outputs(lesson, *cells):
    """Re-execute some code cells of a lesson, as the notebooks tier does (nbval)."""
    return Check(nbval_without_model, (), cells, lesson)


def model_tests(*targets):
    """Run tests on the real model, as the model tier does: skipped where it is not."""
    return Check(pytest_with_model, targets)


RUFF = Check(ruff)


def run(check, folder):
    """Run a check in a copy of the project, and read off what failed."""
    if check.cells:
        cut_down(folder / check.lesson, check.cells)
    start = time.perf_counter()
    with tempfile.NamedTemporaryFile() as said:
        # Not Process.exitcode: another thread that starts a process may read it first.
        answer, here = PROCESSES.Pipe(duplex=False)
        asked = (check.step, check.targets, folder, said.name, here)
        process = PROCESSES.Process(target=run_here, args=asked)
        process.start()
        here.close()
        try:
            code = answer.recv()
        except EOFError:
            code = CRASHED
        process.join()
        said = said.read().decode("utf-8", "replace")
    seconds = time.perf_counter() - start
    return Outcome(code, first_failure(said), seconds, said)


def run_here(step, targets, folder, said, answer):
    """Run a step in this process, which is the check's own, and answer its code."""
    with open(said, "w") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    os.environ.update(environment(folder))
    os.chdir(folder)
    sys.path[:] = [str(folder), *(path for path in sys.path if not is_ours(path))]
    from course_lib.commands import places, test

    if places.ROOT != folder:
        sys.exit(f"course_lib was imported from {places.ROOT}, not from the copy")

    def call(command, cwd, env):
        test.subprocess = subprocess  # tests of the tier itself do start processes
        if command[1:3] != ["-m", "pytest"]:
            return subprocess.call(command, cwd=cwd, env=env)
        os.environ.update(env)
        return pytest.main(command[3:])

    test.subprocess = SimpleNamespace(call=call)
    codes = {test.PASSED: GREEN, test.FAILED: RED, test.SKIPPED: SKIPPED}
    answer.send(codes[step(test, targets)])


def is_ours(path):
    """Whether a folder of Python's path is the project's, which a copy stands for."""
    root = Path(__file__).resolve().parents[2]
    return Path(path).is_relative_to(root) and ".venv" not in Path(path).parts


def environment(folder):
    """Return the variables of a check: the copy's library comes first."""
    addopts = "-x -p no:cacheprovider -rfE --no-header --tb=short"
    addopts += " -W ignore::pytest.PytestAssertRewriteWarning"  # imported beforehand
    return {"PYTHONPATH": str(folder), "PYTEST_ADDOPTS": addopts}


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
