"""Copies of the project that faults may spoil, and the jobs that use them."""

import itertools
import os
import queue
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import check

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "work", "build", "__pycache__", ".*_cache", "*.egg-info",
    ".hypothesis", ".ipynb_checkpoints",
)  # fmt: skip
AT_A_TIME = 2
_SECONDS = itertools.count(1_000_000_000)


class Workshop:
    """Runs checks on copies of the project, two at a time, each in its own copy."""

    def __init__(self, folder):
        self._copies = queue.SimpleQueue()
        for number in range(AT_A_TIME):
            copy = folder.resolve() / f"copy {number}"
            shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
            self._copies.put(copy)
        self._pool = ThreadPoolExecutor(AT_A_TIME)

    def submit(self, one_check, edit=None):
        """Return a future of the outcome of a check, after an edit if there is one."""
        return self._pool.submit(self._run, one_check, edit)

    def submit_noticed(self, step, jobs):
        """Return a future: what failed in some jobs is run again, without any edit.

        Its outcome is None where no test failed.
        """

        def run():
            done = [job.result() for job in jobs if not job.exception()]
            noticed = sorted({outcome.caught_by for outcome in done} - {""})
            one_check = check.Check(step, ("--doctest-modules", *noticed))
            return self._run(one_check, None) if noticed else None

        return self._pool.submit(run)

    def close(self):
        self._pool.shutdown(cancel_futures=True)

    def _run(self, one_check, edit):
        copy = self._copies.get()
        touched = {copy / file for file in edit.files} if edit else set()
        if one_check.lesson:
            touched |= set((copy / one_check.lesson).parent.glob("*.ipynb"))
        contents = {path: path.read_bytes() for path in touched}
        try:
            if edit:
                edit.apply(copy)
                stamp(touched)
            return check.run(one_check, copy)
        finally:
            for path, content in contents.items():
                path.write_bytes(content)
            stamp(touched)
            self._copies.put(copy)


def stamp(paths):
    """Give files a time of their own: Python knows a compiled file by its second."""
    for path in paths:
        second = next(_SECONDS)
        os.utime(path, (second, second))
