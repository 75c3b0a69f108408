"""Run every check that CI runs (10 minutes or more), or the tiers that you name."""

import os
import subprocess
import sys
import tempfile
import time

from course_lib.commands import places

TIERS = ("unit", "notebooks", "exercises", "faults", "model", "browser")
PASSED, SKIPPED, FAILED = "passed", "skipped", "FAILED"
# Two processes share a tier's tests: what one leaves over at the end, the other takes;
# or whole files, where what a file sets up is dear: a kernel, a site, a JupyterLab.
TWO = ("-n", "2", "--dist", "worksteal")
TWO_BY_FILE = ("-n", "2", "--dist", "loadfile")


def add_arguments(parser):
    parser.add_argument(
        "tiers",
        nargs="*",
        metavar="TIER",
        help=f"{', '.join(TIERS)} (default: all, in this order)",
    )


def run(options):
    for tier in options.tiers:
        if tier not in TIERS:
            print(f"There is no tier {tier!r}: the tiers are {', '.join(TIERS)}.")
            return 2
    rows = []
    for tier in options.tiers or TIERS:
        for name, step in steps(tier):
            print(f"\n=== {name}", flush=True)
            start = time.perf_counter()
            result = step()
            rows.append((name, result, time.perf_counter() - start))
            print(f"=== {name}: {result} in {rows[-1][2]:.0f} s", flush=True)
    return report(rows)


def report(rows):
    """Print the closing table; the exit code is 1 when anything failed."""
    print("\nAll together:")
    for name, result, seconds in rows:
        print(f"  {name:32} {result:8} {seconds:5.0f} s")
    return int(any(result == FAILED for _, result, _ in rows))


def steps(tier):
    """What a tier runs: (name, function that returns passed, skipped or FAILED)."""
    if tier == "unit":
        examples = ["--doctest-modules", "course_lib", "tests/unit"]
        yield "unit: ruff", lambda: call([sys.executable, "-m", "ruff", "check", "."])
        yield "unit", lambda: pytest([*TWO_BY_FILE, *examples])
    elif tier == "notebooks":
        yield "notebooks: what they hold", lambda: pytest([*TWO, "tests/notebooks"])
        yield "notebooks: with the model", lambda: with_model(compare_outputs)
        yield "notebooks: without the model", compare_without_model
    elif tier == "model":
        yield "model", lambda: with_model(lambda: pytest([*TWO, "tests/model"]))
    elif tier == "browser":
        yield "browser", with_browser
    elif tier == "faults":  # it runs two checks at a time by itself
        yield "faults", lambda: pytest(["tests/faults"])
    else:
        yield tier, lambda: pytest([*TWO, f"tests/{tier}"])


def call(command, **variables):
    # A check has to show what it does on every machine: no colors, nobody's start-up.
    # Compiled files are kept, since the tiers start hundreds of Pythons.
    own = {"PYTHONWARNINGS": "", "PYTHONDONTWRITEBYTECODE": ""}
    env = places.environment(**own, **variables)
    return FAILED if subprocess.call(command, cwd=places.ROOT, env=env) else PASSED


def pytest(arguments, **variables):
    """Run pytest; finding no test at all is a failure, like a test that fails."""
    command = [sys.executable, "-m", "pytest", "-q", *arguments]
    return call(command, **variables)


def compare_outputs(**variables):
    """Re-execute every lesson, and compare all outputs with the stored ones (nbval)."""
    lessons = [str(lesson) for lesson in places.lessons()]
    if not lessons:
        print("There are no notebooks to compare.")
        return FAILED
    strict = ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=120"]
    strict += ["--nbval-kernel-startup-timeout=120"]
    if len(lessons) > 1:
        strict += TWO_BY_FILE
    with tempfile.TemporaryDirectory(prefix="course-ipython-") as folder:
        return pytest([*strict, *lessons], IPYTHONDIR=folder, **variables)


def compare_without_model():
    with tempfile.TemporaryDirectory(prefix="course-no-model-") as folder:
        return compare_outputs(COURSE_MODEL_DIR=folder)


def with_browser():
    """Run what needs Chromium; without it CI fails, and a reader skips."""
    if places.chromium():
        return pytest([*TWO_BY_FILE, "tests/browser"])
    print("Chromium is not installed: the README says how to get it.")
    return FAILED if os.environ.get("CI") else SKIPPED


def with_model(step):
    """Run a step that needs the model; without it CI fails, and a reader skips."""
    from course_lib.model import files

    if files.is_installed():
        return step()
    print("The model is not installed: python course.py model installs it.")
    return FAILED if os.environ.get("CI") else SKIPPED
