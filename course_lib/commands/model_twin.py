"""The same weights in Hugging Face transformers: the twin that tests and bench trust.

It is here, not in course_lib.model, because it needs torch and transformers, which are
installed for tests only; and not under tests/, because `bench` imports it too.
"""

import os

import numpy as np

from course_lib.model import layout as sizes


def build_twin(model):
    """Return transformers' Llama in float32 with a LanguageModel's weights."""
    os.environ["HF_HUB_OFFLINE"] = "1"  # nothing is looked up: the weights are ours
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM
    from transformers.initialization import no_init_weights

    config = LlamaConfig(  # written out: a wrong constant of ours must show up here
        vocab_size=49_152,
        hidden_size=576,
        intermediate_size=1536,
        num_hidden_layers=30,
        num_attention_heads=9,
        num_key_value_heads=3,
        rms_norm_eps=1e-5,
        max_position_embeddings=8192,
        rope_parameters={"rope_type": "default", "rope_theta": 100_000.0},
        tie_word_embeddings=True,
        bos_token_id=1,
        eos_token_id=2,
        pad_token_id=2,
    )
    with no_init_weights():
        twin = LlamaForCausalLM(config)
    state = {name: torch.tensor(array) for name, array in _twin_weights(model)}
    twin.load_state_dict(state, strict=True)
    return twin.eval()


def _twin_weights(model):
    """Yield (name, array) as transformers wants them: (out, in), rotary in halves."""
    yield "model.embed_tokens.weight", model.embedding
    yield "lm_head.weight", model.embedding
    yield "model.norm.weight", model.final_norm
    n_q, n_kv = sizes.N_HEADS * sizes.D_HEAD, sizes.N_KV_HEADS * sizes.D_HEAD
    for number, layer in enumerate(model.layers):
        q, k, v = np.split(layer.W_qkv.T, [n_q, n_q + n_kv])
        gate, up = np.split(layer.W_gate_up.T, 2)
        for name, array in {
            "input_layernorm": layer.attention_norm,
            "self_attn.q_proj": _pairs_to_halves(q),
            "self_attn.k_proj": _pairs_to_halves(k),
            "self_attn.v_proj": v,
            "self_attn.o_proj": layer.W_o.T,
            "post_attention_layernorm": layer.mlp_norm,
            "mlp.gate_proj": gate,
            "mlp.up_proj": up,
            "mlp.down_proj": layer.W_down.T,
        }.items():
            yield f"model.layers.{number}.{name}.weight", np.ascontiguousarray(array)


def _pairs_to_halves(rows):
    """Reorder each head's rows: transformers turns row i with row i + 32, we 2i, 2i+1.

    rows: [n_heads * d_head, d_model].
    """
    by_pair = rows.reshape(-1, sizes.D_HEAD // 2, 2, rows.shape[-1])
    return by_pair.swapaxes(1, 2).reshape(rows.shape)
