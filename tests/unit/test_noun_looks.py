"""The fixed sentences and prompts, and what was recorded of heads on them."""

import pytest

from course_lib import noun_looks, value_maps
from course_lib.noun_looks import SENTENCES, WORDINGS, color_prompts


@pytest.fixture(autouse=True)
def _no_model(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL_DIR", str(tmp_path))


def test_there_are_24_sentences_of_five_words_and_no_word_is_both_adjectives():
    assert len(SENTENCES) == len(set(SENTENCES)) == 24
    for first, _, _, second, _ in SENTENCES:
        assert first != second
    assert all(len(sentence) == 5 for sentence in SENTENCES)


@pytest.mark.parametrize("wording", WORDINGS)
def test_each_prompt_names_its_color_once_and_asks_for_it_at_the_end(wording):
    texts, words = color_prompts(wording)
    assert len(set(texts)) == len(words) == 35
    for text, word in zip(texts, words, strict=True):
        assert text.count(word) == 1
        assert text.endswith(("is", "was"))


def test_what_was_recorded_can_be_asked_for_and_sums_to_less_than_one():
    heads = ((13, 1), (13, 6), (16, 0), (1, 2))
    found = noun_looks.noun_looks(SENTENCES, heads)
    assert {part.shape for part in found.values()} == {(4, 24)}
    assert (found["own"] + found["other"] + found["far_control"] < 1).all()


def test_another_head_needs_the_model():
    with pytest.raises(ValueError, match=r"course\.py model"):
        noun_looks.noun_looks(SENTENCES, ((13, 2),))


def test_the_recorded_value_map_has_the_rank_of_a_head():
    strengths = value_maps.value_spectrum(13, 1)
    assert strengths.shape == (576,)
    assert (strengths > 1e-3).sum() == 64
