"""induction.py: the form of the sequences, what can be known, and what is counted."""

import numpy as np
import pytest

from course_lib import induction


def rng(seed=0):
    return np.random.default_rng(seed)


def period_of(text):
    """Return how far the first letter is from its second occurrence."""
    return text.index(text[0], 1)


# The sequences


@pytest.mark.parametrize("periods", [induction.PERIODS, induction.NEW_PERIODS])
def test_one_row_of_different_letters_is_written_again_and_again(periods):
    found = induction.sample(rng(), 400, periods)
    assert found.ids.shape == (400, induction.LENGTH)
    for text, ids in zip(found.texts, found.ids, strict=True):
        period = period_of(text)
        copy = text[:period]
        assert len(set(copy)) == period
        assert text == (copy * 10)[: induction.LENGTH]
        assert [induction.LETTERS[i] for i in ids] == list(text)
    assert {period_of(text) for text in found.texts} == set(periods)


def test_new_periods_are_never_trained_on_and_each_sequence_repeats():
    assert not set(induction.PERIODS) & set(induction.NEW_PERIODS)
    longest = max(induction.PERIODS + induction.NEW_PERIODS)
    assert 2 * longest <= induction.LENGTH
    shortest, longest = min(induction.PERIODS), max(induction.PERIODS)
    assert all(shortest < period < longest for period in induction.NEW_PERIODS)


def test_the_letters_are_drawn_evenly():
    found = induction.sample(rng(), 4000)
    assert np.allclose(np.bincount(found.ids[:, 0]) / 4000, 1 / 26, atol=0.01)


def test_a_seed_draws_the_same_sequences_again():
    first, again, other = (induction.sample(rng(s), 20).texts for s in (1, 1, 2))
    assert first == again != other
    assert induction.batches(rng(1)).texts[:5] != first[:5]  # 32, not 20, at once
    assert len(induction.batches(rng(1)).texts) == 32


def test_texts_of_your_own():
    found = induction.read("StorkStor", "abababaab")
    assert found.texts == ["storkstor", "abababaab"]
    assert found.ids[0].tolist() == [18, 19, 14, 17, 10, 18, 19, 14, 17]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((), "texts is empty"),
        (("a",), "expected 2 to 24 letters"),
        (("ab" * 13,), "expected 2 to 24 letters"),
        (("two words",), "from a to z"),
        (("naïve",), "from a to z"),
        ((["a", "b"],), "from a to z"),
        (("abc", "ab"), "texts have 2 and 3 letters"),
    ],
)
def test_other_texts_are_refused(texts, message):
    with pytest.raises(ValueError, match=message):
        induction.read(*texts)


@pytest.mark.parametrize("n", [0, -1, 2.0, True])
def test_sample_wants_a_whole_number(n):
    with pytest.raises(ValueError, match="n is"):
        induction.sample(rng(), n)


@pytest.mark.parametrize(
    ("periods", "message"),
    [
        ((), "periods is"),
        ((1, 4), "from 2 to 23"),
        ((4, 24), "from 2 to 23"),
        ((4.5,), "period is 4.5"),
    ],
)
def test_periods_are_checked(periods, message):
    with pytest.raises(ValueError, match=message):
        induction.sample(rng(), 2, periods)


# What can be known


def test_what_can_be_known_letter_by_letter():
    """Found by walking through the text: not the module's own way."""
    found = induction.sample(rng(3), 60)
    own = induction.read("banana", "noontt")
    for sequences in (found, own):
        for n, text in enumerate(sequences.texts):
            for i, letter in enumerate(text):
                before = [j for j in range(i) if text[j] == letter]
                last = i == len(text) - 1
                assert sequences.known[n, i] == (bool(before) and not last)
                after = np.flatnonzero(sequences.after[n, i]).tolist()
                assert after == [j + 1 for j in before]


def test_from_the_second_copy_on_everything_can_be_known():
    found = induction.sample(rng(), 50)
    for text, known in zip(found.texts, found.known, strict=True):
        assert np.flatnonzero(known).tolist() == list(range(period_of(text), 23))


def test_the_letter_to_look_at_is_the_next_one():
    found = induction.sample(rng(), 50)
    for n, i in zip(*np.nonzero(found.known), strict=True):
        assert set(found.ids[n][found.after[n, i]]) == {found.ids[n, i + 1]}


# What is counted


def test_only_what_can_be_known_counts_as_right():
    found = induction.read("abcabca")
    right = np.array([[9, 9, 9, 1, 2, 0, 9]])  # 9: the first copy, and the end
    assert induction.accuracy(found, right) == 1
    assert induction.accuracy(found, found.ids) == 0
    right[0, 4] = 0
    assert induction.accuracy(found, right) == pytest.approx(2 / 3)


def test_shares_are_taken_where_they_are_of_use():
    found = induction.read("abcabc", "xyxyxy")
    weights = np.zeros((2, 3, 6, 6))
    weights[0, 0, 1, 0], weights[0, 0, 2, 1] = 0.9, 0.6  # b looks at a, c at b
    weights[1, 0, 1, 0] = 0.3  # y at x
    weights[0, 0, 4, 3] = 1  # not in the first copy: does not count
    weights[0, 1, 3, 1], weights[0, 1, 4, 2] = 0.8, 0.6  # a at b, b at c
    weights[1, 1, 2, 1] = 0.4  # x at y
    weights[1, 1, 3, 2] = 0.1  # y at the second x
    weights[1, 1, 4, [1, 3]] = 0.2, 0.3  # x at both y
    weights[0, 1, 5, 3] = 1  # the last letter: nothing follows, does not count
    previous = induction.previous_shares(found, weights)
    assert previous == pytest.approx([(0.9 + 0.6 + 0.3) / 3, 0, 0])
    after = induction.after_shares(found, weights)
    assert after == pytest.approx([0, (0.8 + 0.6 + 0.4 + 0.1 + 0.5) / 5, 0])


def test_the_control_looks_at_all_letters_so_far_alike():
    found = induction.read("abcab", "vwxyz")
    weights = induction.even_weights(found)
    assert weights.shape == (2, 1, 5, 5)
    assert weights[1, 0, 3].tolist() == [0.25, 0.25, 0.25, 0.25, 0]
    assert induction.after_shares(found, weights) == pytest.approx([1 / 4])


def test_what_does_not_fit_is_refused():
    found = induction.read("abcabc")
    with pytest.raises(ValueError, match=r"predicted has shape \[6\], expected \[1, 6"):
        induction.accuracy(found, found.ids[0])
    for measure in (induction.previous_shares, induction.after_shares):
        with pytest.raises(ValueError, match=r"weights has shape \[1, 6, 6\], exp"):
            measure(found, np.zeros((1, 6, 6)))
    different = induction.read("abc")
    with pytest.raises(ValueError, match="no letter that stood before"):
        induction.accuracy(different, different.ids)
    with pytest.raises(ValueError, match="no letter that stood before"):
        induction.after_shares(different, np.zeros((1, 1, 3, 3)))
    with pytest.raises(ValueError, match="no new letter"):
        induction.previous_shares(induction.read("aaa"), np.zeros((1, 1, 3, 3)))
