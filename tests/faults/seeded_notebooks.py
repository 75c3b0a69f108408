"""Faults in a lesson's cells and stored outputs, its claims, minutes and stubs."""

from check import RUFF, outputs, tests
from fault import (
    LESSON,
    Fault,
    in_cell,
    in_lesson,
    in_output,
    in_source,
)

FORM = tests("tests/notebooks/test_form.py")
CLAIMS = tests(
    "tests/notebooks/test_claims.py"
    "::test_every_claim_notices_a_spoiled_input[02_queries_and_keys]"
)
MINUTES = tests("tests/notebooks/test_minutes.py")
PROSE_NUMBERS = tests(
    "tests/notebooks/test_prose_numbers.py"
    "::test_each_number_of_the_prose_was_computed[02_queries_and_keys]"
)
STUBS = tests(
    "tests/notebooks/test_exercise_cells.py"
    "::test_each_exercise_stands_in_the_lesson_once_and_in_order"
)
# Cells that print, cells that draw by hand: enough to compare what is stored.
PRINTED = outputs(LESSON, "imports", "stable", "misprint")
BY_HAND = outputs(
    LESSON, "imports", "words", "queries-keys", "score-table", "grid", "explorer"
)
# The cells that run the real model, or its recorded numbers.
CUTS = outputs(LESSON, "imports", "ex-02-6", "real-head", "paris", "cuts", "operate")


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def strip_outputs(notebook):
    """Do what a tool that cleans notebooks does."""
    for cell in code_cells(notebook):
        cell.update(execution_count=None, outputs=[])


def strip_one(cell):
    cell.update(outputs=[])


def add_output(name, text):
    """Return a change that adds a line to what a cell has printed."""
    line = {"output_type": "stream", "name": name, "text": [text]}
    return lambda cell: cell["outputs"].append(line)


def drop_row(cell):
    """Drop the third line of what a cell has printed."""
    del cell["outputs"][0]["text"][2]


def change_alt(cell):
    cell["outputs"][0]["metadata"]["image/png"]["alt"] = "A picture of some weights."


def drop_alt(cell):
    del cell["outputs"][0]["metadata"]["image/png"]


def drop_picture(cell):
    del cell["outputs"][0]["data"]["image/png"]


def tag(name):
    """Return a change that adds a tag."""
    return lambda cell: cell["metadata"].setdefault("tags", []).append(name)


def untag(cell):
    del cell["metadata"]["tags"]


def same_id(notebook):
    cells = code_cells(notebook)
    cells[5]["id"] = cells[4]["id"]


def drop_assertion(cell):
    """Take out the lines that assert."""
    lines = [line for line in cell["source"] if not line.startswith("assert ")]
    cell["source"] = lines


def read_more(cell):
    """Add six minutes of reading to a text of the core path."""
    cell["source"].append("\n\n" + "and so on " * 400)


def drop_exercise(notebook):
    cells = notebook["cells"]
    notebook["cells"] = [cell for cell in cells if cell["id"] != "ex-02-5"]
    for count, cell in enumerate(code_cells(notebook), start=1):
        cell["execution_count"] = count
        for output in cell["outputs"]:
            if "execution_count" in output:
                output["execution_count"] = count


