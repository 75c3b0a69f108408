"""A lesson as an instructor reads it: everything shown, solutions beneath exercises."""

from course_lib.commands import copies
from course_lib.exercises import engine
from course_lib.publish.cells import CHECKED

ABOUT = (
    "**Instructors' edition.** Outputs, speaker notes and answers are shown, and the "
    "solution of each exercise stands beneath its cell. Learners get another one: "
    "`python course.py edition --student OUT`."
)


def instructor_edition(notebook):
    """Return a lesson with outputs and answers unfolded, and solutions beneath.

    What is added is of the slide type of speaker notes: it stays out of slides, and is
    stripped from learners' copies.

    Parameters
    ----------
    notebook : dict, the parsed .ipynb

    Returns
    -------
    dict, a new notebook; the given one is not changed
    """
    title, *rest = notebook["cells"]
    cells = [_unfolded(title), _note("instructors-edition", ABOUT)]
    for cell in rest:
        cells.append(_unfolded(cell))
        found = CHECKED.search("".join(cell["source"]))
        if cell["cell_type"] == "code" and found:
            exercise = engine.find(found[1])
            cells.append(_note(f"{cell['id']}-solution", _answers(exercise)))
    metadata = {**notebook["metadata"], **copies.KEPT_WHOLE}
    return {**notebook, "cells": cells, "metadata": metadata}


def _unfolded(cell):
    cell = {**cell, "metadata": copies.unfolded(cell["metadata"])}
    if cell["cell_type"] == "markdown":
        source = "".join(cell["source"])
        cell["source"] = source.replace("<details>", "<details open>")
    return cell


def _note(name, text):
    slide = {"slideshow": {"slide_type": "notes"}}
    return {"cell_type": "markdown", "id": name, "metadata": slide, "source": text}


def _answers(exercise):
    """Return what an instructor wants to know about an exercise, as markdown."""
    hints = [f"{number}. {text}" for number, text in enumerate(exercise.hints, 1)]
    wrong = [
        f"- {f'*{w.answer})* ' if isinstance(w.answer, str) else ''}{w.message}"
        for w in exercise.wrong
    ]
    return "\n".join(
        [
            f"**Solution {exercise.id}.** {exercise.right}",
            "",
            "```python",
            exercise.solution.strip(),
            "```",
            "",
            "Hints:",
            "",
            *hints,
            "",
            "What wrong answers are told:",
            "",
            *dict.fromkeys(wrong),
        ]
    )
