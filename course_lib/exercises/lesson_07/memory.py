"""07.9: the bytes of keys and values that are kept."""

import inspect

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_07 import objectives


def cache_bytes(layers, kv_heads, d_head, tokens, bytes_each):
    """Return the bytes that hold the keys and values of all tokens, in all layers."""
    # a key and a value, each d_head numbers, for each key/value head of each layer
    numbers = 2 * layers * kv_heads * d_head * tokens
    return numbers * bytes_each


def cache_in_loops(layers, kv_heads, d_head, tokens, bytes_each):
    total = 0
    for _ in ("key", "value"):
        total += layers * tokens * kv_heads * d_head * bytes_each
    return total


def cache_by_product(bytes_each, tokens, d_head, kv_heads, layers):
    return float(np.prod([2.0, layers, kv_heads, d_head, tokens, bytes_each]))


def cache_of_arrays(layers, kv_heads, d_head, tokens, bytes_each):
    shape = (2, layers, tokens, kv_heads, d_head)
    return int(np.prod(shape, dtype=object)) * bytes_each


def cache_in_torch(layers, kv_heads, d_head, tokens, bytes_each):
    import torch

    sizes = torch.tensor([2, layers, kv_heads, d_head, tokens, bytes_each])
    return sizes.double().prod()


def _of(power=1, pair=2, skip=(), times=1):
    """Build a bill that leaves out a factor, or has one too many."""

    def answer(layers, kv_heads, d_head, tokens, bytes_each):
        factors = {
            "layers": layers,
            "kv_heads": kv_heads,
            "d_head": d_head,
            "tokens": tokens**power,
            "bytes_each": bytes_each,
        }
        total = pair * times
        for name, factor in factors.items():
            total *= 1 if name in skip else factor
        return total

    return answer


def _gigabytes(layers, kv_heads, d_head, tokens, bytes_each):
    return cache_bytes(layers, kv_heads, d_head, tokens, bytes_each) / 1e9


def cache_cases():
    """Return cases with sizes that all differ."""
    names = ("layers", "kv_heads", "d_head", "tokens", "bytes_each")
    sizes = {
        "plain": ("with small sizes that all differ", (3, 5, 7, 11, 2)),
        "gpt3": ("with the sizes of GPT-3", (96, 96, 128, 2_048, 2)),
        "long": ("with a long text in float32", (30, 3, 64, 10**6 + 3, 4)),
    }
    return tuple(
        Case(tag, when, dict(zip(names, values, strict=True)))
        for tag, (when, values) in sizes.items()
    )


def notice(found):
    """Say on which side a bill is wrong."""
    case, (got,) = found[0]
    if got > cache_bytes(**case.inputs):
        return (
            f"{case.when} your bill is too high: which factor is there that should "
            "not be?"
        )
    return f"{case.when} your bill is too low: which factor is missing?"


KV_CACHE = Exercise(
    id="07.9",
    kind="write a function",
    minutes=3,
    title="Write the bill of the cache",
    objective=objectives.COST,
    stub='''\
def cache_bytes(layers, kv_heads, d_head, tokens, bytes_each):
    """Return the bytes that hold the keys and values of all tokens, in all layers."""
    ...  # your code


check("07.9", cache_bytes)
''',
    todo="replace the `...` of cache_bytes by a line or two that return the bytes.",
    right=(
        "It grows with the text, one token at a time, and shrinks with the number of "
        "key/value heads: the reason why newer models share them."
    ),
    reference=cache_bytes,
    accepted=(cache_in_loops, cache_by_product, cache_of_arrays, cache_in_torch),
    wrong=(
        Wrong(
            _of(pair=1),
            "half of it is missing: keys are kept, and what else does a later word "
            "read?",
        ),
        Wrong(
            _of(power=2),
            "your bill grows with the square of the text: tables of weights do, but "
            "keys and values are one each a token.",
        ),
        Wrong(_of(skip=("layers",)), "one layer is billed: each keeps its own."),
        Wrong(
            _of(skip=("kv_heads",)),
            "one head is billed: every key/value head keeps its own.",
        ),
        Wrong(_of(skip=("d_head",)), "a key has d_head numbers, not one."),
        Wrong(_of(skip=("tokens",)), "one token is billed: all of them are kept."),
        Wrong(
            _of(skip=("bytes_each",)),
            "these are numbers, not bytes: how many bytes is one of them?",
        ),
        Wrong(
            _of(skip=("bytes_each",), times=4),
            "you take four bytes a number whatever is asked: bytes_each says how many.",
        ),
        Wrong(_of(times=8), "these are bits: eight of them make a byte."),
        Wrong(
            _of(pair=3),
            "three things a token are billed: queries are used once and not kept.",
        ),
        Wrong(
            _of(pair=4),
            "four things a token are billed: a cache keeps what later words read, and "
            "no weights.",
        ),
        Wrong(
            _gigabytes,
            "the number is right in gigabytes: return the bytes as they come.",
        ),
    ),
    hints=(
        "What of an earlier word does a later word need: its query, its key, its "
        "value?",
        "For one token, one layer, one head: how many numbers is that?",
        "Then multiply: by heads, by layers, by tokens, by the bytes of a number.",
    ),
    solution=inspect.getsource(cache_bytes) + '\n\ncheck("07.9", cache_bytes)\n',
    cases=cache_cases(),
    returns=("bytes",),
    notice=notice,
)