WORDS_SCORES = "words, words, scores,"
FIGURE_DATA = (
    Fault(
        "a figure gets other data",
        in_source("score-table", WORDS_SCORES, "words, words, scores * 1.1,"),
        BY_HAND,
    ),
    Fault(
        "one plotted weight moves by a tenth of the axis",
        in_source(
            "grid",
            "    words, weights, title",
            "    words, weights + 0.1 * (np.arange(64).reshape(8, 8) == 24), title",
        ),
        BY_HAND,
    ),
    Fault(
        "the explorer gets other scores",
        in_source("explorer", "words, masked", "words, masked / 2"),
        BY_HAND,
    ),
)
STORED = (
    Fault(
        "a stored number is changed",
        in_output("misprint", "stream", "sum 1.04", "sum 1.05"),
        PRINTED,
    ),
    Fault("a stored row is missing", in_cell("misprint", drop_row), PRINTED),
    Fault(
        "a stored line is one too many",
        in_cell("stable", add_output("stdout", "done\n")),
        PRINTED,
    ),
    Fault("the outputs of one cell are stripped", in_cell("grid", strip_one), BY_HAND),
    Fault("all outputs are stripped", in_lesson(strip_outputs), FORM),
    Fault(
        "a stored description says another number",
        in_output(
            "grid", "text/plain", "fluffy .47, blue .47,", "fluffy .57, blue .47,"
        ),
        BY_HAND,
    ),
    Fault(
        "the description beside a picture says another number",
        in_output("grid", "text/html", "on itself .03. S", "on itself .13. S"),
        BY_HAND,
    ),
    Fault(
        "the stored explorer starts elsewhere",
        in_output(
            "explorer", "text/html", "&quot;start&quot;:1.0", "&quot;start&quot;:2.0"
        ),
        BY_HAND,
    ),
    Fault("a stored picture is missing", in_cell("grid", drop_picture), FORM),
    Fault("a picture's alt text is a constant", in_cell("grid", change_alt), FORM),
    Fault("a picture has no alt text", in_cell("grid", drop_alt), FORM),
    Fault(
        "a warning is stored",
        in_cell("stable", add_output("stderr", "RuntimeWarning: overflow\n")),
        FORM,
    ),
    Fault(
        "a cell warns",
        in_source("stable", 'over="ignore", invalid="ignore"', 'divide="ignore"'),
        PRINTED,
    ),
    Fault(
        "an address is printed",
        in_cell("far-apart", add_output("stdout", "<Axes object at 0x7f12ab34cd>\n")),
        FORM,
    ),
)
CELLS = (
    Fault(
        "a second cell is not compared",
        in_cell("grid", tag("nbval-ignore-output")),
        FORM,
    ),
    Fault("a cell is skipped", in_cell("words", tag("nbval-skip")), FORM),
    Fault("two cells share an id", in_lesson(same_id), FORM),
    Fault(
        "a line is too long", in_source("words", "  # A\n", f"  # A{'.' * 60}\n"), FORM
    ),
    Fault(
        "an editor's metadata is stored",
        in_cell("words", lambda cell: cell["metadata"].update(collapsed=False)),
        FORM,
    ),
    Fault(
        "a cell installs something",
        in_source(
            "imports", "import numpy as np\n", "%pip install x\nimport numpy as np\n"
        ),
        FORM,
    ),
    Fault(
        "every axis shares out among the keys",
        in_source("softmax-axes", "axis=axis)", "axis=-1)"),
        outputs(
            LESSON, "imports", "words", "queries-keys", "score-table", "softmax-axes"
        ),
    ),
    Fault(
        "a comparison lost its assert",
        in_source("grid", "assert weights[3, 1]", "weights[3, 1]"),
        RUFF,
    ),
)
TEXT = (
    Fault(
        "the core path grows by six minutes", in_cell("ask-answer", read_more), MINUTES
    ),
    Fault(
        "an exercise states other minutes",
        in_source("ex-02-3-text", "3 minutes", "4 minutes"),
        MINUTES,
    ),
    Fault(
        "an exercise is already solved",
        in_source("ex-02-3", "return ...  # your line", "return q @ k.T"),
        STUBS,
    ),
    Fault("an exercise is missing", in_lesson(drop_exercise), STUBS),
)
PROSE = (
    Fault(
        "the prose quotes another weight",
        in_source("grid-after", "gives .47", "gives .57"),
        PROSE_NUMBERS,
    ),
    Fault(
        "the prose quotes another loss",
        in_source("operate-after", "(loss 7.41;", "(loss 7.14;"),
        PROSE_NUMBERS,
    ),
)
CLAIM = (
    Fault("a claim loses its assertion", in_cell("far-apart", drop_assertion), CLAIMS),
    Fault("a claim loses its tag", in_cell("far-apart", untag), CLAIMS),
    Fault(
        "a claim's assertion is always true",
        in_source("far-apart", "near == distant == 4", "near == near"),
        CLAIMS,
    ),
    Fault(
        "a claim is not spoiled by any test",
        in_cell("words", tag("C05a")),
        CLAIMS,
    ),
)
FAULTS = (*FIGURE_DATA, *STORED, *CELLS, *TEXT, *PROSE, *CLAIM)
