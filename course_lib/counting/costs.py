"""Bytes and operations: what a shape costs to keep, to run and to train."""

from ..validation import whole_number
from .shape import QKVO

FLOAT32, FLOAT16 = 4, 2  # bytes a number


def bytes_of(numbers, bytes_each=FLOAT32):
    """Return the bytes that so many numbers take.

    >>> bytes_of(174_604_259_328, FLOAT16)
    349208518656
    """
    return whole_number("numbers", numbers, at_least=0) * whole_number(
        "bytes_each", bytes_each
    )


def attention_bytes(*sizes, bytes_each=FLOAT32):
    """Return the bytes of attention weights of these sizes, such as heads, T, T.

    >>> attention_bytes(16, 20_000, 20_000)
    25600000000
    """
    numbers = 1
    for i, size in enumerate(sizes):
        numbers *= whole_number(f"sizes[{i}]", size)
    return bytes_of(numbers, bytes_each)


def kv_cache_bytes(shape, tokens, bytes_each=FLOAT16):
    """Return the bytes that keep the keys and values of so many tokens, all layers.

    Parameters
    ----------
    shape : TransformerShape
        Without cross-attention, whose keys are those of another text.
    tokens, bytes_each : int

    Raises
    ------
    ValueError
        The shape has a second stack, or a size is not a whole number.

    Source: Pope et al. 2022, section 2.1.
    """
    if shape.cross_layers:
        raise ValueError(
            f"the shape has {shape.cross_layers} layers with cross-attention, expected "
            "one stack: its cache depends on two texts."
        )
    tokens = whole_number("tokens", tokens, at_least=0)
    a_layer = 2 * shape.n_kv_heads * shape.d_head * tokens  # a key and a value
    return bytes_of(shape.layers * a_layer, bytes_each)


def operations_per_token(shape, seen):
    """Return the operations that one more token takes, forward, by what they are for.

    A weight of a matrix is met once: one multiplication, one addition. Tables that are
    looked up, norms, biases and softmax are left out.

    Parameters
    ----------
    shape : TransformerShape
        Without cross-attention.
    seen : int
        How many tokens it looks at, itself included.

    Returns
    -------
    dict
        "matrices": 2 for each weight met; "looking": 2 for each product of query and
        key, 2 for each share of a value.

    Source: Kaplan et al. 2020, table 1.
    """
    seen = whole_number("seen", seen)
    if shape.cross_layers:
        raise ValueError(
            f"the shape has {shape.cross_layers} layers with cross-attention, expected "
            "one stack."
        )
    parts = shape.parts(active=True)
    met = sum(parts[name] for name in (*QKVO, "MLP up", "MLP down"))
    met += parts.get("MLP gate", 0) + parts.get("router", 0)
    met += shape.vocabulary * shape.d_model  # the unembedding, tied or not
    looking = 4 * shape.layers * shape.heads * shape.d_head * seen
    return {"matrices": 2 * met, "looking": looking}


def training_operations(parameters, tokens):
    """Return 6 x parameters x tokens: 2 forward, 4 backward for each weight and token.

    Source: Kaplan et al. 2020, section 2.1; Brown et al. 2020, table D.1.

    >>> f"{training_operations(174_604_259_328, 300 * 10**9):.2e}"
    '3.14e+23'
    """
    parameters = whole_number("parameters", parameters)
    return 6 * parameters * whole_number("tokens", tokens)
