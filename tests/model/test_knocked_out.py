"""knock_out on the real model: a head that is gone changes what comes next."""

import numpy as np
import pytest

from course_lib.knock_out import knock_out
from course_lib.model import language_model

TEXT = "The capital of France is"


def test_before_is_the_whole_model(model):
    found = knock_out((TEXT, "Paris is the capital of"), (" Paris", " France"), ())
    words = dict(language_model.next_words(TEXT))
    assert found["before"][0] == pytest.approx(words[" Paris"], abs=1e-6)
    assert (found["before"] == found["after"]).all()


def test_without_all_heads_the_word_is_gone(model):
    all_heads = tuple((layer, head) for layer in range(30) for head in range(9))
    found = knock_out((TEXT,), (" Paris",), all_heads)
    assert found["after"][0] < 0.01 < found["before"][0]


def test_a_learner_s_cutter_is_used(model):
    def nothing(heads):
        return lambda point, layer, x: None

    found = knock_out((TEXT,), (" Paris",), ((18, 6),), cutter=nothing)
    assert np.array_equal(found["before"], found["after"])


def test_a_word_a_text(model):
    with pytest.raises(ValueError, match="words holds 2, expected one a text: 1"):
        knock_out((TEXT,), (" Paris", " London"), ())
