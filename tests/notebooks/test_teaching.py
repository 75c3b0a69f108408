"""docs/teaching agrees with the lessons: what it names exists, and minutes add up."""

import json
import re

import pytest
from prose_numbers import prose_numbers

from course_lib.commands import places
from course_lib.publish import cells as lesson_cells
from course_lib.publish import teaching

LESSONS = {path.stem[:2]: path for path in places.lessons()}
INDEX = (teaching.PAGES / "README.md").read_text(encoding="utf-8")
READ = {number: lesson_cells.read(path) for number, path in LESSONS.items()}
MADE = re.compile(r"<!-- \w+: made from the lesson -->.*?<!-- end -->", re.DOTALL)
EXERCISE = re.compile(r"\b0\d\.\d+\b")
CELLS = re.compile(r"\bcells? ((?:`[\w-]+`(?:, | and |, and )?)+)")


@pytest.fixture(params=LESSONS)
def number(request):
    return request.param


@pytest.fixture
def page(number):
    return teaching.page_of(LESSONS[number]).read_text(encoding="utf-8")


def by_hand(page):
    """Return what of a page is written, not made."""
    return MADE.sub("", page)


def rows(text, columns):
    """Return the cells of all table rows that have so many columns, heads left out."""
    found = []
    for block in re.split(r"\n\n+", text):
        lines = [line for line in block.splitlines() if line.startswith("| ")]
        table = [split(line) for line in lines]
        if table and len(table[0]) == columns:
            found += table[1:]
    return found


def split(line):
    parts = re.split(r"(?<!\\)\|", line.removeprefix("|").removesuffix("|"))
    return [part.strip() for part in parts]


def names(number):
    return {cell.id for cell in READ[number]}


def exercises(number):
    return [cell.exercise for cell in READ[number] if cell.exercise]


def in_class(number, start=0, stop=None):
    """Return the minutes of a lesson's notes, or of a part that ends with notes."""
    notes = [cell.minutes for cell in READ[number] if cell.minutes]
    bounds = {minute for stretch in notes for minute in stretch}
    stop = max(bounds) if stop is None else stop
    assert {start, stop} <= bounds, f"{number}: no note begins or ends there"
    return stop - start


def test_what_is_made_is_what_the_lesson_says_now(number, page):
    renewed = teaching.renewed(page, LESSONS[number])
    assert page == renewed, "run: python -m course_lib.publish.teaching"


def test_a_page_needs_its_marks_once(number, page):
    for spoiled in (page.replace("<!-- end -->", ""), 2 * page):
        with pytest.raises(ValueError, match="needs one line"):
            teaching.renewed(spoiled, LESSONS[number])


def test_the_title_is_the_lessons(number, page):
    title = re.match(r"# \d\d · (.+)", READ[number][0].source)[1]
    assert page.startswith(f"# Teaching lesson {number}: {title}\n")


def test_each_page_has_all_its_parts(page):
    titles = re.findall(r"^## (.+)$", page, re.MULTILINE)
    assert titles == [
        "Minutes", "Misconceptions", "On the board", "What tends to go wrong", "Answers"
    ]  # fmt: skip
    assert "**Aim.**" in page


def test_each_misconception_has_a_question_and_what_settles_it(number, page):
    found = rows(by_hand(page), columns=4)
    assert len(found) >= 7
    for think, ask, expect, settles in found:
        assert all((think, ask, expect))
        assert EXERCISE.search(settles) or "`" in settles, think


def test_exercises_that_are_named_exist(number, page):
    known = {e.id for n in LESSONS for e in exercises(n)}
    assert set(EXERCISE.findall(by_hand(page))) <= known


def test_options_that_are_named_are_wrong_ones(number, page):
    """"exercise 02.1, answers c and d": what a class expects wrongly."""
    by_id = {e.id: e for e in exercises(number)}
    for exercise_id, letters in re.findall(
        r"(0\d\.\d+), answers? ([a-d](?: and [a-d])?)\b", page
    ):
        exercise = by_id[exercise_id]
        wrong = {w.answer for w in exercise.wrong}
        assert set(letters.split(" and ")) <= wrong, exercise_id


