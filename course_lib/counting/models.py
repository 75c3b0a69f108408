"""Shapes of real models, from their papers and published configurations."""

from dataclasses import replace

from .shape import EVERY_MATRIX, TransformerShape

GPT_VOCABULARY, GPT3_POSITIONS = 50_257, 2_048

# Table 2.1 of Brown et al. 2020 as printed: layers, d_model, heads, d_head; then the
# size printed there, and the millions of parameters printed in table D.1.
GPT3_TABLE = {
    "GPT-3 Small": (12, 768, 12, 64, "125M", 125),
    "GPT-3 Medium": (24, 1_024, 16, 64, "350M", 356),
    "GPT-3 Large": (24, 1_536, 16, 96, "760M", 760),
    "GPT-3 XL": (24, 2_048, 24, 128, "1.3B", 1_320),
    "GPT-3 2.7B": (32, 2_560, 32, 80, "2.7B", 2_650),
    "GPT-3 6.7B": (32, 4_096, 32, 128, "6.7B", 6_660),
    "GPT-3 13B": (40, 5_140, 40, 128, "13.0B", 12_850),
    "GPT-3 175B": (96, 12_288, 96, 128, "175.0B", 174_600),
}


def gpt3(name="GPT-3 175B"):
    """Return the shape of a printed row of GPT-3's table, with all that a file holds.

    Biases on all matrices, two norms a layer and one at the end, learned positions,
    tied embedding: the ways of GPT-2, which the paper says it follows.

    Source: Brown et al. 2020, section 2.1 and table 2.1; Radford et al. 2019.

    >>> gpt3().total()
    174604259328
    """
    if name not in GPT3_TABLE:
        raise ValueError(f"{name!r} is no row of the table: {', '.join(GPT3_TABLE)}.")
    layers, d_model, heads, d_head, *_ = GPT3_TABLE[name]
    return TransformerShape(
        layers=layers,
        d_model=d_model,
        heads=heads,
        d_head=d_head,
        vocabulary=GPT_VOCABULARY,
        positions=GPT3_POSITIONS,
        biases=tuple(name for name in EVERY_MATRIX if name != "MLP gate"),
        norm="scale and shift",
    )


def weights_only(shape):
    """Return the shape without biases, norms, positions, and with its own unembedding.

    Source: this way of counting is 3Blue1Brown's, *Attention in transformers*, 2024.

    >>> weights_only(gpt3()).total()
    175181291520
    """
    return replace(shape, biases=(), norm="none", positions=0, tied=False)


# From papers and published configurations: Radford et al. 2019, table 2; Devlin et al.
# 2018, section 3; Raffel et al. 2020, section 3.7; Touvron et al. 2023, table 2; Jiang
# et al. 2023, table 1; Jiang et al. 2024, table 1; Gemma Team 2024, table 1; SmolLM2's
# own file.
GPT2 = replace(gpt3("GPT-3 Small"), positions=1_024)
GPT2_XL = replace(GPT2, layers=48, d_model=1_600, heads=25)
BERT_BASE = replace(
    GPT2,
    vocabulary=30_522,
    positions=512,
    token_types=2,
    end_norm=False,
    embedding_norm=True,
    pooler=True,
)
T5_SMALL = TransformerShape(
    layers=6,
    cross_layers=6,
    d_model=512,
    heads=8,
    d_head=64,
    vocabulary=32_128,
    relative_buckets=32,
    norm="scale",
)
LLAMA_7B = TransformerShape(
    layers=32,
    d_model=4_096,
    heads=32,
    d_head=128,
    d_ff=11_008,
    gated=True,
    vocabulary=32_000,
    tied=False,
    norm="scale",
)
MISTRAL_7B = replace(LLAMA_7B, kv_heads=8, d_ff=14_336)
MIXTRAL_8X7B = replace(MISTRAL_7B, experts=8, active_experts=2)
GEMMA_7B = TransformerShape(
    layers=28,
    d_model=3_072,
    heads=16,
    d_head=256,
    d_ff=24_576,
    gated=True,
    vocabulary=256_000,
    norm="scale",
)
SMOLLM2 = TransformerShape(
    layers=30,
    d_model=576,
    heads=9,
    d_head=64,
    kv_heads=3,
    d_ff=1_536,
    gated=True,
    vocabulary=49_152,
    norm="scale",
)

# What the libraries that run these models hold: parameters in all, and of attention.
# Counted by building each published configuration, without weights, in transformers
# 5.24.0 with torch 2.13.0; a shared matrix counts once. BERT without its word guesser.
COUNTED = {
    "GPT-2": (124_439_808, 28_348_416),
    "BERT base": (109_482_240, 28_348_416),
    "T5 small": (60_506_624, 18_874_368),
    "Llama 7B": (6_738_415_616, 2_147_483_648),
    "Mistral 7B": (7_241_732_096, 1_342_177_280),
}
SHAPES = {
    "GPT-2": GPT2,
    "BERT base": BERT_BASE,
    "T5 small": T5_SMALL,
    "Llama 7B": LLAMA_7B,
    "Mistral 7B": MISTRAL_7B,
    "Gemma 7B": GEMMA_7B,
    "Mixtral 8x7B": MIXTRAL_8X7B,
    "SmolLM2-135M": SMOLLM2,
}
