"""Faults in how answers are judged and in what learners are told."""

from check import tests
from fault import Fault, replaced

EXERCISES = "course_lib/exercises"
LESSON_TESTS = "tests/exercises/test_lessons.py"
ENGINE_TESTS = "tests/unit/test_exercises_engine.py"


def judged(name, file, old, new, *names):
    """Seed a fault that the tests of all lessons' exercises have to notice."""
    check = tests(*(f"{LESSON_TESTS}::{test}" for test in names))
    return Fault(name, replaced(f"{EXERCISES}/{file}", old, new), check)


def engine(name, file, old, new, *names):
    """Seed a fault that the tests of the engine have to notice."""
    check = tests(*(f"{ENGINE_TESTS}::{test}" for test in names))
    return Fault(name, replaced(f"{EXERCISES}/{file}", old, new), check)


OWN_MESSAGE = "test_each_wrong_answer_gets_its_own_message"
BLANK = "test_a_blank_is_not_attempted"
FAULTS = (
    judged(
        "an exercise accepts anything",
        "judging.py",
        "    if failing:\n",
        "    if failing and False:\n",
        OWN_MESSAGE,
    ),
    judged(
        "a choice accepts any letter",
        "judging.py",
        "    if letter == exercise.reference:",
        "    if letter:",
        OWN_MESSAGE,
    ),
    judged(
        "numbers may differ by a fifth",
        "arrays.py",
        "np.allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True)",
        "np.allclose(a, b, rtol=0.2, atol=0.2, equal_nan=True)",
        OWN_MESSAGE,
    ),
    judged(
        "every mistake gets the first message",
        "judging.py",
        "                return wrong.message\n    passing",
        "                return exercise.wrong[0].message\n    passing",
        OWN_MESSAGE,
    ),
    judged(
        "a blank counts as right",
        "judging.py",
        "return Verdict(NOT_ATTEMPTED, exercise.todo)\n    if exercise.cases",
        "return Verdict(RIGHT, exercise.right)\n    if exercise.cases",
        BLANK,
    ),
    engine(
        "a tensor with a gradient is refused",
        "arrays.py",
        "value = value.detach().cpu().numpy()",
        "value = value.numpy()",
        "test_a_tensor_with_a_gradient_is_a_table_of_numbers",
    ),
    judged(
        "a message gives the solution away",
        "lesson_02/small.py",
        "these are the bare dot products: nothing",
        "write q @ k.T / q.shape[-1] ** 0.5: nothing",
        "test_no_message_gives_the_solution_away",
    ),
    judged(
        "two mistakes share a message",
        "lesson_02/small.py",
        '"softmax was applied twice: the second time it flattens the shares.",',
        '"these are logarithms of the weights: they are all below 0.",',
        "test_no_two_wrong_answers_share_a_message",
    ),
    judged(
        "a solution is wrong",
        "lesson_02/bug.py",
        "weights = exps / exps.sum(axis=-1, keepdims=True)  # over",
        "weights = exps / exps.sum(axis=0, keepdims=True)  # over",
        "test_right_answers_in_every_style_pass",
    ),
    Fault(
        "the wrong cut is the right letter",
        replaced(
            f"{EXERCISES}/lesson_02/choices.py",
            'WORST_CUT_LETTER = "b"',
            'WORST_CUT_LETTER = "a"',
        ),
        tests(
            "tests/exercises/test_lesson_02.py"
            "::test_predictions_are_what_the_lesson_computes"
        ),
    ),
    engine(
        "hints come in the wrong order",
        "engine.py",
        "{hints[given - 1]}",
        "{hints[-given]}",
        "test_hints_go_a_step_further_each_time",
    ),
    engine(
        "the solution is shown before an attempt",
        "engine.py",
        "if tried or insist:",
        "if not tried or insist:",
        "test_the_solution_waits_for_an_attempt",
    ),
    engine(
        "an answer that changes its inputs is right",
        "judging.py",
        "    if changed:\n",
        "    if changed and False:\n",
        "test_odd_functions_get_a_helpful_sentence",
    ),
    engine(
        "an exception reaches the learner",
        "running.py",
        "except Exception as problem:",
        "except ZeroDivisionError as problem:",
        "test_odd_functions_get_a_helpful_sentence",
    ),
    Fault(
        "an unsolved function runs the model",
        replaced(
            f"{EXERCISES}/engine.py",
            "if judge(find(exercise_id), mine).state == RIGHT:",
            "if judge(find(exercise_id), mine).state != NOT_ATTEMPTED:",
        ),
        tests(ENGINE_TESTS),
    ),
)
