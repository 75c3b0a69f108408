"""Lesson 01: what its exercises alone promise."""

import inspect

import numpy as np
import pytest

from course_lib import relations, traces, words
from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_01 import EXERCISES, bug, choices, own_pairs


def test_the_bug_passes_its_author_s_test_and_answers_king_on_real_vectors():
    exec(bug.BUGGY, {"np": np})
    names = ("man", "king", "woman", "queen", "tower")
    real = {name: words.vector(name) for name in names}
    assert bug.forum_analogy("man", "king", "woman", real) == "king"
    assert bug.fixed_analogy("man", "king", "woman", real) == "queen"
    assert len(inspect.getsource(bug.forum_analogy).splitlines()) <= 10


def recorded(start):
    """Return what the lesson recorded of the model under a name that starts so."""
    (name,) = [name for name in traces.names() if name.startswith(start)]
    return traces.get(name)


def test_the_pieces_named_are_those_of_the_real_tokenizer():
    pieces = recorded("tokens('A fluffy blue")["value"].tolist()
    assert tuple(pieces[6:9]) == choices.PIECES_OF_VERDANT
    assert "".join(choices.PIECES_OF_VERDANT) == " verdant"
    assert "three" in EXERCISES["01.1"].stub.splitlines()["abcd".index("c")]
    assert EXERCISES["01.1"].reference == "c"


def test_two_moles_that_have_seen_the_same_never_part():
    dioxide = recorded("vectors('One mole of carbon dioxide', ")["value"]
    lawn = recorded("vectors('One mole ran across the lawn', ")["value"]
    assert len(dioxide) == 31
    assert np.allclose(dioxide, lawn, rtol=1e-5)
    assert "never" in EXERCISES["01.5"].solution.splitlines()[3]
    assert EXERCISES["01.5"].reference == "d"


def test_the_control_is_what_the_lesson_measures():
    drift = recorded("sense_drift(' mole'")
    layer = choices.CONTROL_LAYER
    assert f"{drift['same'][:, layer].mean():.2f}" == f"{choices.SAME_SENSE:.2f}"
    measured = drift["different"][:, layer].mean()
    assert f"{measured:.2f}" == f"{choices.BETWEEN_SENSES:.2f}"
    assert choices.SAME_SENSE - choices.BETWEEN_SENSES >= 0.05


def test_iffel_brings_paris_and_tower_does_not():
    highest = {"iffel": [], " tower": []}
    for piece, found in highest.items():
        start = f"transplant('They saw the Eiffel tower', '{piece}', "
        names = [name for name in traces.names() if name.startswith(start)]
        found += [traces.get(name)["after"].max() for name in names]
    assert min(highest["iffel"]) > 0.4 > 0.06 > max(highest[" tower"])
    assert "iffel" in EXERCISES["01.8"].stub.splitlines()["abcd".index("b")]
    assert EXERCISES["01.8"].reference == "b"


def test_pairs_that_agree_no_more_than_chance_are_told_both_numbers():
    verdict = judge(EXERCISES["01.9"], own_pairs.UNRELATED)
    assert verdict.state == "not yet"
    assert verdict.message.startswith("your pairs agree to ")
    assert "the same words, wrongly paired, to " in verdict.message
    assert "4 random pairs to " in verdict.message
    assert "the best of 100 draws" in verdict.message


def test_a_right_answer_says_how_far_the_pairs_agree():
    message = judge(EXERCISES["01.9"], own_pairs.COMPARED).message
    assert (
        "Your pairs agree to 0.48; the same words, wrongly paired, to 0.02" in message
    )
    assert "random pairs to " in message


@pytest.mark.parametrize(
    "pairs", [own_pairs.TWO_LISTS, relations.relation("dish")[:4]], ids=["one", "dish"]
)
def test_two_lists_that_agree_wrongly_paired_too_are_no_relation(pairs):
    verdict = judge(EXERCISES["01.9"], pairs)
    assert verdict.state == "not yet"
    assert "hardly which belong together" in verdict.message


@pytest.mark.parametrize("name", ["capital", "gender", "past", "plural"])
def test_the_lesson_s_own_relations_pass_four_at_a_time(name):
    pairs = relations.relation(name)
    for start in range(0, 12, 4):
        verdict = judge(EXERCISES["01.9"], pairs[start : start + 4])
        assert verdict.state == "right", verdict.message


def test_the_stub_s_example_is_of_a_relation():
    assert own_pairs.COMPARED[0] == ("big", "bigger")
    assert '("big", "bigger")' in EXERCISES["01.9"].stub
    assert '("big", "bigger")' in own_pairs.NOT_PAIRS


def at_layer_only(at, vector, layer):
    def edit(point, at_layer, x):
        if at_layer == layer:
            x[at] = vector
            return x

    return edit


def layer_before_only(at, vector, layer):
    def edit(point, at_layer, x):
        if at_layer == layer - 1:
            x[at] = vector
        return x

    return edit


def without_the_look_up(at, vector, layer):
    def edit(point, at_layer, x):
        if point == "residual" and at_layer + 1 == layer:
            x[at] = vector
            return x

    return edit


def elsewhere(at, vector, layer):
    def edit(point, at_layer, x):
        if point not in ("embedding", "residual"):
            x[at] = vector
        return x

    return edit


@pytest.mark.parametrize(
    ("answer", "part"),
    [
        (at_layer_only, "ask for the point too"),
        (layer_before_only, "the point is not asked for"),
        (without_the_look_up, "nothing happens at the look-up"),
        (elsewhere, "changes points inside a layer (at_layer 0), row 3; points"),
    ],
)
def test_hooks_that_many_write_first_are_told_in_the_page_s_words(answer, part):
    message = judge(EXERCISES["01.7"], answer).message
    assert part in message
    assert "update" not in message


def test_no_text_of_the_hook_names_points_that_the_page_does_not():
    exercise = EXERCISES["01.7"]
    texts = [w.message for w in exercise.wrong] + [*exercise.hints, exercise.todo]
    assert not [text for text in texts if "update" in text]


def starts_at_the_first(target, rows, names, leave_out=()):
    best, best_value = names[0], 0
    for name, row in zip(names, rows, strict=True):
        value = row @ target / np.linalg.norm(row)
        if value > best_value and name not in leave_out:
            best, best_value = name, value
    return best


def test_the_example_in_the_docstring_is_so():
    nearest, scope = EXERCISES["01.3"].reference, {"np": np}
    example, found = nearest.__doc__.splitlines()[2].strip(" .").split(" is ")
    assert eval(example, scope | {"nearest": nearest}) == eval(found)


def test_a_search_that_starts_at_0_is_asked_where_it_starts():
    message = judge(EXERCISES["01.3"], starts_at_the_first).message
    assert "not where all cosines that remain are below 0" in message
    assert "with which number does your search start" in message


def test_the_options_of_a_choice_are_about_equally_long():
    lines = EXERCISES["01.1"].stub.splitlines()[:4]
    assert max(map(len, lines)) - min(map(len, lines)) <= 10


@pytest.mark.parametrize("word", ["vrdant", "qqqqqq"])
def test_an_unknown_word_is_named(word):
    message = judge(EXERCISES["01.9"], [*own_pairs.COMPARED, ("mole", word)]).message
    assert message.startswith(f"{word!r} is not in the table")


def test_check_of_code_reads_no_table_of_words(monkeypatch):
    monkeypatch.setattr(words, "load", None)
    for exercise in EXERCISES.values():
        if exercise.cases:
            assert judge(exercise, exercise.reference).state == "right"
