"""Parts of the real model left out, and its numbers counted in its own file."""

import numpy as np
import pytest

from course_lib.counting import models, on_disk
from course_lib.knock_out import losses_without
from course_lib.model import language_model

TEXT = "The mole was blind, but it knew Mira by her voice."


def test_an_empty_group_leaves_the_model_whole(model):
    found = losses_without("mlp", TEXT, ((), (0,)))
    assert found.dtype == np.float32
    assert found[0] == pytest.approx(language_model.loss(TEXT), abs=1e-5)
    assert found[1] > found[0] + 4


def test_all_layers_at_once_are_worse_than_any_one(model):
    groups = ((5,), (20,), tuple(range(30)))
    found = losses_without("attention", TEXT, groups)
    assert found.argmax() == 2


def test_every_number_of_the_file_belongs_to_a_part_that_is_counted(model):
    names = ("embedding", "W_qkv", "W_o", "W_gate_up", "W_down")
    norms = ("attention_norm", "mlp_norm", "final_norm")
    found = on_disk.stored(names + norms)
    assert found["parts"].sum() == found["numbers"] == models.SMOLLM2.total()
    assert found["parts"][len(names) :].sum() == models.SMOLLM2.parts()["norms"]
    assert 0 < found["bytes"] - 4 * found["numbers"] < 1_000


def test_an_unknown_part_is_refused(model):
    with pytest.raises(ValueError, match="'W_q' is no part of the model: expected"):
        on_disk.stored(("W_q",))
