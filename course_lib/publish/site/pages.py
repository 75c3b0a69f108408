"""The pages around the lessons: front, glossary, questions, and what is in docs/."""

import re
from importlib.resources import files

from course_lib import glossary

from .lessons import label

LESSON = re.compile(r"^\| \[(\d\d) (.+)\]\((notebooks/\S+)\.ipynb\) \| (.+) \|$", re.M)
QUESTION = re.compile(r"^\| (.+) \| (\d\d) \| `(\S+)` \|$", re.M)
GLOSSARY = """\
# Glossary

The terms of all lessons, in English and Traditional Chinese.

"""


def write(root, source):
    """Stage all of them; what is in docs/ as it is."""
    readme = (root / "README.md").read_text(encoding="utf-8")
    index = (root / "notebooks" / "README.md").read_text(encoding="utf-8")
    found = LESSON.findall(readme)
    staged = {
        "index.md": front(found),
        "glossary.md": terms(),
        "questions.md": QUESTION.sub(_linked, index),
    }
    for path in (root / "docs").glob("*.md"):
        staged[f"docs/{path.name}"] = path.read_text(encoding="utf-8")
    (source / "docs").mkdir()
    for name, text in staged.items():
        (source / name).write_text(text, encoding="utf-8")


def front(found):
    """Return the front page; ``found`` holds (number, title, page, question)."""
    rows = [
        f"{int(number)}. [{title}]({page}.ipynb): {question}"
        for number, title, page, question in found
    ]
    listed = "\n".join(page for _, _, page, _ in found)
    text = files(__package__).joinpath("front.md").read_text(encoding="utf-8")
    return text.replace("__LESSONS__", "\n".join(rows)).replace("__PAGES__", listed)


def terms():
    """Return the glossary page: a term, its Chinese, what it means, and where."""
    entries = [
        f"{term.term} {term.zh}\n    {term.meaning} (Lesson {term.lesson}.)\n"
        for term in glossary.terms()
    ]
    return GLOSSARY + "```{glossary}\n" + "\n".join(entries) + "```\n"


def _linked(row):
    question, lesson, cell = row.groups()
    return f"| [{question}](#{label(lesson, cell)}) | {lesson} | `{cell}` |"
