"""All answers of a lesson as one page of Markdown, for whoever teaches it."""

import re

FOLDED = re.compile(
    r"<details><summary>(.*?)</summary>\n+(.*?)\n*</details>", re.DOTALL
)
# How a lesson asks: one of these stands somewhere in the paragraph.
ASKED = re.compile(
    r"\*(?:Before|Predict|Find|Look|Trace|Say|Explain|Guess|Change|Run|Try)\b[^*]*[:.]\*"
    r"|\*\*(?:A question|Questions|One question)\b"
)


def page(title, cells):
    """Return the answers of a lesson: what it asks and folds, and its exercises.

    Parameters
    ----------
    title : str, the page's heading
    cells : list of course_lib.publish.cells.Cell
    """
    parts = [f"# {title}: answers"]
    for cell in cells:
        if cell.exercise:
            parts += exercise(cell.exercise)
        elif not cell.is_code and not cell.minutes:
            parts += questions(cell)
    return "\n\n".join(parts) + "\n"


def questions(cell):
    """Return a text cell's headings, what it asks and what it folds, in their order."""
    text = cell.source
    found = [(text.find(f"## {name}"), f"## {name}") for name in cell.headings]
    for fold in FOLDED.finditer(text):
        found.append((fold.start(), f"*{fold[1]}* {fold[2]}"))
    bare = FOLDED.sub(lambda fold: " " * len(fold[0]), text)
    at = 0
    for paragraph in bare.split("\n\n"):
        if ASKED.search(paragraph):
            found.append((at, f"> {paragraph.strip()}"))
        at += len(paragraph) + 2
    return [words for _, words in sorted(found)]


def exercise(what):
    """Return an exercise's answer: its options with a word on each, or its code."""
    head = f"**Exercise {what.id} · {what.kind} · {what.minutes} min.** {what.title}."
    code = f"```python\n{what.solution.strip()}\n```"
    slips = "\n".join(f"- {slip(wrong)}" for wrong in what.wrong)
    return [head, f"Right: {what.right}", code, "Wrong, and what it is told:", slips]


def slip(wrong):
    """Return what a wrong answer is told, after its letter where it has one."""
    letter = wrong.answer if isinstance(wrong.answer, str) else ""
    return f"{letter}) {wrong.message}" if len(letter) == 1 else wrong.message
