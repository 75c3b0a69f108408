"""The two hooks on the real model: a learner's attention, and edits at every point."""

import numpy as np
import pytest

from course_lib.attention import scaled_dot_product_attention, softmax
from course_lib.model import language_model

TEXT = "A fluffy blue creature roamed the verdant forest"
N = 10  # its tokens: "verdant" is three of them


def with_loops(q, k, v, mask):
    """Attention as nested lists, one number at a time over queries."""
    out, weights = [], []
    for i in range(len(q)):
        scores = [float(q[i] @ k[j]) / 8 if mask[i, j] else -np.inf for j in range(N)]
        row = softmax(np.array(scores))
        weights.append(row.tolist())
        out.append(sum(w * value for w, value in zip(row, v, strict=True)).tolist())
    return out, weights


def with_torch(q, k, v, mask):
    import torch

    q, k, v, mask = (torch.from_numpy(x) for x in (q, k, v, mask))
    q.requires_grad_()
    scores = (q @ k.T / 8).masked_fill(~mask, -torch.inf)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights


def in_float64(q, k, v, mask):
    return scaled_dot_product_attention(*(x.astype(float) for x in (q, k, v)), mask)


def in_place(q, k, v, mask):
    q /= 8
    scores = q @ k.T
    scores[~mask] = -np.inf
    mask[:] = True
    weights = softmax(scores)
    k[:] = 0
    return [weights @ v, weights]


@pytest.mark.parametrize(
    "attention",
    [scaled_dot_product_attention, with_loops, with_torch, in_float64, in_place],
)
def test_any_style_of_attention_runs_in_all_heads(model, attention):
    calls = []

    def counted(q, k, v, mask):
        calls.append((q.shape, k.shape, v.shape, mask.shape, q.dtype, mask.dtype))
        return attention(q, k, v, mask)

    ours = language_model.forward(TEXT).logits
    theirs = language_model.forward(TEXT, attention=counted).logits
    shapes = ((N, 64), (N, 64), (N, 64), (N, N))
    assert calls == [(*shapes, np.float32, bool)] * 270
    assert np.abs(ours - theirs).max() < 1e-3


def test_a_cut_does_damage(model):
    def no_scale(q, k, v, mask):
        return scaled_dot_product_attention(8 * q, k, v, mask)

    text = "The old lighthouse keeper counted every ship that passed in the fog."
    assert language_model.loss(text, attention=no_scale) > language_model.loss(text) + 1


def test_a_functions_own_error_says_where_it_came_from(model):
    def broken(q, k, v, mask):
        return q @ k, mask

    with pytest.raises(ValueError, match="matmul") as caught:
        language_model.forward(TEXT, attention=broken)
    assert "layer 0, head 0" in caught.value.__notes__[0]


POINTS = {
    "q": (9, N, 64),
    "k": (3, N, 64),
    "v": (3, N, 64),
    "weights": (9, N, N),
    "heads": (9, N, 64),
    "attention_update": (N, 576),
    "mlp_update": (N, 576),
    "residual": (N, 576),
}


@pytest.mark.parametrize("attention", [None, scaled_dot_product_attention])
def test_every_point_can_be_read(model, attention):
    seen = []

    def look(point, layer, x):
        seen.append((point, layer, x.shape))

    language_model.forward(TEXT, attention=attention, edit=look)
    expected = [("embedding", 0, (N, 576))]
    for layer in range(30):
        expected += [(point, layer, shape) for point, shape in POINTS.items()]
    assert seen == expected


def test_what_is_read_fits_together(model):
    seen = {}

    def look(point, layer, x):
        seen[point, layer] = x

    language_model.forward(TEXT, edit=look)
    weights, v = seen["weights", 4], seen["v", 4]
    assert np.allclose(weights.sum(-1), 1, atol=1e-5)
    assert not np.triu(weights, 1).any()
    assert np.allclose(weights[5] @ v[1], seen["heads", 4][5], atol=1e-4)
    steps = seen["attention_update", 4] + seen["mlp_update", 4]
    assert np.allclose(seen["residual", 3] + steps, seen["residual", 4], rtol=1e-4)


@pytest.mark.parametrize("point", ["embedding", *POINTS])
def test_every_point_can_be_replaced(model, point):
    def halve(at, layer, x):
        return x / 2 if at == point and layer == 0 else None

    before = language_model.forward(TEXT).final
    after = language_model.forward(TEXT, edit=halve).final
    assert not np.allclose(before, after, rtol=1e-3)


def test_changing_what_is_shown_without_returning_it_changes_nothing(model):
    def scribble(point, layer, x):
        x[:] = 0

    plain = language_model.forward(TEXT).final
    assert np.array_equal(language_model.forward(TEXT, edit=scribble).final, plain)


def test_a_head_can_be_switched_off_in_two_ways(model):
    def without(point):
        def edit(at, layer, x):
            if at != point or layer != 18:
                return None
            x[6] = 0
            return x

        return language_model.forward(TEXT, edit=edit).final

    assert np.allclose(without("weights"), without("heads"), rtol=1e-3, atol=1e-4)
    assert not np.allclose(without("heads"), language_model.forward(TEXT).final)


def test_knocking_out_the_induction_head_hurts_repeats_and_a_neighbor_does_not(model):
    ids = np.random.default_rng(0).integers(1000, 40_000, size=40)
    text = model.tokenizer.decode(np.tile(ids, 2))

    def loss_without(*heads):
        def edit(point, layer, x):
            off = [head for at, head in heads if at == layer]
            if point == "heads" and off:
                x[off] = 0
                return x

        return language_model.loss(text, edit=edit)

    plain = language_model.loss(text)
    assert loss_without((18, 6)) > plain + 0.3
    assert abs(loss_without((18, 1)) - plain) < 0.3


def test_a_vector_can_be_carried_into_another_sentence(model):
    """The sense of "mole" moves with its vector (seen: 0, then .10)."""
    kept = {}

    def keep(point, layer, x):
        if (point, layer) == ("residual", 4):
            kept["mole"] = x[source.tokens.index(" mole")]

    def put(point, layer, x):
        if (point, layer) == ("residual", 4):
            x[target.tokens.index(" mole")] = kept["mole"]
            return x

    target = language_model.forward("\nThe mole is a kind of")
    source = language_model.forward("The chemist weighed one mole")
    language_model.forward("The chemist weighed one mole", edit=keep)
    chemical = model.tokenizer.encode(" chemical")[0]
    patched = language_model.forward("\nThe mole is a kind of", edit=put)
    assert target.next_probabilities()[chemical] < 0.01
    assert patched.next_probabilities()[chemical] > 0.05
