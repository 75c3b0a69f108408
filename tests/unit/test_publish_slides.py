"""Slides before a browser lays them out: which cells, in which order, what is made."""

import json
import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from course_lib.commands import lab, places, slides
from course_lib.publish import live, slide_cells
from course_lib.publish import slides as publish

ALT = 'A grid of 2 words: "a" looks at <b>.'


def text(name, source, kind="slide", *tags):
    metadata = {"slideshow": {"slide_type": kind}, "tags": list(tags)}
    return new_markdown_cell(source, id=name, metadata=metadata)


def picture():
    return new_output(
        "display_data",
        {"image/png": "iVBORw0KGgo=\n", "text/plain": ALT},
        metadata={"image/png": {"alt": ALT}},
    )


def words_of_picture():
    shown = '<details class="figure-description"></details>'
    return new_output("display_data", {"text/html": shown})


@pytest.fixture
def notebook():
    code = "from course_lib import figures"
    folded = {"jupyter": {"outputs_hidden": True}}
    outputs = [picture(), words_of_picture()]
    left = new_output("stream", name="stdout", text="00.1 not attempted yet")
    cells = [
        text("title", "# 00 · Title & more"),
        new_code_cell(code, id="imports"),
        new_code_cell("show()", id="grid", outputs=outputs, metadata=folded),
        text("notes", "**Minutes 0-3.** Ask.", "notes"),
        text(
            "next",
            "## Next\n\n<details><summary>After</summary>\n\nFour.\n</details>"
            "\n\nA new thing.",
        ),
        new_code_cell('check("00.1", answer)', id="ex", outputs=[left]),
        text("more", "## Deeper: more", "slide", "deeper"),
        text("end", "<details><summary>Last</summary>\n\nFive.\n</details>\n\n## End"),
    ]
    return new_notebook(cells=cells)


def test_answers_stand_with_what_they_explain_and_deeper_cells_last(notebook):
    before = json.dumps(notebook)
    cells = slide_cells.arranged(notebook).cells
    assert [cell.id for cell in cells] == [
        "title", "imports", "grid", "notes", "next-answer", "next", "ex", "end",
        "reserve", "more", "end-answer",
    ]  # fmt: skip
    answer = next(cell for cell in cells if cell.id == "next-answer")
    assert answer.source.startswith("<details><summary>After</summary>")
    assert slide_cells.slide_type(answer) == "-"
    after = next(cell for cell in cells if cell.id == "next")
    assert after.source == "## Next\n\nA new thing."
    assert json.dumps(notebook) == before


def test_a_line_above_a_heading_stays_on_the_slide_before(notebook):
    notebook.cells[4].source = "*A pause.*\n\n## Next\n\nA new thing."
    cells = {cell.id: cell for cell in slide_cells.arranged(notebook).cells}
    assert cells["next-end"].source == "*A pause.*"
    assert slide_cells.slide_type(cells["next-end"]) == "-"
    assert cells["next"].source == "## Next\n\nA new thing."


def test_notes_stand_on_each_slide_of_their_part_and_solutions_behind_exercises(
    notebook,
):
    cells = slide_cells.with_notes(notebook.cells)
    assert [cell.id for cell in cells] == [
        "title", "notes", "imports", "grid", "next", "ex", "ex-solution", "more", "end",
    ]  # fmt: skip
    notebook.cells[2].metadata.slideshow = {"slide_type": "subslide"}
    ids = [cell.id for cell in slide_cells.with_notes(notebook.cells)]
    assert ids[:5] == ["title", "notes", "imports", "grid", "notes-2"]
    notebook.cells[0].metadata.slideshow = {"slide_type": "-"}
    del notebook.cells[2].metadata["slideshow"]
    ids = [cell.id for cell in slide_cells.with_notes(notebook.cells)]
    assert ids[:4] == ["title", "imports", "grid", "notes"]


def test_links_to_lessons_are_words_and_what_a_learner_lacks_is_not_told(notebook):
    notebook.cells[-1].source = "## End\n\n[Lesson 01](01_words.ipynb#here) is next."
    said = "Exercise 00.1 is not solved yet: the course's own runs below.\n"
    notebook.cells[2].outputs += [
        new_output("stream", name="stdout", text=said),
        new_output("stream", name="stdout", text=said + "4 words\n"),
    ]
    cells = {cell.id: cell for cell in slide_cells.on_slides(notebook).cells}
    assert cells["end"].source == "## End\n\nLesson 01 is next."
    assert [o.get("text") for o in cells["grid"].outputs] == [None, "4 words\n"]


