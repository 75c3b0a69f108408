"""A real language model in NumPy: SmolLM2-135M, with every layer and head open.

Two hooks reach inside, the same in every function here:

``attention(q, k, v, mask) -> (out, weights)`` replaces the course's own attention. It
is called for each of the 270 heads with q [T_q, 64], k and v [T_k, 64] (rotary
positions are already in q and k) and a boolean mask [T_q, T_k], True = may attend.
It may return NumPy arrays, torch tensors or nested lists.

``edit(point, layer, x) -> array or None`` sees x at each point below, in this order,
and may return another array of the same shape to put in its place:

    "embedding"         [T, 576]    what look-up gives (layer 0 only)
    "q"                 [9, T, 64]  queries, turned by their positions
    "k", "v"            [3, T, 64]  keys (turned) and values; key/value head g serves
                                    query heads 3g, 3g + 1 and 3g + 2
    "weights"           [9, T, T]   a row per query; edited, heads are gathered anew
    "heads"             [9, T, 64]  what each head gathered, before W_o
    "attention_update"  [T, 576]    what attention adds to the residual
    "mlp_update"        [T, 576]    what the MLP adds
    "residual"          [T, 576]    the running vectors after the layer

Source: Ben Allal et al. 2025, SmolLM2; the layer is Llama's (Touvron et al. 2023).
"""

import functools
from dataclasses import dataclass

import numpy as np

from course_lib.attention import causal_mask, scaled_dot_product_attention
from course_lib.model import files
from course_lib.model.hooks import run_attention, run_edit
from course_lib.model.kv_cache import KVCache
from course_lib.model.layout import (
    D_FF,
    D_HEAD,
    N_CTX,
    N_HEADS,
    N_KV_HEADS,
    NORM_EPSILON,
    ROTARY_BASE,
    unpack,
)
from course_lib.model.tokenizer import Tokenizer
from course_lib.positions import rotary_turns, rotate

GROUP_SIZE = N_HEADS // N_KV_HEADS
END_TOKENS = (0, 2)  # <|endoftext|> and <|im_end|>
POSITIONS_AT_A_TIME = 64  # a block of logits is 13 MB


def rms_norm(x, weight):
    """Scale each vector to root mean square 1, then each column by its weight.

    x / sqrt(mean(x^2) + eps) * weight. x: [T, d_model]. weight: [d_model].
    Source: Zhang and Sennrich 2019, equation 4.
    """
    mean_square = np.einsum("td,td->t", x, x)[:, None] / x.shape[-1]  # [T, 1]
    return x / np.sqrt(mean_square + NORM_EPSILON) * weight


def attention_update(x, weights, layer, turns, cache, attention, edit):
    """Return what one layer's attention adds to the residual, [T, d_model].

    x: [T, d_model], normed. weights: LayerWeights. turns: (cos, sin) of the positions.
    """
    n_tokens = len(x)
    qkv = (x @ weights.W_qkv).reshape(n_tokens, -1, D_HEAD)  # [T, 9 + 3 + 3, 64]
    qkv = qkv.swapaxes(0, 1)  # [9 + 3 + 3, T, 64]
    qk = rotate(qkv[: N_HEADS + N_KV_HEADS], *turns)  # [9 + 3, T, 64]
    q = run_edit(edit, "q", layer, qk[:N_HEADS])  # [9, T, 64]
    k = run_edit(edit, "k", layer, qk[N_HEADS:])  # [3, T, 64]
    v = run_edit(edit, "v", layer, qkv[N_HEADS + N_KV_HEADS :])  # [3, T, 64]
    if cache is not None:
        k, v = cache.append(layer, k, v)  # [3, T_k, 64]: the past joins
    mask = causal_mask(n_tokens, k.shape[-2])  # [T, T_k]
    if attention is None:
        heads, shares = grouped_attention(q, k, v, mask)
    else:
        heads, shares = run_attention(attention, q, k, v, mask, layer)
    edited = run_edit(edit, "weights", layer, shares)  # [9, T, T_k]
    if edited is not shares:
        heads = edited @ v.repeat(GROUP_SIZE, axis=0)  # [9, T, 64]
    heads = run_edit(edit, "heads", layer, heads)  # [9, T, 64]
    side_by_side = heads.swapaxes(0, 1).reshape(n_tokens, -1)  # [T, 576]
    update = side_by_side @ weights.W_o  # [T, 576]
    return run_edit(edit, "attention_update", layer, update)


