"""`normalise`: one normal form, and a second run that changes nothing."""

import argparse
import copy
import json

import pytest

from course_lib.commands import normalise


def code(source, outputs=(), **metadata):
    return {
        "cell_type": "code",
        "metadata": metadata,
        "source": source,
        "outputs": list(outputs),
        "execution_count": 9,
    }


def stream(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": text}


def notebook(*cells):
    kernel = {"kernelspec": {"name": "mine"}, "language_info": {"version": "3.9"}}
    return {
        "cells": list(cells),
        "metadata": kernel,
        "nbformat": 4,
        "nbformat_minor": 4,
    }


def run(path, check=False):
    return normalise.run(argparse.Namespace(notebooks=[path], check=check))


def test_second_run_changes_nothing(tmp_path, capsys):
    path = tmp_path / "tiny.ipynb"
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["One\n", "two"]},
        code("print('a')\nprint('b')\n1 / 8", tags=["C07"], ExecuteTime={"t": 1}),
        code("import os, sys\nprint('0%\\r100%', os.environ['OPENBLAS_NUM_THREADS'])"),
        code("1 / 0", tags=["raises-exception"]),
    ]
    path.write_text(json.dumps(notebook(*cells)))
    assert run(path, check=True) == 1
    assert "would change" in capsys.readouterr().out
    assert run(path) == 0
    first = path.read_bytes()
    assert run(path) == 0
    assert path.read_bytes() == first
    assert run(path, check=True) == 0
    assert "as it was" in capsys.readouterr().out

    made = json.loads(first)
    assert made["metadata"] == normalise.METADATA
    assert [c.get("execution_count") for c in made["cells"]] == [None, 1, 2, 3]
    assert made["cells"][1]["metadata"] == {"tags": ["C07"]}
    printed, result = made["cells"][1]["outputs"]
    assert printed["text"] == ["a\n", "b\n"]
    assert result["data"] == {"text/plain": ["0.125"]}
    assert made["cells"][2]["outputs"][0]["text"] == ["100% 1\n"]
    assert len({c["id"] for c in made["cells"]}) == 4
    assert first.endswith(b"}\n")
    assert first.startswith(b'{\n "cells"')


def test_a_cell_that_fails_stores_nothing(tmp_path, capsys):
    path = tmp_path / "failing.ipynb"
    path.write_text(json.dumps(notebook(code("1 / 0"))))
    before = path.read_bytes()
    assert run(path) == 1
    assert path.read_bytes() == before
    assert "a cell failed" in capsys.readouterr().out


def test_streams_are_merged_and_progress_is_dropped():
    given = notebook(
        code("", [stream("a"), stream("b\n"), stream("c\n", "stderr"), stream("d\n")]),
        code("", [stream("10%\r"), stream("20%\r")]),
    )
    before = copy.deepcopy(given)
    first, second = normalise.normal_form(given)["cells"]
    assert [o["text"] for o in first["outputs"]] == ["ab\n", "c\n", "d\n"]
    assert [o["text"] for o in second["outputs"]] == ["20%"]
    assert given == before


def test_ids_are_kept_and_missing_ones_come_from_place_and_text():
    cells = [code("x"), code("x"), {**code("x"), "id": "mine"}]
    first = normalise.normal_form(notebook(*copy.deepcopy(cells)))["cells"]
    second = normalise.normal_form(notebook(*copy.deepcopy(cells)))["cells"]
    assert [c["id"] for c in first] == [c["id"] for c in second]
    assert first[2]["id"] == "mine"
    assert len({c["id"] for c in first}) == 3


@pytest.mark.parametrize("name", ["execution", "collapsed", "trusted", "ExecuteTime"])
def test_what_differs_between_runs_is_dropped(name):
    given = notebook(code("x", **{name: True, "slideshow": {"slide_type": "slide"}}))
    (cell,) = normalise.normal_form(given)["cells"]
    assert cell["metadata"] == {"slideshow": {"slide_type": "slide"}}
