"""A lesson's cells as they stand on slides: what is shown in class, in which order."""

import copy
import html
import itertools
import re

import nbformat

from course_lib.exercises import engine
from course_lib.publish.cells import CHECKED, is_folded

# What still belongs to the section before: a line before the first heading.
END_OF_SECTION = re.compile(r"(?P<end>[^#<\s][^\n]*)\n+(?P<rest>#+ .*)", re.DOTALL)
# An answer that is folded away, at the very start of a cell or under its heading.
ANSWER_FIRST = re.compile(
    r"(?P<heading>#+ [^\n]*\n+)?(?P<answer>(<details>.*?</details>\s*)+)(?P<rest>.*)",
    re.DOTALL,
)
LINK = re.compile(r"\[([^]]+)\]\([^)]*\.ipynb[^)]*\)")
RESERVE = """## In reserve

The lesson ends here. What follows is for questions, and for a second visit."""
NOT_SOLVED = re.compile(r"Exercise [^\n]* is not solved yet: [^\n]*\n")
MOST_LINES = 24  # of code on one slide
# Tags of a cell: its outputs answer a prediction; what follows may answer it.
FOLDED, EXERCISE = "folded", "exercise"


def on_slides(notebook):
    """Return a new notebook that holds the cells for slides, arranged.

    The cell of imports is left out; an exercise shows its stub; a picture's `alt` is
    its own description.

    Parameters
    ----------
    notebook : nbformat.NotebookNode, a lesson with its outputs; it is not changed
    """
    cells = []
    for cell in with_notes(arranged(notebook).cells):
        if cell.cell_type == "code" and "from course_lib import" in cell.source:
            continue
        _prepare_outputs(cell)
        cells += _parts(cell)
    return nbformat.from_dict({**notebook, "cells": cells})


def arranged(notebook):
    """Return a new notebook with the cells in the order of a class.

    An answer stands with what it explains, not on top of the next slide; cells tagged
    `deeper` come after the summary, as slides in reserve. Links to other lessons are
    words: on a slide they would leave the class.
    """
    cells = []
    for cell in nbformat.from_dict(notebook).cells:
        if cell.cell_type == "markdown":
            cell.source = LINK.sub(r"\1", cell.source)
        if slide_type(cell) == "slide" and cells:
            _hand_back_end(cell, cells)
            _hand_back_answer(cell, cells)
        if cell.source.strip():
            cells.append(cell)
    core = [cell for cell in cells if not is_deeper(cell)]
    reserve = [cell for cell in cells if is_deeper(cell)]
    if reserve:
        slide = {"slideshow": {"slide_type": "slide"}}
        core.append(
            nbformat.v4.new_markdown_cell(RESERVE, id="reserve", metadata=slide)
        )
    return nbformat.from_dict({**notebook, "cells": core + reserve})


def with_notes(cells):
    """Return the cells with the speaker's notes where they are needed.

    A lesson's notes stand behind the part that they speak of; here each slide of that
    part gets a copy. The solution of an exercise is a note behind it.

    Parameters
    ----------
    cells : list of cells, arranged
    """

    def is_notes(cell):
        return slide_type(cell) == "notes"

    parts = [list(part) for _, part in itertools.groupby(cells, key=is_notes)]
    placed = []
    for part, notes in itertools.zip_longest(parts[::2], parts[1::2], fillvalue=()):
        starts = 0
        for cell in part:
            placed.append(cell)
            if slide_type(cell) in ("slide", "subslide"):
                starts += 1
                placed += [_copy(note, starts) for note in notes]
            placed += _solution_note(cell)
        placed += () if starts else notes
    return placed


def _copy(note, number):
    copied = copy.deepcopy(note)
    if number > 1:
        copied.id = f"{note.id}-{number}"
    return copied


def slide_type(cell):
    """Return slide, subslide, fragment, skip, notes, or "-" for a cell that goes on."""
    return cell.metadata.get("slideshow", {}).get("slide_type", "-")


def is_deeper(cell):
    """Say whether a cell is for a second visit."""
    return "deeper" in cell.metadata.get("tags", [])


def _hand_back_end(cell, before):
    """Move a line above a cell's heading to the end of the slide before it."""
    found = END_OF_SECTION.match(cell.source)
    if cell.cell_type == "markdown" and found:
        before.append(_going_on(before[-1], found["end"], f"{cell.id}-end"))
        cell.source = found["rest"]


def _hand_back_answer(cell, before):
    """Move the answers that a cell starts with to the end of the slide before it."""
    found = ANSWER_FIRST.match(cell.source)
    if cell.cell_type == "markdown" and found:
        before.append(_going_on(before[-1], found["answer"], f"{cell.id}-answer"))
        cell.source = (found["heading"] or "") + found["rest"]


def _going_on(last, source, name):
    """Return a cell of text on the slide of the last cell."""
    metadata = {"tags": ["deeper"] if is_deeper(last) else []}
    return nbformat.v4.new_markdown_cell(source, id=name, metadata=metadata)


def _parts(cell):
    """Return a cell as cells that fit on a slide: long code is cut at an empty line."""
    lines = cell.source.split("\n")
    if cell.cell_type != "code" or len(lines) <= MOST_LINES:
        return [cell]
    empty = [number for number in range(1, MOST_LINES) if not lines[number].strip()]
    end = empty[-1] if empty else MOST_LINES
    first = nbformat.from_dict({**cell, "id": f"{cell.id}-begin", "outputs": []})
    first.source = "\n".join(lines[:end]).rstrip()
    cell.source = "\n".join(lines[end:]).lstrip("\n")
    return [first, *_parts(cell)]


def _solution_note(cell):
    """Return a notes cell with the solution of the exercise that a cell asks for."""
    if cell.cell_type != "code" or not (found := CHECKED.search(cell.source)):
        return []
    solution = engine.find(found[1]).solution.strip()
    metadata = {
        "slideshow": {"slide_type": "notes"},
        "tags": ["deeper"] if is_deeper(cell) else [],
    }
    source = f"**Solution of {found[1]}**\n\n```python\n{solution}\n```"
    name = f"{cell.id}-solution"
    return [nbformat.v4.new_markdown_cell(source, id=name, metadata=metadata)]


def _prepare_outputs(cell):
    if cell.cell_type != "code":
        return
    if CHECKED.search(cell.source):
        cell.outputs = []  # "not attempted yet"
        cell.metadata.tags = [*cell.metadata.get("tags", []), EXERCISE]
    if is_folded(cell):
        cell.metadata.tags = [*cell.metadata.get("tags", []), FOLDED]
    for output in cell.outputs:
        if "text" in output:
            output.text = NOT_SOLVED.sub("", output.text)
    shown = [output for output in cell.outputs if output.get("text") != ""]
    kept = [output for output in shown if not _describes_picture(output)]
    cell.outputs = [_with_alt(output) for output in kept]


def _describes_picture(output):
    """Whether an output only says in words what the picture before it shows."""
    return "figure-description" in output.get("data", {}).get("text/html", "")


def _with_alt(output):
    """Turn a PNG into an image with its description: nbconvert would drop that."""
    png = output.get("data", {}).get("image/png")
    if not png:
        return output
    alt = html.escape(output.metadata["image/png"]["alt"])
    image = f'<img alt="{alt}" src="data:image/png;base64,{"".join(png.split())}">'
    return nbformat.v4.new_output("display_data", {"text/html": image})
