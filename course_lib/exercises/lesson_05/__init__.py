"""The exercises of lesson 05, many heads."""

from course_lib.exercises.lesson_05 import bug, choices, multi_head, own_heads, pieces

EXERCISES = {
    exercise.id: exercise
    for exercise in (
        choices.ONE_ROW,
        pieces.HEAD_UPDATE,
        pieces.SPLIT,
        bug.FIND_THE_BUG,
        multi_head.MULTI_HEAD,
        choices.MORE_HEADS,
        choices.MOST_MISSED,
        choices.TWO_LAYERS,
        choices.WORST_CUT,
        own_heads.OWN_HEADS,
    )
}
