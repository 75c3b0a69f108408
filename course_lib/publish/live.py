"""Copies of the lessons to present live, in JupyterLab by jupyterlab-rise."""

import math
import shutil
from importlib.resources import files

import nbformat

from course_lib.publish.cells import is_folded
from course_lib.publish.slide_cells import arranged, slide_type, with_notes

# RISE reads this from a notebook's metadata; its own default theme fetches a font.
RISE = {
    "theme": "white",
    "transition": "none",
    "center": False,
    "scroll": True,
    "slideNumber": "c/t",
    "start_slideshow_at": "beginning",
}
STYLE = "rise.css"  # RISE loads a file of this name from the notebook's folder
LINES, COLUMNS = 17, 84  # what a slide of 1280 by 720 holds at 24 px
PICTURE = 13  # lines


def prepare(lessons, folder):
    """Write fresh copies to present, and the projector's style, into a folder.

    Parameters
    ----------
    lessons : list of Path, notebooks with their outputs
    folder : Path, made when it is missing; copies of before are replaced

    Raises
    ------
    OSError when the folder cannot be written
    """
    folder.mkdir(parents=True, exist_ok=True)
    style = files("course_lib.publish") / STYLE
    (folder / STYLE).write_text(style.read_text(encoding="utf-8"), encoding="utf-8")
    for lesson in lessons:
        part = folder / (lesson.name + ".part")
        nbformat.write(presented(nbformat.read(lesson, as_version=4)), part)
        shutil.move(part, folder / lesson.name)


def presented(notebook):
    """Return a new notebook to present: no outputs yet, and a slide holds its cells.

    A cell that would not fit on its slide begins the next one, below it, and so does
    one whose outcome is to be predicted. Outputs count as they are stored, so that a
    cell has room for what it will show.

    Parameters
    ----------
    notebook : nbformat.NotebookNode, a lesson with its outputs; it is not changed
    """
    notebook = arranged(notebook)
    used = 0
    for cell in notebook.cells:
        kind = slide_type(cell)
        lines = height(cell)
        # A class predicts before it sees the code, whose title may tell the answer.
        if kind == "-" and used and (is_folded(cell) or used + lines > LINES):
            cell.metadata.slideshow = {"slide_type": "subslide"}
            kind = "subslide"
        if kind in ("slide", "subslide"):
            used = 0
        if kind not in ("notes", "skip"):
            used += lines
        cell.metadata.pop("jupyter", None)
        if cell.cell_type == "code":
            cell.update(outputs=[], execution_count=None)
    notebook.cells = with_notes(notebook.cells)
    notebook.metadata.rise = RISE
    return notebook


def height(cell):
    """Estimate how many lines of a slide a cell takes with its stored outputs."""
    if cell.cell_type == "code":
        # An exercise's "not attempted yet" is one line, too.
        return cell.source.count("\n") + 2 + sum(map(_output_height, cell.outputs))
    if cell.source.startswith("<details>"):
        return 1
    return sum(
        1 + math.ceil(len(line) / COLUMNS) for line in cell.source.splitlines() if line
    )


def _output_height(output):
    data = output.get("data", {})
    if "image/png" in data or "data-numbers" in data.get("text/html", ""):
        return PICTURE
    return output.get("text", "").count("\n")
