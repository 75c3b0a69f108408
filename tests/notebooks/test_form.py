"""What every notebook must hold, and what comparing outputs does not notice."""

import ast
import itertools
import json
import re
from pathlib import Path

import pytest

from course_lib.commands.normalise import METADATA

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
CELL_METADATA = {"tags", "slideshow", "jupyter"}
LARGEST = 2_000_000  # bytes: GitHub draws no larger notebook
MOST_CELLS, MOST_LINES, MOST_COLUMNS = 60, 30, 88
LONGEST_ALT = 300

# A lesson neither mends its own path nor fetches or installs anything.
FORBIDDEN = re.compile(
    r"sys\.path|PYTHONPATH|\bpip\b|urllib|requests|wget|curl|urlopen|hf_hub|"
    r"from_pretrained|chdir|subprocess|^\s*[!%]",
    re.MULTILINE,
)
# Words that make nbval look away; one tagged cell a lesson may, and says so.
LOOK_AWAY = re.compile(r"nbval-|NBVAL_|ignore-output", re.IGNORECASE)


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def path(request):
    return request.param


@pytest.fixture
def notebook(path):
    return json.loads(path.read_text(encoding="utf-8"))


def source(cell):
    return "".join(cell["source"])


def tags(cell):
    return cell["metadata"].get("tags", [])


def on_core_path(cell):
    """Not the speaker's, and not of a section for a second visit."""
    notes = cell["metadata"].get("slideshow", {}).get("slide_type") == "notes"
    return not notes and "deeper" not in tags(cell)


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def outputs(notebook):
    """Every output with the id of its cell."""
    for cell in code_cells(notebook):
        for output in cell["outputs"]:
            yield cell["id"], output


def test_there_are_lessons():
    assert LESSONS, "notebooks/ holds no lesson, so nothing here was tested"


def test_size_and_number_of_cells(path, notebook):
    assert path.stat().st_size < LARGEST
    assert len([c for c in notebook["cells"] if on_core_path(c)]) <= MOST_CELLS


def test_every_code_cell_was_run_in_order(notebook):
    counts = [cell["execution_count"] for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1)), "run: python course.py normalise"
    for cell in code_cells(notebook):
        assert source(cell).strip(), f"{cell['id']} is an empty code cell"
        for output in cell["outputs"]:
            count = output.get("execution_count", cell["execution_count"])
            assert count == cell["execution_count"], cell["id"]


def test_metadata_is_minimal(notebook):
    assert notebook["metadata"] == METADATA
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    for cell in notebook["cells"]:
        assert set(cell["metadata"]) <= CELL_METADATA, cell["id"]
        assert set(cell["metadata"].get("slideshow", {})) <= {"slide_type"}, cell["id"]


def test_ids_are_there_and_different(notebook):
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) for name in ids)


def test_code_fits_the_page(notebook):
    for cell in code_cells(notebook):
        lines = source(cell).split("\n")
        assert len(lines) <= MOST_LINES, f"{cell['id']}: {len(lines)} lines"
        widest = max(lines, key=len)
        assert len(widest) <= MOST_COLUMNS, f"{cell['id']}: {widest}"


def test_nothing_is_fetched_installed_or_put_on_the_path(notebook):
    for cell in code_cells(notebook):
        found = FORBIDDEN.search(source(cell))
        assert not found, f"{cell['id']}: {found and found[0]}"


def test_one_cell_imports_the_library(notebook):
    importing = [
        cell["id"] for cell in code_cells(notebook) if imports_library(source(cell))
    ]
    assert len(importing) == 1, importing


def imports_library(code):
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            "course"
        ):
            return True
        if isinstance(node, ast.Import):
            if any(name.name.startswith("course_lib") for name in node.names):
                return True
    return False


def test_no_warnings_and_no_errors_but_those_meant(notebook):
    for name, output in outputs(notebook):
        assert output.get("name") != "stderr", f"{name} writes to stderr"
    for cell in code_cells(notebook):
        fails = any(output["output_type"] == "error" for output in cell["outputs"])
        assert fails == ("raises-exception" in tags(cell)), cell["id"]


def test_no_progress_is_stored(notebook):
    for name, output in outputs(notebook):
        assert "\r" not in "".join(output.get("text", "")), name


def test_one_status_cell_alone_is_not_compared(notebook):
    away = [
        cell
        for cell in notebook["cells"]
        if LOOK_AWAY.search(" ".join(tags(cell))) or LOOK_AWAY.search(source(cell))
    ]
    assert [tags(cell) for cell in away] == [["nbval-ignore-output"]]
    assert not LOOK_AWAY.search(source(away[0]))
    assert re.search(r"ready\.(model|report)\(\)", source(away[0]))


def test_every_picture_carries_its_description(notebook):
    for name, output in outputs(notebook):
        data = output.get("data", {})
        for kind in data:
            if kind.startswith("image/"):
                alt = output["metadata"].get(kind, {}).get("alt", "")
                assert 20 <= len(alt) <= LONGEST_ALT, f"{name}: {alt!r}"
                text = "".join(data.get("text/plain", ""))
                assert text.startswith(alt), f"{name}: its text is {text[:60]!r}"
        html = "".join(data.get("text/html", ""))
        for image in re.findall(r"<img\b[^>]*>", html):
            assert re.search(r'\balt="[^"]{20,}"', image), f"{name}: {image[:80]}"


def test_every_description_stands_behind_its_picture(notebook):
    """Comparing outputs does not notice that a stored picture is gone."""
    for cell in code_cells(notebook):
        for before, output in itertools.pairwise([{}, *cell["outputs"]]):
            html = "".join(output.get("data", {}).get("text/html", ""))
            if "figure-description" in html:
                assert "image/png" in before.get("data", {}), cell["id"]


def test_nothing_that_differs_between_runs_is_printed(notebook):
    shown = re.compile(
        r"<[\w. ]+ object at|\b0x[0-9a-f]{6,}|<(Figure|Axes)|/home/|/tmp/"
    )
    for name, output in outputs(notebook):
        texts = [output.get("text", ""), output.get("data", {}).get("text/plain", "")]
        found = shown.search("".join("".join(text) for text in texts))
        assert not found, f"{name} shows {found and found[0]}"


def test_no_page_holds_digits_that_differ_between_processors(notebook):
    """The last of sixteen digits is not the same in every NumPy."""
    for cell_id, output in outputs(notebook):
        page = "".join(output.get("data", {}).get("text/html", ""))
        for number in re.findall(r"(?<![\w.])\d+\.\d+", page):
            digits = number.replace(".", "").lstrip("0")
            assert len(digits) <= 12, (cell_id, number)
