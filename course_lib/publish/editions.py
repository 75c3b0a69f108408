"""Editions of the course to hand out: the students' and the instructors'."""

import contextlib
import json
import os
import re
import shutil
from pathlib import Path

from course_lib.commands import copies, places
from course_lib.publish.instructor import instructor_edition

BOTH = ("course.py", "pyproject.toml", "requirements.txt", "LICENSE", ".gitignore")
BOTH += ("course_lib", "data")
PARTS = {"student": BOTH, "instructor": (*BOTH, "docs", "notebooks/README.md")}
LESSON = {"student": copies.learner_edition, "instructor": instructor_edition}
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", "*.egg-info")
NOT_FOR = {"student": "instructors|contributors", "instructor": "contributors"}


class EditionError(Exception):
    """An edition cannot be written; the message says why, and what to do."""


def write(kind, out, root=places.ROOT):
    """Write an edition to a folder: whole, or nothing.

    Parameters
    ----------
    kind : "student" or "instructor"
    out : Path of a folder that is missing or empty
    root : Path of the full course

    Returns
    -------
    int, how many files it has

    Raises
    ------
    EditionError when there is no such place, or it cannot be written
    """
    out = Path(os.path.abspath(out))
    try:
        _refuse(out, root)
        with _whole_or_nothing(out) as part:
            _fill(part, kind, root)
            files = sum(path.is_file() for path in part.rglob("*"))
    except OSError as error:
        raise EditionError(
            f"{out} cannot be written ({error.strerror or error}): mend that, or name "
            "another folder."
        ) from error
    return files


@contextlib.contextmanager
def _whole_or_nothing(out):
    """Yield a folder beside, which becomes the folder itself if nothing fails."""
    made = [folder for folder in out.parents if not folder.exists()]
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        part.mkdir(parents=True)
        yield part
        if os.name == "nt" and out.exists():
            out.rmdir()  # elsewhere an empty folder is replaced in one step
        part.rename(out)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def _refuse(out, root):
    """Raise where an edition would mix with something else."""
    if not (root / "tests").is_dir():
        raise EditionError(
            f"Editions are made from the full course, and {root} is an edition itself: "
            "run this in a copy of the course that has tests/."
        )
    if os.path.lexists(out) and not out.is_dir():
        raise EditionError(f"{out} is a file: name a folder that is new or empty.")
    if out.is_dir() and any(out.iterdir()):
        raise EditionError(f"{out} is not empty: name a folder that is new or empty.")
    own = {path.name for path in root.iterdir()} - {"build"}
    where = out.resolve()
    if where.is_relative_to(root) and where.relative_to(root).parts[0] in own:
        raise EditionError(
            f"{out} is inside the course itself: name a folder outside, or in build/."
        )


def _fill(folder, kind, root):
    (folder / "notebooks").mkdir()
    for name in PARTS[kind]:
        if (root / name).is_dir():
            shutil.copytree(root / name, folder / name, ignore=LEFT_OUT)
        else:
            shutil.copy(root / name, folder / name)
    readme = (root / "README.md").read_text(encoding="utf-8")
    _write(folder / "README.md", _readme(readme, kind))
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        lesson = LESSON[kind](json.loads(path.read_text(encoding="utf-8")))
        text = json.dumps(lesson, indent=1, ensure_ascii=False)
        _write(folder / "notebooks" / path.name, text + "\n")


def _readme(text, kind):
    """Leave out what is marked as being for others."""
    marked = rf"<!-- ({NOT_FOR[kind]}) -->.*?<!-- /\1 -->\n?"
    return re.sub(marked, "", text, flags=re.DOTALL)


def _write(path, text):
    path.write_text(text, encoding="utf-8", newline="\n")
