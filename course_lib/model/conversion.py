"""From the published file (GGUF, four bits a number) to what the course reads."""

import os

import numpy as np

from course_lib.model import layout

ROWS_AT_A_TIME = 4_096  # keeps the peak of memory low: a block is 10 MB of float32
CONTROL_TOKEN = 3  # GGUF's token_type for <|endoftext|> and the like


def import_readers():
    """Import what conversion needs and lessons never load; ImportError if absent."""
    import gguf
    import tokenizers

    return gguf, tokenizers


def convert(gguf_path, weights_path, tokenizer_path, progress=print):
    """Write the float32 weights (.npy) and tokenizer.json from one GGUF file.

    gguf_path: the file read. weights_path, tokenizer_path: the two files written.
    progress: called with one line of text a few times.
    Raises OSError when a file cannot be written.
    """
    gguf, _ = import_readers()
    reader = gguf.GGUFReader(gguf_path)
    write_tokenizer(
        tokenizer_path,
        tokens=reader.fields["tokenizer.ggml.tokens"].contents(),
        merges=reader.fields["tokenizer.ggml.merges"].contents(),
        types=reader.fields["tokenizer.ggml.token_type"].contents(),
    )
    progress("Wrote the tokenizer; now the weights, about 540 MB ...")
    tensors = {tensor.name: tensor for tensor in reader.tensors}
    write_weights(weights_path, tensors, gguf.dequantize, progress)


def write_weights(path, tensors, dequantize, progress=print):
    """Write all weights as one row of float32, in the order of layout.py.

    tensors: {GGUF name: tensor with .data and .tensor_type}.
    """
    header = {"descr": "<f4", "fortran_order": False, "shape": (layout.N_NUMBERS,)}

    def weight(name, start=0, stop=None):
        tensor = tensors[name + ".weight"]
        return dequantize(tensor.data[start:stop], tensor.tensor_type)

    with open(path, "wb") as file:
        np.lib.format.write_array_header_1_0(file, header)
        for start in range(0, layout.D_VOCAB, ROWS_AT_A_TIME):
            _write(file, weight("token_embd", start, start + ROWS_AT_A_TIME))
        for number in range(layout.N_LAYERS):
            for array in _layer_weights(weight, f"blk.{number}."):
                _write(file, array)
            if (number + 1) % 10 == 0:
                progress(f"  {number + 1} of {layout.N_LAYERS} layers written")
        _write(file, weight("output_norm"))
        file.flush()
        os.fsync(file.fileno())  # a power cut must not leave a file of zeros


def _layer_weights(weight, prefix):
    """Return one layer's weights: GGUF stores (out, in), x @ W wants (in, out)."""

    def side_by_side(*names):
        return np.concatenate([weight(prefix + name) for name in names]).T

    return layout.LayerWeights(
        attention_norm=weight(prefix + "attn_norm"),
        W_qkv=side_by_side("attn_q", "attn_k", "attn_v"),
        W_o=weight(prefix + "attn_output").T,
        mlp_norm=weight(prefix + "ffn_norm"),
        W_gate_up=side_by_side("ffn_gate", "ffn_up"),
        W_down=weight(prefix + "ffn_down").T,
    )


def _write(file, array):
    file.write(np.ascontiguousarray(array, dtype="<f4").data)


def write_tokenizer(path, tokens, merges, types):
    """Write tokenizer.json: digits one by one, then byte-level byte-pair encoding.

    tokens: the vocabulary in order of id. merges: "left right", most frequent first.
    types: a number a token; control tokens are marked special.
    """
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    vocabulary = {token: number for number, token in enumerate(tokens)}
    pairs = [tuple(merge.split(" ")) for merge in merges]
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=pairs))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(
        [
            AddedToken(token, special=True, normalized=False)
            for token, kind in zip(tokens, types, strict=True)
            if kind == CONTROL_TOKEN
        ]
    )
    tokenizer.save(str(path), pretty=False)
