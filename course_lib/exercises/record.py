"""What a learner has done, kept in one file beside the copies of the lessons.

A record holds, by exercise, all or some of {"tried": True, "right": True, "hints": 2,
"solution": True}. It only ever grows: two records are joined by the larger of each
value. So each kernel keeps its own record and joins it to the file, and a write that
fails, is cut off or comes twice loses nothing: the next one makes up for it.
"""

import atexit
import contextlib
import hashlib
import json
import os
from pathlib import Path

from course_lib.commands import copies

FILE = "progress.json"
PATIENCE = 1.0  # seconds to wait for another lesson that writes

_here = {}  # what was done in this kernel
_told = set()  # that a problem was told, once


def folder_of_copies(start):
    """Return the folder of copies that a path lies in, or None.

    It is known by what `course.py lab` leaves there. Nothing is written elsewhere: not
    by tests, nor by a lesson in notebooks/.
    """
    for folder in (start, *start.parents):
        if (folder / copies.RECORD).is_file():
            return folder
    return None


def _folder_at_start():
    try:
        return folder_of_copies(Path.cwd())
    except OSError:
        return None  # the folder was deleted, or its parents may not be read


folder = _folder_at_start()  # now: the learner's code may go elsewhere


def note(exercise_id, **done):
    """Join what was done to the record, in memory and in the file.

    Returns
    -------
    str or None, the first time that the file cannot be written: a sentence about it
    """
    _here.update(join(_here, {exercise_id: done}))
    problem = save()
    if problem is None or _told:
        return None
    _told.add(problem)
    atexit.register(save)
    return problem


def save():
    """Join this kernel's record to the file; return a sentence if that fails."""
    if folder is None:
        return None
    try:
        return store(folder, _here)
    except OSError as error:
        return (
            f"Your progress could not be stored in {folder / FILE} "
            f"({error.strerror or error}); this lesson keeps it and tries again."
        )


def everything():
    """Return this kernel's record, joined to the file's where that can be read."""
    try:
        stored = {} if folder is None else read(folder / FILE)
    except (OSError, ValueError):
        stored = {}
    return join(stored, _here)


def join(one, other):
    """Return a record that holds the larger of each value of two.

    >>> join({"02.1": {"hints": 1}}, {"02.1": {"hints": 3}, "02.2": {"right": True}})
    {'02.1': {'hints': 3}, '02.2': {'right': True}}
    """
    joined = {exercise_id: dict(entry) for exercise_id, entry in one.items()}
    for exercise_id, entry in other.items():
        mine = joined.setdefault(exercise_id, {})
        for name, value in entry.items():
            mine[name] = max(mine.get(name, False), value)
    return joined


def read(path):
    """Return the record in a file; {} where there is none.

    Raises
    ------
    OSError when it cannot be read, ValueError when it holds something else
    """
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except RecursionError as error:
        raise ValueError(f"{path} is nested without end") from error
    if not _is_record(record):
        raise ValueError(f"{path} holds no record")
    return record


def _is_record(value):
    return isinstance(value, dict) and all(
        isinstance(entry, dict) and all(isinstance(v, int) for v in entry.values())
        for entry in value.values()
    )


def store(folder, record):
    """Join a record to the file of a folder: whole, or as it was before.

    Returns
    -------
    str or None, a sentence when the file was damaged and had to be set aside

    Raises
    ------
    OSError when the file cannot be written
    """
    path, problem = folder / FILE, None
    with _alone(folder):
        try:
            stored = read(path)
        except ValueError:
            stored, problem = {}, _set_aside(path)
        joined = join(stored, record)
        if joined != stored:
            _replace(path, json.dumps(joined, indent=1, sort_keys=True) + "\n")
    return problem


@contextlib.contextmanager
def _alone(folder):
    """Keep other lessons from writing; the system ends the lock with the process."""
    import filelock  # not at the top: a lesson that checks nothing need not wait

    lock = filelock.FileLock(folder / f".{FILE}.lock", fallback_to_soft=False)
    try:
        lock.acquire(timeout=PATIENCE, poll_interval=0.005)
    except filelock.Timeout as error:
        raise TimeoutError(None, "another lesson is writing there") from error
    except OSError:
        pass  # a disk without locks: the joining alone has to do
    try:
        yield
    finally:
        lock.release()


def _set_aside(path):
    """Rename a file that holds no record; each damaged one gets a name of its own."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
    aside = path.with_name(f"{path.stem}.damaged-{digest}.json")
    path.replace(aside)
    return f"{path} could not be read: it is now {aside.name}, and a new one is begun."


def _replace(path, text):
    """Write a file beside, and give it the name once it is on the disk."""
    part = path.with_name(f".{path.name}.part")
    try:
        with open(part, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
