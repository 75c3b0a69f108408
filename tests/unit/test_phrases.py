"""phrases.py: the form of the sentences, what is held out, and what is counted."""

import numpy as np
import pytest

from course_lib import phrases

OURS = "A fluffy blue creature roamed the verdant forest"


def pairs(text):
    """The pairs of a sentence, found word by word: not the module's own way."""
    found, waiting = [], []
    for word in text.split():
        if word in phrases.ADJECTIVES:
            waiting.append(word)
        elif word in phrases.NOUNS:
            found += [(word, adjective) for adjective in waiting]
            waiting = []
    return found


# What is held out


def test_half_of_the_pairs_are_held_out_and_none_is_in_both_halves():
    held = {(noun, a) for noun in phrases.NOUNS for a in phrases.HELD_OUT[noun]}
    rest = {(noun, a) for noun in phrases.NOUNS for a in phrases.TO_TRAIN_ON[noun]}
    assert len(held) == len(rest) == 80
    assert not held & rest
    assert len(held | rest) == len(phrases.NOUNS) * len(phrases.ADJECTIVES)


def test_each_adjective_is_held_out_for_4_to_6_nouns():
    for adjective in phrases.ADJECTIVES:
        assert 4 <= sum(adjective in held for held in phrases.HELD_OUT.values()) <= 6


def test_any_two_adjectives_share_a_noun_to_train_on():
    for a in phrases.ADJECTIVES:
        for b in phrases.ADJECTIVES:
            assert any({a, b} <= set(kept) for kept in phrases.TO_TRAIN_ON.values())


def test_every_pair_of_the_course_s_sentence_is_held_out():
    for noun, adjective in pairs(OURS.lower()):
        assert adjective in phrases.HELD_OUT[noun]


@pytest.mark.parametrize("seed", range(5))
def test_no_held_out_pair_is_ever_trained_on(seed):
    texts = phrases.sample(np.random.default_rng(seed), 2000).texts
    seen = {pair for text in texts for pair in pairs(text)}
    assert not [(noun, a) for noun, a in seen if a in phrases.HELD_OUT[noun]]
    assert len(seen) == 80  # all the others are


@pytest.mark.parametrize("seed", range(5))
def test_every_pair_of_a_test_sentence_is_held_out(seed):
    found = phrases.sample(np.random.default_rng(seed), 500, held_out=True)
    for text in found.texts:
        assert pairs(text)
        assert all(a in phrases.HELD_OUT[noun] for noun, a in pairs(text))
    assert found.answers[found.nouns].any(axis=-1).all()


# The sentences


def test_counts_of_adjectives_and_phrases_all_occur_equally_often():
    found = phrases.sample(np.random.default_rng(0), 4000)
    counts = found.answers[found.nouns].sum(axis=-1)
    assert np.allclose(np.bincount(counts) / len(counts), 1 / 4, atol=0.02)
    assert abs(found.nouns.sum(axis=1).mean() - 1.5) < 0.03
    assert found.ids.shape == (4000, phrases.LONGEST)


def test_a_seed_draws_the_same_sentences_again():
    first, again, other = (
        phrases.sample(np.random.default_rng(seed), 50).texts for seed in (1, 1, 2)
    )
    assert first == again != other


def test_a_never_stands_before_a_vowel():
    assert not [w for w in (*phrases.ADJECTIVES, *phrases.NOUNS) if w[0] in "aeiou"]


def test_every_word_has_a_row_of_its_own():
    assert len(phrases.ROWS) == len(phrases.WORDS) == len(set(phrases.WORDS))
    assert phrases.WORDS[: len(phrases.ADJECTIVES)] == phrases.ADJECTIVES


# What is right about a sentence


