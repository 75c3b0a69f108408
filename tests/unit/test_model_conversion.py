"""The conversion of a model of two tiny layers; a tokenizer of nine tokens."""

from types import SimpleNamespace

import numpy as np
import pytest

from course_lib.model import conversion, layout

D, D_QKV, D_FF, D_VOCAB, N_LAYERS = 4, 10, 6, 11, 2
GGUF_SHAPES = {
    "attn_norm": (D,),
    "attn_q": (4, D),
    "attn_k": (3, D),
    "attn_v": (3, D),
    "attn_output": (D, 4),
    "ffn_norm": (D,),
    "ffn_gate": (D_FF, D),
    "ffn_up": (D_FF, D),
    "ffn_down": (D, D_FF),
}


@pytest.fixture
def tiny(monkeypatch):
    shapes = layout.LayerWeights((D,), (D, D_QKV), (4, D), (D,), (D, 12), (6, D))
    count = D_VOCAB * D + N_LAYERS * (4 + 40 + 16 + 4 + 48 + 24) + D
    for name, value in {
        "N_LAYERS": N_LAYERS,
        "D_VOCAB": D_VOCAB,
        "LAYER_SHAPES": shapes,
        "EMBEDDING_SHAPE": (D_VOCAB, D),
        "FINAL_NORM_SHAPE": (D,),
        "N_NUMBERS": count,
    }.items():
        monkeypatch.setattr(layout, name, value)
    monkeypatch.setattr(conversion, "ROWS_AT_A_TIME", 3)
    rng = np.random.default_rng(0)
    wanted = {"token_embd": (D_VOCAB, D), "output_norm": (D,)}
    for number in range(N_LAYERS):
        wanted |= {f"blk.{number}.{name}": s for name, s in GGUF_SHAPES.items()}
    return {name: rng.standard_normal(shape) for name, shape in wanted.items()}


def test_every_weight_arrives_in_its_place_ready_for_x_at_W(tiny, tmp_path):
    tensors = {
        f"{name}.weight": SimpleNamespace(data=array, tensor_type="half")
        for name, array in tiny.items()
    }

    def dequantize(data, tensor_type):
        assert tensor_type == "half"
        return (data / 2).astype(np.float32)

    path = tmp_path / "weights.npy"
    conversion.write_weights(path, tensors, dequantize, lambda line: None)
    numbers = np.load(path)
    assert numbers.dtype == np.float32
    embedding, layers, final_norm = layout.unpack(numbers)
    half = {name: (x / 2).astype(np.float32) for name, x in tiny.items()}
    assert np.array_equal(embedding, half["token_embd"])
    assert np.array_equal(final_norm, half["output_norm"])
    for number, layer in enumerate(layers):
        own = {name: half[f"blk.{number}.{name}"] for name in GGUF_SHAPES}
        qkv = np.hstack([own[f"attn_{name}"].T for name in "qkv"])
        gate_up = np.hstack([own["ffn_gate"].T, own["ffn_up"].T])
        assert np.array_equal(layer.attention_norm, own["attn_norm"])
        assert np.array_equal(layer.W_qkv, qkv)
        assert np.array_equal(layer.W_o, own["attn_output"].T)
        assert np.array_equal(layer.mlp_norm, own["ffn_norm"])
        assert np.array_equal(layer.W_gate_up, gate_up)
        assert np.array_equal(layer.W_down, own["ffn_down"].T)


def test_unpacking_copies_nothing(tiny):
    numbers = np.zeros(layout.N_NUMBERS, dtype=np.float32)
    embedding, layers, final_norm = layout.unpack(numbers)
    numbers[:] = 1
    assert embedding.all()
    assert all(weight.all() for layer in layers for weight in layer)
    assert final_norm.all()


def test_the_tokenizer_merges_and_sets_digits_apart(tmp_path):
    from course_lib.model.tokenizer import Tokenizer

    tokens = ["<|end|>", "a", "b", "1", "2", "Ġ", "ab", "Ġab", "12"]
    merges = ["a b", "Ġ ab", "1 2"]
    types = [conversion.CONTROL_TOKEN] + [1] * 8
    path = tmp_path / "tokenizer.json"
    conversion.write_tokenizer(path, tokens, merges, types)
    tokenizer = Tokenizer(path)
    ids = tokenizer.encode("ab ab 12<|end|>")
    assert tokenizer.pieces(ids) == ["ab", " ab", " ", "1", "2", "<|end|>"]
    assert ids.tolist() == [6, 7, 5, 3, 4, 0]
    assert tokenizer.decode(ids) == "ab ab 12<|end|>"