def test_a_slide_shows_the_picture_with_its_description_and_no_blank_verdict(notebook):
    cells = {cell.id: cell for cell in slide_cells.on_slides(notebook).cells}
    assert "imports" not in cells
    (shown,) = cells["grid"].outputs
    html = shown.data["text/html"]
    assert 'alt="A grid of 2 words: &quot;a&quot; looks at &lt;b&gt;."' in html
    assert 'src="data:image/png;base64,iVBORw0KGgo="' in html
    assert slide_cells.FOLDED in cells["grid"].metadata.tags
    assert cells["ex"].outputs == []
    solution = cells["ex-solution"]
    assert slide_cells.slide_type(solution) == "notes"
    assert 'check("00.1"' in solution.source


def test_long_code_goes_on_at_an_empty_line():
    lines = [f"a{number} = 1" for number in range(60)]
    lines[20] = ""
    cell = new_code_cell("\n".join(lines), id="long", outputs=[picture()])
    cells = slide_cells.on_slides(new_notebook(cells=[cell])).cells
    sources = [one.source.split("\n") for one in cells]
    assert [len(source) for source in sources] == [20, 24, 15]
    assert [word for source in sources for word in source] == lines[:20] + lines[21:]
    assert [len(one.outputs) for one in cells] == [0, 0, 1]


def test_every_exercise_of_every_lesson_has_its_solution_in_the_notes():
    for lesson in places.lessons():
        notebook = nbformat.read(lesson, as_version=4)
        asked = re.findall(r'^check\("([\d.]+)"', sources(notebook), re.MULTILINE)
        notes = sources(slide_cells.on_slides(notebook))
        assert asked
        assert all(f"**Solution of {name}**" in notes for name in asked), lesson


def sources(notebook):
    return "\n".join(cell.source for cell in notebook.cells)


def test_live_slides_hold_what_fits_and_show_nothing_yet(notebook):
    notebook.cells[4].source += "\n\n" + "word " * 200
    presented = live.presented(notebook).cells
    ids = [cell.id for cell in presented]
    assert ids[:5] == ["title", "notes", "imports", "grid", "notes-2"]
    cells = {cell.id: cell for cell in presented}
    assert cells["grid"].outputs == []
    assert "jupyter" not in cells["grid"].metadata
    assert slide_cells.slide_type(cells["grid"]) == "subslide"
    assert slide_cells.slide_type(cells["ex"]) == "subslide"
    assert slide_cells.slide_type(cells["imports"]) == "-"
    assert slide_cells.slide_type(cells["notes"]) == "notes"
    assert notebook.cells[2].outputs, "the lesson itself is not changed"


def test_live_code_does_not_stand_beside_the_question_that_it_answers(notebook):
    del notebook.cells[1], notebook.cells[1].outputs[:]
    (grid,) = [c for c in live.presented(notebook).cells if c.id == "grid"]
    assert slide_cells.slide_type(grid) == "subslide"
    del notebook.cells[1].metadata["jupyter"]
    (grid,) = [c for c in live.presented(notebook).cells if c.id == "grid"]
    assert slide_cells.slide_type(grid) == "-"


@pytest.fixture
def lesson(notebook, tmp_path):
    path = tmp_path / "00_title.ipynb"
    nbformat.write(notebook, path)
    return path


def test_what_is_presented_is_saved_when_asked_alone(tmp_path):
    """Two windows that save one file by themselves ask which of them is right."""
    lab.save_when_asked(tmp_path)
    (path,) = tmp_path.rglob("plugin.jupyterlab-settings")
    assert path.parent.name == "docmanager-extension"
    assert json.loads(path.read_text(encoding="utf-8")) == {"autosave": False}


def test_copies_to_present_bring_their_style(lesson, tmp_path):
    live.prepare([lesson], tmp_path / "present")
    made = {path.name for path in (tmp_path / "present").iterdir()}
    assert made == {lesson.name, "rise.css"}
    copy = nbformat.read(tmp_path / "present" / lesson.name, as_version=4)
    assert copy.metadata.rise.theme == "white"


def test_a_failure_leaves_the_slides_of_before(lesson, tmp_path, monkeypatch):
    out = tmp_path / "out"
    index = publish.build([lesson], out, said=lambda sentence: None)
    assert "00 · Title &amp; more" in index.read_text(encoding="utf-8")
    (out / "mine.txt").write_text("stays")
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    damaged = tmp_path / "01_damaged.ipynb"
    damaged.write_text("{")
    with pytest.raises(Exception, match="JSON"):
        publish.build([lesson, damaged], out, said=lambda sentence: None)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before


@pytest.mark.parametrize("name", ["02", "02_b", "02_b.ipynb", "notebooks/02_b.ipynb"])
def test_a_lesson_is_named_by_number_or_file(name, tmp_path):
    lessons = [tmp_path / "01_a.ipynb", tmp_path / "02_b.ipynb"]
    assert slides.chosen([name], lessons) == lessons[1:]
    assert slides.chosen([], lessons) == lessons
    with pytest.raises(ValueError, match="no lesson '7': the lessons are 01, 02"):
        slides.chosen(["7"], lessons)