def grouped_attention(q, k, v, mask):
    """Run the course's attention in all heads at once.

    q: [9, T_q, 64]. k, v: [3, T_k, 64]. Returns ([9, T_q, 64], [9, T_q, T_k]).
    """
    n_queries, n_keys = mask.shape
    by_group = q.reshape(N_KV_HEADS, GROUP_SIZE, n_queries, D_HEAD)  # [3, 3, T_q, 64]
    if n_queries == 1:
        mask = None  # the newest word may look at all others
    heads, weights = scaled_dot_product_attention(
        by_group, k[:, None], v[:, None], mask
    )  # [3, 3, T_q, 64], [3, 3, T_q, T_k]
    return heads.reshape(q.shape), weights.reshape(N_HEADS, n_queries, n_keys)


def mlp_update(x, weights, layer, edit):
    """Return what one layer's MLP adds to the residual, [T, d_model].

    (silu(x W_gate) * x W_up) W_down, with silu(a) = a / (1 + exp(-a)).
    Source: Shazeer 2020, GLU Variants Improve Transformer, equation 6.
    """
    gate_up = x @ weights.W_gate_up  # [T, 2 * 1536]
    gate, up = gate_up[:, :D_FF], gate_up[:, D_FF:]
    silu = gate / (1 + np.exp(np.minimum(-gate, 80)))  # 80: exp must not overflow
    update = (silu * up) @ weights.W_down  # [T, 576]
    return run_edit(edit, "mlp_update", layer, update)


@dataclass(frozen=True)
class Forward:
    """What one pass over a text gave.

    tokens: the text's pieces. ids: their numbers, [T].
    final: the last layer's vectors, normed, [T, 576]. embedding: [49152, 576].
    """

    tokens: list
    ids: np.ndarray
    final: np.ndarray
    embedding: np.ndarray

    @functools.cached_property
    def logits(self):
        """A score for each possible next token after each position, [T, 49152]."""
        return self.final @ self.embedding.T

    def next_probabilities(self):
        """Return the share of each token to come after the text, [49152]."""
        return _softmax(self.embedding @ self.final[-1])


class LanguageModel:
    """SmolLM2-135M: its weights, mapped from the file, and its tokenizer."""

    def __init__(self, weights_path, tokenizer_path):
        numbers = np.load(weights_path, mmap_mode="r")
        # A plain array over the mapped file: np.memmap's own slicing is slow.
        self.embedding, self.layers, self.final_norm = unpack(numbers.view(np.ndarray))
        self.tokenizer = Tokenizer(tokenizer_path)

    def vectors(self, ids, attention=None, edit=None, cache=None):
        """Return the last layer's vectors after the final norm, [T, d_model]."""
        start = 0 if cache is None else cache.length
        turns = rotary_turns(start + np.arange(len(ids)), D_HEAD, ROTARY_BASE)
        x = run_edit(edit, "embedding", 0, self.embedding[ids])  # [T, 576]
        for layer, weights in enumerate(self.layers):
            normed = rms_norm(x, weights.attention_norm)
            x = x + attention_update(
                normed, weights, layer, turns, cache, attention, edit
            )
            normed = rms_norm(x, weights.mlp_norm)
            x = x + mlp_update(normed, weights, layer, edit)
            x = run_edit(edit, "residual", layer, x)  # [T, 576]
        if cache is not None:
            cache.advance(len(ids))
        return rms_norm(x, self.final_norm)

    def forward(self, text, attention=None, edit=None):
        """Run one text through all layers; see the module for the two hooks."""
        ids = self.tokenizer.encode(text)
        final = self.vectors(ids, attention, edit)
        return Forward(self.tokenizer.pieces(ids), ids, final, self.embedding)

    def greedy(self, ids, n_tokens):
        """Return up to n_tokens further ids, the likeliest each time, [<= n_tokens].

        Stops early where the model ends its text.
        """
        cache = KVCache(len(ids) + n_tokens)
        new = []
        while len(new) < n_tokens:
            final = self.vectors(np.asarray(new[-1:] or ids), cache=cache)
            best = int((self.embedding @ final[-1]).argmax())
            if best in END_TOKENS:
                break
            new.append(best)
        return np.array(new, dtype=np.int64)


