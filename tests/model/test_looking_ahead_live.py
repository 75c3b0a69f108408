"""Looking ahead, on texts that no lesson has recorded."""

import numpy as np
import pytest

from course_lib import looking_ahead
from course_lib.model import language_model


def test_a_pass_of_its_own_is_what_loss_measures():
    text = "The lamp went out, and nobody spoke."
    found = looking_ahead.surprises(text, "nothing cut", 1)
    assert found["one_pass"].mean() == pytest.approx(
        language_model.loss(text), abs=1e-4
    )
    assert np.allclose(found["one_pass"], found["own_pass"], atol=1e-3)
    assert found["tokens"].tolist() == language_model.tokenize(text)[1:]


def test_every_second_piece_is_a_part_of_every_piece():
    text = "The lamp went out, and nobody spoke."
    each, second = (looking_ahead.surprises(text, "no mask", n) for n in (1, 2))
    assert second["tokens"].tolist() == each["tokens"].tolist()[1::2]
    assert np.allclose(second["own_pass"], each["own_pass"][1::2], atol=1e-4)


def test_texts_that_begin_apart_and_texts_of_one_piece_are_refused():
    with pytest.raises(ValueError, match="begin with different pieces"):
        looking_ahead.shared_start("One mole", "Two moles", "nothing cut")
    with pytest.raises(ValueError, match="text is one piece"):
        looking_ahead.surprises("One", "nothing cut", 1)
