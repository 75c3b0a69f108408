"""What lessons cut out of the real model, as functions that do each cut.

The signatures are those of the model's two hooks: ``attention(q, k, v, mask)`` and
``edit(point, layer, x)``, see ``model.language_model``.
"""

import math

import numpy as np

from course_lib import reposition
from course_lib.attention import scaled_dot_product_attention, softmax
from course_lib.knock_out import without_part


def _no_scale(q, k, v, mask=None):
    return scaled_dot_product_attention(q * math.sqrt(q.shape[-1]), k, v, mask)


def _softmax_over_queries(q, k, v, mask=None):
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    weights = softmax(np.where(mask, scores, -np.inf), axis=-2)
    return weights @ v, weights


def _keys_replaced(q, k, v, mask=None):
    return scaled_dot_product_attention(q, q, v, mask)


def _q_for_v(q, k, v, mask=None):
    return scaled_dot_product_attention(q, k, q, mask)


def _no_mask(q, k, v, mask=None):
    return scaled_dot_product_attention(q, k, v)


def _first_spared(mask):
    """Hide all but itself from the first piece, the place where heads rest."""
    mask = mask.copy()
    mask[0, 1:] = False
    return mask


def _no_mask_first_spared(q, k, v, mask=None):
    everything = np.ones((len(q), len(k)), dtype=bool)
    return scaled_dot_product_attention(q, k, v, _first_spared(everything))


def _one_too_far(q, k, v, mask=None):
    too_far = np.tri(len(q), len(k), 1, dtype=bool)
    return scaled_dot_product_attention(q, k, v, _first_spared(too_far))


def _mask_after_softmax(q, k, v, mask=None):
    weights = softmax(q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])) * mask
    return weights @ v, weights


def _attention_off(point, layer, x):
    return 0 * x if point == "attention_update" else None


def _mlps_off(point, layer, x):
    return 0 * x if point == "mlp_update" else None


def _looks_averaged(point, layer, x):
    if point != "weights":
        return None
    return np.repeat(x.mean(0, keepdims=True), len(x), 0)


def _finds_moved_on(point, layer, x):
    return np.roll(x, 1, axis=0) if point == "heads" else None


def _joined_by_reshape(point, layer, x):
    if point != "heads":
        return None
    n_heads, n_words, d_head = x.shape
    return x.reshape(n_words, n_heads, d_head).swapaxes(0, 1)


# Each cut as the arguments that it takes: another attention function, or an edit.
CUTS = {
    "nothing cut": {"attention": scaled_dot_product_attention},
    "no scale": {"attention": _no_scale},
    "softmax over queries": {"attention": _softmax_over_queries},
    "keys replaced by queries": {"attention": _keys_replaced},
    "q in place of v": {"attention": _q_for_v},
    "attention off": {"edit": _attention_off},
    "MLPs off": {"edit": _mlps_off},
    "no mask": {"attention": _no_mask},
    "no mask, first piece spared": {"attention": _no_mask_first_spared},
    "one too far, first piece spared": {"attention": _one_too_far},
    "mask after softmax": {"attention": _mask_after_softmax},
    "looks averaged": {"edit": _looks_averaged},
    "finds moved on": {"edit": _finds_moved_on},
    "joined by reshape": {"edit": _joined_by_reshape},
    "every position 500 later": {"edit": reposition.at(lambda p: p + 500)},
    "positions off": {"edit": reposition.turned(lambda x: x)},
    "all positions equal": {"edit": reposition.at(lambda p: 0 * p + 7)},
    "halves in place of pairs": {"edit": reposition.turned(reposition.by_halves)},
    "MLP of layer 0 off": {"edit": without_part("mlp", (0,))},
    "MLP of layer 5 off": {"edit": without_part("mlp", (5,))},
    "attention of layer 1 off": {"edit": without_part("attention", (1,))},
    "attention of layers 10-19 off": {"edit": without_part("attention", range(10, 20))},
}
