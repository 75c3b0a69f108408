"""`test`: the tiers, and that nothing passes for green that is not."""

import argparse
import json

import pytest

from course_lib.commands import test as command
from course_lib.model import files


def options(*tiers):
    return argparse.Namespace(tiers=list(tiers))


def step(result):
    return lambda tier: [(tier, lambda: result)]


def test_all_tiers_run_in_order_and_one_failure_is_a_failure(monkeypatch, capsys):
    ran = []

    def steps(tier):
        ran.append(tier)
        yield tier, lambda: command.FAILED if tier == "faults" else command.PASSED

    monkeypatch.setattr(command, "steps", steps)
    assert command.run(options()) == 1
    assert ran == ["unit", "notebooks", "exercises", "faults", "model", "browser"]
    table = capsys.readouterr().out.split("All together:")[1]
    assert table.count("passed") == 5
    assert table.count("FAILED") == 1


@pytest.mark.parametrize(
    ("result", "code"),
    [(command.PASSED, 0), (command.SKIPPED, 0), (command.FAILED, 1)],
)
def test_exit_code(monkeypatch, result, code):
    monkeypatch.setattr(command, "steps", step(result))
    assert command.run(options("unit")) == code


def test_unknown_tier_is_named(capsys):
    assert command.run(options("units")) == 2
    assert "no tier 'units'" in capsys.readouterr().out


def test_a_tier_without_tests_fails(tmp_path):
    assert command.pytest([str(tmp_path)]) == command.FAILED


def test_notebooks_are_compared_with_and_without_the_model():
    names = [name for name, _ in command.steps("notebooks")]
    assert names == [
        "notebooks: what they hold",
        "notebooks: with the model",
        "notebooks: without the model",
    ]


@pytest.mark.parametrize(
    ("installed", "ci", "result"),
    [
        (True, "", command.PASSED),
        (True, "1", command.PASSED),
        (False, "", command.SKIPPED),
        (False, "1", command.FAILED),
    ],
)
def test_a_missing_model_fails_in_ci_only(monkeypatch, capsys, installed, ci, result):
    monkeypatch.setattr(files, "is_installed", lambda: installed)
    monkeypatch.setenv("CI", ci)
    assert command.with_model(lambda: command.PASSED) == result
    said = capsys.readouterr().out
    assert said == "" if installed else "python course.py model" in said


def notebook(source, stored):
    stream = {"output_type": "stream", "name": "stdout", "text": stored}
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": source}
    cell.update(outputs=[stream], execution_count=1)
    kernel = {"name": "python3", "display_name": "Python 3"}
    return {
        "cells": [cell],
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


LISTED = "import os\n\nprint(os.listdir(os.environ['COURSE_MODEL_DIR']))"


@pytest.mark.parametrize(
    ("stored", "result"), [("[]\n", command.PASSED), ("[1]\n", command.FAILED)]
)
def test_outputs_are_compared_strictly_with_no_model(
    tmp_path, monkeypatch, stored, result
):
    path = tmp_path / "02_tiny.ipynb"
    path.write_text(json.dumps(notebook(LISTED, stored)))
    monkeypatch.setattr(command.places, "lessons", lambda: [path])
    assert command.compare_without_model() == result


def test_no_notebooks_to_compare_is_a_failure(monkeypatch):
    monkeypatch.setattr(command.places, "lessons", list)
    assert command.compare_outputs() == command.FAILED
