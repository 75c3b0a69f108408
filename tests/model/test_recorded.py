"""What is recorded equals what the live model computes, and holds on other texts."""

import numpy as np
import pytest

from course_lib import language_model, operating_table, traces
from course_lib.operating_table import CUTS

# One thread and another BLAS kernel change a float32 forward pass by about 1e-6.
CLOSE = {"rtol": 1e-4, "atol": 1e-4}

OTHER_TEXTS = [
    "The ship left the harbor before sunrise. The captain counted the barrels twice, "
    "because on the last voyage two barrels had been lost. When the wind turned, the "
    "sailors pulled the ropes and the ship leaned to the left. Nobody spoke.",
    "Bread needs four things: flour, water, salt and yeast. Mix the flour with the "
    "salt first. Warm the water a little, stir in the yeast and wait for ten minutes. "
    "Then pour the water over the flour and work the dough with both hands.",
    "A tower is a tall building. Some towers were built to watch for enemies, others "
    "to carry bells. The Eiffel Tower in Paris was built for a fair and was meant to "
    "stand for twenty years. It still stands today.",
    "Tom and his sister had found a map in the attic. The map showed an island with "
    "a red cross on it. 'We need a boat,' said Tom. His sister laughed. 'We need a "
    "bigger map,' she said, 'because this island is the garden.'",
]


@pytest.mark.parametrize("cut", CUTS)
def test_a_recorded_cut_equals_the_live_one(cut):
    live = operating_table.operate(cut, CUTS[cut])
    recorded = operating_table._recorded(cut, CUTS[cut])
    assert live.loss == pytest.approx(recorded.loss, abs=1e-4)
    assert [w for w, _ in live.words] == [w for w, _ in recorded.words]
    np.testing.assert_allclose(
        [p for _, p in live.words], [p for _, p in recorded.words], atol=1e-4
    )


@pytest.mark.parametrize("name", operating_table.HEADS)
def test_a_recorded_head_equals_the_live_one(name):
    layer, head = map(int, name.split("."))
    live = {}

    def keep(point, at_layer, x):
        if at_layer == layer and point in ("q", "k", "v"):
            live[point] = x[head if point == "q" else head // 3]

    run = language_model.forward(operating_table.SENTENCE, edit=keep)
    tokens, *recorded = operating_table.head(name)
    assert run.tokens == tokens
    for part, array in zip("qkv", recorded, strict=True):
        np.testing.assert_allclose(live[part], array, **CLOSE)


def test_the_recorded_spectrum_is_that_of_the_file():
    W = language_model.load().layers[13].W_qkv
    W_q, W_k = W[:, 64:128], W[:, 9 * 64 : 10 * 64]  # head 1; key/value head 0
    live = np.linalg.svd(W_q.astype(float) @ W_k.T, compute_uv=False)
    recorded = traces.get("spectrum/13.1")["singular_values"]
    np.testing.assert_allclose(live, recorded, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_the_order_of_the_three_cuts_holds_on_other_texts(text):
    whole, no_scale, over_queries, keys = (
        language_model.loss(text, attention=CUTS[cut]) for cut in CUTS
    )
    assert whole + 2 < no_scale < keys < over_queries


def test_status_says_live():
    assert operating_table.status().startswith("Live: ")
