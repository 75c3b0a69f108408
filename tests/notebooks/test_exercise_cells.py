"""The lesson's exercise cells are the stubs, and each solution passes in its place."""

import importlib
import inspect
import json
import re
from pathlib import Path

import matplotlib.figure
import pytest

from course_lib import recording
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


def cells_named(path, name):
    """Return the sources of the cells that have an id."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(c["source"]) for c in cells if c["id"] == name]


@pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)
def test_the_bug_that_is_shown_is_the_one_that_is_judged(path):
    package = f"course_lib.exercises.lesson_{path.stem[:2]}"
    shown = cells_named(path, "bug")
    if importlib.util.find_spec(f"{package}.bug") is None:
        assert shown == []
        return
    bug = importlib.import_module(f"{package}.bug")
    (function,) = [f for name, f in vars(bug).items() if name.startswith("forum_")]
    source = inspect.getsource(function)
    assert bug.BUGGY.startswith(source)
    assert [cell.startswith(source) for cell in shown] == [True]


ITEM = re.compile(r"^\d\. (.*)", re.M)


@pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)
def test_each_objective_is_in_the_words_of_the_first_page(path):
    title = json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"]
    promised, deeper = {}, set()  # the words, by exercise; those of deeper parts
    for item in ITEM.findall("".join(title)):
        for part in item.split("*deeper:*"):
            words = re.sub(r" \([^)]*\)|\*", "", part)
            ids = re.findall(r"\b\d\d\.\d+\b", part)
            promised |= dict.fromkeys(ids, words)
            if part != item.split("*deeper:*")[0]:
                deeper |= set(ids)
    exercises = engine.lesson_exercises(path.stem[:2])
    assert set(promised) == set(exercises)
    for exercise in exercises.values():
        assert exercise.objective in promised[exercise.id]
    core = {e.objective for e in exercises.values() if e.id not in deeper}
    assert 1 <= len(core) <= 4


@pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)
def test_the_lesson_runs_with_every_solution_in_place(path, monkeypatch, capsys):
    """The solutions run in the real model; the rest is recorded, and nbval runs it."""
    live = recording._live
    monkeypatch.setattr(recording, "_live", lambda own: bool(own) and live(own))
    monkeypatch.setattr(matplotlib.figure.Figure, "savefig", lambda *_, **__: None)
    names = {}
    for source in code_sources(path):
        exercise = exercise_in(source)
        capsys.readouterr()
        exec(exercise.solution if exercise else source, names)
        if exercise:
            assert f"{exercise.id} right." in capsys.readouterr().out
