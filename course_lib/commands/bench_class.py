"""A class on one machine: many learners at once, each with a JupyterLab of their own.

All of them start `lab` in the same moment, run two lessons, answer every exercise of
the core path wrongly and then rightly, and some lose a kernel in the middle of a cell.
"""

import os
import statistics
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from course_lib.commands import places
from course_lib.commands.bench_learner import Learner

LEARNERS = 20
LESSONS = ("02", "04")
CORES = 2
KILLED = 4  # every fourth learner loses a kernel
MINUTES = 12  # after that, what is not done has failed
NOTE = "written before the kernel was killed"
WRONG = (
    "from course_lib.exercises.engine import find as _find\n"
    'check("{0}", _find("{0}").wrong[0].answer)'
)


def class_rows(learners=LEARNERS):
    """Yield (what, goal, measured): text, text, text."""
    from course_lib.model import files

    take_cores(CORES)
    yield "lessons run with the model", "", "yes" if files.is_installed() else "no"
    deadline = time.monotonic() + 60 * MINUTES
    with tempfile.TemporaryDirectory(
        prefix="course-class-", ignore_cleanup_errors=True
    ) as folder:
        room = Room([Learner(Path(folder, str(i)), deadline) for i in range(learners)])
        try:
            yield from room.rows()
        finally:
            room.well = room.learners
            room.each(Learner.end)


def take_cores(n):
    """Keep this process, and what it starts, on n cores (on Linux)."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:n])


class Room:
    """The learners, and what went wrong for them."""

    def __init__(self, learners):
        self.learners = learners
        self.well = learners  # those for whom nothing has broken yet
        self.failures, self.back, self.lock = [], [], threading.Lock()

    def each(self, step):
        """Let the learners do a step at once; returns results of those who could.

        Those for whom it breaks are out: one breakdown is one failure.
        """
        out = []

        def attempt(learner):
            try:
                return step(learner)
            except Exception as error:
                out.append(learner)
                self.fail(learner, f"{type(error).__name__}: {error}")

        with ThreadPoolExecutor(max(1, len(self.well))) as pool:
            results = [*pool.map(attempt, self.well)]
        self.well = [learner for learner in self.well if learner not in out]
        return [result for result in results if result is not None]

    def fail(self, learner, words):
        with self.lock:
            self.failures.append(f"learner {learner.folder.name}: {words}")

    def rows(self):
        many = f"class of {len(self.learners)}, {CORES} cores"
        started = self.each(Learner.start)
        yield from spread(f"{many}: `lab` opens", "<= 30 s", "<= 60 s", started, "s")
        took = self.each(self.core_path)
        yield from spread(f"{many}: both lessons", "<= 300 s", "", took, "s")
        cells = [seconds for learner in self.learners for seconds in learner.cells]
        slow = f"{statistics.quantiles(cells, n=20)[-1]:.1f} s" if cells else "none"
        yield f"{many}: a cell, 95th percentile", "<= 10 s", slow
        back = f"{max(self.back, default=0):.1f} s, {len(self.back)} killed"
        yield f"{many}: a killed kernel is back, slowest", "<= 30 s", back
        what = "memory a learner, two kernels"
        yield from self.memory(f"{many}: {what}", "<= 400 MB", "<= 450 MB")
        self.each(self.deeper)
        yield from self.memory(f"{many}: {what}, torch", "<= 500 MB", "<= 550 MB")
        for words in self.failures:
            yield f"{many}: FAILED", "none", words.replace("\n", " ")[:200]
        yield f"{many}: failures", "<= 0", str(len(self.failures))

    def memory(self, what, goal, most):
        if not Path("/proc/self/smaps_rollup").exists():
            return
        yield from spread(what, goal, most, self.each(Learner.megabytes), "MB")

    def core_path(self, learner):
        """Work through the lessons; returns seconds."""
        begin = time.monotonic()
        number = self.learners.index(learner)
        for i, lesson in enumerate(LESSONS):
            name = notebook(lesson)
            cells = code_cells(learner.open(name), deeper=False)
            if number % KILLED == 0 and number // KILLED % len(LESSONS) == i:
                self.lose_kernel(learner, name, cells)
            for cell in cells:
                self.work(learner, name, cell)
        return time.monotonic() - begin

    def lose_kernel(self, learner, name, cells):
        """Work halfway, save, and have the kernel killed while a cell runs."""
        learner.save(name, NOTE)
        kernel, half = learner.kernels[name], len(cells) // 2
        for cell in cells[:half]:
            self.work(learner, name, cell)
        kernel.begin(cells[half]["source"])
        self.back.append(kernel.kill())
        saved = learner.ask(f"api/contents/{name}")["content"]["cells"][0]["source"]
        if saved != NOTE:
            self.fail(learner, f"{name} lost what was saved")

    def work(self, learner, name, cell):
        """Run a cell; an exercise also with a wrong answer, then with a right one."""
        from course_lib.exercises.engine import find

        kernel = learner.kernels[name]
        try:
            kernel.run(cell["source"])
        except Exception as error:
            where = f"{name}, cell {cell['id']}"
            raise RuntimeError(f"{where}: {type(error).__name__} {error}") from error
        if not cell["id"].startswith("ex-"):
            return
        exercise = find(cell["id"].removeprefix("ex-").replace("-", "."))
        for source, expected in (
            (WRONG.format(exercise.id), "not yet: "),
            (exercise.solution, "right. "),
        ):
            said = " ".join(kernel.run(source).split())
            if not said.startswith(f"{exercise.id} {expected}"):
                self.fail(learner, f"{exercise.id}, expected {expected!r}: {said}")

    def deeper(self, learner):
        """Run what the last lesson keeps for later visits: it imports torch."""
        name = notebook(LESSONS[-1])
        cells = learner.ask(f"api/contents/{name}")["content"]["cells"]
        for cell in code_cells(cells, deeper=True):
            self.work(learner, name, cell)


def notebook(lesson):
    """The file name of a lesson."""
    (found,) = places.NOTEBOOKS.glob(f"{lesson}_*.ipynb")
    return found.name


def code_cells(cells, deeper):
    """The code cells of the core path, or those for later visits."""
    return [
        cell
        for cell in cells
        if cell["cell_type"] == "code"
        and ("deeper" in cell["metadata"].get("tags", [])) == deeper
    ]


def spread(what, goal, most, numbers, unit):
    """Yield a row of the median and one of the largest."""
    numbers = numbers or [float("nan")]
    yield f"{what}, median", goal, f"{statistics.median(numbers):.0f} {unit}"
    if most:
        yield f"{what}, most", most, f"{max(numbers):.0f} {unit}"
