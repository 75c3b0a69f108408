"""All seeded faults, by what they spoil."""

from check import outputs, tests
from fault import LESSON, Fault, in_lesson, in_output, in_source, replaced

LIBRARY = (
    Fault(
        "the library's scale is dropped",
        replaced("course_lib/attention.py", " / math.sqrt(d_head)  #", "  #"),
        tests("tests/unit/test_attention.py"),
    ),
)
BY_HAND = outputs(
    LESSON, "imports", "words", "queries-keys", "score-table", "far-apart"
)


def strip_outputs(notebook):
    """Do what a tool that cleans notebooks does."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell.update(execution_count=None, outputs=[])


NOTEBOOKS = (
    Fault(
        "a figure gets other data",
        in_source(
            "score-table", "words, words, scores,", "words, words, scores * 1.1,"
        ),
        BY_HAND,
    ),
    Fault(
        "a stored number is changed",
        in_output("far-apart", "stream", "21 apart: 4", "21 apart: 5"),
        BY_HAND,
    ),
    Fault(
        "the outputs are stripped",
        in_lesson(strip_outputs),
        tests("tests/notebooks/test_form.py"),
    ),
)

EXERCISES = (
    Fault(
        "an exercise accepts anything",
        replaced("course_lib/exercises/judging.py", "    if failing:", "    if False:"),
        tests("tests/exercises"),
    ),
)

FAULTS = (*LIBRARY, *NOTEBOOKS, *EXERCISES)
