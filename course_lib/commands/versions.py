"""Run every lesson once on other Pythons, and on the oldest and newest NumPy.

Each row is an environment of its own, in a temporary folder: about a minute each. The
lessons run there on recorded numbers, and their outputs are compared with the stored
ones; pictures count by their descriptions. What needs torch is run only where torch is.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from course_lib.commands import normalise, places

PYTHONS = ("3.11", "3.12", "3.13")
FREE = ("numpy", "matplotlib")  # packages of which the library admits several versions
WITH_TORCH = "3.11"
SAME = "same outputs"


def add_arguments(parser):
    parser.add_argument(
        "pythons",
        nargs="*",
        metavar="PYTHON",
        help="interpreters to use (default: python3.11, python3.12 and python3.13)",
    )


def run(options):
    pythons = [shutil.which(python) for python in options.pythons] or found()
    if None in pythons:
        missing = options.pythons[pythons.index(None)]
        print(f"There is no Python {missing!r} here: name an interpreter's file.")
        return 2
    rows = []
    for python, packages in plan(pythons):
        name = " ".join(packages) or "pinned versions"
        print(f"=== {python}: {name}", flush=True)
        rows += [(*said, lesson) for said, lesson in outcomes(python, packages)]
    print(table(rows))
    return int(any(outcome.startswith("FAILED") for *_, outcome in rows))


def found():
    """Return the Pythons of ``PYTHONS`` that are here, and say which are not."""
    here = []
    for version in PYTHONS:
        path = shutil.which(f"python{version}")
        # A version manager's stand-in is found, but does not run.
        if path and subprocess.run([path, "-c", ""], capture_output=True).returncode:
            path = None
        print(f"Python {version}: {path or 'not found; name its file to use it'}")
        here += [path] if path else []
    return here


def plan(pythons):
    """Yield (python, packages to put over the pinned ones): all rows of the table."""
    for python in pythons:
        yield python, []
    oldest = [f"{name}=={bound}" for name, bound in lower_bounds().items()]
    yield pythons[0], oldest
    yield pythons[0], list(FREE)


def lower_bounds():
    """Return the oldest versions that the library admits, from pyproject.toml.

    >>> sorted(lower_bounds())
    ['matplotlib', 'numpy']
    """
    text = (places.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return dict(re.findall(rf'"({"|".join(FREE)})>=([\d.]+)"', text))


def requirements(packages):
    """Return what to install: the pinned requirements, some replaced.

    What only JupyterLab needs stays away, and so does torch, which comes last.
    """
    lines = (places.ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    names = ["#", "-e", "torch", "jupyterlab"]
    names += [re.split("[=<>]", package)[0] for package in packages]
    return [line for line in lines if not line.startswith(tuple(names))] + packages


def outcomes(python, packages):
    """Make an environment, run all lessons in it, and yield ((where, lesson), how)."""
    with tempfile.TemporaryDirectory(prefix="course-versions-") as folder:
        inside = install(python, packages, Path(folder))
        command = [inside, "-m", "course_lib.commands.versions"]
        env = places.environment(
            PYTHONPATH=str(places.ROOT), COURSE_MODEL_DIR=str(Path(folder, "no-model"))
        )
        with subprocess.Popen(
            command, env=env, cwd=places.ROOT, stdout=subprocess.PIPE, text=True
        ) as process:
            where, *lessons = (json.loads(line) for line in process.stdout)
        for lesson, outcome in lessons:
            yield (where, lesson), outcome
        if process.returncode:
            yield (where, "all"), f"FAILED: exit code {process.returncode}"


def install(python, packages, folder):
    """Make a virtual environment and return its interpreter."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    inside = folder / (
        "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    )
    pip = [inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    version = "import sys; print('%d.%d' % sys.version_info[:2])"
    asked = requirements(packages)
    said = subprocess.run([inside, "-c", version], capture_output=True, text=True)
    if said.stdout.strip() == WITH_TORCH:
        text = (places.ROOT / "requirements.txt").read_text(encoding="utf-8")
        asked += re.findall(r"^torch==.*", text, re.M)
    subprocess.run([*pip, *asked], check=True)
    return inside


def table(rows):
    """Return the rows as a Markdown table: where, then how each lesson did."""
    lines = ["| Python, NumPy, Matplotlib | lesson | outcome |", "|---|---|---|"]
    lines += [f"| {where} | {lesson} | {outcome} |" for where, lesson, outcome in rows]
    return "\n".join(lines)


def inside():
    """Run all lessons here and print, as lines of JSON, how each of them did."""
    import matplotlib
    import numpy

    python = ".".join(map(str, sys.version_info[:3]))
    print(json.dumps(f"{python}, {numpy.__version__}, {matplotlib.__version__}"))
    for path in places.lessons():
        print(json.dumps([path.stem, outcome(path)]), flush=True)


def outcome(path):
    """Run one lesson, and say in a few words how its outputs compare."""
    from nbclient.exceptions import CellExecutionError

    stored = json.loads(path.read_text(encoding="utf-8"))
    try:
        ran = normalise.normal_form(normalise.execute(stored, path.parent))
    except CellExecutionError as error:
        if error.ename == "ModuleNotFoundError" and "torch" in error.evalue:
            return "needs torch"
        return f"FAILED: {error.ename}: {error.evalue}"
    pairs = zip(stored["cells"], ran["cells"], strict=True)
    differing = [a for a, b in pairs if compared(a) != compared(b)]
    optional = [] if has_torch() else [a for a in differing if speaks_of_torch(a)]
    others = [cell["id"] for cell in differing if cell not in optional]
    if others:
        return f"FAILED: other outputs in {', '.join(others)}"
    if optional:
        return f"{SAME}, but for cells that need torch: {len(optional)}"
    return SAME


def has_torch():
    return find_spec("torch") is not None


def speaks_of_torch(cell):
    """Whether a cell's output may differ where torch is missing: it is guarded."""
    return "torch" in "".join(cell["source"])


def compared(cell):
    """Return what is compared of a cell: all its outputs but the bytes of pictures."""
    if "nbval-ignore-output" in cell["metadata"].get("tags", []):
        return []
    texts = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        # A stored text may be a list of lines.
        texts += ["".join(data[kind]) for kind in sorted(data) if kind != "image/png"]
        texts.append("".join(output.get("text", "")))
    return texts


if __name__ == "__main__":
    inside()
