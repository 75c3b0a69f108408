"""training/attention_only.py: the course's own attention, and what it learns.

What is trained is tested on five seeds at coarse thresholds; each model takes about a
second, and is trained once for all tests.
"""

from functools import lru_cache

import numpy as np
import pytest
import torch

from course_lib import attention, induction
from course_lib.training import AttentionOnly, train

SEEDS = range(5)


@lru_cache
def trained(seed, n_layers=2, n_heads=1):
    model = AttentionOnly(n_layers, n_heads, seed=seed)
    return model, train(model, induction.batches, steps=200, seed=seed)


@lru_cache
def sequences(new):
    periods = induction.NEW_PERIODS if new else induction.PERIODS
    return induction.sample(np.random.default_rng(99), 300, periods)


def right(model, new):
    found = sequences(new)
    return induction.accuracy(found, model.answer(found)[0])


def in_numpy(model, ids):
    """Do in NumPy, with the course's own attention, what the model does."""
    E, P, W_u = (getattr(model, name).detach().numpy() for name in ("E", "P", "W_u"))
    mask, x, looks = attention.causal_mask(len(ids)), E[ids] + P[: len(ids)], []
    for layer in model.layers:
        matrices = [layer[name].detach().numpy() for name in ("W_q", "W_k", "W_v")]
        update, weights = attention.multi_head_attention(
            x, *matrices, layer["W_o"].detach().numpy(), model.n_heads, mask
        )
        x = x + update
        looks.append(weights)
    return x @ W_u, looks


@pytest.mark.parametrize(("n_layers", "n_heads"), [(1, 1), (2, 1), (3, 2), (1, 3)])
def test_the_layers_are_the_course_s_own_attention(n_layers, n_heads):
    model = AttentionOnly(n_layers, n_heads, seed=3).double()
    found = induction.read("storkstorks", "lampslamps" + "l")
    numbers, weights = model(torch.from_numpy(found.ids))
    assert len(weights) == n_layers
    for n, ids in enumerate(found.ids):
        ours, looks = in_numpy(model, ids)
        assert np.abs(numbers[n].detach().numpy() - ours).max() < 1e-12
        for mine, theirs in zip(looks, weights, strict=True):
            assert mine.shape == (n_heads, 11, 11)
            assert np.abs(theirs[n].detach().numpy() - mine).max() < 1e-12


def test_a_later_letter_cannot_change_an_earlier_answer():
    one, other = (induction.read("storksto" + end) for end in ("rk", "zz"))
    model = AttentionOnly(n_heads=2)
    numbers = [model(torch.from_numpy(found.ids))[0][0] for found in (one, other)]
    assert torch.equal(numbers[0][:8], numbers[1][:8])
    assert not torch.allclose(numbers[0][8:], numbers[1][8:], atol=1e-3)


def test_the_loss_counts_the_next_letter_where_it_can_be_known():
    found = induction.read("abcabc")
    model = AttentionOnly()
    numbers = model(torch.from_numpy(found.ids))[0][0]
    shares = attention.softmax(numbers.detach().numpy())
    expected = -np.log([shares[3, 1], shares[4, 2]]).mean()  # after a: b; after b: c
    assert model.loss(found).item() == pytest.approx(expected, abs=1e-5)


def test_answers_are_arrays():
    found = induction.read("storksto", "abababab", "qrstuvwx")
    predicted, weights = AttentionOnly(3, 2).answer(found)
    assert isinstance(predicted, np.ndarray)
    assert predicted.shape == (3, 8)
    assert [looks.shape for looks in weights] == [(3, 2, 8, 8)] * 3
    np.testing.assert_allclose(np.array(weights).sum(-1), 1, atol=1e-5)


@pytest.mark.parametrize("given", [{"n_layers": 0}, {"n_heads": 0}, {"n_heads": 1.5}])
def test_layers_and_heads_are_whole_numbers(given):
    with pytest.raises(ValueError, match=f"{next(iter(given))} is"):
        AttentionOnly(**given)


def test_a_seed_gives_the_same_numbers_again_whatever_happened_before():
    runs = []
    for seed in (0, 0, 1):
        torch.manual_seed(len(runs))
        model = AttentionOnly(seed=seed)
        runs.append(train(model, induction.batches, steps=10, seed=seed))
    assert np.array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])


# What is learned


@pytest.mark.parametrize("seed", SEEDS)
def test_two_layers_continue_what_they_never_saw(seed):
    model, _ = trained(seed)
    assert right(model, new=False) > 0.97
    assert right(model, new=True) > 0.9  # copies of lengths never trained on


@pytest.mark.parametrize(
    ("seed", "n_heads"), [*((seed, 1) for seed in SEEDS), (0, 2), (1, 2)]
)
def test_one_layer_cannot_even_with_as_many_heads(seed, n_heads):
    model, losses = trained(seed, 1, n_heads)
    assert right(model, new=False) < 0.65
    assert right(model, new=True) < 0.1  # the lengths were learned by heart
    assert losses[-20:].mean() > 0.9


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_layer_looks_one_back_and_the_second_at_what_came_after(seed):
    for new in (False, True):
        found = sequences(new)
        first, second = trained(seed)[0].answer(found)[1]
        assert induction.previous_shares(found, first)[0] > 0.85
        assert induction.after_shares(found, second)[0] > 0.85
        assert induction.after_shares(found, first)[0] < 0.3  # each its own part
        assert induction.previous_shares(found, second)[0] < 0.5


@pytest.mark.parametrize("seed", SEEDS)
def test_untrained_or_with_one_layer_no_head_looks_so(seed):
    found = sequences(new=False)
    untrained = AttentionOnly(seed=seed).answer(found)
    assert induction.accuracy(found, untrained[0]) < 0.1
    for weights in (*untrained[1], *trained(seed, 1)[0].answer(found)[1]):
        assert induction.previous_shares(found, weights)[0] < 0.45
        assert induction.after_shares(found, weights)[0] < 0.35


@pytest.mark.parametrize("seed", SEEDS)
def test_the_loss_falls_at_once_after_a_slow_start(seed):
    """Within 40 steps it drops by more than half of all it ever loses."""
    _, losses = trained(seed)
    smooth = np.convolve(losses, np.ones(10) / 10, "valid")
    assert smooth[0] - smooth[10] < 1
    assert smooth[-1] < 0.05
    drop = smooth[:-40] - smooth[40:]
    assert drop.max() > 0.5 * (smooth[0] - smooth[-1])
