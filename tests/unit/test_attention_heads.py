"""Many heads: against reference numbers, torch's own module, and GPT-2's block.

The library needs no biases and no layer norm, so a few lines here add them.
"""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import attention
from course_lib.attention import merge_heads, multi_head_attention, split_heads

CASES = np.load(Path(__file__).parent / "oracle" / "attention_cases.npz")


def case(key, part):
    """Return the arrays of one reference case as a dict."""
    start = f"{key}/{part}/"
    return {name[len(start) :]: CASES[name] for name in CASES if name.startswith(start)}


def with_bias(x, weights, biases, W_o, b_o, n_heads, mask=None):
    """Run multi_head_attention with biases: each is the row of a column of ones."""
    x = np.concatenate([x, np.ones((*x.shape[:-1], 1))], axis=-1)
    matrices = [np.vstack(pair) for pair in zip(weights, biases, strict=True)]
    out, looks = multi_head_attention(x, *matrices, W_o, n_heads, mask)
    return out + b_o, looks


def gpt2_attention(x, c_attn, b_attn, c_proj, b_proj, n_heads):
    """Do what GPT-2's attention does: one matrix holds W_q, W_k and W_v."""
    weights, biases = np.split(c_attn, 3, axis=1), np.split(b_attn, 3)
    mask = attention.causal_mask(x.shape[-2])
    return with_bias(x, weights, biases, c_proj, b_proj, n_heads, mask)


def layer_norm(x, weight, bias):
    centered = x - x.mean(-1, keepdims=True)
    return centered / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * weight + bias


def gelu(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def gpt2_block(x, part, n_heads):
    """x + attention(norm(x)), then x + MLP(norm(x)): the norms come first."""
    normed = layer_norm(x, *part("ln_1"))
    x = (
        x
        + gpt2_attention(normed, *part("attn__c_attn"), *part("attn__c_proj"), n_heads)[
            0
        ]
    )
    W_up, b_up, W_down, b_down = *part("mlp__c_fc"), *part("mlp__c_proj")
    return x + gelu(layer_norm(x, *part("ln_2")) @ W_up + b_up) @ W_down + b_down


# Reference numbers


def test_reference_multi_head_with_biases():
    given_, expected = case("19_mha_self_bias", "in"), case("19_mha_self_bias", "out")
    out, weights = with_bias(
        given_["xq"],
        [given_[name] for name in ("Wq", "Wk", "Wv")],
        [given_[name] for name in ("bq", "bk", "bv")],
        *(given_[name] for name in ("Wo", "bo")),
        int(given_["n_heads"]),
    )
    np.testing.assert_allclose(out, expected["out"], atol=1e-12, rtol=0)
    np.testing.assert_allclose(weights, expected["weights"], atol=1e-12, rtol=0)


def test_reference_gpt2_attention():
    given_, expected = case("24_gpt2_attention", "in"), case("24_gpt2_attention", "out")
    names = ("c_attn_weight", "c_attn_bias", "c_proj_weight", "c_proj_bias")
    arrays = [given_[name] for name in names]
    out, weights = gpt2_attention(given_["x"], *arrays, int(given_["n_heads"]))
    np.testing.assert_allclose(out, expected["out"], atol=1e-12, rtol=0)
    np.testing.assert_allclose(weights, expected["weights"], atol=1e-12, rtol=0)


def test_reference_gpt2_of_two_blocks():
    key = "46_tiny_gpt2_forward_loss"
    given_, expected = case(key, "in"), case(key, "out")

    def part(name):
        return [given_[f"transformer__{name}__{kind}"] for kind in ("weight", "bias")]

    ids, E = given_["ids"], given_["transformer__wte__weight"]
    x = E[ids] + given_["transformer__wpe__weight"][: ids.shape[1]]
    for layer in (0, 1):
        x = gpt2_block(x, lambda name, at=layer: part(f"h__{at}__{name}"), n_heads=3)
    logits = layer_norm(x, *part("ln_f")) @ E.T
    np.testing.assert_allclose(logits, expected["logits"], atol=1e-9, rtol=0)
    shares = attention.softmax(logits[:, :-1])
    right = np.take_along_axis(shares, ids[:, 1:, None], axis=-1)
    assert -np.log(right).mean() == pytest.approx(expected["next_token_loss"], abs=1e-9)


# torch's own module


def torch_heads(W_q, W_k, W_v, W_o, n_heads):
    """Return torch's module with these matrices: it keeps them transposed."""
    import torch  # takes longer than the other tests of this file together

    module = torch.nn.MultiheadAttention(
        len(W_q), n_heads, bias=False, batch_first=True, dtype=torch.float64
    )
    side_by_side = np.concatenate([W_q, W_k, W_v], axis=1).T
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.from_numpy(side_by_side))
        module.out_proj.weight.copy_(torch.from_numpy(W_o.T))

    def run(x, y, hidden=None):
        x, y = torch.from_numpy(x), torch.from_numpy(y)
        hidden = None if hidden is None else torch.from_numpy(hidden)
        with torch.no_grad():
            out, looks = module(x, y, y, attn_mask=hidden, average_attn_weights=False)
        return out.numpy(), looks.numpy()

    return run


