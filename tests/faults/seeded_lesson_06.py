"""Faults in positions, in what the real model is told of them, and in lesson 06."""

from check import model_tests, outputs, tests
from fault import Fault, in_output, in_source, replaced

from course_lib import traces

LESSON = "notebooks/06_positions.ipynb"
POSITIONS = "course_lib/positions.py"
REPOSITION = "course_lib/reposition.py"
WHO_BITES = "course_lib/who_bites.py"
EXERCISES = "course_lib/exercises/lesson_06"
CLAIMS = tests(
    "tests/notebooks/test_claims.py"
    "::test_every_claim_notices_a_spoiled_input[06_positions]"
)
PROSE_NUMBERS = tests(
    "tests/notebooks/test_prose_numbers.py"
    "::test_each_number_of_the_prose_was_computed[06_positions]"
)
(FAR_APART,) = (
    place for place, name in enumerate(traces.names()) if name.startswith("far_apart(")
)
# Cells that print or draw from what stands in them alone.
CARPET = outputs(LESSON, "imports", "by-hand", "clock", "ex-06-4", "carpet", "waves")
CUTS = outputs(LESSON, "imports", "cuts", "operate")


def placed(name, old, new, test):
    """Seed a fault in the library of positions."""
    check = tests(f"tests/unit/test_positions.py::{test}")
    return Fault(name, replaced(POSITIONS, old, new), check)


def moved(name, old, new, test):
    """Seed a fault in what gives the real model other positions."""
    check = tests(f"tests/unit/test_reposition.py::{test}")
    return Fault(name, replaced(REPOSITION, old, new), check)


def asked(name, file, old, new, test):
    """Seed a fault in an exercise of the lesson."""
    return Fault(name, replaced(f"{EXERCISES}/{file}", old, new), tests(test))


FAULTS = (
    placed(
        "exponents of positions are doubled",
        "return base ** (-np.arange(0, d_model, 2) / d_model)",
        "return base ** (-2 * np.arange(0, d_model, 2) / d_model)",
        "test_rows_are_the_paper_s_formula",
    ),
    placed(
        "sines and cosines of positions change places",
        "np.sin(angles), np.cos(angles)\n    return rows",
        "np.cos(angles), np.sin(angles)\n    return rows",
        "test_rows_are_the_paper_s_formula",
    ),
    placed(
        "sines stand left and cosines right",
        "rows[:, 0::2], rows[:, 1::2] = np.sin(angles), np.cos(angles)",
        "rows[:] = np.hstack([np.sin(angles), np.cos(angles)])",
        "test_rows_are_the_paper_s_formula",
    ),
    placed(
        "a shift turns the other way",
        "= np.sin(angles), -np.sin(angles)\n    return turn",
        "= -np.sin(angles), np.sin(angles)\n    return turn",
        "test_a_shift_is_one_matrix_for_all_positions",
    ),
    placed(
        "ALiBi pays for distance",
        "return -slopes[:, None, None]",
        "return slopes[:, None, None]",
        "test_alibi_takes_a_slope_a_step",
    ),
    placed(
        "an odd width of positions is accepted",
        "    if d_model % 2:\n",
        "    if d_model % 2 and d_model < 2:\n",
        "test_what_does_not_fit_gets_one_sentence",
    ),
    moved(
        "queries are turned on, not back",
        "otherwise(rotate(x, cos, -sin))",
        "otherwise(rotate(x, cos, sin))",
        "test_turned_hands_on_what_knows_nothing_of_its_place",
    ),
    moved(
        "keys keep their place while queries move",
        'point not in ("q", "k")',
        'point not in ("q",)',
        "test_turned_hands_on_what_knows_nothing_of_its_place",
    ),
    moved(
        "halves are pairs after all",
        "return rotate_halves(x, *turns",
        "return rotate(x, *turns",
        "test_halves_keep_lengths_and_the_score_at_distance_0",
    ),
    moved(
        "the control hides nothing",
        "mask[half:, :half] = False",
        "mask[half:, :half] = True",
        "test_the_control_hides_the_first_half_from_the_second",
    ),
    Fault(
        "the recorded gaps are those of other positions",
        replaced(REPOSITION, "(p >= len(p) // 2)", "(p >= len(p) // 3)"),
        model_tests(
            "tests/model/test_recorded.py::test_a_record_equals_the_live_measurement"
            f"[{FAR_APART}]"
        ),
    ),
    Fault(
        "held-out sentences are fitted in their other order",
        replaced(
            WHO_BITES,
            "pair = np.minimum(first, second) * n + np.maximum(first, second)",
            "pair = first * n + second",
        ),
        tests("tests/unit/test_who_bites.py"),
    ),
    Fault(
        "the base of the carpet is another",
        in_source(
            "by-hand", "sinusoidal([3], 4)[0]", "sinusoidal([3], 4, 1_000)[0]", LESSON
        ),
        CARPET,
    ),
    Fault(
        "the twin of the explorer shows another clock",
        in_source("clock", "0, 7, 0", "0, 7, 1", LESSON),
        CARPET,
    ),
    Fault(
        "the carpet's row is another",
        in_source("carpet", "    table, 12,", "    table, 13,", LESSON),
        CARPET,
    ),
    Fault(
        "positions counted by word begin at 1",
        in_source(
            "precedence",
            "none + sinusoidal(np.arange(5), 8)",
            "none + sinusoidal(np.arange(1, 6), 8)",
            LESSON,
        ),
        outputs(LESSON, "imports", "precedence"),
    ),
    Fault(
        "a cut claims another cut's number",
        in_output("operate", "stream", "pairs: loss 5.04", "pairs: loss 4.61", LESSON),
        CUTS,
    ),
    Fault(
        "a cut does what another is called",
        in_source("cuts", "np.full(x.shape[-2], 7)", "np.arange(x.shape[-2])", LESSON),
        CUTS,
    ),
    Fault(
        "a claim about shuffled words asserts nothing",
        in_source(
            "shuffle-masked",
            "assert change.max() > 0.1",
            "assert change.max() >= 0",
            LESSON,
        ),
        CLAIMS,
    ),
    Fault(
        "the prose says another share than was computed",
        in_source("rotary-text", "`verdant`, with .82", "`verdant`, with .79", LESSON),
        PROSE_NUMBERS,
    ),
    asked(
        "invariant counts as right",
        "choices.py",
        'reference="b",\n    because="every word meets',
        'reference="a",\n    because="every word meets',
        "tests/exercises/test_lesson_06.py::test_predictions_are_what_the_lesson_computes",
    ),
    asked(
        "looking two ahead counts as two back",
        "back.py",
        "if step == -2:",
        "if abs(step) == 2:",
        "tests/exercises/test_lessons.py::test_each_wrong_answer_gets_its_own_message",
    ),
)
