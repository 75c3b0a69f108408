"""The README's figures are those that the lessons hold now, with their descriptions."""

import importlib.util

import pytest

from course_lib.commands import places

PICTURES = places.ROOT / "docs" / "pictures"
README = (places.ROOT / "README.md").read_text(encoding="utf-8")


def maker():
    spec = importlib.util.spec_from_file_location("make", PICTURES / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = maker()


@pytest.mark.parametrize("name", MAKE.FIGURES)
def test_a_figure_and_its_alt_are_the_lessons(name):
    png, alt = MAKE.figure(*MAKE.FIGURES[name])
    assert (PICTURES / name).read_bytes() == png, "run: docs/pictures/make.py"
    assert f'pictures/{name}" width="49%" alt="{alt}"' in README


def test_jupyterlab_is_shown_with_an_exercise_that_explains_what_is_wrong():
    cells = {cell["id"]: cell for cell in MAKE.answered_wrongly()["cells"]}
    shown = cells[MAKE.ANSWERED]
    assert MAKE.WRONG in shown["source"]
    assert shown["outputs"][0]["text"].startswith("02.1 not yet: ")
