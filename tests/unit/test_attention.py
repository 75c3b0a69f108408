"""attention.py against reference numbers, against torch, and against its promises."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.attention import (
    causal_mask,
    merge_heads,
    multi_head_attention,
    scaled_dot_product_attention,
    softmax,
    split_heads,
)

CASES = np.load(Path(__file__).parent / "oracle" / "attention_cases.npz")


def case(key, part):
    """Return the arrays of one reference case as a dict."""
    start = f"{key}/{part}/"
    return {name[len(start) :]: CASES[name] for name in CASES if name.startswith(start)}


def qkv(seed=0, lead=(), n_q=5, n_k=7, d_head=3, d_v=4, dtype=np.float64):
    """Return random q, k, v whose sizes all differ."""
    rng = np.random.default_rng(seed)
    shapes = [(n_q, d_head), (n_k, d_head), (n_k, d_v)]
    return [rng.normal(size=(*lead, *shape)).astype(dtype) for shape in shapes]


# Reference numbers


@pytest.mark.parametrize(
    "key",
    [
        "01_sdpa_2d",
        "02_sdpa_batch_heads",
        "03_sdpa_dv_ne_dk",
        "04_sdpa_cross_Tq_ne_Tk",
        "05_sdpa_causal",
        "07_sdpa_key_padding_mask",
        "13_sdpa_zero_query_uniform",
    ],
)
def test_reference_case(key):
    given_, expected = case(key, "in"), case(key, "out")
    mask = given_.get("keep_mask")
    if "causal" in key:
        mask = causal_mask(given_["q"].shape[-2])
    out, weights = scaled_dot_product_attention(
        given_["q"], given_["k"], given_["v"], mask
    )
    np.testing.assert_allclose(out, expected["out"], atol=1e-12, rtol=0)
    np.testing.assert_allclose(weights, expected["weights"], atol=1e-12, rtol=0)


def test_reference_fully_masked_rows_give_zeros():
    given_ = case("15_sdpa_fully_masked_rows", "in")
    expected = case("15_sdpa_fully_masked_rows", "out")
    mask = given_["keep_mask"]
    out, weights = scaled_dot_product_attention(
        given_["q"], given_["k"], given_["v"], mask
    )
    np.testing.assert_allclose(out, expected["out_zero_convention"], atol=1e-12)
    assert (~mask.any(-1)).any(), "the case must hold a fully masked row"
    assert (weights[~mask.any(-1)] == 0).all()


def test_reference_multi_head():
    given_, expected = (
        case("18_mha_self_nobias", "in"),
        case("18_mha_self_nobias", "out"),
    )
    matrices = [given_[name] for name in ("Wq", "Wk", "Wv", "Wo")]
    out, weights = multi_head_attention(
        given_["xq"], *matrices, n_heads=int(given_["n_heads"])
    )
    np.testing.assert_allclose(out, expected["out"], atol=1e-12, rtol=0)
    np.testing.assert_allclose(weights, expected["weights"], atol=1e-12, rtol=0)


# A trusted twin


@pytest.mark.parametrize("masked", [False, True])
def test_equals_torch(masked):
    import torch  # takes longer than all other tests of this file together

    q, k, v = qkv(lead=(2, 3))
    mask = causal_mask(5, 7) if masked else None
    ours, _ = scaled_dot_product_attention(q, k, v, mask)
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.tensor, (q, k, v)),
        attn_mask=None if mask is None else torch.tensor(mask),
    )
    np.testing.assert_allclose(ours, theirs.numpy(), atol=1e-12, rtol=0)


def test_multi_head_equals_the_sum_of_its_heads():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(2, 5, 12))
    W_q, W_k, W_v, W_o = rng.normal(size=(4, 12, 12))
    out, _ = multi_head_attention(x, W_q, W_k, W_v, W_o, 3, causal_mask(5))
    total = 0
    for h in range(3):
        block = slice(4 * h, 4 * h + 4)
        head, _ = scaled_dot_product_attention(
            x @ W_q[:, block], x @ W_k[:, block], x @ W_v[:, block], causal_mask(5)
        )
        total = total + head @ W_o[block]
    np.testing.assert_allclose(out, total, atol=1e-12)


# Promises, for any input

SIZES = st.integers(1, 6)
SEEDS = st.integers(0, 10_000)
LEADS = st.sampled_from([(), (1,), (2,), (3, 2)])


@given(SEEDS, LEADS, SIZES, SIZES, SIZES, SIZES, st.sampled_from([1e-3, 1.0, 1e4]))
def test_rows_sum_to_one_whatever_the_sizes(seed, lead, n_q, n_k, d_head, d_v, size):
    q, k, v = qkv(seed, lead, n_q, n_k, d_head, d_v)
    out, weights = scaled_dot_product_attention(q * size, k, v)
    assert out.shape == (*lead, n_q, d_v)
    assert weights.shape == (*lead, n_q, n_k)
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-12)


@given(SEEDS, st.data())
def test_masked_weights_are_exactly_zero_and_empty_rows_give_zeros(seed, data):
    q, k, v = qkv(seed)
    cells = data.draw(st.lists(st.booleans(), min_size=35, max_size=35))
    mask = np.array(cells).reshape(5, 7)
    out, weights = scaled_dot_product_attention(q, k, v, mask)
    assert (weights[~mask] == 0).all()
    some = mask.any(-1)
    np.testing.assert_allclose(weights[some].sum(-1), 1, atol=1e-12)
    assert (out[~some] == 0).all()


@given(SEEDS, st.permutations(range(6)))
def test_permuting_tokens_permutes_outputs(seed, order):
    q, k, v = qkv(seed, n_q=6, n_k=6)
    out, weights = scaled_dot_product_attention(q, k, v)
    moved, moved_weights = scaled_dot_product_attention(q[order], k[order], v[order])
    np.testing.assert_allclose(moved, out[order], atol=1e-12)
    np.testing.assert_allclose(moved_weights, weights[order][:, order], atol=1e-12)


@given(SEEDS, st.integers(1, 5))
def test_a_later_token_cannot_change_an_earlier_output(seed, changed):
    q, k, v = qkv(seed, n_q=6, n_k=6)
    before, _ = scaled_dot_product_attention(q, k, v, causal_mask(6))
    for array in (q, k, v):
        array[changed:] += 3
    after, _ = scaled_dot_product_attention(q, k, v, causal_mask(6))
    assert (after[:changed] == before[:changed]).all()
    assert (after[changed:] != before[changed:]).any()


def test_with_words_in_a_cache_the_last_query_stands_at_the_last_key():
    assert (causal_mask(2, 5) == causal_mask(5)[-2:]).all()
    assert causal_mask(1, 4).all()


@given(SEEDS, st.floats(-50, 50))
def test_softmax_ignores_a_shift(seed, shift):
    scores = np.random.default_rng(seed).normal(size=(3, 5)) * 5
    np.testing.assert_allclose(softmax(scores + shift), softmax(scores), atol=1e-9)


@settings(max_examples=20)
@given(SEEDS)
def test_logits_of_ten_thousand_stay_finite(seed):
    scores = np.random.default_rng(seed).normal(size=(4, 9)) * 1e4
    shares = softmax(scores)
    assert np.isfinite(shares).all()
    np.testing.assert_allclose(shares.sum(-1), 1)


def test_softmax_along_another_axis():
    scores = np.random.default_rng(2).normal(size=(3, 4, 5))
    np.testing.assert_allclose(softmax(scores, axis=1).sum(1), 1)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_float_type_is_kept(dtype):
    q, k, v = qkv(dtype=dtype)
    out, weights = scaled_dot_product_attention(q, k, v, causal_mask(5, 7))
    assert out.dtype == weights.dtype == softmax(q).dtype == dtype


def test_inputs_are_not_changed():
    arrays = qkv()
    copies = [array.copy() for array in arrays]
    scaled_dot_product_attention(*arrays, causal_mask(5, 7))
    for array, copy in zip(arrays, copies, strict=True):
        assert (array == copy).all()


def test_heads_split_and_merge():
    x = np.random.default_rng(3).normal(size=(2, 5, 12))
    heads = split_heads(x, 3)
    assert heads.shape == (2, 3, 5, 4)
    assert (heads[:, 1] == x[..., 4:8]).all(), "a head is a block of columns"
    assert (merge_heads(heads) == x).all()


# Bad input: what is called, and the words that the sentence must hold

Q, K, V = qkv()
M = causal_mask(5, 7)
X, W = np.ones((5, 12)), np.ones((12, 12))
NAN, INF = np.full((5, 3), np.nan), np.full((5, 3), np.inf)
sdpa, mha = scaled_dot_product_attention, multi_head_attention
BAD = [
    (lambda: softmax([]), "scores", "empty"),
    (lambda: softmax(np.ones((3, 0))), "scores", "[3, 0]"),
    (lambda: softmax(3.0), "scores", "at least 1 axis"),
    (lambda: softmax("abc"), "scores", "real numbers"),
    (lambda: softmax(None), "scores", "NoneType"),
    (lambda: softmax([True, False]), "scores", "bool"),
    (lambda: softmax([1j, 2]), "scores", "complex128"),
    (lambda: softmax([[1, 2], [3]]), "scores", "regular"),
    (lambda: softmax({"a": 1}), "scores", "dict"),
    (lambda: softmax([1, np.nan]), "scores", "NaN or +inf"),
    (lambda: softmax([1, np.inf]), "scores", "NaN or +inf"),
    (lambda: softmax([-np.inf, np.nan]), "scores", "NaN or +inf"),
    (lambda: softmax([1, 2], axis=1), "axis is 1", "1 axis"),
    (lambda: softmax(Q, axis=-3), "axis is -3", "2 axes"),
    (lambda: softmax(Q, axis=0.5), "axis is 0.5", "whole number"),
    (lambda: softmax(Q, axis=None), "axis is None", "whole number"),
    (lambda: softmax(Q, axis=True), "axis is True", "whole number"),
    (lambda: softmax(np.array(["1", "2"])), "scores", "<U1"),
    (lambda: causal_mask(0), "n_queries is 0", "at least 1"),
    (lambda: causal_mask(-2), "n_queries is -2", "at least 1"),
    (lambda: causal_mask(2.0), "n_queries is 2.0", "whole number"),
    (lambda: causal_mask("4"), "n_queries is '4'", "whole number"),
    (lambda: causal_mask(True), "n_queries is True", "whole number"),
    (lambda: causal_mask(5, 3), "n_keys is 3", "at least 5"),
    (lambda: causal_mask(5, 7.5), "n_keys is 7.5", "whole number"),
    (lambda: sdpa(Q[0], K, V), "q", "at least 2 axes"),
    (lambda: sdpa(Q, K[0], V), "k", "at least 2 axes"),
    (lambda: sdpa(Q, K, V[:, 0]), "v", "at least 2 axes"),
    (lambda: sdpa(Q[:, :2], K, V), "q and k", "2 and 3"),
    (lambda: sdpa(Q, K[:6], V), "6 rows and v has 7", "one value"),
    (lambda: sdpa(Q[:0], K, V), "q", "[0, 3] and is empty"),
    (lambda: sdpa(Q, K[:0], V[:0]), "k", "[0, 3] and is empty"),
    (lambda: sdpa(NAN, K, V), "q", "NaN or infinity"),
    (lambda: sdpa(Q, K * np.inf, V), "k", "NaN or infinity"),
    (lambda: sdpa(Q, K, V * np.nan), "v", "NaN or infinity"),
    (lambda: sdpa(INF, K, V), "q", "NaN or infinity"),
    (lambda: sdpa(Q.astype(complex), K, V), "q", "complex128"),
    (lambda: sdpa("q", K, V), "q", "real numbers"),
    (lambda: sdpa(Q, None, V), "k", "NoneType"),
    (lambda: sdpa(Q, K, [[1], [2, 3]]), "v", "regular"),
    (lambda: sdpa(Q[None].repeat(2, 0), K[None].repeat(3, 0), V), "[2], [3]", "agree"),
    (lambda: sdpa(Q, K, V, M.astype(int)), "mask holds int64", "True = may attend"),
    (lambda: sdpa(Q, K, V, M.astype(float)), "mask holds float64", "booleans"),
    (lambda: sdpa(Q, K, V, M.T), "mask has shape [7, 5]", "[5, 7]"),
    (lambda: sdpa(Q, K, V, M[0]), "mask has shape [7]", "[5, 7]"),
    (lambda: sdpa(Q, K, V, M[:, :1]), "mask has shape [5, 1]", "[5, 7]"),
    (lambda: sdpa(Q, K, V, M[None]), "mask has shape [1, 5, 7]", "[5, 7]"),
    (lambda: sdpa(Q, K, V, "causal"), "mask holds", "booleans"),
    (lambda: split_heads(X, 5), "n_heads is 5", "12"),
    (lambda: split_heads(X, 0), "n_heads is 0", "at least 1"),
    (lambda: split_heads(X[0], 3), "x", "at least 2 axes"),
    (lambda: merge_heads(X), "heads", "at least 3 axes"),
    (lambda: mha(X, W[:11], W, W, W, 3), "W_q has shape [11, 12]", "[12, any]"),
    (lambda: mha(X, W, W[0], W, W, 3), "W_k has shape [12]", "[12, any]"),
    (lambda: mha(X, W, W, W, W[:8], 3), "W_o has shape [8, 12]", "[12, any]"),
    (lambda: mha(X, W, W, W * np.nan, W, 3), "W_v", "NaN"),
    (lambda: mha(X, W, W, W, W, 7), "n_heads is 7", "12"),
    (lambda: mha(X, W, W, W, W, 2.5), "n_heads is 2.5", "whole number"),
    (lambda: mha(X, W, W, W, W, 3, np.ones(5, bool)), "mask has shape [5]", "a row"),
    (lambda: mha(X[0], W, W, W, W, 3), "x", "at least 2 axes"),
]


@pytest.mark.parametrize(("call", "names", "expects"), BAD)
def test_bad_input_gets_one_sentence(call, names, expects):
    with pytest.raises(ValueError, match=r"^[^\n]*\.$") as caught:
        call()
    assert names in str(caught.value)
    assert expects in str(caught.value)
    assert type(caught.value) is ValueError
