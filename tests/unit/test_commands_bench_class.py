"""The load run of a class: what counts as failed, with learners that cost nothing."""

import argparse

import pytest

from course_lib.commands import bench, bench_class
from course_lib.commands.bench_class import Room
from course_lib.exercises.engine import find


class Kernel:
    """Answers each cell with the next of its words."""

    def __init__(self, *words):
        self.words, self.asked = list(words), []

    def run(self, source):
        self.asked.append(source)
        return self.words.pop(0)


class Somebody:
    """A learner without a lab."""

    def __init__(self, name, kernel=None):
        self.folder = argparse.Namespace(name=name)
        self.kernels = {"02": kernel}


def test_a_step_that_breaks_is_a_failure_of_one_and_the_others_go_on():
    room = Room([Somebody("a"), Somebody("b"), Somebody("c")])

    def step(learner):
        if learner.folder.name == "b":
            raise TimeoutError("no answer")
        return learner.folder.name

    assert room.each(step) == ["a", "c"]
    assert room.failures == ["learner b: TimeoutError: no answer"]
    assert room.each(step) == ["a", "c"]  # b is out, and counts once
    assert len(room.failures) == 1


EXERCISE = {"id": "ex-02-1", "source": "the stub"}


@pytest.mark.parametrize(
    ("wrong", "right", "failures"),
    [
        ("02.1 not yet: look\nagain.\n", "02.1\nright. Yes.\n", 0),
        ("02.1 right. Yes.", "02.1 right. Yes.", 1),
        ("02.1 not yet: look", "02.1 not yet: look", 1),
        ("", "", 2),
    ],
)
def test_an_exercise_must_tell_wrong_from_right(wrong, right, failures):
    kernel = Kernel("02.1 not attempted yet", wrong, right)
    room = Room([Somebody("a", kernel)])
    room.work(room.learners[0], "02", EXERCISE)
    assert len(room.failures) == failures
    stub, asks, answers = kernel.asked
    assert (stub, answers) == ("the stub", find("02.1").solution)
    assert 'check("02.1", _find("02.1").wrong[0].answer)' in asks


def test_a_plain_cell_is_run_once():
    kernel = Kernel("")
    room = Room([Somebody("a", kernel)])
    room.work(room.learners[0], "02", {"id": "grid", "source": "show()"})
    assert kernel.asked == ["show()"]


def test_core_path_and_later_visits_are_told_apart():
    code = {"cell_type": "code", "metadata": {}}
    later = {"cell_type": "code", "metadata": {"tags": ["deeper"]}}
    text = {"cell_type": "markdown", "metadata": {}}
    cells = [code, text, later]
    assert bench_class.code_cells(cells, deeper=False) == [code]
    assert bench_class.code_cells(cells, deeper=True) == [later]


def test_rows_say_median_and_most():
    rows = [*bench_class.spread("a", "<= 3 s", "<= 5 s", [1, 2, 9], "s")]
    assert rows == [("a, median", "<= 3 s", "2 s"), ("a, most", "<= 5 s", "9 s")]
    assert [bench.verdict(goal, was) for _, goal, was in rows] == ["met", "not met"]
    ((_, goal, nobody),) = bench_class.spread("a", "<= 3 s", "", [], "s")
    assert bench.verdict(goal, nobody) == "not met"


def test_class_alone_is_run_when_asked_for(monkeypatch, capsys):
    monkeypatch.setattr(bench_class, "class_rows", lambda: [("a class", "<= 0", "0")])
    monkeypatch.setattr(bench, "MEASUREMENTS", [None])
    assert bench.run(argparse.Namespace(what="class")) == 0
    said = capsys.readouterr().out
    assert "five to twelve minutes" in said
    assert said.splitlines()[-1].split() == ["a", "class", "<=", "0", "met", "0"]
