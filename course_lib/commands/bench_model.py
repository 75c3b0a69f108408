"""How fast the model and its attention are: ratios within one run, one thread."""

import time

import numpy as np

from course_lib.attention import causal_mask, scaled_dot_product_attention
from course_lib.model import language_model

PROMPT = "Once upon a time, in a village by the sea,"
N_TOKENS = 40
ROUNDS = 5


def model_rows():
    """Yield (name, goal, measured): text, text, text.

    Needs the model, torch and transformers. Set one BLAS thread before NumPy loads.
    """
    import torch

    torch.set_num_threads(1)
    model = language_model.load()
    yield decoding_against_bare_products(model)
    yield decoding_against_transformers(model)
    yield attention_against_torch(causal=False, goal=2)
    yield attention_against_torch(causal=True, goal=3)


def decoding_against_transformers(model):
    """Compare tokens a second, each with its own cache and the same prompt."""
    import torch

    from course_lib.commands.model_twin import build_twin

    twin = build_twin(model)
    ids = model.tokenizer.encode(PROMPT)
    prompt = torch.tensor(ids)[None]

    def with_transformers():
        with torch.no_grad():
            twin.generate(
                prompt,
                attention_mask=torch.ones_like(prompt),
                max_new_tokens=N_TOKENS,
                do_sample=False,
            )

    ours, theirs = fastest(lambda: model.greedy(ids, N_TOKENS), with_transformers)
    return (
        "NumPy model against transformers float32, tokens a second with cache",
        ">= 1.0 (1.5 hoped for)",
        f"{theirs / ours:.2f} ({N_TOKENS / ours:.0f} against {N_TOKENS / theirs:.0f})",
    )


def decoding_against_bare_products(model):
    """Compare a cached step with its matrix products alone, on the same weights."""
    ids = model.tokenizer.encode(PROMPT)

    def bare_products():
        for _ in range(N_TOKENS):
            for layer in model.layers:
                for W in (layer.W_qkv, layer.W_o, layer.W_gate_up, layer.W_down):
                    vectors[len(W)] @ W
            model.embedding @ vectors[model.embedding.shape[1]][0]

    widths = {len(W) for W in model.layers[0] if W.ndim == 2}
    vectors = {width: np.ones((1, width), dtype=np.float32) for width in widths}
    prompt, step, bare = fastest(
        lambda: model.greedy(ids, 1),
        lambda: model.greedy(ids, N_TOKENS + 1),
        bare_products,
    )
    return (
        "NumPy model's step against its bare matrix products, rate",
        ">= 0.75",
        f"{bare / (step - prompt):.2f}",
    )


def attention_against_torch(causal, goal):
    """Compare scaled_dot_product_attention on [8, 512, 64] with torch's SDPA."""
    import torch

    rng = np.random.default_rng(0)
    q, k, v = rng.standard_normal((3, 8, 512, 64), dtype=np.float32)
    mask = causal_mask(512) if causal else None
    tensors = [torch.from_numpy(x)[None] for x in (q, k, v)]
    sdpa = torch.nn.functional.scaled_dot_product_attention

    def with_torch():
        with torch.no_grad():
            sdpa(*tensors, is_causal=causal)

    ours, theirs = fastest(
        lambda: scaled_dot_product_attention(q, k, v, mask), with_torch, rounds=30
    )
    kind = "causal attention" if causal else "attention"
    return (
        f"{kind} [8, 512, 64] against torch's SDPA, time",
        f"<= {goal}",
        f"{ours / theirs:.2f} ({1000 * ours:.1f} ms against {1000 * theirs:.1f} ms)",
    )


def fastest(*functions, rounds=ROUNDS):
    """Return each function's best time in seconds, taking turns so that all share
    the machine's good and bad moments."""
    best = [float("inf")] * len(functions)
    for _ in range(rounds):
        for number, function in enumerate(functions):
            start = time.perf_counter()
            function()
            best[number] = min(best[number], time.perf_counter() - start)
    return best
