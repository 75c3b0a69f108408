"""What a real head sends: value-down and value-up, and one W_o for all heads."""

import numpy as np

from course_lib.recording import recorded


@recorded
def value_spectrum(layer, head):
    """Return the singular values of one head's value map, largest first, [576].

    The map is value-down [576, 64] @ value-up [64, 576]: the head's columns of W_v, and
    its rows of W_o.
    """
    down, up = _value_maps(layer, head)
    whole = down.astype(float) @ up.astype(float)
    return np.linalg.svd(whole, compute_uv=False).astype(np.float32)


@recorded
def head_updates(text, layer):
    """Return what each head of a layer adds to the last piece, and what all add.

    Returns
    -------
    dict
        ``parts`` [9, 576], what each head gathered @ its own value-up; ``whole`` [576],
        all heads side by side @ W_o: the layer's attention update.

    Raises
    ------
    ValueError
        As for ``real_model.tokens``.
    """
    from course_lib.model import language_model
    from course_lib.model.layout import N_HEADS

    kept = {}

    def keep(point, at_layer, x):
        if at_layer == layer and point in ("heads", "attention_update"):
            kept[point] = x

    language_model.forward(text, edit=keep)
    gathered = kept["heads"][:, -1]  # [9, 64]
    ups = [_value_maps(layer, head)[1] for head in range(N_HEADS)]
    parts = [row @ up for row, up in zip(gathered, ups, strict=True)]
    return {"parts": np.array(parts), "whole": kept["attention_update"][-1]}


def _value_maps(layer, head):
    """Return value-down [576, 64] and value-up [64, 576] of one head."""
    from course_lib.model import language_model
    from course_lib.model.layout import D_HEAD, N_HEADS, N_KV_HEADS

    weights = language_model.load().layers[layer]
    block = N_HEADS + N_KV_HEADS + head * N_KV_HEADS // N_HEADS
    down = weights.W_qkv[:, block * D_HEAD : (block + 1) * D_HEAD]
    return down, weights.W_o[head * D_HEAD : (head + 1) * D_HEAD]
