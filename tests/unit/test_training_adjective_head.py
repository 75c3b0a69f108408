"""training/: what the adjective head learns, and the loop that trains it.

What is trained is tested on five seeds at coarse thresholds; each head takes about a
second, and is trained once for all tests.
"""

from functools import lru_cache

import numpy as np
import pytest
import torch

from course_lib import attention, phrases
from course_lib.training import AdjectiveHead, train

SEEDS = range(5)


def batches(rng):
    return phrases.sample(rng, 64)


@lru_cache
def trained(seed, reads="update", positions=True, steps=300):
    head = AdjectiveHead(reads=reads, positions=positions, seed=seed)
    train(head, batches, steps=steps, seed=seed)
    return head


@lru_cache
def sentences(held_out):
    return phrases.sample(np.random.default_rng(99), 500, held_out)


def exact(head, held_out):
    found = sentences(held_out)
    return phrases.exact_sets(found, head.answer(found)[0])


def test_the_head_is_the_course_s_own_attention_and_matrices():
    head = AdjectiveHead(seed=3).double()
    found = phrases.read("a fluffy blue creature roamed the verdant forest")
    E, P, W_q, W_k, W_v, W_o, W_u = (
        getattr(head, name).detach().numpy()
        for name in ("E", "P", "W_q", "W_k", "W_v", "W_o", "W_u")
    )
    x = E[found.ids[0]] + P[:8]
    update, weights = attention.multi_head_attention(
        x, W_q, W_k, W_v, W_o, n_heads=1, mask=attention.causal_mask(8)
    )
    numbers, theirs = head(torch.from_numpy(found.ids))
    assert np.abs(theirs[0].detach().numpy() - weights[0]).max() < 1e-12
    assert np.abs(numbers[0].detach().numpy() - update @ W_u).max() < 1e-12


def test_what_the_head_reads():
    found = phrases.read("the quiet river")
    ids = torch.from_numpy(found.ids)
    update, residual = (AdjectiveHead(reads=r)(ids)[0] for r in ("update", "residual"))
    head = AdjectiveHead()
    x = head.E[ids] + head.P[:3]
    assert torch.allclose(residual - update, x @ head.W_u, atol=1e-5)
    with pytest.raises(ValueError, match="reads is 'both', expected 'update' or"):
        AdjectiveHead(reads="both")


def test_without_positions_the_order_of_earlier_words_does_not_count():
    ids = torch.tensor([[0, 1, 20], [1, 0, 20]])
    without, given = (AdjectiveHead(positions=p)(ids)[0] for p in (False, True))
    assert torch.allclose(without[0, 2], without[1, 2], atol=1e-5)
    assert not torch.allclose(given[0, 2], given[1, 2], atol=1e-2)


def test_filling_up_a_sentence_changes_nothing():
    short = "the quiet river"
    alone, filled = phrases.read(short), phrases.read(short, "a river loved the river")
    head = AdjectiveHead()
    numbers = [head(torch.from_numpy(found.ids))[0][0, :3] for found in (alone, filled)]
    assert torch.allclose(*numbers, atol=1e-5)


# The loop


def test_a_seed_gives_the_same_numbers_again_whatever_happened_before():
    runs = []
    for seed in (0, 0, 1):
        torch.manual_seed(len(runs))  # neither torch's nor NumPy's own state counts
        np.random.seed(len(runs))  # noqa: NPY002
        head = AdjectiveHead(seed=seed)
        runs.append((train(head, batches, steps=20, seed=seed), head.W_q.detach()))
    assert np.array_equal(runs[0][0], runs[1][0])
    assert torch.equal(runs[0][1], runs[1][1])
    assert not np.array_equal(runs[0][0], runs[2][0])


def test_the_loop_uses_one_thread_and_returns_a_loss_a_step():
    losses = train(AdjectiveHead(), batches, steps=7, seed=0)
    assert losses.shape == (7,)
    assert torch.get_num_threads() == 1


