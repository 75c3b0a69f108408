"""What each head of a real layer adds to a word, read out one by one."""

import numpy as np

from course_lib import real_model
from course_lib.recording import recorded


@recorded
def updates(text, piece, layer):
    """Return what each head of a layer adds to a piece, and what the layer adds.

    Head h's part is heads[h] @ W_o[64 h : 64 (h + 1)]: its own rows of W_o.

    Parameters
    ----------
    text : str
    piece : str
        Whose update; the last such piece of the text.
    layer : int
        Counted from 0.

    Returns
    -------
    dict
        ``parts`` [9, 576], one a head; ``whole`` [576], computed by the model from all
        heads side by side.

    Raises
    ------
    ValueError
        As for ``real_model.tokens``; or the text has no such piece.

    Source: Elhage et al. 2021, section "Attention Heads are Independent and Additive".
    """
    from course_lib.model import language_model
    from course_lib.model.layout import D_MODEL, N_HEADS

    kept = {}

    def keep(point, at_layer, x):
        if at_layer == layer and point in ("heads", "attention_update"):
            kept[point] = x

    run = language_model.forward(text, edit=keep)
    at = real_model.position(run.tokens, piece)
    W_o = language_model.load().layers[layer].W_o  # [9 * 64, 576]
    blocks = W_o.reshape(N_HEADS, -1, D_MODEL)  # [9, 64, 576]
    parts = np.einsum("hd,hdm->hm", kept["heads"][:, at], blocks)
    return {"parts": parts, "whole": kept["attention_update"][at]}
