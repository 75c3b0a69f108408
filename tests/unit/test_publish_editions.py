"""Editions are whole, run by themselves, and hold what their readers should see."""

import json
import os
import re
import subprocess
import sys

import pytest
from small_disk import small_disk

from course_lib.commands import __main__ as commands
from course_lib.commands import copies, places
from course_lib.exercises import engine
from course_lib.publish import editions

LESSONS = places.lessons()
LINK = re.compile(r"(?:\]\(|src=\")(?!http)([^)\"]*)")
WORKS_TOO = {"student": (), "instructor": ("slides", "site")}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Both editions of the course, by kind."""
    folder = tmp_path_factory.mktemp("editions")
    for kind in editions.PARTS:
        editions.write(kind, folder / kind)
    return {kind: folder / kind for kind in editions.PARTS}


def cells(folder, lesson):
    path = folder / "notebooks" / lesson.name
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def slide_type(cell):
    return cell["metadata"].get("slideshow", {}).get("slide_type")


def run(edition, program, within="."):
    """Run Python in a folder of an edition, with the edition's own library."""
    env = os.environ | {"PYTHONPATH": str(edition)}
    command = [sys.executable, "-c", program]
    return subprocess.check_output(command, cwd=edition / within, env=env, text=True)


def test_a_students_edition_is_what_lab_needs_and_no_more(made):
    kept = {path.name for path in made["student"].iterdir()}
    assert kept == {*editions.BOTH, "README.md", "notebooks"}
    assert not [p for p in made["student"].rglob("*") if "pycache" in p.name]
    for name in ("course_lib", "data"):
        ours = {p.relative_to(places.ROOT) for p in (places.ROOT / name).rglob("*.*")}
        theirs = {
            p.relative_to(made["student"]) for p in (made["student"] / name).rglob("*")
        }
        assert {p for p in ours if "__pycache__" not in p.parts} <= theirs


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_students_lesson_is_as_lab_copies_it(made, lesson):
    student = cells(made["student"], lesson)
    assert all(not cell.get("outputs") for cell in student)
    assert "notes" not in map(slide_type, student)
    full = json.loads(lesson.read_text(encoding="utf-8"))
    assert student == copies.learner_edition(full)["cells"]
    again = copies.learner_edition({**full, "cells": student})["cells"]
    assert again == student


def test_a_students_edition_runs_by_itself(made):
    program = (
        "import course\n"
        "from pathlib import Path\n"
        "assert set(course.wanted()) == {'lessons', 'torch'}\n"
        "from course_lib.commands import lab, places\n"
        "assert places.WORK == Path.cwd() / 'work'\n"
        "lab.prepare_copies(places.lessons(), places.WORK)\n"
    )
    assert run(made["student"], program) == ""
    work = made["student"] / "work"
    assert [p.name for p in sorted(work.glob("*.ipynb"))] == [p.name for p in LESSONS]
    lesson = cells(made["student"], LESSONS[0])
    code = ["".join(c["source"]) for c in lesson if c["cell_type"] == "code"]
    code.append("from course_lib.exercises import progress")
    code.append("check('00.1', 'b'); print(progress().caption)")
    said = run(made["student"], "\n".join(code), within="work")
    assert "00.1 right." in said
    assert said.splitlines()[-1].startswith("Solved: 1 of ")
    assert (work / "progress.json").is_file()


@pytest.mark.parametrize("verb", ["test", "bench", "slides"])
def test_a_students_edition_says_what_it_cannot_do(made, verb):
    command = [sys.executable, "course.py", verb]
    ended = subprocess.run(command, cwd=made["student"], capture_output=True, text=True)
    assert ended.returncode == 1
    assert re.fullmatch(
        f"`{verb}` needs .* `lab` and `model` work here\\.\n", ended.stderr
    )
    assert not (made["student"] / ".venv").exists()


@pytest.mark.parametrize("kind", editions.PARTS)
def test_the_readme_of_an_edition_is_about_what_is_there(made, kind):
    readme = (made[kind] / "README.md").read_text(encoding="utf-8")
    assert "python course.py lab" in readme
    assert "contributors -->" not in readme
    named = set(re.findall(r"course\.py ([a-z]+)", readme))
    assert {"lab", "model"} <= named <= {"lab", "model", *WORKS_TOO[kind]}


