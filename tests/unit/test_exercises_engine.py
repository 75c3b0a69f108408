"""Whatever a learner hands in, check answers in one helpful sentence."""

import re
import subprocess
import sys

import numpy as np
import pytest

from course_lib.exercises import check, engine, hint, record, solution
from course_lib.exercises.lesson_02 import EXERCISES
from course_lib.exercises.lesson_02.attention import my_attention
from course_lib.exercises.lesson_02.small import my_scores, my_softmax

IDS = [i for lesson in engine.lessons() for i in engine.lesson_exercises(lesson)]


@pytest.fixture(autouse=True)
def _fresh_session(monkeypatch):
    monkeypatch.setattr(record, "_here", {})
    monkeypatch.setattr(engine, "_hints_given", {})


@pytest.fixture
def told(capsys):
    """Return what check prints about an answer, on one line."""

    def tell(exercise_id, answer):
        check(exercise_id, answer)
        return " ".join(capsys.readouterr().out.split())

    return tell


def raises(q, k):
    raise KeyError("oops")


def raises_without_text(q, k):
    raise RuntimeError


def changes_its_input(q, k):
    q /= q.shape[-1] ** 0.5
    return q @ k.T


def forgets_return(q, k):
    q @ k.T / q.shape[-1] ** 0.5


def returns_text(q, k):
    return "done"


def returns_ragged(q, k):
    return [[1.0], [1.0, 2.0]]


def returns_two(q, k):
    return my_scores(q, k), k


def rounds(q, k):
    return my_scores(q, k).round().astype(int)


def one_parameter(q):
    return q


def three_parameters(q, k, v):
    return q


def one_entry_off(q, k):
    scores = my_scores(q, k)
    scores[1, 0] += 1
    return scores


def one_axis(q, k):
    return my_scores(q, k)[0]


def square_only(q, k):
    return my_scores(q, k) if len(q) == len(k) else my_scores(q, k) * 2


def half_a_blank(q, k):
    return ... / q.shape[-1]


@pytest.mark.parametrize(
    ("answer", "parts"),
    [
        (raises, ["raises KeyError ('oops')", "q [4, 7], k [6, 7]"]),
        (raises_without_text, ["raises RuntimeError;"]),
        (changes_its_input, ["changes its input q in place"]),
        (forgets_return, ["returns None", "`return`"]),
        (returns_text, ["not a table of numbers"]),
        (returns_ragged, ["not a table of numbers"]),
        (returns_two, ["return scores", "2 things"]),
        (rounds, ["whole numbers"]),
        (one_parameter, ["called with q, k", "its parameters are q,"]),
        (three_parameters, ["called with q, k", "its parameters are q, k, v,"]),
        (lambda: 0, ["its parameters are none"]),
        (one_entry_off, ["scores differs", "[1, 0]"]),
        (one_axis, ["shape [6], with 1 axes", "[4, 6]"]),
        (square_only, ["right with as many queries as keys"]),
        (lambda q, k: np.full((4, 6), np.nan), ["NaN", "row 0"]),
        (lambda q, k: 3, ["scores has shape []"]),
        (lambda q, k: {1, 2}, ["not a table of numbers"]),
        (np.zeros((4, 6)), ["pass the function itself", "an array [4, 6]"]),
        ("q @ k.T", ["pass the function itself", "the text 'q @ k.T'"]),
        (7, ["pass the function itself", "the number 7"]),
    ],
)
def test_odd_functions_get_a_helpful_sentence(told, answer, parts):
    printed = told("02.3", answer)
    assert printed.startswith("02.3 not yet: ")
    assert [part for part in parts if part not in printed] == []


def test_weights_that_are_odd_in_ways_of_their_own(told):
    def negative(scores):
        return my_softmax(scores) - 0.5

    def too_much(scores):
        return my_softmax(scores) * [[1.0], [1.5], [1.0], [1.0]][: len(scores)]

    def in_columns(scores):
        return my_softmax(2 * scores.T).T

    def breaks_at_large(scores):
        return my_softmax(scores) + (scores.max() > 100)

    assert "negative" in told("02.4", negative)
    assert "row 1 sum to 1.50" in told("02.4", too_much)
    assert "each column of the weights sums to 1" in told("02.4", in_columns)
    assert "not with scores near 10,000" in told("02.4", breaks_at_large)


