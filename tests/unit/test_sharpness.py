"""sharpness.py: the two ends, and the gradient against a nudge."""

import numpy as np
import pytest

from course_lib.attention import softmax
from course_lib.sharpness import sharpness


def test_an_even_row_is_as_undecided_as_can_be():
    largest, entropy, gradient = sharpness(np.zeros((3, 16)))
    assert largest == pytest.approx(1 / 16)
    assert entropy == pytest.approx(np.log(16))
    assert gradient > 0.2


def test_a_verdict_has_no_entropy_and_no_gradient():
    largest, entropy, gradient = sharpness([[1000.0, 0.0, 0.0]])
    assert (largest, entropy, gradient) == (1, 0, 0)


def test_the_gradient_is_what_a_nudge_does():
    scores = np.random.default_rng(0).normal(size=(1, 5))
    nudged = scores + 1e-6 * np.eye(5)  # each score in turn, a row each
    slope = (softmax(nudged) - softmax(scores)) / 1e-6
    assert sharpness(scores)[2] == pytest.approx(np.sqrt((slope**2).sum()), rel=1e-4)


def test_bad_scores_are_refused():
    with pytest.raises(ValueError, match="scores holds NaN"):
        sharpness([[np.nan, 1.0]])
