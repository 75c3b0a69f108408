"""The exercises of lesson 07, counting."""

from course_lib.exercises.lesson_07 import (
    bug,
    choices,
    counting,
    lines,
    memory,
    own_model,
)

EXERCISES = {
    exercise.id: exercise
    for exercise in (
        lines.ONE_HEAD,
        choices.LARGEST_PART,
        lines.MLPS,
        choices.WHY_SMALLER,
        counting.COUNT,
        choices.PRINTED_ROW,
        bug.FIND_THE_BUG,
        choices.GIGABYTES,
        memory.KV_CACHE,
        choices.WORST_CUT,
        own_model.OWN_MODEL,
    )
}
