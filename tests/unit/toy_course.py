"""A course with nothing in it but course.py: to try its set-up for real, in seconds."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Stands for the course inside the environment: says what it got, exits as it is told.
STAND_IN = """
import json, os, sys
import importlib.metadata as metadata
names = ("PYTHONPATH", "OPENBLAS_NUM_THREADS", "PIP_USER", "PIP_INDEX_URL")
def version(name):
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
print(json.dumps({"prefix": sys.prefix, "arguments": sys.argv[1:],
                  "folder": os.getcwd(),
                  "toy": version("toy"), "torch": version("torch"),
                  **{n: os.environ.get(n) for n in names}}))
sys.exit(7 if "--seven" in sys.argv else 0)
"""


def make_wheel(folder, version, name="toy", megabytes=0):
    """Write the smallest package that pip can install without any network."""
    info = f"{name}-{version}.dist-info"
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr(f"{name}.py", f"version = {version!r}\n")
        wheel.writestr(f"{name}_data", bytes(megabytes * 10**6))
        wheel.writestr(
            f"{info}/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        )
        wheel.writestr(
            f"{info}/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        wheel.writestr(f"{info}/RECORD", "")


def make_project(folder, requirement="./toy-1.0-py3-none-any.whl"):
    """A course with nothing in it but course.py, one toy package and the stand-in."""
    commands = folder / "course_lib" / "commands"
    commands.mkdir(parents=True)
    for part in ("tests", "docs"):
        (folder / part).mkdir()
        (folder / part / "requirements.txt").write_text("# none\n")
    shutil.copy(ROOT / "course.py", folder)
    (folder / "requirements.txt").write_text(f"{requirement}\n")
    (folder / "pyproject.toml").write_text("# none\n")
    (folder / "course_lib" / "__init__.py").write_text("")
    (commands / "__init__.py").write_text("")
    (commands / "__main__.py").write_text(STAND_IN)
    make_wheel(folder, "1.0")
    return folder


def run(project, *arguments, **variables):
    env = {k: v for k, v in os.environ.items() if not k.startswith("PIP_")}
    env.update({"PIP_CONFIG_FILE": os.devnull, "NO_PROXY": "127.0.0.1", **variables})
    return subprocess.run(
        [sys.executable, str(project / "course.py"), *arguments],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )


def said(finished):
    return json.loads(finished.stdout.splitlines()[-1])


def load(project):
    """Load a project's course.py as a module of its own."""
    spec = importlib.util.spec_from_file_location("course", project / "course.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
