"""course.py answers: each question, fold, exercise and slip of a lesson."""

import argparse
import re
from dataclasses import replace
from pathlib import Path

import pytest

from course_lib.commands import answers as command
from course_lib.commands import places
from course_lib.publish import answers, cells


@pytest.fixture(params=places.lessons(), ids=lambda path: path.stem)
def lesson(request):
    return cells.read(request.param)


def run(out, *lessons):
    return command.run(argparse.Namespace(out=Path(out), lessons=list(lessons)))


def test_every_fold_and_every_prediction_is_there_in_order(lesson):
    page, at = answers.page("", lesson), -1
    for cell in lesson:
        if cell.is_code or cell.minutes:
            continue
        marks = r"\*Before you run this:\*|<summary>(?P<fold>.*?)</summary>"
        for mark in re.finditer(marks, cell.source):
            words = f"*{mark['fold']}*" if mark["fold"] else mark[0]
            found = page.find(words, at + 1)
            assert found > at, f"{cell.id}: {words}"
            at = found


def test_every_exercise_has_its_code_and_a_word_on_each_slip(lesson):
    page = answers.page("", lesson)
    for exercise in (cell.exercise for cell in lesson if cell.exercise):
        assert f"**Exercise {exercise.id} · {exercise.kind}" in page
        assert exercise.solution.strip() in page
        for wrong in exercise.wrong:
            assert wrong.message in page


def test_a_fold_stands_in_the_section_that_asked():
    fold = "<details><summary>How many?</summary>\n\nTwo.\n</details>"
    text = f"{fold}\n\n## Next\n\nText."
    cell = cells.Cell("x", text, False, False, ("Next",), "Next", None, (), None)
    assert answers.questions(cell) == ["*How many?* Two.", "## Next"]


def test_speaker_notes_are_no_answers():
    note = cells.Cell("n", "*Predict:* x", False, False, (), "", None, (), (3, 9))
    assert answers.page("02", [note]) == "# 02: answers\n"
    assert "x" in answers.page("02", [replace(note, minutes=None)])


def test_the_command_writes_the_lessons_that_were_named(tmp_path, capsys):
    out = tmp_path / "new" / "folder"
    assert run(out, "02", "04") == 0
    written = sorted(path.name for path in out.iterdir())
    assert written == ["02_queries_and_keys_answers.md", "04_masking_answers.md"]
    assert all(name in capsys.readouterr().out for name in written[:1])


def test_an_unknown_lesson_is_refused_before_anything_is_written(tmp_path, capsys):
    assert run(tmp_path / "out", "02", "31") == 1
    assert capsys.readouterr().out.startswith('There is no lesson "31"; there are 00, ')
    assert not (tmp_path / "out").exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path, capsys):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert run(tmp_path / "file", "02") == 1
    said = capsys.readouterr().out
    assert said.startswith(f"{tmp_path / 'file'} cannot be written (")


def test_a_failure_leaves_what_was_there(tmp_path, monkeypatch, capsys):
    run(tmp_path, "00")
    (page,) = tmp_path.iterdir()
    before = page.read_text(encoding="utf-8")
    monkeypatch.setattr(Path, "replace", fail)
    assert run(tmp_path, "00") == 1
    assert list(tmp_path.iterdir()) == [page]
    assert page.read_text(encoding="utf-8") == before


def fail(*_):
    raise OSError(28, "No space left on device")


def test_a_note_without_minutes_is_named():
    raw = {"id": "notes-x", "metadata": {"slideshow": {"slide_type": "notes"}}}
    with pytest.raises(ValueError, match="notes-x begins with 'Ask first'"):
        cells.stretch(raw, "Ask first")
