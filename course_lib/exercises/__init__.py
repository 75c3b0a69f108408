"""Exercises: ``check`` an answer, ask for a ``hint``, read the ``solution``."""

from course_lib.exercises.engine import check, hint, solution, yours_or

__all__ = ["check", "hint", "solution", "yours_or"]
