"""Hints and solutions, apart from the lessons: each closed until it is asked for."""

import html

from course_lib.commands import places
from course_lib.exercises.engine import lesson_exercises, lessons

from .pages import UNSEARCHED

LIST = """\
# Hints and solutions

Each is closed until you open it, and the search does not look inside.

```{toctree}
:maxdepth: 1
:glob:
[0-9]*
```
"""
INTRODUCTION = (
    "Each hint goes a step further than the one before. Try first: the lesson itself "
    "checks answers where it runs, on your machine (`python course.py lab`), and tells "
    "you which mistake is likely."
)


def write(source):
    """Stage a page a lesson, and their list."""
    folder = source / "exercises"
    folder.mkdir()
    (folder / "index.md").write_text(LIST, encoding="utf-8")
    for lesson in lessons():
        (folder / f"{lesson}.md").write_text(page(lesson), encoding="utf-8")


def page(lesson):
    """Return the page of a lesson's exercises, as Markdown."""
    title = f"# Hints and solutions of lesson {lesson}"
    parts = [UNSEARCHED + title, _back(lesson), INTRODUCTION]
    for exercise in lesson_exercises(lesson).values():
        parts += _exercise(exercise)
    return "\n\n".join(parts) + "\n"


def _back(lesson):
    name = next(path.name for path in places.lessons() if path.name[:2] == lesson)
    back = f"[Lesson {lesson}](../notebooks/{name})"
    return f"{back} · [hints and solutions of all lessons](index.md)"


def _exercise(exercise):
    lesson, number = exercise.id.split(".")
    minutes = "minute" if exercise.minutes == 1 else "minutes"
    yield f"(exercise-{lesson}-{number})="
    yield f"## {exercise.id} {exercise.title}"
    yield (
        f"{exercise.kind} · {exercise.minutes} {minutes} · "
        f"[in the lesson](#lesson-{lesson}-ex-{lesson}-{number})"
    )
    yield _python(exercise.stub)
    total = len(exercise.hints)
    for count, hint in enumerate(exercise.hints, 1):
        yield _closed(f"Hint {count} of {total}", _paragraph(hint))
    right = _paragraph(exercise.right)
    yield _closed("Solution", f"\n{_python(exercise.solution)}\n\n{right}\n")


def _python(code):
    return f"```python\n{code.strip()}\n```"


def _closed(summary, content):
    return f"<details><summary>{summary}</summary>\n{content}\n</details>"


def _paragraph(text):
    """Plain text as HTML, in one line: Markdown would read meaning into a * b."""
    return f"<p>{html.escape(' '.join(text.split()))}</p>"
