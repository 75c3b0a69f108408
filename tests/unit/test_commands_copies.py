"""The learner's copies: without outputs and notes, never overwritten."""

import json

import pytest

from course_lib.commands import copies


def cell(kind, source, **metadata):
    made = {"cell_type": kind, "id": source[:8], "metadata": metadata, "source": source}
    if kind == "code":
        stream = {"output_type": "stream", "name": "stdout", "text": ["0.92\n"]}
        made.update(outputs=[stream], execution_count=3)
    return made


def write_lesson(path, text="print(0.92)"):
    cells = [
        cell("markdown", "Ask first", slideshow={"slide_type": "slide"}),
        cell("markdown", "Say this", slideshow={"slide_type": "notes"}),
        cell("code", text, tags=["C07"], jupyter={"outputs_hidden": True}),
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


@pytest.fixture
def lesson(tmp_path):
    return write_lesson(tmp_path / "notebooks" / "02_queries.ipynb")


def test_a_copy_has_no_outputs_and_no_speaker_notes(lesson, tmp_path):
    work = tmp_path / "work"
    assert copies.copy_lessons([lesson], work) == []
    notebook = json.loads((work / lesson.name).read_text(encoding="utf-8"))
    assert [c["source"] for c in notebook["cells"]] == ["Ask first", "print(0.92)"]
    code = notebook["cells"][1]
    assert code["outputs"] == []
    assert code["execution_count"] is None
    assert code["metadata"] == {"tags": ["C07"]}
    assert "0.92" in lesson.read_text(encoding="utf-8")


def test_a_claims_assertion_would_tell_what_comes_out(tmp_path):
    text = "w = 0.92\nassert w > (\n    0.9\n)\nfor i in range(2):\n    assert i < 2"
    lesson = write_lesson(tmp_path / "notebooks" / "02_queries.ipynb", text)
    copies.copy_lessons([lesson], tmp_path / "work")
    copy = json.loads((tmp_path / "work" / lesson.name).read_text(encoding="utf-8"))
    left = "w = 0.92\nfor i in range(2):\n    assert i < 2"
    assert copy["cells"][1]["source"] == left


def test_a_learners_file_is_never_overwritten(lesson, tmp_path):
    work = tmp_path / "work"
    copies.copy_lessons([lesson], work)
    (work / lesson.name).write_text("mine")
    write_lesson(lesson, "print('changed')")
    copies.copy_lessons([lesson], work)
    (work / copies.RECORD).unlink()
    copies.copy_lessons([lesson], work)
    assert (work / lesson.name).read_text() == "mine"


def test_a_file_that_we_did_not_copy_is_left_alone(lesson, tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / lesson.name).write_text("mine")
    assert copies.copy_lessons([lesson], tmp_path / "work") == []
    assert (tmp_path / "work" / lesson.name).read_text() == "mine"


def test_a_changed_lesson_is_named_and_offered_beside(lesson, tmp_path):
    work = tmp_path / "work"
    copies.copy_lessons([lesson], work)
    write_lesson(lesson, "print('second')")
    (sentence,) = copies.copy_lessons([lesson], work)
    assert "02_queries.ipynb has changed" in sentence
    assert "02_queries.new.ipynb" in sentence
    assert "second" in (work / "02_queries.new.ipynb").read_text(encoding="utf-8")

    write_lesson(lesson, "print('third')")
    copies.copy_lessons([lesson], work)
    assert "third" in (work / "02_queries.new.ipynb").read_text(encoding="utf-8")
    assert not (work / "02_queries.new2.ipynb").exists()


def test_an_offer_that_was_worked_in_is_kept_and_one_thrown_away_stays_away(
    lesson, tmp_path
):
    work = tmp_path / "work"
    copies.copy_lessons([lesson], work)
    write_lesson(lesson, "print('second')")
    copies.copy_lessons([lesson], work)
    (work / "02_queries.new.ipynb").write_text("worked here")
    write_lesson(lesson, "print('third')")
    (sentence,) = copies.copy_lessons([lesson], work)
    assert "02_queries.new2.ipynb" in sentence
    assert (work / "02_queries.new.ipynb").read_text() == "worked here"

    (work / "02_queries.new2.ipynb").unlink()
    assert copies.copy_lessons([lesson], work) == []
    assert not (work / "02_queries.new2.ipynb").exists()


def test_new_outputs_upstream_are_no_news(lesson, tmp_path):
    copies.copy_lessons([lesson], tmp_path / "work")
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(text.replace("0.92\\n", "0.93\\n"), encoding="utf-8")
    assert copies.copy_lessons([lesson], tmp_path / "work") == []


@pytest.mark.parametrize("text", ["", "[", "[1]", '{"02_queries.ipynb": 3}'])
def test_a_damaged_record_is_begun_again(lesson, tmp_path, text):
    copies.copy_lessons([lesson], tmp_path / "work")
    (tmp_path / "work" / copies.RECORD).write_text(text)
    assert copies.copy_lessons([lesson], tmp_path / "work") == []
    record = json.loads((tmp_path / "work" / copies.RECORD).read_text())
    assert list(record) == ["02_queries.ipynb"]


def test_what_was_done_is_carried_over_and_joined(tmp_path):
    read_only, spare = tmp_path / "work", tmp_path / "spare"
    for folder, done in ((read_only, '"tried": true'), (spare, '"right": true')):
        folder.mkdir()
        (folder / "progress.json").write_text(f'{{"02.1": {{{done}}}}}')
    copies.carry_over(read_only, spare)
    joined = json.loads((spare / "progress.json").read_text())
    assert joined == {"02.1": {"tried": True, "right": True}}


@pytest.mark.parametrize("text", [None, "[", "{}"])
def test_without_a_readable_record_nothing_is_carried(tmp_path, text):
    if text:
        (tmp_path / "progress.json").write_text(text)
    copies.carry_progress(tmp_path, tmp_path / "missing")
    assert not (tmp_path / "missing").exists()
