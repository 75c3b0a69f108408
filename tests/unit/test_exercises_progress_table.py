"""progress(): a table that anyone can read, over all lessons."""

import re

import pytest

from course_lib.exercises import engine, progress, progress_table, record


@pytest.fixture(autouse=True)
def done(monkeypatch):
    """A kernel that keeps a record in no folder."""
    known = {}
    monkeypatch.setattr(record, "_here", known)
    monkeypatch.setattr(record, "folder", None)
    return known


def row(shown, lesson):
    return next(row for row in shown.rows if row[0].startswith(lesson))


def test_each_lesson_has_a_row_and_each_exercise_is_counted():
    shown = progress()
    assert [row[0][:2] for row in shown.rows] == engine.lessons()
    assert row(shown, "02") == ("02 queries and keys", "0 of 10", "", "1-10", "", "")
    total = sum(len(engine.lesson_exercises(lesson)) for lesson in engine.lessons())
    assert shown.caption == f"Solved: 0 of {total} exercises"


def test_what_was_done_is_in_its_column(done):
    done["02.1"] = {"tried": True, "right": True, "hints": 3}
    done["02.2"] = {"tried": True, "right": False}
    done["02.10"] = {"solution": True}
    done["77.1"] = {"right": True}  # of another version of the course
    shown = progress()
    expected = ("02 queries and keys", "1 of 10", "2", "3-10", "1", "10")
    assert row(shown, "02") == expected
    assert shown.caption.startswith("Solved: 1 of ")


def test_the_table_has_a_caption_and_named_rows_and_columns():
    page = progress()._repr_html_()
    assert page.count("<table>") == page.count("<caption>") == 1
    assert page.count('<th scope="col"') == len(progress_table.COLUMNS)
    assert page.count('<th scope="row" ') == len(engine.lessons())
    assert not re.search(r"color|script", page)


def test_as_text_it_holds_the_same_in_lines_that_fit_a_slide(done):
    done["04.2"] = {"tried": True}
    shown = progress()
    lines = repr(shown).splitlines()
    assert max(map(len, lines)) <= engine.WIDTH
    assert re.search(r"^04 masking +0 of 10 +2 +1, 3-10$", repr(shown), re.M)
    assert lines[0] == shown.caption


def test_it_says_where_the_record_is_kept(tmp_path, monkeypatch, done):
    assert "not stored" in progress().kept
    assert "copies that <code>python course.py lab</code> makes" in (
        progress()._repr_html_()
    )
    monkeypatch.setattr(record, "folder", tmp_path)
    assert progress().kept.startswith("Stored in progress.json")
    done["02.1"] = {"right": True}
    (tmp_path / record.FILE).mkdir()
    assert "could not be stored" in progress().kept
    awkward = tmp_path / "<script>"
    awkward.mkdir()
    (awkward / record.FILE).mkdir()
    monkeypatch.setattr(record, "folder", awkward)
    assert "&lt;script&gt;" in progress()._repr_html_()
    assert "<script>" not in progress()._repr_html_()
