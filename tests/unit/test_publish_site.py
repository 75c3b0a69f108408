"""What the site is made from, and what its maker refuses, without a browser."""

import base64
import json

import pytest
from docutils import nodes
from docutils.utils import new_document

from course_lib.commands import places
from course_lib.publish.site import build, exercise_pages, lessons, links, pages
from course_lib.publish.site.extension import FormulasKeepTheirStop

PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + b"\0\0\5\0" + b"\0\0\2\xd0" + b"rest"


def cell(cell_id, source, kind="code", outputs=(), **metadata):
    made = {"id": cell_id, "cell_type": kind, "source": source, "metadata": metadata}
    return {**made, "outputs": list(outputs)} if kind == "code" else made


def picture(sentence):
    data = {"image/png": base64.b64encode(PNG).decode(), "text/plain": sentence}
    return {"output_type": "display_data", "data": data, "metadata": {}}


def page_of(*cells):
    return lessons.page_of({"cells": list(cells)}, "02")


def test_speaker_notes_are_left_out():
    notes = cell("n", "Ask.", "markdown", slideshow={"slide_type": "notes"})
    page, _ = page_of(notes, cell("text", "Read.", "markdown"))
    assert [one["source"] for one in page["cells"]] == ["(lesson-02-text)=", "Read."]


def test_a_picture_is_a_file_described_by_its_first_line():
    page, pictures = page_of(
        cell("grid", "show()", outputs=[picture('a "b" & c\n1 2')])
    )
    assert pictures == {"02-grid-0.png": PNG}
    shown = page["cells"][1]["outputs"][0]["data"]["text/html"]
    assert 'src="../_static/figures/02-grid-0.png"' in shown
    assert 'alt="a &quot;b&quot; &amp; c" width="1280" height="720"' in shown


def test_what_is_folded_in_the_notebook_is_folded_here():
    told, folded = {}, {"outputs_hidden": True}
    page, _ = page_of(cell("a", "1", jupyter=told), cell("b", "2", jupyter=folded))
    tags = [one["metadata"].get("tags") for one in page["cells"] if "outputs" in one]
    assert tags == [None, ["hide-output"]]


def test_an_exercise_leads_to_its_hints():
    page, _ = page_of(cell("ex", 'answer = ...\n\ncheck("02.7", answer)'))
    assert page["cells"][-1]["source"].endswith("(#exercise-02-7)")


def test_hints_and_solution_are_closed_and_code_in_them_stays_as_it_is():
    text = exercise_pages.page("00")
    assert "<p>a * b multiplies place by place" in text
    shown = text.split("## 00.2 ")[1].split("## 00.3")[0]
    open_part = shown.split("<details>")[0]
    assert "return ...  # your line" in open_part
    assert "np.sum(a * b)" not in open_part
    assert "np.sum(a * b)" in shown
    assert shown.count("<details>") == shown.count("</details>") == 4


def test_answers_are_out_of_the_search_and_lead_back_to_the_lesson():
    hidden = "---\nnosearch: true\n---\n"
    solutions = exercise_pages.page("02")
    assert solutions.startswith(hidden)
    assert "[Lesson 02](../notebooks/02_queries_and_keys.ipynb)" in solutions
    teaching = places.ROOT / "docs" / "teaching"
    assert pages.document(places.ROOT, teaching / "02.md").startswith(hidden)
    assert not pages.document(places.ROOT, teaching / "README.md").startswith(hidden)


def test_a_term_that_its_chinese_begins_with_is_said_once():
    said = pages.terms()
    assert "\nsoftmax（歸一化指數函數）\n" in said
    assert "\nattention 注意力\n" in said


def test_a_formula_keeps_its_full_stop():
    document = new_document("")
    formula = nodes.math("", "x")
    document += nodes.paragraph("", "", formula, nodes.Text(". It is"))
    FormulasKeepTheirStop(document).run()
    kept, rest = document[0]
    assert kept["classes"] == ["unbroken"]
    assert (kept.children[1], rest) == (".", " It is")


def test_the_front_lists_every_lesson_and_every_question_is_a_link():
    front = pages.front(places.ROOT)
    for lesson in places.lessons():
        assert front.count(f"notebooks/{lesson.stem}") == 2
    row = "| Why a value at all? | 03 | `forest` |"
    linked = "| [Why a value at all?](#lesson-03-forest) | 03 | `forest` |"
    assert pages.QUESTION.sub(pages._linked, row) == linked


def test_links_that_lead_nowhere_or_outside_are_named(tmp_path):
    (tmp_path / "a.html").write_text(
        '<p id="here"></p><a href="#here"></a><a href="b.html#there"></a>'
        '<a href="b.html#gone"></a><img src="no.png"><a href="https://x.org"></a>'
        '<script src="https://x.org/s.js"></script>'
    )
    (tmp_path / "b.html").write_text('<p id="there"></p>')
    assert links.broken(tmp_path) == [
        "a.html: a b.html#gone has no such place on its page",
        "a.html: img no.png has no file",
        "a.html: script https://x.org/s.js is loaded from outside",
    ]


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(ValueError, match="left alone: give a folder that is empty"):
        build(places.ROOT, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_broken_lesson_leaves_the_earlier_site_as_it_was(tmp_path):
    root, out = tmp_path / "course", tmp_path / "site"
    (root / "notebooks").mkdir(parents=True)
    (root / "notebooks" / "00_a.ipynb").write_text(json.dumps({"cells": "none"}))
    out.mkdir()
    (out / ".buildinfo").write_text("earlier")
    with pytest.raises(TypeError):
        build(root, out)
    assert (out / ".buildinfo").read_text() == "earlier"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["course", "site"]
