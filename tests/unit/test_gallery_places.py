"""gallery_places.py: who should look where, checked on pieces cut at spaces."""

import re

import numpy as np
import pytest

from course_lib import gallery_places as places
from course_lib import gallery_texts as texts
from course_lib.gallery_places import PLACES, PREDICTED


def cut(text):
    """Cut a text into line break, words with their space, and signs."""
    return re.findall(r"\n| ?\w+|[^\w\s]", text)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("which", [0, 1])
def test_no_one_looks_ahead_or_at_itself_and_positions_exist(name, which):
    key, place = PLACES[name][which]
    for number, text in enumerate(getattr(texts, key)):
        tokens = cut(text)
        asks, answers = place(tokens, number)
        assert len(asks) == len(answers) > 0
        assert (answers < asks).all()
        assert answers.min() >= 0
        assert asks.max() < len(tokens)


def test_score_and_control_never_ask_for_the_same_look():
    for (key, place), (other_key, other) in PLACES.values():
        if key == other_key:
            tokens = cut(getattr(texts, key)[3])
            looks = set(zip(*place(tokens, 3), strict=True))
            assert not looks & set(zip(*other(tokens, 3), strict=True))


def test_the_induction_target_is_what_comes_next():
    for number, text in enumerate(texts.TWICE):
        tokens = np.array(cut(text))
        asks, answers = places.after_the_first_time(tokens, number)
        assert tokens[answers].tolist() == tokens[asks + 1].tolist()
        assert tokens[answers - 1].tolist() == tokens[asks].tolist()
        at, expected = places.second_list(np.arange(len(tokens)), number)
        assert at.tolist() == asks.tolist()
        assert expected.tolist() == (asks + 1).tolist()


def test_nouns_look_at_their_adjectives_and_in_the_control_at_articles():
    for number, marked in enumerate(texts.MARKED):
        tokens = cut(texts.SENTENCES[number])
        asks, answers = places.before_nouns(tokens, number)
        found = [
            (tokens[k].strip(), tokens[q].strip())
            for q, k in zip(asks, answers, strict=True)
        ]
        assert found == re.findall(r"\*(\w+)\* (\w+)", marked)
        tokens = cut(texts.WITHOUT_ADJECTIVES[number])
        _, answers = places.before_nouns(tokens, number)
        assert {tokens[k].strip() for k in answers} <= {"A", "The", "a", "the"}


def test_the_line_break_is_found_where_it_is_first_and_where_it_is_not():
    for key, at in (("SENTENCES", 0), ("NOT_FIRST", 1)):
        tokens = cut(getattr(texts, key)[0])
        asks, answers = places.line_break(tokens, 0)
        assert set(answers) == {at}
        assert asks.tolist() == [*range(at + 1, len(tokens))]


def test_the_last_piece_looks_at_the_culprit_or_at_the_victim():
    for place, words in (
        (places.culprit, texts.CULPRITS),
        (places.victim, texts.VICTIMS),
    ):
        for number, story in enumerate(texts.MYSTERIES):
            tokens = cut(story)
            (asks,), (answers,) = place(tokens, number)
            assert asks == len(tokens) - 1
            assert tokens[answers] == words[number]


def test_between_is_neither_the_first_nor_the_one_before():
    asks, answers = places.pieces_between(["a"] * 5, 0)
    assert list(zip(asks, answers, strict=True)) == [(3, 1), (4, 1), (4, 2)]


def test_all_pieces_but_the_first_two_are_predicted():
    at, expected = places.all_pieces(np.array([7, 8, 9, 6]), 0)
    assert at.tolist() == [1, 2]
    assert expected.tolist() == [9, 6]


def test_each_name_has_its_places():
    assert [*PLACES] == [*PREDICTED]
