"""The sizes of SmolLM2-135M, and the order of its weights in our float32 file."""

import math
from typing import NamedTuple

import numpy as np

N_LAYERS = 30
N_HEADS = 9
N_KV_HEADS = 3  # three query heads share one head of keys and values
D_HEAD = 64
D_MODEL = N_HEADS * D_HEAD  # 576
D_FF = 1536
D_VOCAB = 49_152
N_CTX = 2_048  # the course's limit; the model itself was stretched to 8,192 tokens
ROTARY_BASE = 100_000.0
NORM_EPSILON = 1e-5

D_QKV = (N_HEADS + 2 * N_KV_HEADS) * D_HEAD  # 960


class LayerWeights(NamedTuple):
    """What one layer has learned; a matrix acts as x @ W."""

    attention_norm: np.ndarray  # [d_model]
    W_qkv: np.ndarray  # [d_model, (n_heads + 2 n_kv_heads) d_head]: side by side
    W_o: np.ndarray  # [n_heads d_head, d_model]
    mlp_norm: np.ndarray  # [d_model]
    W_gate_up: np.ndarray  # [d_model, 2 d_ff]: gate and up side by side
    W_down: np.ndarray  # [d_ff, d_model]


LAYER_SHAPES = LayerWeights(
    attention_norm=(D_MODEL,),
    W_qkv=(D_MODEL, D_QKV),
    W_o=(N_HEADS * D_HEAD, D_MODEL),
    mlp_norm=(D_MODEL,),
    W_gate_up=(D_MODEL, 2 * D_FF),
    W_down=(D_FF, D_MODEL),
)
EMBEDDING_SHAPE = (D_VOCAB, D_MODEL)
FINAL_NORM_SHAPE = (D_MODEL,)

N_NUMBERS = (
    math.prod(EMBEDDING_SHAPE)
    + N_LAYERS * sum(math.prod(shape) for shape in LAYER_SHAPES)
    + math.prod(FINAL_NORM_SHAPE)
)


def unpack(numbers):
    """Cut the file's one long row of numbers into named weights, copying nothing.

    numbers: [N_NUMBERS], in the file's order: embedding, layers, final norm.
    Returns (embedding, list of LayerWeights, final_norm).
    """
    start = 0

    def take(shape):
        nonlocal start
        stop = start + math.prod(shape)
        view = numbers[start:stop].reshape(shape)
        start = stop
        return view

    embedding = take(EMBEDDING_SHAPE)
    layers = [LayerWeights(*map(take, LAYER_SHAPES)) for _ in range(N_LAYERS)]
    return embedding, layers, take(FINAL_NORM_SHAPE)
