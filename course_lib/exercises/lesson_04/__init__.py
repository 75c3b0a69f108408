"""The exercises of lesson 04, masks."""

from course_lib.exercises.lesson_04 import bug, choices, masked, reach, triangle

EXERCISES = {
    exercise.id: exercise
    for exercise in (
        choices.ROW_OF_MOLE,
        triangle.HIDE,
        triangle.CAUSAL_MASK,
        choices.PADDING,
        masked.MASKED_ATTENTION,
        choices.THE_DIAGONAL,
        choices.NO_MASK,
        bug.FIND_THE_BUG,
        reach.REACH,
        reach.OWN_MASK,
    )
}