def test_a_step_is_as_large_as_it_is_said():
    """Where the slope never changes, each of Adam's steps is the step size itself."""
    slope = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.zeros_(slope.weight)
    slope.loss = lambda batch: 3 * slope.weight.sum()
    losses = train(slope, lambda rng: None, steps=10, seed=0)
    sizes = 0.01 * (1 - np.arange(10) / 10)
    expected = -3 * np.concatenate([[0], sizes.cumsum()[:-1]])
    np.testing.assert_allclose(losses, expected, atol=1e-6)
    assert slope.weight.item() == pytest.approx(-sizes.sum(), abs=1e-6)


@pytest.mark.parametrize("steps", [0, 1.5, True])
def test_steps_are_a_whole_number(steps):
    with pytest.raises(ValueError, match="steps is"):
        train(AdjectiveHead(), batches, steps, seed=0)


def test_nothing_is_printed_where_a_program_runs_the_notebook(monkeypatch, capsys):
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    train(AdjectiveHead(), batches, steps=30, seed=0)
    assert capsys.readouterr() == ("", "")


def test_in_jupyterlab_the_steps_are_counted_on_a_line_that_is_wiped(
    monkeypatch, capsys
):
    monkeypatch.setenv("JPY_SESSION_NAME", "notebooks/03.ipynb")
    train(AdjectiveHead(), batches, steps=60, seed=0)
    shown = capsys.readouterr().out
    assert "\rstep 25 of 60\rstep 50 of 60\r" in shown
    assert "\n" not in shown
    assert shown.endswith("\r")
    assert shown.split("\r")[-2] == " " * len("step 60 of 60")


# What is learned


@pytest.mark.parametrize("seed", SEEDS)
def test_the_head_names_adjectives_that_it_never_saw_with_the_noun(seed):
    head = trained(seed)
    assert exact(head, held_out=False) > 0.95
    assert exact(head, held_out=True) > 0.95


@pytest.mark.parametrize("seed", SEEDS)
def test_nouns_look_at_their_own_adjectives(seed):
    found = sentences(held_out=True)
    own, other = phrases.shares(found, trained(seed).answer(found)[1])
    assert own > 0.7
    assert other < 0.03


@pytest.mark.parametrize("seed", SEEDS)
def test_the_course_s_sentence_is_answered(seed):
    found = phrases.read("A fluffy blue creature roamed the verdant forest")
    named, weights = trained(seed).answer(found)
    assert phrases.exact_sets(found, named) == 1
    assert weights[0, 3, [1, 2]].min() > 0.25
    assert weights[0, 7].argmax() == 6


@pytest.mark.parametrize("seed", SEEDS)
def test_read_from_the_residual_new_pairs_fail_more_often(seed):
    head = trained(seed, reads="residual")
    assert exact(head, held_out=False) > 0.95
    assert exact(head, held_out=True) < exact(trained(seed), held_out=True) - 0.03


def test_five_times_the_steps_mend_reading_the_residual():
    """The seed that fails most at 300 steps; measured once, all five reach .99."""
    assert exact(trained(3, reads="residual"), held_out=True) < 0.85
    long = trained(3, reads="residual", steps=5 * 300)
    assert exact(long, held_out=True) > 0.97


@pytest.mark.parametrize("seed", SEEDS)
def test_without_positions_new_pairs_fail(seed):
    assert exact(trained(seed, positions=False), held_out=True) < 0.7


@pytest.mark.parametrize("seed", SEEDS)
def test_untrained_it_names_nothing_right(seed):
    assert exact(AdjectiveHead(seed=seed), held_out=True) < 0.05


@pytest.mark.parametrize("seed", SEEDS)
def test_in_the_residual_a_noun_s_own_vector_gives_away_what_it_was_trained_with(seed):
    head = trained(seed, reads="residual")
    says = (head.E @ head.W_u).detach().numpy()  # [33, 16]: no attention, no place
    kept, held = (
        [says[phrases.ROWS[n], phrases.ROWS[a]] for n in pairs for a in pairs[n]]
        for pairs in (phrases.TO_TRAIN_ON, phrases.HELD_OUT)
    )
    assert np.mean(np.array(kept)[:, None] > np.array(held)) > 0.9
