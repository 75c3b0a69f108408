"""What a learner's function is given inside the model, and what it is told."""

import numpy as np
import pytest

from course_lib.attention import causal_mask, scaled_dot_product_attention
from course_lib.model.hooks import run_attention, run_edit

N_HEADS, N_KV_HEADS, T_Q, T_K, D_HEAD = 6, 2, 3, 5, 4


def arrays():
    rng = np.random.default_rng(0)
    q = rng.standard_normal((N_HEADS, T_Q, D_HEAD), dtype=np.float32)
    k, v = rng.standard_normal((2, N_KV_HEADS, T_K, D_HEAD), dtype=np.float32)
    return q, k, v, causal_mask(T_Q, T_K)


def test_each_head_sees_its_own_queries_and_its_groups_keys():
    q, k, v, mask = arrays()
    heads, weights = run_attention(scaled_dot_product_attention, q, k, v, mask, layer=0)
    assert heads.dtype == weights.dtype == np.float32
    for head in range(N_HEADS):
        group = head // 3
        out, shares = scaled_dot_product_attention(q[head], k[group], v[group], mask)
        assert np.array_equal(heads[head], out)
        assert np.array_equal(weights[head], shares)


def test_a_function_that_writes_into_its_arguments_harms_no_other_head():
    given = arrays()

    def scribble(q, k, v, mask):
        result = scaled_dot_product_attention(q, k, v, mask)
        for x in (q, k, v, mask):
            x[:] = 0
        return result

    heads, _ = run_attention(scribble, *given, layer=0)
    for now, before in zip(given, arrays(), strict=True):
        assert np.array_equal(now, before)
    expected, _ = run_attention(scaled_dot_product_attention, *given, layer=0)
    assert np.array_equal(heads, expected)


OUT, WEIGHTS = np.zeros((T_Q, D_HEAD)), np.zeros((T_Q, T_K))
NAN = np.full((T_Q, D_HEAD), np.nan)


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (None, "returned NoneType, expected the pair"),
        (OUT, r"returned ndarray of shape \[3, 4\], expected the pair"),
        ((OUT, WEIGHTS, OUT), "returned tuple of 3, expected the pair"),
        ({"out": OUT, "weights": WEIGHTS}, "returned dict, expected the pair"),
        ((WEIGHTS, OUT), r"out of .* has shape \[3, 5\], expected \[3, 4\]"),
        ((OUT, WEIGHTS.T), r"weights of .* has shape \[5, 3\], expected \[3, 5\]"),
        ((OUT[None], WEIGHTS), r"shape \[1, 3, 4\], expected \[3, 4\]"),
        ((NAN, WEIGHTS), "out of .* NaN or infinity at 12 of 12 places"),
        ((OUT, WEIGHTS + np.inf), "weights of .* NaN or infinity at 15 of 15"),
        ((OUT * 1j, WEIGHTS), "out of .* is ndarray of complex128"),
        (("text", WEIGHTS), "out of .* is str"),
        ((OUT, [[1.0], [1.0, 2.0]]), "weights of .* is a list and no regular array"),
        ((OUT, None), "weights of .* is NoneType"),
    ],
)
def test_a_wrong_return_is_told_with_layer_and_head(returned, message):
    calls = []

    def wrong_in_the_third_head(*given):
        calls.append(given)
        return returned if len(calls) == 3 else scaled_dot_product_attention(*given)

    with pytest.raises(ValueError, match=message) as caught:
        run_attention(wrong_in_the_third_head, *arrays(), layer=7)
    assert "layer 7, head 2" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", [np.int64, bool, np.float64, np.float16, list])
def test_other_kinds_of_numbers_are_welcome(kind):
    def attention(q, k, v, mask):
        out, weights = np.ones((T_Q, D_HEAD)), np.ones((T_Q, T_K))
        if kind is list:
            return [out.tolist(), weights.tolist()]
        return out.astype(kind), weights.astype(kind)

    heads, weights = run_attention(attention, *arrays(), layer=0)
    assert heads.dtype == weights.dtype == np.float32
    assert (heads == 1).all()


def test_torch_tensors_with_gradients_are_welcome():
    torch = pytest.importorskip("torch")

    def attention(q, k, v, mask):
        q = torch.from_numpy(q).requires_grad_()
        weights = torch.softmax(q @ torch.from_numpy(k).T, dim=-1)
        return weights @ torch.from_numpy(v), weights

    heads, weights = run_attention(attention, *arrays(), layer=0)
    assert np.allclose(weights.sum(-1), 1)
    assert heads.shape == (N_HEADS, T_Q, D_HEAD)


def test_a_functions_own_error_keeps_its_kind_and_names_the_place():
    def broken(q, k, v, mask):
        raise KeyError("oops")

    with pytest.raises(KeyError) as caught:
        run_attention(broken, *arrays(), layer=4)
    note = caught.value.__notes__[0]
    assert "layer 4, head 0" in note
    assert "[3, 4], [5, 4], [5, 4], [3, 5]" in note


def test_an_edit_may_leave_or_replace():
    x = np.ones((2, 3), dtype=np.float32)
    assert run_edit(None, "residual", 0, x) is x
    assert run_edit(lambda *_: None, "residual", 0, x) is x
    doubled = run_edit(lambda point, layer, x: (2 * x).tolist(), "residual", 0, x)
    assert doubled.dtype == np.float32
    assert (doubled == 2).all()


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (np.zeros(3), r"has shape \[3\], expected \[2, 3\]"),
        (0.0, r"has shape \[\], expected \[2, 3\]"),
        (np.full((2, 3), np.nan), "NaN or infinity at 6 of 6"),
        (np.full((2, 3), 1e300), "NaN or infinity at 6 of 6"),
        ("zero", "is str"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_a_wrong_edit_is_told_with_point_and_layer(returned, message):
    with pytest.raises(ValueError, match=message) as caught:
        run_edit(lambda *_: returned, "heads", 5, np.ones((2, 3), dtype=np.float32))
    assert "your edit (point 'heads', layer 5)" in str(caught.value)
