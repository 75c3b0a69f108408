"""All seeded faults, by what they spoil."""

import seeded_data
import seeded_exercises
import seeded_figures
import seeded_lesson_07
import seeded_library
import seeded_notebooks

FAULTS = (
    *seeded_library.FAULTS,
    *seeded_figures.FAULTS,
    *seeded_notebooks.FAULTS,
    *seeded_exercises.FAULTS,
    *seeded_data.FAULTS,
    *seeded_lesson_07.FAULTS,
)
