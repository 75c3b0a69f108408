"""Each check on a notebook's form notices the fault that it is there for."""

import copy
import importlib.util
import json
from pathlib import Path

import pytest

from course_lib.commands.normalise import METADATA

FORM = Path(__file__).parents[1] / "notebooks" / "test_form.py"
ALT = "A line that rises from one to two."


@pytest.fixture(scope="module")
def form():
    spec = importlib.util.spec_from_file_location("form", FORM)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def code(name, source, *outputs, tags=()):
    return {
        "cell_type": "code",
        "id": name,
        "metadata": {"tags": list(tags)},
        "source": source,
        "outputs": list(outputs),
    }


def good_notebook():
    picture = {
        "output_type": "display_data",
        "data": {"image/png": "iVBO", "text/plain": [ALT + "\n", "numbers: 1 2"]},
        "metadata": {"image/png": {"alt": ALT}},
    }
    status = {"output_type": "stream", "name": "stdout", "text": ["live\n"]}
    error = {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}
    cells = [
        code("imports", "from course_lib import operating_table"),
        code("status", "print(ready.model())", status, tags=["nbval-ignore-output"]),
        code("figure", "show(plot())", picture),
        code("fails", "1 / 0", error, tags=["raises-exception"]),
    ]
    for count, cell in enumerate(cells, start=1):
        cell["execution_count"] = count
    title = {"cell_type": "markdown", "id": "title", "metadata": {}, "source": ["# A"]}
    return {
        "cells": [title, *cells],
        "metadata": copy.deepcopy(METADATA),
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def complaints(form, notebook, path):
    """The names of the checks that this notebook fails."""
    path.write_text(json.dumps(notebook), encoding="utf-8")
    failed = []
    for name, check in vars(form).items():
        if name.startswith("test_") and name != "test_there_are_lessons":
            arguments = {"notebook": notebook, "path": path}
            wanted = check.__code__.co_varnames[: check.__code__.co_argcount]
            try:
                check(**{argument: arguments[argument] for argument in wanted})
            except AssertionError:
                failed.append(name.removeprefix("test_"))
    return failed


def test_a_good_notebook_passes(form, tmp_path):
    assert complaints(form, good_notebook(), tmp_path / "n.ipynb") == []


IMPORTS, STATUS, FIGURE, FAILS = 1, 2, 3, 4
RUN = "every_code_cell_was_run_in_order"
FETCH = "nothing_is_fetched_installed_or_put_on_the_path"
ERRORS = "no_warnings_and_no_errors_but_those_meant"
AWAY = "one_status_cell_alone_is_not_compared"
ALTS = "every_picture_carries_its_description"
BESIDE = "every_description_stands_behind_its_picture"
VARIES = "nothing_that_differs_between_runs_is_printed"


def stream(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": text}


# A description whose picture is gone.
DESCRIBED = {
    "output_type": "display_data",
    "data": {"text/html": '<details class="figure-description">A line</details>'},
    "metadata": {},
}


def png(cell):
    return cell["outputs"][0]["metadata"]["image/png"]


FAULTS = [
    (IMPORTS, lambda c: c.update(execution_count=None), RUN),
    (IMPORTS, lambda c: c.update(execution_count=7), RUN),
    (FIGURE, lambda c: c["metadata"].update(execution={}), "metadata_is_minimal"),
    (FIGURE, lambda c: c.update(id="status"), "ids_are_there_and_different"),
    (FIGURE, lambda c: c.update(source="x = 1\n" * 31), "code_fits_the_page"),
    (FIGURE, lambda c: c.update(source="x" * 89), "code_fits_the_page"),
    (FIGURE, lambda c: c.update(source="import sys\nsys.path.append('.')"), FETCH),
    (FIGURE, lambda c: c.update(source="from course_lib import x"), "one_cell_imports"),
    (FIGURE, lambda c: c["outputs"].append(stream("careful", "stderr")), ERRORS),
    (FIGURE, lambda c: c["outputs"].append({"output_type": "error"}), ERRORS),
    (FAILS, lambda c: c.update(outputs=[]), ERRORS),
    (FIGURE, lambda c: c["outputs"].append(stream("1%\r2%")), "no_progress_is_stored"),
    (FIGURE, lambda c: c["metadata"].update(tags=["nbval-skip"]), AWAY),
    (FIGURE, lambda c: c.update(source="# NBVAL_IGNORE_OUTPUT\nshow()"), AWAY),
    (STATUS, lambda c: c["metadata"].update(tags=[]), AWAY),
    (FIGURE, lambda c: png(c).pop("alt"), ALTS),
    (FIGURE, lambda c: png(c).update(alt="A" * 301), ALTS),
    (FIGURE, lambda c: c["outputs"][0]["data"].pop("text/plain"), ALTS),
    (IMPORTS, lambda c: c["outputs"].append(DESCRIBED), BESIDE),
    (FIGURE, lambda c: c["outputs"].append(stream("<Figure size 8x4>")), VARIES),
    (FIGURE, lambda c: c["outputs"].append(stream("<a.B object at 0x7f>")), VARIES),
    (FIGURE, lambda c: c.update(source="x = 1", id="x" * 65), "ids_are_there"),
]


@pytest.mark.parametrize(("place", "spoil", "check"), FAULTS)
def test_each_fault_is_noticed_by_its_check(form, tmp_path, place, spoil, check):
    notebook = good_notebook()
    spoil(notebook["cells"][place])
    (failed,) = complaints(form, notebook, tmp_path / "n.ipynb")
    assert failed.startswith(check)


def test_too_many_cells_or_bytes_are_noticed(form, tmp_path):
    notebook = good_notebook()
    notebook["cells"][0]["source"] = "a" * 2_000_000
    assert complaints(form, notebook, tmp_path / "n.ipynb") == [
        "size_and_number_of_cells"
    ]
    notebook = good_notebook()
    for number in range(56):
        cell = {**notebook["cells"][0], "id": f"text-{number}"}
        notebook["cells"].append(cell)
    assert complaints(form, notebook, tmp_path / "n.ipynb") == [
        "size_and_number_of_cells"
    ]


@pytest.mark.parametrize("key", ["widgets", "toc"])
def test_notebook_metadata_is_exact(form, tmp_path, key):
    notebook = good_notebook()
    notebook["metadata"][key] = {}
    assert complaints(form, notebook, tmp_path / "n.ipynb") == ["metadata_is_minimal"]
