"""Every code exercise: right in any style, and one sentence for whatever goes wrong."""

import inspect
import threading
import time

import numpy as np
import pytest

from course_lib.exercises import check, engine, running
from course_lib.exercises.judging import judge

CODE = [
    pytest.param(exercise, id=exercise.id)
    for lesson in engine.lessons()
    for exercise in engine.lesson_exercises(lesson).values()
    if exercise.cases
]


def like(function, wrapped):
    """Give a wrapper the parameters of the function in it."""
    wrapped.__signature__ = inspect.signature(function)
    return wrapped


def converted(value, convert):
    """Convert the arrays in what a reference gives back, or what its hook does."""
    if isinstance(value, tuple):
        return tuple(converted(part, convert) for part in value)
    if isinstance(value, (np.ndarray, np.floating)):
        return convert(value)
    if callable(value):
        return lambda *inputs: converted(value(*inputs), convert)
    return value


def takes_arrays(exercise):
    """Tell an exercise on arrays from one on plain numbers, such as sizes."""
    given = [value for case in exercise.cases for value in case.inputs.values()]
    return any(isinstance(value, (np.ndarray, dict)) for value in given)


def to_torch(array):
    return pytest.importorskip("torch").tensor(array)


def to_float32(array):
    return array.astype(np.float32)


def single(value):
    """Return an array of float64 in float32, and anything else as it is."""
    kind = getattr(value, "dtype", None)
    return to_float32(value) if kind is np.dtype(float) else value


def to_lists(array):
    return array.tolist()


STYLES = [to_torch, to_float32, to_lists]


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
@pytest.mark.parametrize("exercise", CODE)
def test_results_of_any_kind_are_right(exercise, style):
    def styled(*args, **kwargs):
        return converted(exercise.reference(*args, **kwargs), style)

    assert judge(exercise, like(exercise.reference, styled)).state == "right"


@pytest.mark.parametrize("exercise", CODE)
def test_computing_in_float32_is_right(exercise):
    def in_float32(*args, **kwargs):
        kwargs = {name: single(value) for name, value in kwargs.items()}
        return exercise.reference(*args, **kwargs)

    assert judge(exercise, like(exercise.reference, in_float32)).state == "right"


@pytest.mark.parametrize("exercise", CODE)
def test_parameters_may_stand_in_any_order(exercise):
    parameters = list(inspect.signature(exercise.reference).parameters.values())
    turned = [p.replace(kind=p.KEYWORD_ONLY) for p in reversed(parameters)]

    def reordered(**kwargs):
        return exercise.reference(**kwargs)

    reordered.__signature__ = inspect.Signature(turned)
    assert judge(exercise, reordered).state == "right"


@pytest.mark.parametrize("exercise", CODE)
def test_there_is_an_einsum_and_a_torch_among_the_styles(exercise):
    sources = [inspect.getsource(function) for function in exercise.accepted]
    one_row_or_block = exercise.id in ("01.7", "03.7")
    if takes_arrays(exercise) and not one_row_or_block:
        assert any("einsum" in source for source in sources)
    assert any("torch" in source for source in sources)


def prints(function, inputs):
    print("here", inputs)
    return function(**inputs)


def changes_inputs(function, inputs):
    result = function(**inputs)
    for value in inputs.values():
        if isinstance(value, dict):
            value.clear()
        elif isinstance(value, np.ndarray) and value.dtype == float:
            value += 1
        elif isinstance(value, np.ndarray) and value.dtype == bool:
            value ^= True
    return result


def returns_none(function, inputs):
    function(**inputs)


def raises(function, inputs):
    raise RuntimeError("a reason")


def divides_by_zero(function, inputs):
    return 1 / 0


def recurses(function, inputs):
    return recurses(function, inputs)


def never_ends(function, inputs):
    while True:
        pass


def sleeps(function, inputs):
    time.sleep(60)


def exits(function, inputs):
    exit()


def leaves_politely(function, inputs):
    raise SystemExit("bye")


def behaving(exercise, behave):
    """Build a function for an exercise that behaves in an odd way."""

    def odd(**inputs):
        return behave(exercise.reference, inputs)

    return like(exercise.reference, odd)


TOLD = {
    returns_none: "returns None: is a `return` missing?",
    raises: "raises RuntimeError (a reason)",
    divides_by_zero: "raises ZeroDivisionError",
    recurses: "raises RecursionError",
    never_ends: "did not finish within 0.05 seconds",
    sleeps: "did not finish within 0.05 seconds",
    exits: "calls exit()",
    leaves_politely: "calls exit()",
}


@pytest.mark.parametrize("exercise", CODE)
@pytest.mark.parametrize("behave", TOLD, ids=lambda behave: behave.__name__)
def test_whatever_a_function_does_gets_one_sentence(
    exercise, behave, monkeypatch, capsys
):
    if behave in (never_ends, sleeps):
        monkeypatch.setattr(running, "SECONDS", 0.05)
    check(exercise.id, behaving(exercise, behave))
    printed = " ".join(capsys.readouterr().out.split())
    assert printed.startswith(f"{exercise.id} not yet: ")
    assert TOLD[behave] in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize("exercise", CODE)
def test_prints_are_swallowed(exercise, capsys):
    check(exercise.id, behaving(exercise, prints))
    assert "here" not in capsys.readouterr().out
    assert judge(exercise, behaving(exercise, prints)).state == "right"


@pytest.mark.parametrize("exercise", CODE)
def test_a_changed_input_is_named(exercise):
    answer = behaving(exercise, changes_inputs)
    if exercise.id in ("01.7", "03.7"):
        return  # its function does nothing before the hook is called
    if not takes_arrays(exercise):  # a number cannot be changed in place
        assert judge(exercise, answer).state == "right"
    else:
        assert "changes its input" in judge(exercise, answer).message


@pytest.mark.parametrize("exercise", CODE)
def test_slow_but_right_is_right(exercise):
    def slow(function, inputs):
        time.sleep(0.02)
        return function(**inputs)

    assert judge(exercise, behaving(exercise, slow)).state == "right"


def test_the_time_is_that_of_all_calls_together(monkeypatch):
    monkeypatch.setattr(running, "SECONDS", 1.0)
    calls = []

    def slower_each_time(q, k):
        calls.append(1)
        time.sleep(0.6)
        return q @ k.T / q.shape[-1] ** 0.5

    verdict = judge(engine.find("02.3"), slower_each_time)
    assert "did not finish" in verdict.message
    assert 1 <= len(calls) <= 2


def test_a_hook_that_never_ends_is_stopped(monkeypatch):
    monkeypatch.setattr(running, "SECONDS", 0.05)

    def put_in(at, vector, layer):
        def edit(point, at_layer, x):
            while at_layer >= 0:
                pass

        return edit

    assert "did not finish" in judge(engine.find("01.7"), put_in).message


def test_a_second_thread_may_check(monkeypatch):
    monkeypatch.setattr(running, "SECONDS", 1.0)
    said = []
    exercise = engine.find("00.2")

    def work():
        for answer in (exercise.reference, behaving(exercise, never_ends)):
            said.append(judge(exercise, answer).message)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(10)
    assert said[0] == exercise.right
    assert "did not finish" in said[1]


def test_the_exit_of_jupyter_does_not_end_the_kernel(monkeypatch):
    """In a notebook exit is an object of IPython's: it ends the kernel, politely."""
    ended = []

    def leave():
        ended.append(True)

    monkeypatch.setitem(globals(), "exit", leave)

    def dot(a, b):
        return exit()

    assert "calls exit()" in judge(engine.find("00.2"), dot).message
    assert not ended
    assert globals()["exit"] is leave