def test_attention_that_fails_in_part(told):
    def wrong_out(q, k, v, mask=None):
        out, weights = my_attention(q, k, v, mask)
        out[1, 0] += 1
        return out, weights

    def mask_has_no_default(q, k, v, mask):
        return my_attention(q, k, v, mask)

    def raises_with_mask(q, k, v, mask=None):
        return my_attention(q, k, v) if mask is None else mask.nothing

    assert "the weights are right, but out differs" in told("02.6", wrong_out)
    assert "needs a default" in told("02.6", mask_has_no_default)
    masked = told("02.6", raises_with_mask)
    assert "right on ordinary inputs, but not with a mask" in masked
    assert "AttributeError" in masked


@pytest.mark.parametrize("answer", [np.zeros(3), 2, my_scores])
def test_a_choice_without_quotes_is_asked_for_them(told, answer):
    for exercise_id, letter in (("02.1", "a"), ("00.6", "b")):
        end = f'did you forget the quotes? Write answer = "{letter}".'
        assert told(exercise_id, answer).endswith(end)
    assert "forget the quotes" not in told("02.1", "z")


def test_sizes_in_quotes_are_called_text(told):
    printed = told("02.9", ("12288", "12288", "128"))
    assert "the entries are text, and numbers are expected" in printed


def test_prints_and_warnings_of_a_learner_are_swallowed(told):
    def chatty(q, k):
        print("here")
        np.array([1.0]) / 0
        return my_scores(q, k)

    assert told("02.3", chatty).startswith("02.3 right. ")


@pytest.mark.parametrize(
    "answer", [lambda k, q: my_scores(q, k), lambda a, b: my_scores(a, b)]
)
def test_parameters_may_have_another_order_or_other_names(told, answer):
    assert told("02.3", answer).startswith("02.3 right. ")


@pytest.mark.parametrize("blank", [..., None, "", " ", "...", (), [], (..., 1, 2)])
@pytest.mark.parametrize("exercise_id", IDS)
def test_blanks_are_not_attempted(told, exercise_id, blank):
    assert told(exercise_id, blank).startswith(f"{exercise_id} not attempted yet: ")


def test_a_tensor_with_a_gradient_is_a_table_of_numbers(told):
    torch = pytest.importorskip("torch")

    def with_gradient(q, k):
        q, k = (torch.tensor(x, requires_grad=True) for x in (q, k))
        return q @ k.T / q.shape[-1] ** 0.5

    assert told("02.3", with_gradient).startswith("02.3 right. ")


def test_half_filled_functions_are_not_attempted(told):
    def with_docstring(q, k):
        """Score."""

    for blank in (half_a_blank, with_docstring, lambda q, k: ...):
        assert told("02.3", blank).startswith("02.3 not attempted yet: ")


GARBAGE = [
    0,
    -1.5,
    1j,
    True,
    "z",
    "abcd",
    b"b",
    {},
    {"a": 1},
    {1},
    object(),
    int,
    len,
    print,
    my_scores,
    [[1], [1, 2]],
    [["x"]],
    (1,),
    (1, 2, 3),
    (1, 2, 3, 4),
    ([], [], [], []),
    (["a"] * 5, np.zeros((5, 5)), "a", None),
    (["a"] * 5, np.eye(5), 3, {}),
    np.zeros(0),
    np.zeros((8, 8)),
    np.full((8, 8), np.inf),
    np.array("b"),
    np.array([object()]),
    float("nan"),
]


def without_address(answer):
    """Return a name for a test that is the same in every process."""
    return re.sub(r" at 0x\w+", "", repr(answer))


@pytest.mark.parametrize("answer", GARBAGE, ids=without_address)
@pytest.mark.parametrize("exercise_id", IDS)
def test_garbage_gets_a_sentence_and_no_traceback(told, exercise_id, answer):
    printed = told(exercise_id, answer)
    if answer is my_scores and exercise_id == "02.3":
        assert printed.startswith("02.3 right. ")
    else:
        assert printed.startswith(f"{exercise_id} not yet: ")
        assert printed[-1] in ".?"


