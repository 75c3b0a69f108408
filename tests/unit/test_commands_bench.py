"""`bench` and `model`: what they print, with the measuring itself left out."""

import argparse

import pytest

from course_lib.commands import bench, bench_explorers, model
from course_lib.model import files


def test_goal_stands_beside_measured_and_nothing_is_asserted(monkeypatch, capsys):
    def slow():
        return [("import", "<= 1 s", "9.99 s")]

    monkeypatch.setattr(bench, "MEASUREMENTS", [slow])
    assert bench.run(argparse.Namespace(what=None)) == 0
    (row,) = [line for line in capsys.readouterr().out.splitlines() if "9.99" in line]
    assert row.split() == ["import", "<=", "1", "s", "not", "met", "9.99", "s"]


@pytest.mark.parametrize(
    ("goal", "measured", "said"),
    [
        ("<= 1 s", "1.00 s", "met"),
        ("<= 120 MB more", "121 MB more", "not met"),
        ("<= 120 MB more", "-3 MB more", "met"),
        (">= 1.0 (1.5 hoped for)", "1.27 (40 against 31)", "met"),
        (">= 0.75", "0.74", "not met"),
        ("no", "no", "met"),
        ("no", "yes", "not met"),
        ("<= 4 ms", "not measured here", ""),
    ],
)
def test_goals_are_met_by_the_numbers_as_printed(goal, measured, said):
    assert bench.verdict(goal, measured) == said


def test_a_measurement_that_breaks_is_named_and_the_others_go_on(monkeypatch, capsys):
    def broken():
        raise RuntimeError("no model")

    def fine():
        return [("fine", "1", "2")]

    monkeypatch.setattr(bench, "MEASUREMENTS", [broken, fine])
    assert bench.run(argparse.Namespace(what=None)) == 1
    said = capsys.readouterr().out
    assert "broken" in said
    assert "RuntimeError: no model" in said
    assert "fine" in said


def test_import_cell_is_the_one_that_imports_the_library():
    cells = [
        {"cell_type": "markdown", "source": "import course_lib"},
        {"cell_type": "code", "source": ["import numpy\n", "from course_lib import x"]},
    ]
    source = bench.import_cell({"cells": cells})
    assert source == "import numpy\nfrom course_lib import x"
    with pytest.raises(ValueError, match="no cell that imports course_lib"):
        bench.import_cell({"cells": cells[:1]})


def test_explorers_have_two_rows_each_measured_or_not(monkeypatch):
    monkeypatch.setattr(bench_explorers, "measure", lambda shown: None)
    rows = list(bench.explorer_speed())
    assert len(rows) == 2 * len(bench_explorers.shown())
    assert {measured for *_, measured in rows} == {"not measured here"}
    fast = {kind: (0.42, 17.06) for kind in bench_explorers.shown()}
    monkeypatch.setattr(bench_explorers, "measure", lambda shown: fast)
    measured = [measured for *_, measured in bench.explorer_speed()]
    assert measured == ["0.4 ms", "17.1 ms"] * len(fast)


def test_explorers_are_not_measured_where_no_browser_is(monkeypatch):
    monkeypatch.setattr(bench_explorers.places, "chromium", lambda: None)
    assert bench_explorers.measure({}) is None


def test_model_says_what_it_does(monkeypatch, capsys):
    monkeypatch.setattr(files, "install", lambda progress: progress("Ready here."))
    assert model.run(argparse.Namespace(remove=False)) == 0
    assert capsys.readouterr().out == "Ready here.\n"


def test_model_that_cannot_be_had_is_one_sentence(monkeypatch, capsys):
    def fail(progress):
        raise files.ModelFileError("No connection: try again.")

    monkeypatch.setattr(files, "install", fail)
    assert model.run(argparse.Namespace(remove=False)) == 1
    assert capsys.readouterr().out == "No connection: try again.\n"
