"""The pages around the lessons: front, glossary, questions, and what is in docs/."""

import base64
import json
import re
from importlib.resources import files

from course_lib import glossary

from .lessons import described, image, label

LESSON = re.compile(r"^\| \[(\d\d) (.+)\]\((notebooks/\S+)\.ipynb\) \| (.+) \|$", re.M)
QUESTION = re.compile(r"^\| (.+) \| (\d\d) \| `(\S+)` \|$", re.M)
LINK = re.compile(r"\[([^\]]+)\]\(([^)#:]+)(#[^)]*)?\)")
# A search leads to the lesson, and not to its answers.
UNSEARCHED = "---\nnosearch: true\n---\n\n"
TEACHING = "\n```{toctree}\n:hidden:\n:glob:\n[0-9]*\n```\n"
GLOSSARY = """\
# Glossary

The terms of all lessons, in English and Traditional Chinese.

"""


def write(root, source):
    """Stage all of them, and what is in docs/."""
    index = (root / "notebooks" / "README.md").read_text(encoding="utf-8")
    staged = {
        "index.md": front(root),
        "glossary.md": terms(),
        "notebooks/README.md": QUESTION.sub(_linked, index),
    }
    for path in (root / "docs").rglob("*.md"):
        staged[path.relative_to(root)] = document(root, path)
    for name, text in staged.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")


def document(root, path):
    """Return a page of docs/; files of the course that are no pages are only named."""
    on_site = [root / "notebooks", root / "docs"]

    def kept_or_named(link):
        file = (path.parent / link[2]).resolve()
        is_page = file.suffix in (".md", ".ipynb") and set(on_site) & {*file.parents}
        return link[1] if file.exists() and not is_page else link[0]

    text = LINK.sub(kept_or_named, path.read_text(encoding="utf-8"))
    if path.parent.name != "teaching":
        return text
    return text + TEACHING if path.name == "README.md" else UNSEARCHED + text


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
        f"{_name(term)}\n    {term.meaning} (Lesson {term.lesson}.)\n"
        for term in glossary.terms()
    ]
    return GLOSSARY + "```{glossary}\n" + "\n".join(entries) + "```\n"


def _name(term):
    """Both languages; the Chinese name may begin with the English one."""
    return term.zh if term.zh.startswith(term.term) else f"{term.term} {term.zh}"


def _linked(row):
    question, lesson, cell = row.groups()
    return f"| [{question}](#{label(lesson, cell)}) | {lesson} | `{cell}` |"
