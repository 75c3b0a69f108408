"""What lesson 03 says of real heads holds on the live model, and in other wordings."""

import pytest

from course_lib import noun_looks
from course_lib.knock_out import knock_out
from course_lib.model import language_model


@pytest.mark.parametrize("wording", noun_looks.WORDINGS[1:])
def test_in_other_wordings_the_adjective_head_hardly_counts(model, wording):
    texts, words = noun_looks.color_prompts(wording)
    found = knock_out(texts, words, ((13, 1),))
    assert abs(found["after"].mean() - found["before"].mean()) < 0.01


def test_every_word_of_the_sentences_and_prompts_is_one_piece(model):
    encode = language_model.load().tokenizer.encode
    words = {word for sentence in noun_looks.SENTENCES for word in sentence}
    for word in (*words, *noun_looks.COLORS, *noun_looks.THINGS):
        assert len(encode(f" {word}")) == 1, word


def test_looks_are_read_off_the_weights_at_the_named_words(model):
    sentence = ("hungry", "dog", "chased", "black", "cat")
    found = noun_looks.noun_looks((sentence, ("old", *sentence[1:])), ((13, 1),))
    rows = {}

    def keep(point, layer, x):
        if point == "weights" and layer == 13:
            rows["row"] = x[1, -1]

    run = language_model.forward("\nThe hungry dog chased the black cat", edit=keep)
    at = dict(zip(run.tokens, rows["row"], strict=True))
    assert found["own"][0, 0] == pytest.approx(at[" black"])
    assert found["other"][0, 0] == pytest.approx(at[" hungry"])
    assert found["far_control"][0, 0] == pytest.approx(at[" the"])
    run = language_model.forward("\nThe hungry dog chased the cat", edit=keep)
    at = dict(zip(run.tokens, rows["row"], strict=True))
    assert found["no_adjective"][0, 0] == pytest.approx(at[" the"])


def test_a_sentence_has_five_words_of_one_piece(model):
    with pytest.raises(ValueError, match="expected adjective, noun, verb, adjective"):
        noun_looks.noun_looks((("hungry", "dog"),), ((13, 1),))
    words = ("verdant", "dog", "chased", "black", "cat")
    with pytest.raises(ValueError, match="' verdant' is 3 pieces"):
        noun_looks.noun_looks((words,), ((13, 1),))
