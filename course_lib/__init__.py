"""The small shared library of the course: one concept a module."""
