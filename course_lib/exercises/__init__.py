"""Exercises: ``check`` an answer, ask for a ``hint``, read the ``solution``."""

from course_lib.exercises.engine import check, hint, is_right, solution

__all__ = ["check", "hint", "is_right", "solution"]
