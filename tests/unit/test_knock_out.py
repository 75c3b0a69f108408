"""knock_out.py: which numbers an edit empties; its measurement is a model test."""

import numpy as np
import pytest

from course_lib.knock_out import without_heads, without_part


def test_only_the_named_heads_are_emptied_at_their_layer():
    edit = without_heads(((2, 1), (2, 3), (4, 0)))
    x = np.random.default_rng(0).normal(size=(9, 5, 64))
    found = edit("heads", 2, x.copy())
    assert (found[[1, 3]] == 0).all()
    assert (found[[0, 2, *range(4, 9)]] == x[[0, 2, *range(4, 9)]]).all()
    assert (edit("heads", 4, x.copy())[0] == 0).all()


def test_all_else_is_left_alone():
    edit = without_heads(((2, 1),))
    x = np.ones((9, 5, 64))
    assert edit("heads", 1, x) is None
    assert edit("q", 2, x) is None
    assert (x == 1).all()


def test_a_part_adds_nothing_in_the_named_layers_alone():
    edit = without_part("attention", range(10, 12))
    x = np.random.default_rng(1).normal(size=(5, 576)).astype(np.float32)
    for layer in (10, 11):
        found = edit("attention_update", layer, x.copy())
        assert (found == 0).all()
        assert found.dtype == np.float32
    assert edit("attention_update", 12, x) is None
    assert edit("mlp_update", 10, x) is None


def test_no_layers_leave_the_model_whole():
    assert without_part("mlp", ())("mlp_update", 0, np.ones(3)) is None


def test_another_part_is_refused():
    with pytest.raises(
        ValueError, match="part is 'MLP', expected 'attention' or 'mlp'"
    ):
        without_part("MLP", (0,))
