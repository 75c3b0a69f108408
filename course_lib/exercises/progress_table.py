"""What a learner has done over all lessons, as a small table."""

import html
import re
import textwrap
from dataclasses import dataclass
from itertools import pairwise

from course_lib.commands import places
from course_lib.exercises import engine, record

COLUMNS = ("lesson", "solved", "not right yet", "not tried", "hint", "solution")
# JupyterLab sets cells to the right, as for numbers; these are names.
LEFT = 'style="text-align: left"'
UNSTORED = (
    "Counted since this kernel started, and not stored: this is not one of the copies "
    "that `python course.py lab` makes."
)


@dataclass(frozen=True)
class Progress:
    """A caption, one row of texts a lesson, and where it is kept; displays itself."""

    caption: str
    rows: tuple
    kept: str

    def _repr_html_(self):
        first, *others = COLUMNS
        head = f'<th scope="col" {LEFT}>{first}</th>' + "".join(
            f'<th scope="col">{name}</th>' for name in others
        )
        rows = "".join(
            f'<tr><th scope="row" {LEFT}>{html.escape(name)}</th>'
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + "</tr>\n"
            for name, *cells in self.rows
        )
        kept = re.sub("`(.+?)`", r"<code>\1</code>", html.escape(self.kept))
        return (
            f"<table>\n<caption>{self.caption}</caption>\n"
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
            f"<p>{kept}</p>"
        )

    def __repr__(self):
        table = (COLUMNS, *self.rows)
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
        kept = textwrap.wrap(self.kept, engine.WIDTH)
        return "\n".join([self.caption, "", *lines, "", *kept])


def progress():
    """Return what is done: a lesson a row, the numbers of its exercises in the cells.

    The last line says where that is kept.
    """
    problem = record.save()
    done = record.everything()
    names = {path.stem[:2]: path.stem.replace("_", " ") for path in places.lessons()}
    lessons = {n: engine.lesson_exercises(n) for n in engine.lessons()}
    rows = [_row(names.get(n, n), ids, done) for n, ids in lessons.items()]
    solved = sum(_has(done, i, "right") for ids in lessons.values() for i in ids)
    stored = f"Stored in {record.FILE}, beside your copies of the lessons."
    return Progress(
        f"Solved: {solved} of {sum(map(len, lessons.values()))} exercises",
        tuple(rows),
        problem or (UNSTORED if record.folder is None else stored),
    )


def _has(done, exercise_id, what):
    return bool(done.get(exercise_id, {}).get(what))


def _row(name, ids, done):
    """Return the texts of a lesson's row."""
    right, tried, hints, solution = (
        [i for i in ids if _has(done, i, what)]
        for what in ("right", "tried", "hints", "solution")
    )
    parts = (
        [i for i in tried if i not in right],
        [i for i in ids if i not in right + tried],
        hints,
        solution,
    )
    return (name, f"{len(right)} of {len(ids)}", *map(_numbers, parts))


def _numbers(ids):
    """Say the numbers of exercises, three or more in a row as a range.

    >>> _numbers(["02.1", "02.2", "02.5", "02.6", "02.7"]), _numbers([])
    ('1, 2, 5-7', '')
    """
    numbers = [int(exercise_id.partition(".")[2]) for exercise_id in ids]
    breaks = [i for i, (a, b) in enumerate(pairwise(numbers), 1) if b != a + 1]
    runs = [numbers[a:b] for a, b in pairwise([0, *breaks, len(numbers)])]
    texts = [
        f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run))
        for run in runs
    ]
    return ", ".join(texts)
