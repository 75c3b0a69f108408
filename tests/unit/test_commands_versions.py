"""`versions`: what is installed where, and how a lesson's outputs are compared."""

import argparse
import json

import pytest

from course_lib.commands import normalise, versions


def cell(source, *outputs, tags=()):
    return {
        "cell_type": "code",
        "id": source,
        "metadata": {"tags": list(tags)},
        "source": source,
        "execution_count": 1,
        "outputs": list(outputs),
    }


def printed(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


def drawn(png, text):
    data = {"image/png": png, "text/plain": text}
    return {"output_type": "display_data", "data": data, "metadata": {}}


@pytest.mark.parametrize(
    ("stored", "ran", "said"),
    [
        (printed(["a\n", "b"]), printed("a\nb"), "same outputs"),
        (printed("a"), printed("b"), "FAILED: other outputs in one"),
        (drawn("x", "words"), drawn("y", "words"), "same outputs"),
        (drawn("x", "words"), drawn("x", "other"), "FAILED: other outputs in one"),
    ],
)
def test_texts_are_compared_and_bytes_of_pictures_are_not(
    tmp_path, monkeypatch, stored, ran, said
):
    path = tmp_path / "00_lesson.ipynb"
    path.write_text(json.dumps({"cells": [cell("one", stored)]}))
    monkeypatch.setattr(
        normalise, "execute", lambda *_: {"cells": [cell("one", ran)], "metadata": {}}
    )
    assert versions.outcome(path) == said


@pytest.mark.parametrize(
    ("here", "source", "said"),
    [
        (False, "if torch:", "same outputs, but for cells that need torch: 1"),
        (True, "if torch:", "FAILED: other outputs in if torch:"),
        (False, "numpy", "FAILED: other outputs in numpy"),
    ],
)
def test_a_guarded_cell_may_differ_only_where_torch_is_missing(
    tmp_path, monkeypatch, here, source, said
):
    path = tmp_path / "04_lesson.ipynb"
    path.write_text(json.dumps({"cells": [cell(source, printed("a"))]}))
    ran = {"cells": [cell(source, printed("b"))], "metadata": {}}
    monkeypatch.setattr(normalise, "execute", lambda *_: ran)
    monkeypatch.setattr(versions, "has_torch", lambda: here)
    assert versions.outcome(path) == said


def test_the_status_cell_may_differ():
    tagged = cell("status", printed("live"), tags=["nbval-ignore-output"])
    assert versions.compared(tagged) == []


def test_the_plan_has_each_python_then_the_oldest_and_the_newest_packages():
    oldest = [f"{name}=={bound}" for name, bound in versions.lower_bounds().items()]
    assert list(versions.plan(["a", "b"])) == [
        ("a", []),
        ("b", []),
        ("a", oldest),
        ("a", ["numpy", "matplotlib"]),
    ]


def test_a_package_asked_for_replaces_its_pin_and_torch_stays_away():
    asked = versions.requirements(["numpy==1.26"])
    assert [line for line in asked if line.startswith("numpy")] == ["numpy==1.26"]
    assert any(line.startswith("matplotlib==") for line in asked)
    assert not any(line.startswith(("torch", "jupyterlab", "-e")) for line in asked)


def test_a_python_that_is_not_there_is_named(capsys):
    assert versions.run(argparse.Namespace(pythons=["python9.99"])) == 2
    assert "no Python 'python9.99' here" in capsys.readouterr().out


def test_the_exit_code_says_whether_a_lesson_failed(monkeypatch, capsys):
    said = iter(["same outputs", "needs torch", "same outputs", "same outputs"])
    monkeypatch.setattr(versions, "found", lambda: ["a", "b"])
    monkeypatch.setattr(
        versions, "outcomes", lambda *_: [(("3.11, 2.4, 3.11", "00"), next(said))]
    )
    assert versions.run(argparse.Namespace(pythons=[])) == 0
    assert "| 3.11, 2.4, 3.11 | 00 | needs torch |" in capsys.readouterr().out
    said = iter(["same outputs", "FAILED: other outputs in x", "", ""])
    assert versions.run(argparse.Namespace(pythons=[])) == 1
