"""knock_out.py: which numbers an edit empties; its measurement is a model test."""

import numpy as np

from course_lib.knock_out import without_heads


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
