"""The pages around the lessons: front, glossary, questions, and what is in docs/."""

import base64
import json
import re
from importlib.resources import files

from course_lib import glossary

from .lessons import described, image, label

LESSON = re.compile(r"^\| \[(\d\d) (.+)\]\((notebooks/\S+)\.ipynb\) \| (.+) \|$", re.M)
QUESTION = re.compile(r"^\| (.+) \| (\d\d) \| `(\S+)` \|$", re.M)
GLOSSARY = """\
# Glossary

The terms of all lessons, in English and Traditional Chinese.

"""


def write(root, source):
    """Stage all of them; what is in docs/ as it is."""
    index = (root / "notebooks" / "README.md").read_text(encoding="utf-8")
    staged = {
        "index.md": front(root),
        "glossary.md": terms(),
        "questions.md": QUESTION.sub(_linked, index),
    }
    for path in (root / "docs").glob("*.md"):
        staged[f"docs/{path.name}"] = path.read_text(encoding="utf-8")
    (source / "docs").mkdir()
    for name, text in staged.items():
        (source / name).write_text(text, encoding="utf-8")


def front(root):
    """Return the front page: its own words, the map, the README's list of lessons."""
    readme = (root / "README.md").read_text(encoding="utf-8")
    found = LESSON.findall(readme)
    rows = [
        f"{int(number)}. [{title}]({page}.ipynb): {question}"
        for number, title, page, question in found
    ]
    parts = {
        "__MAP__": _map(root),
        "__LESSONS__": "\n".join(rows),
        "__PAGES__": "\n".join(page for _, _, page, _ in found),
    }
    text = files(__package__).joinpath("front.md").read_text(encoding="utf-8")
    for mark, part in parts.items():
        text = text.replace(mark, part)
    return text


def _map(root):
    """The map of the machine, which lesson 00 shows open."""
    start = next((root / "notebooks").glob("00_*.ipynb"))
    cells = json.loads(start.read_text(encoding="utf-8"))["cells"]
    output = next(cell for cell in cells if cell["id"] == "map")["outputs"][0]
    png = base64.b64decode("".join(output["data"]["image/png"]))
    return image("00-map-0.png", described(output), png, top="")


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