def test_cells_that_are_named_exist(number, page):
    """Every `name` of the column "what settles it", and each after the word cell."""
    named = set()
    for *_, settles in rows(by_hand(page), columns=4):
        named |= set(re.findall(r"`([a-z][a-z-]*)`", settles))
    for group in CELLS.findall(by_hand(page)):
        named |= set(re.findall(r"`([\w-]+)`", group))
    assert named
    assert named <= names(number), named - names(number)


def test_numbers_written_by_hand_stand_in_the_lesson(number, page):
    """Decimals and 49,152: none that a lesson could leave behind."""
    lesson = json.loads(LESSONS[number].read_text(encoding="utf-8"))
    text = "\n".join("".join(cell["source"]) for cell in lesson["cells"])
    for written in prose_numbers(by_hand(page)):
        assert written.text in text, written.text


def test_sections_that_are_named_exist(number, page):
    """In the advice beneath the minutes, what is set in italics and has a capital."""
    advice = page.split("<!-- end -->")[1].split("## ")[0].replace("\n", " ")
    known = {heading for cell in READ[number] for heading in cell.headings}
    for name in re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", advice):
        assert any(name.rstrip("?") in heading for heading in known), name


def plan(title):
    """Return a plan of the index: rows of minutes and what is done."""
    section = re.search(rf"^## {title}$(.*?)(?=^## )", INDEX, re.DOTALL | re.MULTILINE)
    return [(int(minutes), what) for minutes, what in rows(section[1], columns=2)]


@pytest.mark.parametrize(("title", "total"), [("90 minutes", 90), ("A day", 450)])
def test_a_plan_adds_up_and_gives_lessons_their_minutes(title, total):
    assert sum(minutes for minutes, _ in plan(title)) == total
    for minutes, what in plan(title):
        found = re.match(r"(?:minutes (\d+) to (\d+) of )?\[(\d\d)\]", what)
        if found and found[1]:
            assert minutes == in_class(found[3], int(found[1]), int(found[2])), what
        elif found:
            assert minutes == in_class(found[3]), what


def test_the_day_is_as_long_as_it_says():
    start, stop = re.findall(r"(\d+):(\d\d)", INDEX.split("## A day")[1])[:2]
    hours = int(stop[0]) - int(start[0])
    assert 60 * hours + int(stop[1]) - int(start[1]) == 450


def test_the_term_has_each_lesson_once_with_its_minutes_and_fits_its_weeks():
    section = INDEX.split("## A term")[1].split("## ")[0]
    taught = []
    for week, minutes, what, home in rows(section, columns=4):
        lessons = re.findall(r"\[(\d\d)\]", what)
        if lessons:
            assert int(minutes) == sum(map(in_class, lessons)) <= 90, week
        taught += lessons
        known = {e.id for n in lessons for e in exercises(n)}
        assert set(EXERCISE.findall(home)) <= known, week
    assert taught == list(LESSONS)


def test_lessons_that_are_not_written_are_not_there():
    planned = re.findall(r"^\| (\d\d) .* \| not written yet \|$", INDEX, re.MULTILINE)
    assert planned
    assert not set(planned) & set(LESSONS)


def test_the_index_asks_what_the_lessons_ask():
    asked = dict(re.findall(r"^\| \[(\d\d)\]\(\d\d\.md\) \| (.+) \|$", INDEX, re.M))
    for number, cells in READ.items():
        assert re.search(r"\*\*The question: (.+?)\*\*", cells[0].source)[1] == (
            asked[number]
        )


def test_cells_that_the_index_names_exist():
    flat = INDEX.replace("\n", " ")
    found = re.findall(CELLS.pattern + r" of lessons? ((?:\d\d(?:, | and )?)+)", flat)
    assert found
    for group, lessons in found:
        for number in re.findall(r"\d\d", lessons):
            assert set(re.findall(r"`([\w-]+)`", group)) <= names(number), number


def test_when_lessons_need_torch_is_when_the_index_says():
    """It says so of lesson 03, and of lesson 05 from a minute on."""
    found = re.search(r"lesson 05 does from minute (\d+) on", INDEX)
    clock, begins = 0, None
    for cell in READ["05"]:
        clock = cell.minutes[1] if cell.minutes else clock
        if cell.is_code and "train(" in cell.source and begins is None:
            begins = clock
    assert int(found[1]) == begins
