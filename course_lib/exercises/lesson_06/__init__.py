"""The exercises of lesson 06, positions."""

from course_lib.exercises.lesson_06 import (
    back,
    bug,
    choices,
    own_sentence,
    rotary,
    table,
    weave,
)

EXERCISES = {
    exercise.id: exercise
    for exercise in (
        choices.SHUFFLED,
        back.TWO_BACK,
        table.ANGLES,
        weave.POSITIONS,
        bug.FIND_THE_BUG,
        choices.TIMES_THE_ROOT,
        choices.SAME_CUT,
        choices.PAST_THE_END,
        rotary.ROTATE,
        own_sentence.OWN_SENTENCE,
    )
}
