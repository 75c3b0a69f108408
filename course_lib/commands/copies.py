"""The learner's own copies of the lessons: made once, never overwritten."""

import ast
import contextlib
import hashlib
import json
import os
import re
import shutil
from pathlib import Path

CLAIM = re.compile(r"C\d\d[a-z]?")  # the tag of a cell that proves a claim
RECORD = ".lessons.json"  # in the folder of copies: what was copied and offered

KEPT_WHOLE = {"edition": "instructor"}  # a notebook's metadata: nothing is cleared


def learner_edition(notebook):
    """A lesson as a learner should first see it: nothing tells what will come out.

    Outputs and speaker notes are gone, and so are the assertions that prove a claim.

    Parameters
    ----------
    notebook : dict, the parsed .ipynb

    Returns
    -------
    dict, a new notebook; the given one is not changed
    """
    cells = [
        _cleared(cell)
        for cell in notebook["cells"]
        if cell["metadata"].get("slideshow", {}).get("slide_type") != "notes"
    ]
    return {**notebook, "cells": cells}


def _cleared(cell):
    cell = {**cell, "metadata": unfolded(cell["metadata"])}
    if cell["cell_type"] == "code":
        cell.update(outputs=[], execution_count=None)
        if any(CLAIM.fullmatch(tag) for tag in cell["metadata"].get("tags", [])):
            cell["source"] = _without_assertions("".join(cell["source"]))
    return cell


def unfolded(metadata):
    """A cell's metadata, but for what keeps its output folded up (a new dict)."""
    left = ("collapsed", "execution", "jupyter")
    kept = {name: value for name, value in metadata.items() if name not in left}
    jupyter = dict(metadata.get("jupyter", {}))
    jupyter.pop("outputs_hidden", None)
    return {**kept, "jupyter": jupyter} if jupyter else kept


def _without_assertions(source):
    told = {
        line
        for node in ast.parse(source).body
        if isinstance(node, ast.Assert)
        for line in range(node.lineno, node.end_lineno + 1)
    }
    lines = source.split("\n")
    kept = [line for number, line in enumerate(lines, 1) if number not in told]
    return "\n".join(kept).rstrip("\n")


def _edition_text(lesson):
    notebook = json.loads(lesson.read_text(encoding="utf-8"))
    if not KEPT_WHOLE.items() <= notebook["metadata"].items():
        notebook = learner_edition(notebook)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _digest(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def copy_lessons(lessons, folder):
    """Copy the lessons that the folder lacks, and offer new versions beside old copies.

    Parameters
    ----------
    lessons : list of Path
    folder : Path, made when it is missing

    Returns
    -------
    list of str, a sentence about each lesson that changed since it was copied

    Raises
    ------
    OSError when the folder cannot be written
    """
    folder.mkdir(parents=True, exist_ok=True)
    record = _read_record(folder)
    sentences = []
    for lesson in lessons:
        text = _edition_text(lesson)
        known = record.setdefault(lesson.name, {})
        if not (folder / lesson.name).exists():
            _write_new(folder / lesson.name, text)
            known["copied"] = _digest(text)
        elif known.setdefault("copied", _digest(text)) != _digest(text):
            sentences += _offer(folder, lesson, text, known)
    _write_atomically(folder / RECORD, json.dumps(record, indent=1, sort_keys=True))
    return sentences


def _offer(folder, lesson, text, known):
    """Put a changed lesson beside the learner's copy; say so while it lies there."""
    if known.get("offered") != _digest(text):
        target = _free_place(folder, lesson, known)
        _write_atomically(target, text)
        known.update(offered=_digest(text), beside=target.name)
    if not (folder / known["beside"]).exists():
        return []  # the learner has seen it and thrown it away
    return [
        f"{lesson.name} has changed since your copy was made: your copy is untouched, "
        f"and the new version is {known['beside']}."
    ]


def _free_place(folder, lesson, known):
    """Where the new version goes: over the last offer only if nobody worked in it."""
    number = 1
    while True:
        suffix = ".new.ipynb" if number == 1 else f".new{number}.ipynb"
        target = folder / (lesson.stem + suffix)
        if not target.exists():
            return target
        if _digest(target.read_text(encoding="utf-8")) == known.get("offered"):
            return target
        number += 1


def _read_record(folder):
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        return {name: dict(known) for name, known in record.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}  # missing or damaged: begin again, the copies themselves are whole


def _write_new(path, text):
    """Write a file that must not exist; leave none behind when the disk is full."""
    with open(path, "x", encoding="utf-8", newline="\n") as file:
        try:
            file.write(text)
            file.flush()
        except OSError:
            os.unlink(path)
            raise


def _write_atomically(path, text):
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, path)


def carry_over(source, target):
    """Copy a learner's notebooks (and the records) out of a folder that is read-only.

    What the target has stays: the learner may have worked in it since.
    """
    if not Path(source).is_dir():
        return
    carry_progress(source, target)
    for path in [*Path(source).glob("*.ipynb"), Path(source, RECORD)]:
        copy = Path(target, path.name)
        if path.is_file() and os.access(path, os.R_OK) and not copy.exists():
            shutil.copyfile(path, copy)


def carry_progress(source, target):
    """Join what was done in one folder of copies to another; what fails is left."""
    from course_lib.exercises import record

    with contextlib.suppress(OSError, ValueError):
        if done := record.read(source / record.FILE):
            record.store(target, done)
