"""The core path of a lesson that needs no torch runs where torch is missing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
WITHOUT_TORCH = ("04_masking",)
NO_TORCH = """
import json, sys
import matplotlib.figure
matplotlib.figure.Figure.savefig = lambda *_, **__: None

class NoTorch:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "torch":
            sys.exit("torch was imported") if sys.argv[2] == "core" else None
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NoTorch())
names = {}
"""
PROGRAM = f"""{NO_TORCH}
for cell in json.load(open(sys.argv[1], encoding="utf-8"))["cells"]:
    deeper = "deeper" in cell["metadata"].get("tags", [])
    if cell["cell_type"] == "code" and not (deeper and sys.argv[2] == "core"):
        exec("".join(cell["source"]), names)
assert "torch" not in sys.modules
"""


# What needs torch is imported last: a reader sees a sentence there, and goes on.
UP_TO_TRAINING = f"""{NO_TORCH}
for cell in json.load(open(sys.argv[1], encoding="utf-8"))["cells"]:
    if cell["id"] == "induction-train":
        break
    if cell["cell_type"] == "code":
        try:
            exec("".join(cell["source"]), names)
        except ImportError:
            assert cell["id"] == "imports"
"""


def run(lesson, cells, program=PROGRAM):
    path = NOTEBOOKS / f"{lesson}.ipynb"
    return subprocess.run(
        [sys.executable, "-c", program, str(path), cells],
        cwd=NOTEBOOKS.parent,
        env=os.environ | {"PYTHONPATH": str(NOTEBOOKS.parent)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


@pytest.mark.parametrize("lesson", WITHOUT_TORCH)
def test_the_core_path_imports_no_torch(lesson, tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL_DIR", str(tmp_path))
    done = run(lesson, "core")
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("lesson", WITHOUT_TORCH)
def test_a_deeper_cell_that_needs_torch_says_so_in_one_sentence(
    lesson, tmp_path, monkeypatch
):
    monkeypatch.setenv("COURSE_MODEL_DIR", str(tmp_path))
    done = run(lesson, "all")
    assert done.returncode == 0, done.stderr[-2000:]
    cells = json.loads((NOTEBOOKS / f"{lesson}.ipynb").read_text(encoding="utf-8"))
    using = [c for c in cells["cells"] if "torch is None" in "".join(c["source"])]
    using += [c for c in cells["cells"] if "if torch" in "".join(c["source"])]
    said = done.stdout.count("This cell needs torch, which is not installed here.")
    assert said == len(using) > 0


def test_lesson_05_runs_without_torch_up_to_its_training(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL_DIR", str(tmp_path))
    done = run("05_many_heads", "up to training", UP_TO_TRAINING)
    assert done.returncode == 0, done.stderr[-2000:]