@pytest.mark.parametrize(
    ("exercise_id", "part"),
    [
        ("02.99", "lesson 02 has 02.1, 02.2, 02.3"),
        ("02", "lesson 02 has 02.1"),
        ("77.1", 'no lesson "77"'),
        ("engine.1", 'no lesson "engine"'),
        ("", "no lesson"),
        ("02.4\n<script>", 'no exercise "02.4\\n<script>"'),
        ("x" * 10_000, 'no lesson "xxxxxxxxxxxxxxxxxxxx..."'),
        ("\u202e02.4", "no lesson"),
        ("2.4", 'no lesson "2" with exercises; an id has the lesson\'s two digits'),
        ("02,4", "no lesson"),
        ("02.4 ", 'no exercise "02.4 "'),
        (2.4, "text in quotes"),
        (None, "this is None."),
        (True, "text in quotes"),
        (b"02.4", "text in quotes"),
        (["02.4"], "text in quotes"),
        (my_scores, "text in quotes"),
        (np.zeros((90, 90)), 'text in quotes, such as "02.4"; this is an array'),
        (list(range(10_000)), "text in quotes"),
    ],
)
@pytest.mark.parametrize("verb", [check, hint, solution])
def test_unknown_ids_are_named(verb, exercise_id, part):
    with pytest.raises(ValueError, match="is") as problem:
        verb(exercise_id)
    assert part in str(problem.value)
    assert "\n" not in str(problem.value)
    assert len(str(problem.value)) < 150


def test_several_values_are_asked_to_be_one_answer():
    with pytest.raises(ValueError, match=r'"02.9", \(a, b\)\); 3 came without'):
        check("02.9", 12288, 12288, 128)


def test_hints_go_a_step_further_each_time(capsys):
    for _ in range(4):
        hint("02.4")
    printed = capsys.readouterr().out
    first, second, third = EXERCISES["02.4"].hints
    told = [" ".join(part.split()) for part in printed.split("of 3: ")[1:]]
    for text, expected in zip(told, (first, second, third, third), strict=True):
        assert text.startswith(expected)
    assert printed.count("That was the last hint") == 1
    assert 'last hint; solution("02.4") shows ours once you have' in told[3]
    starts = [s for s in printed.split("02.4 ") if s]
    assert [s.partition(":")[0] for s in starts] == [
        "hint 1 of 3",
        "hint 2 of 3",
        "hint 3 of 3",
        "hint 3 of 3",
    ]


def test_the_solution_waits_for_an_attempt(capsys):
    check("02.4", ...)
    solution("02.4")
    assert "try it first" in capsys.readouterr().out
    check("02.4", np.exp)
    capsys.readouterr()
    solution("02.4")
    assert capsys.readouterr().out.strip() == EXERCISES["02.4"].solution.strip()
    solution("02.3", insist=True)
    assert "def my_scores" in capsys.readouterr().out


def test_lines_fit_a_slide_and_do_not_vary(capsys):
    for _ in range(2):
        for exercise in EXERCISES.values():
            for wrong in exercise.wrong:
                check(exercise.id, wrong.answer)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= engine.WIDTH
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]


def test_no_torch_is_imported():
    program = (
        "import sys\n"
        "from course_lib.exercises import engine\n"
        "for lesson in engine.lessons():\n"
        "    for e in engine.lesson_exercises(lesson).values():\n"
        "        engine.check(e.id, e.reference)\n"
        "assert 'torch' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, stdout=-3)


def _blank(scores): ...


@pytest.mark.parametrize(
    "mine", [_blank, ..., lambda scores: scores, lambda scores: 1 / 0]
)
def test_until_an_exercise_is_right_the_courses_own_runs(mine, capsys):
    assert engine.yours_or("ours", "02.4", mine) == "ours"
    said = capsys.readouterr().out
    assert said == "Exercise 02.4 is not solved yet: the course's own runs below.\n"


def test_a_right_answer_runs_itself(capsys):
    assert engine.yours_or("ours", "02.4", my_softmax) is my_softmax
    assert "02.4 is solved: your own function runs" in capsys.readouterr().out
