"""The exercises' attention functions run the real model, in every style."""

import numpy as np
import pytest

from course_lib.exercises.lesson_02 import EXERCISES, attention
from course_lib.model import language_model

PROMPT = "The capital of France is"
RIGHT = (attention.my_attention, *EXERCISES["02.6"].accepted)


def by_name(function):
    """Call by name, as `check` does where a style has its arguments in other order."""
    return lambda q, k, v, mask: function(q=q, k=k, v=v, mask=mask)


@pytest.mark.parametrize("function", RIGHT, ids=lambda f: f.__name__)
def test_every_style_gives_the_model_s_own_logits(function):
    ours = language_model.forward(PROMPT).logits
    theirs = language_model.forward(PROMPT, attention=by_name(function)).logits
    assert np.abs(np.asarray(theirs) - ours).max() < 1e-3


def test_the_reference_says_paris():
    words = language_model.next_words(PROMPT, attention=attention.my_attention)
    assert words[0][0].strip() == "Paris"
