"""The exercises of lesson 01, words become vectors."""

from course_lib.exercises.lesson_01 import (
    bug,
    choices,
    cosine,
    hook,
    nearest,
    own_pairs,
)

EXERCISES = {
    exercise.id: exercise
    for exercise in (
        choices.PIECES,
        cosine.COSINE,
        nearest.NEAREST,
        bug.FIND_THE_BUG,
        choices.ONE_MOLE,
        choices.CONTROL,
        hook.PUT_IN,
        choices.EIFFEL,
        own_pairs.OWN_PAIRS,
    )
}