def test_what_is_right_about_the_course_s_sentence():
    found = phrases.read(OURS)
    words = OURS.lower().split()
    assert [phrases.WORDS[i] for i in found.ids[0]] == words
    assert np.flatnonzero(found.nouns[0]).tolist() == [3, 7]
    assert np.flatnonzero(found.own[0, 3]).tolist() == [1, 2]
    assert np.flatnonzero(found.other[0, 3]).tolist() == [6]
    assert np.flatnonzero(found.own[0, 7]).tolist() == [6]
    assert np.flatnonzero(found.other[0, 7]).tolist() == [1, 2]
    named = [phrases.ADJECTIVES[i] for i in np.flatnonzero(found.answers[0, 3])]
    assert named == ["fluffy", "blue"]
    assert not found.answers[0, ~found.nouns[0]].any()


def test_the_answers_are_the_pairs_found_word_by_word():
    found = phrases.sample(np.random.default_rng(3), 300)
    for i, text in enumerate(found.texts):
        places = zip(*np.nonzero(found.answers[i]), strict=True)
        words = text.split()
        named = {(j, words[j], phrases.ADJECTIVES[a]) for j, a in places}
        assert {pair[1:] for pair in named} == set(pairs(text))
        assert all(found.nouns[i, j] for j, *_ in named)


def test_short_sentences_are_filled_up_at_the_end():
    found = phrases.read("the river", OURS)
    assert found.ids.shape == (2, 8)
    assert {phrases.WORDS[i] for i in found.ids[0, 2:]} == {"."}
    assert not found.own[0].any()
    assert found.nouns[0].sum() == 1


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((), "texts is empty"),
        (([OURS],), "expected a sentence in quotes"),
        (("a purple river",), "'purple', which is not among the words"),
        (("a river .",), "expected a or the"),
        (("river",), "expected a or the"),
        (("the river roamed",), "expected a or the"),
        (("the tiny tiny tiny tiny river",), "up to three adjectives"),
        (("the",), "expected a or the"),
        (("",), "expected a or the"),
        (("the river loved a river loved a river",), "expected a or the"),
    ],
)
def test_other_sentences_are_refused(texts, message):
    with pytest.raises(ValueError, match=message):
        phrases.read(*texts)


@pytest.mark.parametrize("n", [0, -1, 2.0, True])
def test_sample_wants_a_whole_number(n):
    with pytest.raises(ValueError, match="n is"):
        phrases.sample(np.random.default_rng(0), n)


# What is counted


def test_a_set_is_exact_only_without_any_error():
    found = phrases.read(OURS)
    assert phrases.exact_sets(found, found.answers) == 1
    for change in range(16):
        named = found.answers.copy()
        named[0, 3, change] ^= True
        assert phrases.exact_sets(found, named) == 0.5
    named = found.answers.copy()
    named[0, ~found.nouns[0]] = True  # what other words name does not count
    assert phrases.exact_sets(found, named) == 1


def test_shares_are_means_over_the_nouns_that_have_adjectives():
    found = phrases.read("the river loved a blue tiny garden")
    weights = np.zeros((1, 7, 7))
    weights[0, 1, 4] = 1  # river looks at blue, but has no adjective: does not count
    weights[0, 6] = [0, 0, 0, 0.1, 0.3, 0.4, 0.2]
    own, other = phrases.shares(found, weights)
    assert own == pytest.approx(0.7)
    assert other == 0
    found = phrases.read(OURS)
    weights = np.tile(np.arange(8.0) / 28, (1, 8, 1))
    own, other = phrases.shares(found, weights)
    assert own == pytest.approx((3 / 28 + 6 / 28) / 2)
    assert other == pytest.approx((6 / 28 + 3 / 28) / 2)


def test_shapes_that_do_not_fit_are_refused():
    found = phrases.read(OURS)
    with pytest.raises(ValueError, match=r"named has shape \[8, 16\], expected \[1, 8"):
        phrases.exact_sets(found, found.answers[0])
    with pytest.raises(
        ValueError, match=r"weights has shape \[8, 8\], expected \[1, 8"
    ):
        phrases.shares(found, np.zeros((8, 8)))
    with pytest.raises(ValueError, match="no noun with an adjective"):
        phrases.shares(phrases.read("the river"), np.zeros((1, 2, 2)))
