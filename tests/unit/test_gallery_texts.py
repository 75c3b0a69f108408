"""gallery_texts.py: fixed texts, each what it claims to be."""

import re

import pytest

from course_lib import gallery_texts as texts
from course_lib.gallery_texts import LIST, N, half

KINDS = ("SENTENCES", "WITHOUT_ADJECTIVES", "NOT_FIRST", "TWICE", "ONCE", "MYSTERIES")


@pytest.mark.parametrize("kind", [*KINDS, "COLORED", "CULPRITS"])
def test_sixty_of_each_kind_and_no_text_twice(kind):
    found = getattr(texts, kind)
    assert len(found) == len(set(found)) == N == 60


def test_the_halves_share_no_text():
    for kind in KINDS:
        found = getattr(texts, kind)
        search, report = half(found, "search"), half(found, "report")
        assert len(search) == len(report) == 30
        assert not set(search) & set(report)


def test_each_sentence_has_two_marked_adjectives_and_the_control_has_none():
    for marked, plain, bare, nouns in zip(
        texts.MARKED,
        texts.SENTENCES,
        texts.WITHOUT_ADJECTIVES,
        texts.NOUNS,
        strict=True,
    ):
        pairs = re.findall(r"\*(\w+)\* (\w+)", marked)
        assert len(pairs) == 2
        for (adjective, noun), expected in zip(pairs, nouns, strict=True):
            assert f" {noun}" == expected
            assert f"{adjective} {noun}" in plain
            assert adjective not in re.findall(r"\w+", bare)
            assert f" {noun}" in bare


def test_a_list_is_said_twice_and_the_control_repeats_nothing():
    for twice, once in zip(texts.TWICE, texts.ONCE, strict=True):
        words, others = twice.split(), once.split()
        assert words[:LIST] == words[LIST:] == others[:LIST]
        assert len(set(others)) == 2 * LIST


def test_each_mystery_names_its_culprit_and_no_other():
    names = {name.strip() for name in texts.CULPRITS}
    for story, name, victim in zip(
        texts.MYSTERIES, texts.CULPRITS, texts.VICTIMS, strict=True
    ):
        words = re.findall(r"\w+", story)
        assert [word for word in words if word in names] == [name.strip()]
        assert words.count(victim.strip()) == 1
        assert story.endswith(
            "Question: Who was the murderer? Answer: The murderer was"
        )


def test_the_color_asked_for_is_that_of_the_thing():
    for text, color in zip(texts.COLORED, texts.COLORS, strict=True):
        thing = re.search(r"The color of the (\w+) was$", text)[1]
        assert f"{color} {thing}" in text
