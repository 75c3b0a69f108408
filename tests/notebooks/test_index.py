"""notebooks/README.md: each question points to a cell that says something."""

import re

from test_claims import code_cells

from course_lib.commands import places

ROW = re.compile(r"^\| (.+\?) \| (\d\d) \| `(.+)` \|$", re.MULTILINE)


def test_each_question_is_answered_by_a_cell_with_output():
    text = (places.NOTEBOOKS / "README.md").read_text(encoding="utf-8")
    cells = {
        (path.stem[:2], cell["id"]): cell
        for path in places.lessons()
        for cell in code_cells(path.stem)
    }
    rows = ROW.findall(text)
    assert len(rows) == sum(line.startswith("| ") for line in text.splitlines()) - 5
    for question, lesson, cell in rows:
        assert cells.get((lesson, cell), {}).get("outputs"), (question, lesson, cell)
