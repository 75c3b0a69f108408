"""relations.py: a direction carries a meaning only if random pairs do not."""

import json

import numpy as np
import pytest

from course_lib import words
from course_lib.relations import (
    analogy_score,
    direction,
    offset_agreement,
    offsets,
    random_pairs,
    relation,
    swapped_pairs,
)

LISTS = json.loads((words.FOLDER / "pairs.json").read_text(encoding="utf-8"))
SEEDS = range(5)


@pytest.mark.parametrize("name", LISTS["relations"])
def test_every_list_is_long_enough_and_uses_a_word_once(name):
    pairs = relation(name)
    used = [word for pair in pairs for word in pair]
    assert len(pairs) >= 11
    assert len(used) == len(set(used))
    assert set(used) <= set(words.load().words)


def test_held_out_plurals_are_held_out():
    assert not set(relation("plural")) & set(relation("plural, held out"))


@pytest.mark.parametrize(
    ("name", "at_least"),
    [("gender", 0.5), ("plural", 0.25), ("capital", 0.6), ("past", 0.4)],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_offsets_agree_far_better_than_those_of_random_pairs(name, at_least, seed):
    pairs = relation(name)
    assert offset_agreement(pairs) > at_least
    assert abs(offset_agreement(random_pairs(len(pairs), seed))) < 0.06


def test_one_direction_orders_every_held_out_plural():
    plural = direction(relation("plural"))
    gaps = offsets(relation("plural, held out")) @ plural
    assert (gaps > 2).all()
    # A random direction may get many signs right, but never steps as wide.
    for seed in SEEDS:
        other = direction(random_pairs(16, seed))
        other *= np.linalg.norm(plural) / np.linalg.norm(other)
        wide = np.abs(offsets(relation("plural, held out")) @ other).mean()
        assert wide < gaps.mean() / 2


@pytest.mark.parametrize(
    ("name", "left_out", "kept"),
    [("gender", 0.9, 0.51), ("plural", 0.78, 0.15), ("capital", 0.94, 0.78)],
)
def test_how_often_analogies_work(name, left_out, kept):
    pairs = relation(name)
    assert analogy_score(pairs) == pytest.approx(left_out, abs=0.01)
    score = analogy_score(pairs, leave_out_inputs=False)
    assert score == pytest.approx(kept, abs=0.01)


def test_agreement_by_hand():
    a, b, c = offsets(relation("gender")[:3]).astype(float)
    cosines = [
        x @ y / np.linalg.norm(x) / np.linalg.norm(y)
        for x, y in [(a, b), (a, c), (b, c)]
    ]
    expected = pytest.approx(np.mean(cosines), abs=1e-6)
    assert offset_agreement(relation("gender")[:3]) == expected
    np.testing.assert_allclose(
        direction(relation("gender")[:3]), (a + b + c) / 3, atol=1e-6
    )


def test_score_counts_every_ordered_question_once():
    # of two pairs, one answers the other but not the other way round
    pairs = [("uncle", "aunt"), ("brother", "sister")]
    right = [
        words.analogy("uncle", "aunt", "brother", 1)[0][0] == "sister",
        words.analogy("brother", "sister", "uncle", 1)[0][0] == "aunt",
    ]
    assert right == [False, True]
    assert analogy_score(pairs) == 0.5
    assert analogy_score(pairs, n=20) == 1.0


def test_random_pairs_repeat_with_their_seed_and_use_a_word_once():
    assert random_pairs(9, seed=1) == random_pairs(9, seed=1)
    assert random_pairs(9, seed=1) != random_pairs(9, seed=2)
    used = [word for pair in random_pairs(500, seed=0) for word in pair]
    assert len(set(used)) == 1000


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: relation("genus"), "name is 'genus', expected one of gender, plural"),
        (lambda: offsets([]), "pairs holds 0, expected at least 1"),
        (lambda: relation(["gender"]), "expected one of gender"),
        (lambda: offsets([3]), "pairs holds 3, expected pairs of two words"),
        (lambda: offsets(["ab"]), "pairs holds 'ab', expected pairs of two words"),
        (lambda: offsets([("a", "b", "c")]), "expected pairs of two words"),
        (lambda: offsets([("king", "queeen")]), "'queeen' is not among .*queen"),
        (lambda: offset_agreement([("king", "queen")]), "expected at least 2"),
        (lambda: analogy_score([("king", "queen")]), "expected at least 2"),
        (lambda: random_pairs(0, seed=0), "n is 0"),
        (lambda: random_pairs(10**6, seed=0), "n is 1000000, expected at most"),
        (
            lambda: offset_agreement([("king", "king"), ("man", "woman")]),
            r"pairs holds \('king', 'king'\), expected two different words",
        ),
    ],
)
def test_wrong_arguments_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("name", ["gender", "plural", "capital", "past"])
def test_wrong_partners_agree_far_less(name):
    pairs = relation(name)
    swapped = [
        offset_agreement(swapped_pairs(pairs, turn)) for turn in range(1, len(pairs))
    ]
    assert max(swapped) < offset_agreement(pairs) / 2


def test_dishes_agree_almost_as_well_with_the_wrong_country():
    pairs = relation("dish")
    swapped = offset_agreement(swapped_pairs(pairs, 1))
    assert swapped > 0.75 * offset_agreement(pairs)


def test_a_full_turn_would_pair_rightly_again_and_is_refused():
    with pytest.raises(ValueError, match="turn is 2, expected less than 2"):
        swapped_pairs([("a", "b"), ("c", "d")], 2)
