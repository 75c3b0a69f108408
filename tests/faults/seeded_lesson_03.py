"""Faults in lesson 03: its cells, its figure and explorer, its cuts and exercises."""

from check import outputs, tests
from fault import Fault, in_output, in_source, replaced

LESSON = "notebooks/03_values_and_the_update.ipynb"
PROSE = tests(
    "tests/notebooks/test_prose_numbers.py"
    "::test_each_number_of_the_prose_was_computed[03_values_and_the_update]"
)
FIGURE = tests("tests/unit/test_figures_update.py")
EXPLORER = tests("tests/unit/test_explorer_update.py")
STYLES = tests("tests/exercises/test_lessons.py")
BY_HAND = outputs(
    LESSON, "imports", "words", "values", "shares", "update", "arrows", "explorer"
)
TRAINED = outputs(LESSON, "imports", "train")
REAL = outputs(LESSON, "imports", "real-heads")
CUTS = outputs(LESSON, "imports", "cuts", "operate")
IN_LESSON = {"lesson": LESSON}

CELLS = (
    Fault(
        "03: who is looked at receives",
        in_source("update", "dE = weights @ v", "dE = weights.T @ v", **IN_LESSON),
        BY_HAND,
    ),
    Fault(
        "03: the update takes the word's place",
        in_source("update", "new = E + dE", "new = dE", **IN_LESSON),
        BY_HAND,
    ),
    Fault(
        "03: the values are the keys",
        in_source("values", "v = E @ W_v", "v = E @ W_k", **IN_LESSON),
        BY_HAND,
    ),
    Fault(
        "03: the explorer gets other values",
        in_source("explorer", "masked, v, plane", "masked, v / 2, plane", **IN_LESSON),
        BY_HAND,
    ),
    Fault(
        "03: seen pairs leak into the test",
        in_source("train", "held_out=True", "held_out=False", **IN_LESSON),
        TRAINED,
    ),
    Fault(
        "03: too few steps of training",
        in_source("train", "steps=300", "steps=30", **IN_LESSON),
        TRAINED,
    ),
    Fault(
        "03: q in place of v sends k",
        in_source("cuts", "(q, k, q, mask)", "(q, k, k, mask)", **IN_LESSON),
        CUTS,
    ),
    Fault(
        "03: attention off cuts the MLP",
        in_source(
            "cuts", 'point == "attention_update"', 'point == "mlp_update"', **IN_LESSON
        ),
        CUTS,
    ),
    Fault(
        "03: the control is the share itself",
        in_source("real-heads", '"no_adjective", "far"', '"own", "far"', **IN_LESSON),
        REAL,
    ),
)
STORED = (
    Fault(
        "03: a stored share is changed",
        in_output(
            "arrows", "text/plain", ".47 × blue, r", ".57 × blue, r", **IN_LESSON
        ),
        BY_HAND,
    ),
    Fault(
        "03: the prose quotes another control",
        in_source("real-after", ".25 to the word", ".37 to the word", **IN_LESSON),
        PROSE,
    ),
)
LIBRARY = (
    Fault(
        "03: the figure adds whole values, not shares",
        replaced(
            "course_lib/figures/update.py",
            "steps = weights[:, None] * values",
            "steps = values + 0 * weights[:, None]",
        ),
        FIGURE,
    ),
    Fault(
        "03: the figure's table does not shrink values",
        replaced("course_lib/figures/update.py", "weights[i] * whole", "whole"),
        FIGURE,
    ),
    Fault(
        "03: the explorer's text forgets the slider",
        replaced(
            "course_lib/explorer/update_explorer.py",
            "start * np.where(allowed, scores, 0)",
            "np.where(allowed, scores, 0)",
        ),
        EXPLORER,
    ),
    Fault(
        "03: the reference step forgets the word",
        replaced(
            "course_lib/exercises/lesson_03/step.py",
            "return x + gathered @ W_o",
            "return gathered @ W_o",
        ),
        STYLES,
    ),
    Fault(
        "03: the bug is mended in what is judged",
        replaced(
            "course_lib/exercises/lesson_03/bug.py",
            "return weights.T @ v @ W_o",
            "return x + weights @ v @ W_o",
        ),
        tests("tests/exercises/test_lesson_03.py"),
    ),
)
FAULTS = (*CELLS, *STORED, *LIBRARY)
