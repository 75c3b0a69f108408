"""Masks beside the causal one, and how far news travels under a mask."""

import numpy as np
import pytest

from course_lib.attention import causal_mask, scaled_dot_product_attention, softmax
from course_lib.masks import padding_mask, reach, square_mask, window_mask


@pytest.mark.parametrize(("n", "width"), [(1, 1), (5, 2), (7, 3), (4, 9)])
def test_a_window_shows_a_word_itself_and_those_shortly_before(n, width):
    for i, j in np.ndindex(n, n):
        assert window_mask(n, width)[i, j] == (i - width < j <= i)


def test_padding_is_hidden_as_a_key_from_every_query_of_its_sentence():
    rng = np.random.default_rng(0)
    is_word = np.arange(5) < np.array([[5], [2], [4]])
    mask = padding_mask(is_word) & causal_mask(5)
    assert mask.shape == (3, 5, 5)
    q, k, v = rng.normal(size=(3, 3, 5, 4))
    _, weights = scaled_dot_product_attention(q, k, v, mask)
    for sentence, words in zip(weights, is_word, strict=True):
        assert (sentence[:, ~words] == 0).all()
        np.testing.assert_allclose(sentence.sum(axis=1), 1)


def test_words_do_not_notice_padding_at_the_end():
    rng = np.random.default_rng(1)
    q, k, v = rng.normal(size=(3, 6, 4))
    is_word = np.arange(6) < 4
    mask = padding_mask(is_word) & causal_mask(6)
    filled, _ = scaled_dot_product_attention(q, k, v, mask)
    alone, _ = scaled_dot_product_attention(q[:4], k[:4], v[:4], causal_mask(4))
    np.testing.assert_allclose(filled[:4], alone)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n_layers", [0, 1, 2, 4])
def test_what_reach_forbids_no_layer_brings(seed, n_layers):
    """Layers of attention with a residual: a change arrives where reach says."""
    rng = np.random.default_rng(seed)
    mask = (rng.random((6, 6)) < 0.25) & causal_mask(6)
    scores = rng.normal(size=(6, 6))
    weights = softmax(np.where(mask, scores, -np.inf))
    known = reach(mask, n_layers)
    x = rng.normal(size=(6, 3))
    for j in range(6):
        y = x.copy()
        y[j] += 1
        a, b = x, y
        for _ in range(n_layers):
            a, b = a + weights @ a, b + weights @ b
        assert ((abs(a - b) > 1e-12).any(axis=1) == known[:, j]).all()


def test_a_window_takes_one_layer_a_step():
    for layers in range(6):
        known = reach(window_mask(6, 2), layers)[-1]
        assert np.flatnonzero(known)[0] == 5 - layers


def test_no_number_of_layers_brings_the_future():
    assert (reach(causal_mask(7), 30) == causal_mask(7)).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: window_mask(0, 1), "n is 0, expected at least 1"),
        (lambda: window_mask(3, 0), "width is 0, expected at least 1"),
        (lambda: padding_mask([1, 0]), r"is_word holds int64 .*expected booleans"),
        (lambda: padding_mask(True), r"is_word holds bool of shape \[\]"),
        (lambda: reach(np.eye(3), 1), r"mask holds float64 of shape \[3, 3\]"),
        (lambda: reach(causal_mask(2, 3), 1), r"mask holds bool of shape \[2, 3\]"),
        (lambda: reach(causal_mask(2), -1), "n_layers is -1, expected at least 0"),
        (lambda: square_mask([]), r"of shape \[0\], expected booleans"),
    ],
)
def test_bad_input_gets_one_clear_sentence(call, message):
    with pytest.raises(ValueError, match=message):
        call()
