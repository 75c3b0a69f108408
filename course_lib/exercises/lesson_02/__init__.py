"""The exercises of lesson 02, queries and keys."""

from course_lib.exercises.lesson_02 import attention, bug, by_hand, choices, small

EXERCISES = {
    exercise.id: exercise
    for exercise in (
        choices.MOST_WEIGHT,
        by_hand.PREFER_VERDANT,
        small.SCORES,
        small.SOFTMAX,
        choices.WHY_THE_ROOT,
        attention.ATTENTION,
        choices.WORST_CUT,
        bug.FIND_THE_BUG,
        by_hand.LOW_RANK,
        by_hand.OWN_SENTENCE,
    )
}
