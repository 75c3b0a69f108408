"""The exercises of lesson 00, the reader's toolbox."""

from course_lib.exercises.lesson_00 import choices, dot_product, loss, shapes, shares

EXERCISES = {
    exercise.id: exercise
    for exercise in (
        choices.PLUS,
        dot_product.DOT,
        shapes.PRODUCT,
        shares.SHARES,
        loss.LOSS,
        choices.SURE_AND_WRONG,
    )
}