@pytest.mark.parametrize("kind", editions.PARTS)
def test_links_and_pictures_of_an_edition_lead_to_what_is_there(made, kind):
    pages = [p for p in made[kind].rglob("*.md") if "course_lib" not in p.parts]
    found = [
        (page, link.partition("#")[0])
        for page in pages
        for link in LINK.findall(page.read_text(encoding="utf-8"))
    ]
    assert len(found) > len(LESSONS)
    assert [(p, link) for p, link in found if not (p.parent / link).exists()] == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_an_instructors_lesson_shows_everything(made, lesson):
    shown = cells(made["instructor"], lesson)
    added = {f"{cell['id']}-solution" for cell in shown} | {"instructors-edition"}
    full = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    left = [cell for cell in shown if cell["id"] not in added]
    assert [c["id"] for c in left] == [c["id"] for c in full]
    assert [c.get("outputs") for c in left] == [c.get("outputs") for c in full]
    assert not any("outputs_hidden" in str(cell["metadata"]) for cell in shown)
    assert "<details>" not in "".join("".join(cell["source"]) for cell in shown)
    assert len({cell["id"] for cell in shown}) == len(shown)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_beneath_each_exercise_stand_its_solution_and_its_wrong_answers(made, lesson):
    shown = cells(made["instructor"], lesson)
    for exercise in engine.lesson_exercises(lesson.stem[:2]).values():
        place = next(
            place
            for place, cell in enumerate(shown)
            if "".join(cell["source"]).strip() == exercise.stub.strip()
        )
        beneath = shown[place + 1]
        assert slide_type(beneath) == "notes"
        assert exercise.solution.strip() in beneath["source"]
        for message in (
            exercise.right,
            *exercise.hints,
            *(w.message for w in exercise.wrong),
        ):
            assert message in beneath["source"]


def test_lab_opens_an_instructors_lessons_as_they_are(made, tmp_path):
    lessons = sorted((made["instructor"] / "notebooks").glob("*.ipynb"))
    copies.copy_lessons(lessons, tmp_path / "work")
    for lesson in lessons:
        assert (tmp_path / "work" / lesson.name).read_bytes() == lesson.read_bytes()


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("full", "is not empty"),
        ("file", "is a file"),
        ("file/below", "cannot be written (Not a directory)"),
        ("x" * 300, "cannot be written (File name too long)"),
        (places.ROOT, "is not empty"),
        (places.ROOT / "notebooks" / "new", "is inside the course itself"),
        (places.ROOT / "data" / "new" / "deeper", "is inside the course itself"),
    ],
)
def test_an_odd_place_is_refused_in_one_sentence(tmp_path, capsys, place, why):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    (tmp_path / "file").write_text("mine")
    out = str(tmp_path / place)
    assert commands.main(["edition", "--student", out]) == 1
    said = capsys.readouterr().out
    assert said.startswith(out)
    assert why in said
    assert said.count("\n") == 1
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["file", "full", "mine"]


def test_an_edition_is_not_made_of_an_edition(made, tmp_path):
    with pytest.raises(editions.EditionError, match="is an edition itself"):
        editions.write("student", tmp_path / "new", root=made["instructor"])


def test_what_is_interrupted_leaves_nothing_and_an_empty_folder_is_used(
    tmp_path, monkeypatch
):
    out = tmp_path / "one" / "two"

    def interrupt(path, text):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(editions, "_write", interrupt)
        with pytest.raises(KeyboardInterrupt):
            editions.write("student", out)
        assert list(tmp_path.iterdir()) == []
        out.mkdir(parents=True)
        with pytest.raises(KeyboardInterrupt):
            editions.write("student", out)
        assert [*out.parent.iterdir(), *out.iterdir()] == [out]
    editions.write("student", out)
    assert (out / "course.py").is_file()


def test_on_a_full_disk_nothing_is_left(tmp_path):
    with small_disk(tmp_path / "small", megabytes=1):
        with pytest.raises(editions.EditionError, match="No space left"):
            editions.write("student", tmp_path / "small" / "below" / "new")
        assert list((tmp_path / "small").iterdir()) == []