def load():
    """Return the model, loaded once a session.

    Raises ModelFileError with one sentence when it is not installed.
    """
    return _load(*files.installed_paths())


@functools.lru_cache(maxsize=1)
def _load(weights_path, tokenizer_path):
    return LanguageModel(weights_path, tokenizer_path)


def forward(text, attention=None, edit=None):
    """Run a text through the real model.

    text: a string of at most 2,048 tokens. attention, edit: the two hooks that the
    top of this module explains. Returns a Forward: tokens, ids, logits.
    Raises ValueError for a bad text or a hook that returns the wrong thing, and
    ModelFileError when the model is not installed.
    """
    return load().forward(text, attention, edit)


def next_words(text, attention=None, edit=None, top=5):
    """Return the likeliest next tokens, [(piece, probability), ...], likeliest first.

    text, attention, edit: as for forward. top: how many, from 1 to 49,152.
    """
    model = load()
    probabilities = model.forward(text, attention, edit).next_probabilities()
    if not (isinstance(top, int) and 1 <= top <= len(probabilities)):
        raise ValueError(f"top is {top!r}, expected a whole number from 1 to 49,152.")
    best = np.argsort(-probabilities, kind="stable")[:top]
    pieces = model.tokenizer.pieces(best)
    return [
        (piece, float(probabilities[i])) for piece, i in zip(pieces, best, strict=True)
    ]


def loss(text, attention=None, edit=None):
    """Return the model's surprise at a text: mean of -log p(next token), in nats.

    text: at least two tokens. attention, edit: as for forward.
    """
    result = forward(text, attention, edit)
    if len(result.ids) < 2:
        raise ValueError("text has one token, expected two at least: one to predict.")
    total = 0.0
    for start in range(0, len(result.ids) - 1, POSITIONS_AT_A_TIME):
        targets = result.ids[1:][start : start + POSITIONS_AT_A_TIME]
        logits = result.final[start : start + len(targets)] @ result.embedding.T
        total += _surprise(logits, targets).sum()
    return float(total / (len(result.ids) - 1))


def generate(text, n_tokens=20):
    """Return the text's likeliest continuation, token by token with a cache.

    text: a string. n_tokens: how many tokens at most (fewer if the model ends).
    """
    model = load()
    ids = model.tokenizer.encode(text)
    room = N_CTX - len(ids)
    if not (isinstance(n_tokens, int) and 1 <= n_tokens <= room):
        raise ValueError(
            f"n_tokens is {n_tokens!r}, expected a whole number from 1 to {room:,}."
        )
    return model.tokenizer.decode(model.greedy(ids, n_tokens))


def tokenize(text):
    """Return the pieces that the model reads a text in, spaces included."""
    tokenizer = load().tokenizer
    return tokenizer.pieces(tokenizer.encode(text))


def _softmax(logits):
    exps = np.exp(logits - logits.max(-1, keepdims=True))
    return exps / exps.sum(-1, keepdims=True)


def _surprise(logits, targets):
    """Return -log p of each target, [T], from logits [T, d_vocab]."""
    shifted = logits - logits.max(-1, keepdims=True)
    log_total = np.log(np.exp(shifted).sum(-1))  # [T]
    return log_total - shifted[np.arange(len(targets)), targets]
