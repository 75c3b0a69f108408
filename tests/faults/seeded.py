"""All seeded faults, by what they spoil."""

import seeded_attention
import seeded_data
import seeded_exercises
import seeded_figures
import seeded_gallery
import seeded_lesson_03
import seeded_lesson_04
import seeded_lesson_05
import seeded_lesson_06
import seeded_lesson_07
import seeded_library
import seeded_notebooks

FAULTS = (
    *seeded_library.FAULTS,
    *seeded_figures.FAULTS,
    *seeded_gallery.FAULTS,
    *seeded_notebooks.FAULTS,
    *seeded_exercises.FAULTS,
    *seeded_data.FAULTS,
    *seeded_attention.FAULTS,
    *seeded_lesson_03.FAULTS,
    *seeded_lesson_04.FAULTS,
    *seeded_lesson_05.FAULTS,
    *seeded_lesson_06.FAULTS,
    *seeded_lesson_07.FAULTS,
)
