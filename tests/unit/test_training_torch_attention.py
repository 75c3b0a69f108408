"""training/torch_attention.py: the same numbers as NumPy, and as torch's own."""

import numpy as np
import pytest
import torch

from course_lib import attention
from course_lib.training import scaled_dot_product_attention


def random_arrays(mask_kind, seed=0):
    rng = np.random.default_rng(seed)
    q, k, v = (
        rng.normal(size=shape) for shape in ((2, 3, 4, 5), (2, 3, 6, 5), (2, 3, 6, 7))
    )
    mask = {
        "none": None,
        "causal": attention.causal_mask(4, 6),
        "random": rng.random((2, 3, 4, 6)) < 0.5,
        "empty row": attention.causal_mask(4, 6) & (np.arange(4) != 1)[:, None],
    }[mask_kind]
    return q, k, v, mask


@pytest.mark.parametrize("mask_kind", ["none", "causal", "random", "empty row"])
def test_the_twin_equals_numpy_in_float64(mask_kind):
    q, k, v, mask = random_arrays(mask_kind)
    ours = attention.scaled_dot_product_attention(q, k, v, mask)
    tensors = [None if x is None else torch.from_numpy(x) for x in (q, k, v, mask)]
    for x, theirs in zip(ours, scaled_dot_product_attention(*tensors), strict=True):
        assert theirs.dtype == torch.float64
        assert np.abs(x - theirs.numpy()).max() < 1e-12


@pytest.mark.parametrize("scale", [1.0, 1e4])
def test_the_twin_passes_finite_gradients_beside_an_empty_row(scale):
    q, k, v, mask = random_arrays("empty row")
    q, k, v = (torch.tensor(x * scale, requires_grad=True) for x in (q, k, v))
    out, weights = scaled_dot_product_attention(q, k, v, torch.from_numpy(mask))
    out.sum().backward()
    assert (weights[..., 1, :] == 0).all()
    assert all(torch.isfinite(x.grad).all() for x in (q, k, v))


def test_the_twin_equals_torch_s_own():
    q, k, v, mask = random_arrays("causal")
    tensors = [torch.from_numpy(x) for x in (q, k, v, mask)]
    theirs = torch.nn.functional.scaled_dot_product_attention(*tensors)
    assert torch.allclose(scaled_dot_product_attention(*tensors)[0], theirs, atol=1e-12)
