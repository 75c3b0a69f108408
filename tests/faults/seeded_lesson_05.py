"""Faults in lesson 05: its heads, its measurements, its cells and its exercises."""

from functools import partial

from check import model_tests, outputs, tests
from fault import Fault, in_cell, in_output, in_source, replaced

LESSON = "notebooks/05_many_heads.ipynb"
cell = partial(in_cell, lesson=LESSON)
source = partial(in_source, lesson=LESSON)
output = partial(in_output, lesson=LESSON)
EXERCISES = "course_lib/exercises/lesson_05"
CLAIMS = tests(
    "tests/notebooks/test_claims.py"
    "::test_every_claim_notices_a_spoiled_input[05_many_heads]"
)
PROSE_NUMBERS = tests(
    "tests/notebooks/test_prose_numbers.py"
    "::test_each_number_of_the_prose_was_computed[05_many_heads]"
)
STUBS = tests(
    "tests/notebooks/test_exercise_cells.py"
    "::test_the_bug_that_is_shown_is_the_one_that_is_judged[05_many_heads]"
)
PREDICTED = tests(
    "tests/exercises/test_lesson_05.py::test_predictions_are_what_the_lesson_measures"
)
RIGHT = tests("tests/exercises/test_lessons.py::test_right_answers_in_every_style_pass")
OWN_MESSAGE = tests(
    "tests/exercises/test_lessons.py::test_each_wrong_answer_gets_its_own_message"
)
BY_HAND = outputs(LESSON, "imports", "words", "two-heads", "concat")
SHUFFLED = outputs(LESSON, "imports", "words", "bug", "permute")
GROWN = outputs(LESSON, "imports", "induction-train")
GALLERY = outputs(LESSON, "imports", "gallery", "scores", "knock-outs")
CUTS = outputs(LESSON, "imports", "cuts", "operate")
REPEATED = outputs(
    LESSON, "imports", "words", "bug", "permute", "torch-equal", "batch-first",
    "masks-repeated",
)
AVERAGING = outputs(LESSON, "imports", "gallery", "averaging")


def untag(one):
    one["metadata"]["tags"].remove("C13")


LIBRARY = (
    Fault(
        "each head's part goes through the first head's rows",
        replaced(
            "course_lib/head_updates.py",
            'np.einsum("hd,hdm->hm", kept["heads"][:, at], blocks)',
            'np.einsum("hd,dm->hm", kept["heads"][:, at], blocks[0])',
        ),
        model_tests("tests/unit/test_head_updates.py"),
    ),
    Fault(
        "averaged looks are of all heads but the first",
        replaced(
            "course_lib/cuts.py",
            "np.repeat(x.mean(0, keepdims=True), len(x), 0)",
            "np.repeat(x[1:].mean(0, keepdims=True), len(x), 0)",
        ),
        CUTS,
    ),
    Fault(
        "the recorded cut moves finds the other way",
        replaced(
            "course_lib/cuts.py",
            "np.roll(x, 1, axis=0)",
            "np.roll(x, -1, axis=0)",
        ),
        CUTS,
    ),
)
CELLS = (
    Fault(
        "heads stand side by side in the wrong order",
        source("concat", "[head_0, head_1], axis=1)", "[head_1, head_0], axis=1)"),
        BY_HAND,
    ),
    Fault(
        "head 1 is sent through head 0's rows of W_o",
        source("concat", "head_1 @ W_o[2:]", "head_1 @ W_o[:2]"),
        BY_HAND,
    ),
    Fault(
        "the shuffle is none",
        source("permute", "[3, 0, 4, 2, 1]", "[0, 1, 2, 3, 4]"),
        SHUFFLED,
    ),
    Fault(
        "the bug that is shown is mended",
        source(
            "bug",
            "heads.reshape(T, width)",
            "heads.swapaxes(0, 1).reshape(T, width)",
        ),
        STUBS,
    ),
    Fault(
        "both models have two layers",
        source("induction-train", "AttentionOnly(1,", "AttentionOnly(2,"),
        GROWN,
    ),
    Fault(
        "a head of the gallery is another",
        source("gallery", "[layer, head]", "[layer, head - 1]"),
        GALLERY,
    ),
    Fault(
        "the knock-out's sign is turned",
        source("knock-outs", 'loss["without"] - ', 'loss["whole"] - '),
        GALLERY,
    ),
    Fault(
        "the average is head 0 alone",
        source("averaging", "rows.mean(axis=0)", "rows[0]"),
        AVERAGING,
    ),
    Fault(
        "masks are repeated in the wrong order twice",
        source(
            "masks-repeated",
            "masks.repeat_interleave(n_heads, dim=0)",
            "masks.repeat(n_heads, 1, 1)",
        ),
        REPEATED,
    ),
    Fault(
        "an edit of the operating table does nothing",
        source("cuts", 'if point == "weights":', 'if point == "weight":'),
        CUTS,
    ),
    Fault("a claim about heads loses its tag", cell("scores", untag), CLAIMS),
    Fault(
        "a claim about heads is always true",
        source(
            "scores",
            "(score > 2 * control).all() and (score > everyone + 0.3).all()",
            "(score > 0).all()",
        ),
        CLAIMS,
    ),
)
STORED = (
    Fault(
        "a stored knock-out says another number",
        output("knock-outs", "stream", "+1.54 nats", "+1.45 nats"),
        GALLERY,
    ),
    Fault(
        "the prose says another knock-out",
        source("explorer-text", "most, 1.54 nats", "most, 1.64 nats"),
        PROSE_NUMBERS,
    ),
)
JUDGING = (
    Fault(
        "the split of 05.3 mixes words",
        replaced(
            f"{EXERCISES}/pieces.py",
            "by_word = x.reshape(T, n_heads, width // n_heads)\n"
            "    return by_word.swapaxes(0, 1)",
            "return x.reshape(n_heads, T, width // n_heads)",
        ),
        RIGHT,
    ),
    Fault(
        "05.4 cannot tell a mended cut from a mended join",
        replaced(
            f"{EXERCISES}/bug.py",
            "mended(split_heads, _join_by_reshape)",
            "mended(split_heads, lambda heads, T, width: merge_heads(heads))",
        ),
        OWN_MESSAGE,
    ),
    Fault(
        "05.5 never sees a mask",
        replaced(
            f"{EXERCISES}/multi_head.py",
            "return inputs if mask is None else inputs | {",
            "return inputs if True else inputs | {",
        ),
        OWN_MESSAGE,
    ),
    Fault(
        "the wrong head is missed most",
        replaced(
            f"{EXERCISES}/choices.py",
            'MOST_MISSED_LETTER = "a"',
            'MOST_MISSED_LETTER = "c"',
        ),
        PREDICTED,
    ),
    Fault(
        "the wrong cut of heads is the right letter",
        replaced(
            f"{EXERCISES}/choices.py",
            'WORST_CUT_LETTER = "c"',
            'WORST_CUT_LETTER = "b"',
        ),
        PREDICTED,
    ),
)
FAULTS = (*LIBRARY, *CELLS, *STORED, *JUDGING)