@pytest.mark.parametrize("masked", [False, True])
def test_multi_head_equals_torch(masked):
    rng = np.random.default_rng(4)
    x, matrices = rng.normal(size=(2, 5, 12)), rng.normal(size=(4, 12, 12)) / 3
    mask = attention.causal_mask(5) if masked else None
    ours = multi_head_attention(x, *matrices, 3, mask)
    theirs = torch_heads(*matrices, 3)(x, x, ~mask if masked else None)
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-12, rtol=0)


def test_heads_between_two_texts_equal_torch():
    """Queries of one text, keys and values of another: from the library's parts."""
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=(2, 4, 12)), rng.normal(size=(2, 7, 12))
    W_q, W_k, W_v, W_o = rng.normal(size=(4, 12, 12)) / 3
    q, k, v = split_heads(x @ W_q, 3), split_heads(y @ W_k, 3), split_heads(y @ W_v, 3)
    heads, weights = attention.scaled_dot_product_attention(q, k, v)
    out, looks = torch_heads(W_q, W_k, W_v, W_o, 3)(x, y)
    assert weights.shape == (2, 3, 4, 7)
    np.testing.assert_allclose(weights, looks, atol=1e-12, rtol=0)
    np.testing.assert_allclose(merge_heads(heads) @ W_o, out, atol=1e-12, rtol=0)


# Promises


def heads_and_all(seed=6, T=5, d_model=7, n_heads=3, d_head=2, d_v=4, lead=(2,)):
    """Return random arrays whose sizes all differ."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(*lead, T, d_model))
    widths = [n_heads * d_head] * 2 + [n_heads * d_v]
    W_q, W_k, W_v = (rng.normal(size=(d_model, width)) for width in widths)
    return x, W_q, W_k, W_v, rng.normal(size=(n_heads * d_v, d_model))


@pytest.mark.parametrize("masked", [False, True])
def test_each_head_is_its_own_block_whatever_the_sizes(masked):
    x, W_q, W_k, W_v, W_o = heads_and_all()
    mask = attention.causal_mask(5) if masked else None
    out, weights = multi_head_attention(x, W_q, W_k, W_v, W_o, 3, mask)
    total = 0
    for h in range(3):
        qk, v = slice(2 * h, 2 * h + 2), slice(4 * h, 4 * h + 4)
        scores = x @ W_q[:, qk] @ np.swapaxes(x @ W_k[:, qk], -1, -2) / math.sqrt(2)
        if masked:
            scores[:, ~mask] = -np.inf
        exps = np.exp(scores - scores.max(-1, keepdims=True))
        shares = exps / exps.sum(-1, keepdims=True)
        np.testing.assert_allclose(weights[:, h], shares, atol=1e-12)
        total = total + shares @ (x @ W_v[:, v]) @ W_o[v]
    np.testing.assert_allclose(out, total, atol=1e-11)


@given(st.integers(0, 10_000), st.permutations(range(5)))
def test_permuting_tokens_permutes_what_the_heads_return(seed, order):
    x, *matrices = heads_and_all(seed)
    out, weights = multi_head_attention(x, *matrices, 3)
    moved, moved_weights = multi_head_attention(x[:, order], *matrices, 3)
    np.testing.assert_allclose(moved, out[:, order], atol=1e-10)
    expected = weights[..., order, :][..., order]
    np.testing.assert_allclose(moved_weights, expected, atol=1e-10)


@pytest.mark.parametrize("changed", range(1, 5))
def test_a_later_token_cannot_change_an_earlier_output_of_any_head(changed):
    x, *matrices = heads_and_all()
    mask = attention.causal_mask(5)
    before, _ = multi_head_attention(x, *matrices, 3, mask)
    x[:, changed:] += 3
    after, _ = multi_head_attention(x, *matrices, 3, mask)
    assert (after[:, :changed] == before[:, :changed]).all()
    assert (after[:, changed:] != before[:, changed:]).any()


def test_a_mask_of_each_sentence_holds_for_all_its_heads():
    x, *matrices = heads_and_all(lead=(4,))
    lengths = np.array([5, 3, 1, 4])
    padded = np.arange(5) < lengths[:, None]  # [sentence, key]
    mask = np.broadcast_to(padded[:, None], (4, 5, 5))
    out, weights = multi_head_attention(x, *matrices, 3, mask)
    for n, length in enumerate(lengths):
        assert (weights[n, :, :, length:] == 0).all()
        alone, _ = multi_head_attention(x[n, :length], *matrices, 3)
        np.testing.assert_allclose(out[n, :length], alone, atol=1e-12)


def test_a_word_that_may_see_nothing_receives_zeros_from_every_head():
    x, *matrices = heads_and_all()
    mask = attention.causal_mask(5) & (np.arange(5) != 2)[:, None]
    out, weights = multi_head_attention(x, *matrices, 3, mask)
    assert (weights[:, :, 2] == 0).all()
    assert (out[:, 2] == 0).all()
    assert np.isfinite(out).all()


@pytest.mark.parametrize("lead", [(), (2,), (2, 3)])
def test_splitting_and_merging_are_each_other_s_opposite(lead):
    x = np.random.default_rng(7).normal(size=(*lead, 5, 12))
    heads = split_heads(x, 4)
    assert heads.shape == (*lead, 4, 5, 3)
    for h in range(4):
        assert (heads[..., h, :, :] == x[..., 3 * h : 3 * h + 3]).all()
    assert (merge_heads(heads) == x).all()
    assert (split_heads(merge_heads(heads), 4) == heads).all()
