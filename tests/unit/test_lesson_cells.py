"""What is read from a lesson's cells, in odd cases; test_teaching.py reads lessons."""

import json

import pytest

from course_lib.publish import cells, teaching

NOTES = {"slideshow": {"slide_type": "notes"}}


def lesson(tmp_path, *written):
    """Return the cells of a notebook of markdown cells: (id, text, metadata)."""
    raw = [
        {"id": name, "cell_type": "markdown", "source": text, "metadata": metadata}
        for name, text, metadata in written
    ]
    path = tmp_path / "31_toy.ipynb"
    path.write_text(json.dumps({"cells": raw}), encoding="utf-8")
    return cells.read(path)


def test_a_note_without_minutes_is_named(tmp_path):
    with pytest.raises(ValueError, match="notes-x begins with 'Ask first'"):
        lesson(tmp_path, ("notes-x", "Ask first", NOTES))


def test_a_note_may_have_one_minute(tmp_path):
    (note,) = lesson(tmp_path, ("n", "**Minute 22.** Ask.", NOTES))
    assert note.minutes == (22, 22)


def test_a_pause_stands_where_it_stands(tmp_path):
    pause = "*A good place for a pause.*"
    before, after = lesson(
        tmp_path, ("a", f"{pause}\n\n## Next", {}), ("b", f"## Next\n\n{pause}", {})
    )
    assert teaching.landmarks(before) == ["*pause*", "Next"]
    assert teaching.landmarks(after) == ["Next", "*pause*"]


def test_a_section_goes_on_until_the_next_begins(tmp_path):
    read = lesson(tmp_path, ("a", "## One", {}), ("b", "text", {}), ("c", "## Two", {}))
    assert [cell.section for cell in read] == ["One", "One", "Two"]
