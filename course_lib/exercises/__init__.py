"""Exercises: ``check`` an answer, ask for a ``hint``, read the ``solution``.

``progress`` shows what is done so far, over all lessons.
"""

from course_lib.exercises.engine import check, hint, solution, yours_or
from course_lib.exercises.progress_table import progress

__all__ = ["check", "hint", "progress", "solution", "yours_or"]
