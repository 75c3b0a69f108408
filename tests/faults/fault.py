"""What a seeded fault is: plain data, and small functions that make an edit."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from check import Check

LESSON = "notebooks/02_queries_and_keys.ipynb"


class EditDoesNotApply(Exception):
    """The file no longer holds what a fault wants to spoil."""


@dataclass(frozen=True)
class Edit:
    """A change to a copy of the project: the files it writes, and a function."""

    files: tuple[str, ...]
    apply: Callable[[Path], None]


@dataclass(frozen=True)
class Fault:
    """A mistake that somebody could make, and the check that has to notice it."""

    name: str
    edit: Edit
    check: Check


def replaced(file, old, new):
    """Replace a text that stands in a file exactly once."""

    def apply(folder):
        path = folder / file
        text = path.read_bytes().decode()
        path.write_bytes(once(text, old, new, file).encode())

    return Edit((file,), apply)


def once(text, old, new, where):
    """Return the text with old replaced by new; old has to stand in it once."""
    found = text.count(old)
    if found != 1 or old == new:
        raise EditDoesNotApply(
            f"{where} holds {old!r} {found} times, expected once: bring this fault up "
            "to date with the file."
        )
    return text.replace(old, new)


def in_lesson(change, lesson=LESSON):
    """Edit a lesson by a function that changes its parsed notebook in place."""

    def apply(folder):
        path = folder / lesson
        notebook = json.loads(path.read_text(encoding="utf-8"))
        before = json.dumps(notebook)
        try:
            change(notebook)
        except (KeyError, IndexError) as problem:
            raise EditDoesNotApply(
                f"{lesson} lacks {problem}: bring this fault up to date with it."
            ) from None
        if json.dumps(notebook) == before:
            raise EditDoesNotApply(
                f"The edit changes nothing in {lesson}: bring this fault up to date."
            )
        path.write_text(write_notebook(notebook), encoding="utf-8", newline="\n")

    return Edit((lesson,), apply)


def in_cell(cell_id, change, lesson=LESSON):
    """Edit one cell of a lesson by a function that changes the cell in place."""
    return in_lesson(lambda notebook: change(cell_of(notebook, cell_id)), lesson)


def in_source(cell_id, old, new, lesson=LESSON):
    """Replace a text that stands once in a cell of a lesson."""

    def change(cell):
        text = once("".join(cell["source"]), old, new, f"cell {cell_id}")
        cell["source"] = text.splitlines(keepends=True)

    return in_cell(cell_id, change, lesson)


def in_output(cell_id, kind, old, new, lesson=LESSON):
    """Replace a text that stands once in a cell's stored output of one kind.

    The kind is "stream" or a MIME type, such as "text/plain".
    """

    def change(cell):
        holders = [
            (output, "text") if kind == "stream" else (output["data"], kind)
            for output in cell["outputs"]
            if output["output_type"] == kind or kind in output.get("data", {})
        ]
        if len(holders) != 1:
            raise EditDoesNotApply(
                f"Cell {cell_id} has {len(holders)} outputs with {kind}, expected one."
            )
        holder, key = holders[0]
        text = once("".join(holder[key]), old, new, f"{kind} of cell {cell_id}")
        holder[key] = text.splitlines(keepends=True)

    return in_cell(cell_id, change, lesson)


def cell_of(notebook, cell_id):
    """Return the cell with an id."""
    for cell in notebook["cells"]:
        if cell["id"] == cell_id:
            return cell
    raise EditDoesNotApply(f"No cell has the id {cell_id!r}: bring it up to date.")


def write_notebook(notebook):
    """Return a notebook as text, in Jupyter's own layout."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
