"""The pages around the lessons: front, glossary, questions, and what is in docs/."""

import re

from course_lib import glossary

from .lessons import label

LESSON = re.compile(r"^\| \[(\d\d) (.+)\]\((notebooks/\S+)\.ipynb\) \| (.+) \|$", re.M)
QUESTION = re.compile(r"^\| (.+) \| (\d\d) \| `(\S+)` \|$", re.M)
FRONT = """\
# Attention, Taken Apart

A course on the attention mechanism, from one word's list of numbers to the 175 billion of
GPT-3. You follow every number of one attention head by hand, write it yourself, and run a
real language model through your own function: first whole, then broken on purpose.

You need to read Python and remember school algebra, and no more. A lesson takes about 45
minutes.

## The lessons

{lessons}

An output that would answer a question starts closed: answer first, then open it. Hints and
solutions are on pages of their own.

## Read here, try on your machine

Here every lesson stands with its outputs, and the pictures to play with work. To run the
lessons, change them, and have your exercises checked, get the course's folder and Python
3.11 or newer, and inside the folder:

    python course.py lab

```{{toctree}}
:caption: Lessons
:hidden:
{pages}
```

```{{toctree}}
:caption: Look up
:hidden:
Hints and solutions <exercises/index>
Questions people ask <questions>
glossary
```

```{{toctree}}
:caption: About the course
:hidden:
:glob:
docs/*
```
"""
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
    return FRONT.format(lessons="\n".join(rows), pages=listed)


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
