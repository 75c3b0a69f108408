"""The exercises of lesson 03, values and the update."""

from course_lib.exercises.lesson_03 import (
    bug,
    by_hand,
    choices,
    hook,
    own_sentence,
    step,
    update,
    value_map,
)

EXERCISES = {
    exercise.id: exercise
    for exercise in (
        choices.RECEIVES,
        by_hand.BLUER,
        update.UPDATE,
        choices.WHY_A_VALUE,
        step.STEP,
        choices.ONE_BACK,
        hook.WITHOUT_HEADS,
        choices.WORST_CUT,
        bug.FIND_THE_BUG,
        value_map.VALUE_MAP,
        own_sentence.HELD_OUT,
    )
}
