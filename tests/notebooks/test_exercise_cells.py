"""The lesson's exercise cells are the stubs, and each solution passes in its place."""

import json
import re
from pathlib import Path

import matplotlib.figure
import pytest

from course_lib.exercises import engine

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("*.ipynb"))


def code_sources(path):
    """Return the sources of a lesson's code cells."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]


def exercise_in(source):
    """Return the exercise that a cell checks, or None."""
    found = re.search(r'^check\("(\d\d\.\d+)"', source, re.M)
    return engine.find(found[1]) if found else None


@pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)
def test_each_exercise_stands_in_the_lesson_once_and_in_order(path):
    shown = [e.id for source in code_sources(path) if (e := exercise_in(source))]
    lesson = path.stem[:2]
    assert shown == list(engine.lesson_exercises(lesson))
    for source in code_sources(path):
        if exercise := exercise_in(source):
            assert source.strip() == exercise.stub.strip(), exercise.id


@pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)
def test_the_lesson_runs_with_every_solution_in_place(path, monkeypatch, capsys):
    monkeypatch.setattr(matplotlib.figure.Figure, "savefig", lambda *_, **__: None)
    names = {}
    for source in code_sources(path):
        exercise = exercise_in(source)
        capsys.readouterr()
        exec(exercise.solution if exercise else source, names)
        if exercise:
            assert f"{exercise.id} right." in capsys.readouterr().out
