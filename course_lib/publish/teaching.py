"""The parts of docs/teaching that are made from the lessons: minutes, order, answers.

A page there holds advice written by hand, and between two pairs of marks what is made
here. `python -m course_lib.publish.teaching` renews that after a lesson was changed.
"""

import re

from course_lib.commands import places
from course_lib.publish import cells as lesson_cells

PAGES = places.ROOT / "docs" / "teaching"
SETTING_UP = ("imports", "status")
OPENING = re.compile(r"<summary>Answer</summary>\s+(.+?)\s+</details>", re.DOTALL)


def page_of(lesson):
    """Return the page that says how to teach a lesson's notebook."""
    return PAGES / f"{lesson.stem[:2]}.md"


def renewed(page, lesson):
    """Return a page's text with its made parts as the lesson has them now.

    Raises
    ------
    ValueError
        The page does not have each pair of marks once.
    """
    cells = lesson_cells.read(lesson)
    for name, made in [("minutes", minutes(cells)), ("answers", answers(cells))]:
        before, mark, rest = page.partition(f"<!-- {name}: made from the lesson -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        if not end or mark in after:
            raise ValueError(
                f'the page of {lesson.stem} needs one line "<!-- {name}: made from the '
                'lesson -->", and a line "<!-- end -->" after it.'
            )
        page = before + mark + made + end + after
    return page


def minutes(cells):
    """Return a lesson's time, and a table of its stretches between speaker's notes."""
    rows, sections, running, exercises = [], [], [], []
    for cell in cells:
        sections += landmarks(cell) if not cell.deeper else []
        if cell.exercise and not cell.deeper:
            exercises.append(f"{cell.exercise.id} ({cell.exercise.minutes})")
        elif cell.is_code and not cell.deeper and cell.id not in SETTING_UP:
            running.append(f"`{cell.id}`")
        if cell.minutes:
            rows.append((cell.minutes, sections, running, exercises))
            sections, running, exercises = [], [], []
    lines = [stated_time(cells), "", *table(rows), "", *deeper(cells), *claims(cells)]
    return "\n".join(lines)


def landmarks(cell):
    """Return the sections that begin in a cell and the pause, in their order."""
    pause = "*A good place for a pause.*"
    places_in = {cell.source.find("## " + name): name for name in cell.headings}
    if pause in cell.source:
        places_in[cell.source.find(pause)] = "*pause*"
    return [places_in[at] for at in sorted(places_in)]


def stated_time(cells):
    """Return the lesson's own sentence on its time, and its notes' last minute."""
    time = re.compile(r"\*\*Time\*\*: (core path[^.]*(?:\.\d[^.]*)*\.)")
    stated = time.search(cells[0].source)
    in_class = max(cell.minutes[1] for cell in cells if cell.minutes)
    return f"Alone: {stated[1]} In class, by its speaker's notes: {in_class} minutes."


def table(rows):
    """Return the lines of a table, one row a stretch."""
    yield "| minutes | sections | cells | exercises (minutes) |"
    yield "|---|---|---|---|"
    for (start, stop), sections, running, exercises in rows:
        when = f"{start}-{stop}" if stop > start else f"{stop}"
        what = "; ".join(sections) or ("opening question" if not start else "the same")
        yield f"| {when} | {what} | {' '.join(running)} | {', '.join(exercises)} |"


def deeper(cells):
    """Yield a line on the sections for a second visit, if there are any."""
    sections = {}
    for cell in cells:
        if cell.deeper:
            exercises = sections.setdefault(cell.section, [])
            if cell.exercise:
                exercises.append(f"{cell.exercise.id}, {cell.exercise.minutes}")
    if sections:
        named = (
            name.removeprefix("Deeper: ") + (f" ({'; '.join(more)})" if more else "")
            for name, more in sections.items()
        )
        yield f"For a second visit: {'; '.join(named)}.\n"


def claims(cells):
    """Yield a line on the claims that a lesson's cells prove, if there are any."""
    proved = dict.fromkeys(claim for cell in cells for claim in cell.claims)
    if proved:
        yield f"[Claims](../claims.md) proved here: {', '.join(sorted(proved))}.\n"


def answers(cells):
    """Return the folded key to a lesson's opening question and its exercises."""
    lines = ["<details><summary>Key</summary>", ""]
    opening = OPENING.search(cells[0].source)
    if opening:
        lines += [f"Opening question: {opening[1]}", ""]
    lines += ["| exercise | what | answer |", "|---|---|---|"]
    for exercise in (cell.exercise for cell in cells if cell.exercise):
        right = exercise.right.replace("|", "\\|")
        answer = f"{short_answer(exercise)}{right}"
        lines.append(f"| {exercise.id} | {exercise.title} | {answer} |")
    return "\n".join([*lines, "", "</details>", ""])


def short_answer(exercise):
    """Return the right answer where it is a letter or a few numbers, else nothing."""
    reference = exercise.reference
    if isinstance(reference, str) and len(reference) == 1:
        return f"**{reference})** "
    numbers = reference if isinstance(reference, tuple) else (reference,)
    if all(isinstance(number, int) for number in numbers):
        return f"**{', '.join(f'{number:,}' for number in numbers)}**: "
    return ""


def main():
    """Renew all pages, and say which changed."""
    for lesson in places.lessons():
        page = page_of(lesson)
        before = page.read_text(encoding="utf-8")
        after = renewed(before, lesson)
        page.write_text(after, encoding="utf-8")
        print(f"{page.name}: {'as it was' if after == before else 'renewed'}")


if __name__ == "__main__":
    main()
