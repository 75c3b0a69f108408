"""A lesson's cells, each with the section it stands in and the exercise it checks."""

import json
import re
from dataclasses import dataclass

from course_lib.commands.copies import CLAIM
from course_lib.exercises import engine

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
CHECKED = re.compile(r'^check\("(\d\d\.\d+)"', re.MULTILINE)
NOTES = re.compile(r"\*\*Minutes? (\d+)(?:-(\d+))?\.\*\*")


@dataclass(frozen=True)
class Cell:
    """One cell, as those who teach need it.

    ``headings`` are the sections that begin in it, ``section`` is the one it ends in
    ("" before the first); ``exercise`` is what it checks; ``claims`` are the
    ids of what it proves; ``minutes`` is when a speaker's note begins and ends.
    """

    id: str
    source: str
    is_code: bool
    deeper: bool
    headings: tuple[str, ...]
    section: str
    exercise: object
    claims: tuple[str, ...]
    minutes: tuple[int, int] | None


def read(path):
    """Return the cells of a lesson's notebook, in order."""
    cells, section = [], ""
    for raw in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source, is_code = "".join(raw["source"]), raw["cell_type"] == "code"
        tags = raw["metadata"].get("tags", [])
        headings = () if is_code else tuple(HEADING.findall(source))
        section = headings[-1] if headings else section
        checked = CHECKED.search(source) if is_code else None
        cells.append(
            Cell(
                id=raw["id"],
                source=source,
                is_code=is_code,
                deeper="deeper" in tags,
                headings=headings,
                section=section,
                claims=tuple(filter(CLAIM.fullmatch, tags)),
                exercise=engine.find(checked[1]) if checked else None,
                minutes=stretch(raw, source),
            )
        )
    return cells


def stretch(raw, source):
    """Return when a speaker's note begins and ends, in minutes; None for other cells.

    Raises
    ------
    ValueError
        A note does not begin with its minutes.
    """
    if raw["metadata"].get("slideshow", {}).get("slide_type") != "notes":
        return None
    found = NOTES.match(source)
    if not found:
        raise ValueError(
            f"the speaker's note {raw['id']} begins with {source[:30]!r}; it should "
            "begin with its minutes, such as **Minutes 3-9.**"
        )
    return int(found[1]), int(found[2] or found[1])


def is_folded(cell):
    """Say whether a cell of a notebook keeps its outputs closed: they are predicted."""
    return bool(cell["metadata"].get("jupyter", {}).get("outputs_hidden"))
