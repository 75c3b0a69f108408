"""Lesson 01: what its exercises alone promise."""

import numpy as np
import pytest

from course_lib import traces, words
from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_01 import EXERCISES, bug, choices, own_pairs


def test_the_bug_passes_its_author_s_test_and_answers_king_on_real_vectors():
    exec(bug.BUGGY, {"np": np})
    names = ("man", "king", "woman", "queen", "tower")
    real = {name: words.vector(name) for name in names}
    assert bug.forum_analogy("man", "king", "woman", real) == "king"
    assert bug.fixed_analogy("man", "king", "woman", real) == "queen"
    assert len(bug.BUGGY.split("\n\n")[0].splitlines()) <= 10


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
    carried = {
        piece: recorded(f"transplant('They saw the Eiffel tower', '{piece}', ")["after"]
        for piece in ("iffel", " tower")
    }
    assert carried["iffel"].max() > 0.5 > 0.06 > carried[" tower"].max()
    assert "iffel" in EXERCISES["01.8"].stub.splitlines()["abcd".index("b")]
    assert EXERCISES["01.8"].reference == "b"


def test_pairs_that_agree_no_more_than_chance_are_told_both_numbers():
    verdict = judge(EXERCISES["01.9"], own_pairs.UNRELATED)
    assert verdict.state == "not yet"
    assert verdict.message.startswith("your pairs agree to ")
    assert "4 random pairs agree to " in verdict.message
    assert "the best of 100 draws" in verdict.message


def test_a_right_answer_says_how_far_the_pairs_agree():
    message = judge(EXERCISES["01.9"], own_pairs.COMPARED).message
    assert "Your pairs agree to 0." in message
    assert "random pairs agree to " in message


@pytest.mark.parametrize("word", ["vrdant", "qqqqqq"])
def test_an_unknown_word_is_named(word):
    message = judge(EXERCISES["01.9"], [*own_pairs.COMPARED, ("mole", word)]).message
    assert message.startswith(f"{word!r} is not in the table")


def test_check_of_code_reads_no_table_of_words(monkeypatch):
    monkeypatch.setattr(words, "load", None)
    for exercise in EXERCISES.values():
        if exercise.cases:
            assert judge(exercise, exercise.reference).state == "right"
