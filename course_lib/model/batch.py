"""Many short texts through the real model at once, several times as fast.

Texts are padded at the end. No word may look ahead, so what stands behind a text cannot
change anything in it; what is computed there is to be left out.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from course_lib.attention import causal_mask, scaled_dot_product_attention
from course_lib.knock_out import without_heads
from course_lib.model import language_model
from course_lib.model.language_model import POSITIONS_AT_A_TIME
from course_lib.model.layout import D_HEAD, N_HEADS, N_KV_HEADS, N_LAYERS, ROTARY_BASE
from course_lib.positions import rotary_turns, rotate
from course_lib.validation import brief


@dataclass(frozen=True, eq=False)
class Batch:
    """n texts: ``tokens``, their pieces; ``ids`` [n, T]; ``lengths`` [n]."""

    tokens: list
    ids: np.ndarray
    lengths: np.ndarray


def pack(texts):
    """Return texts as a Batch, padded at the end to the longest.

    Raises
    ------
    ValueError
        No texts, or an empty one.
    """
    if isinstance(texts, str) or not len(texts):
        raise ValueError(f"texts is {brief(texts)}, expected some texts.")
    tokenizer = language_model.load().tokenizer
    rows = [tokenizer.encode(text) for text in texts]
    lengths = np.array([len(row) for row in rows])
    ids = np.zeros((len(rows), lengths.max()), int)
    for row, padded in zip(rows, ids, strict=True):
        padded[: len(row)] = row
    return Batch([tokenizer.pieces(row) for row in rows], ids, lengths)


def run(batch, edit=None, start=None):
    """Run all texts through the layers, and return their normed vectors, [n, T, 576].

    Parameters
    ----------
    batch : Batch
    edit : function, optional
        ``edit(point, layer, x)`` as for ``language_model``, with an axis for the texts:
        it sees "weights" [9, n, T, T], may change "heads" [9, n, T, 64], and sees
        "before" [n, T, 576], what goes into a layer.
    start : (int, array [n, T, 576]), optional
        A layer, and what goes into it: the layers below are not run again.
    """
    model = language_model.load()
    edit = edit or (lambda point, layer, x: None)
    first, x = start or (0, model.embedding[batch.ids])
    shape, x = x.shape, x.reshape(-1, x.shape[-1])
    for layer in range(first, N_LAYERS):
        weights = model.layers[layer]
        edit("before", layer, x.reshape(shape))
        normed = language_model.rms_norm(x, weights.attention_norm)
        x = x + _attention_update(normed, weights, layer, shape, edit)
        normed = language_model.rms_norm(x, weights.mlp_norm)
        x = x + language_model.mlp_update(normed, weights, layer, None)
    edit("before", N_LAYERS, x.reshape(shape))
    return language_model.rms_norm(x, model.final_norm).reshape(shape)


def _attention_update(x, weights, layer, shape, edit):
    """Return what one layer's attention adds, [n * T, 576]."""
    n, n_tokens, _ = shape
    qkv = (x @ weights.W_qkv).reshape(n, n_tokens, -1, D_HEAD).transpose(2, 0, 1, 3)
    turns = rotary_turns(np.arange(n_tokens), D_HEAD, ROTARY_BASE)
    qk = rotate(qkv[: N_HEADS + N_KV_HEADS], *turns)  # [9 + 3, n, T, 64]
    q = qk[:N_HEADS].reshape(N_KV_HEADS, -1, n, n_tokens, D_HEAD)  # [3, 3, n, T, 64]
    k, v = qk[N_HEADS:, None], qkv[N_HEADS + N_KV_HEADS :, None]  # [3, 1, n, T, 64]
    heads, shares = scaled_dot_product_attention(q, k, v, causal_mask(n_tokens))
    edit("weights", layer, shares.reshape(N_HEADS, n, n_tokens, n_tokens))
    heads = heads.reshape(N_HEADS, n, n_tokens, D_HEAD)
    changed = edit("heads", layer, heads)
    heads = heads if changed is None else changed
    return heads.transpose(1, 2, 0, 3).reshape(n * n_tokens, -1) @ weights.W_o


# Layers whose input is kept, so that a run without a head starts there: it is about the
# heads of the gallery, and 2 MB a layer.
KEPT = (0, 13, 16, 18, 23, 24, 29)


@dataclass(frozen=True, eq=False)
class Watched:
    """What a run over n texts gave.

    ``batch``; ``weights`` [30, 9, n, T, T]; ``gathered`` [30, 9, n, 64], what each head
    gathered at each text's last piece; ``before`` {layer: [n, T, 576]}, what went into
    the layers KEPT; ``last`` [n, 576], the last piece's vector before the final norm;
    ``final`` [n, T, 576], all vectors after it.
    """

    batch: Batch
    weights: np.ndarray
    gathered: np.ndarray
    before: dict
    last: np.ndarray
    final: np.ndarray


@lru_cache(maxsize=3)  # 20 to 45 MB each
def watch(texts):
    """Run a tuple of texts once, and keep what its heads did."""
    packed = pack(texts)
    n, n_tokens = packed.ids.shape
    ends = np.arange(n), packed.lengths - 1
    weights = np.empty((N_LAYERS, N_HEADS, n, n_tokens, n_tokens), np.float32)
    gathered = np.empty((N_LAYERS, N_HEADS, n, D_HEAD), np.float32)
    before = {}

    def keep(point, layer, x):
        if point == "weights":
            weights[layer] = x
        elif point == "heads":
            gathered[layer] = x[:, *ends]
        elif layer in (*KEPT, N_LAYERS):
            before[layer] = x

    final = run(packed, keep)
    last = before.pop(N_LAYERS)[ends]
    return Watched(packed, weights, gathered, before, last, final)


def without(watched, heads):
    """Return the normed vectors of a watched batch with some heads emptied.

    heads: tuple of (layer, head). Runs again only from the lowest of their layers.
    """
    lowest = min(layer for layer, _ in heads)
    first = max(layer for layer in KEPT if layer <= lowest)
    edit = without_heads(heads)
    return run(watched.batch, edit, (first, watched.before[first]))


def losses(final, targets):
    """Return -log p of targets [k] at normed vectors [k, 576], in nats."""
    embedding, found = language_model.load().embedding, []
    for start in range(0, len(targets), POSITIONS_AT_A_TIME):
        block = slice(start, start + POSITIONS_AT_A_TIME)
        logits = final[block] @ embedding.T
        logits -= logits.max(-1, keepdims=True)
        own = logits[np.arange(len(logits)), targets[block]]
        found.append(np.log(np.exp(logits, out=logits).sum(-1)) - own)
    return np.concatenate(found)
