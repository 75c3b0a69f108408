"""docs/claims.md lists what the lessons prove, and no more."""

import re

from test_claims import claims, code_cells

from course_lib.commands import places

ROW = re.compile(r"^\| (C\d\d[a-z]?) \|.*\| (\d\d) \|$", re.MULTILINE)


def test_each_claim_is_proved_in_its_lesson_and_each_tag_is_listed():
    text = (places.ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    proved = {
        (claim, lesson.stem[:2])
        for lesson in places.lessons()
        for cell in code_cells(lesson.stem)
        for claim in claims(cell)
    }
    assert set(ROW.findall(text)) == proved
