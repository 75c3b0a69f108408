"""The shape of a Transformer, and how many parameters it has, matrix by matrix."""

from dataclasses import dataclass, fields

from ..validation import whole_number

# The matrices that may have biases, and those of each part of a layer.
QKVO = ("query", "key", "value down", "value up")
MLP = ("MLP gate", "MLP up", "MLP down")
EVERY_MATRIX = (*QKVO, *MLP)
NORM_ROWS = {"none": 0, "scale": 1, "scale and shift": 2}
_AT_LEAST = {  # sizes that may be 0; any other is at least 1
    "cross_layers": 0,
    "positions": 0,
    "token_types": 0,
    "relative_buckets": 0,
}


@dataclass(frozen=True, kw_only=True)
class TransformerShape:
    """The sizes that decide how many parameters a Transformer has.

    Parameters
    ----------
    layers, d_model, heads, d_head, vocabulary : int
        ``d_head`` is told, never derived: heads x d_head need not be ``d_model``.
    kv_heads : int, optional
        Heads of keys and values, which query heads share; if missing, ``heads``.
    d_ff : int, optional
        Width of the MLP in the middle; if missing, 4 x ``d_model``.
    gated : bool
        Whether the MLP has a third matrix, the gate.
    experts, active_experts : int
        MLPs in a layer, and how many of them one token passes; more than one need a
        router, a matrix [d_model, experts].
    positions, token_types : int
        Rows of learned tables beside the vocabulary's.
    tied : bool
        Whether the embedding serves as the unembedding, too.
    biases : tuple of str
        The matrices with a bias, of ``EVERY_MATRIX``.
    norm : str
        "none", "scale" (RMSNorm) or "scale and shift" (LayerNorm).
    end_norm, embedding_norm : bool
        One more norm after the last layer (of each stack), or after the embedding.
    pooler : bool
        A square matrix with a bias after the last layer, as in BERT.
    cross_layers : int
        Layers of a second stack, the decoder, with cross-attention besides.
    relative_buckets : int
        Rows of a table with a column a head, one table a stack, as in T5.

    Raises
    ------
    ValueError
        A shape that cannot be, in one sentence.

    >>> TransformerShape(layers=1, d_model=4, heads=2, d_head=3, vocabulary=10,
    ...                  norm="none").parts()["query"]
    24
    """

    layers: int
    d_model: int
    heads: int
    d_head: int
    vocabulary: int
    kv_heads: int | None = None
    d_ff: int | None = None
    gated: bool = False
    experts: int = 1
    active_experts: int = 1
    positions: int = 0
    token_types: int = 0
    tied: bool = True
    biases: tuple[str, ...] = ()
    norm: str = "none"
    end_norm: bool = True
    embedding_norm: bool = False
    pooler: bool = False
    cross_layers: int = 0
    relative_buckets: int = 0

    def __post_init__(self):
        for field in fields(self):
            size = getattr(self, field.name)
            if "int" in str(field.type) and size is not None:
                least = _AT_LEAST.get(field.name, 1)
                size = whole_number(field.name, size, at_least=least)
                object.__setattr__(self, field.name, size)  # a NumPy integer wraps
        _refuse(self)

    @property
    def n_kv_heads(self):
        """How many heads of keys and values there are."""
        return self.heads if self.kv_heads is None else self.kv_heads

    @property
    def mlp_width(self):
        """How many numbers the MLP has in the middle."""
        return 4 * self.d_model if self.d_ff is None else self.d_ff

    def matrices(self):
        """Return the matrices of one layer, the MLP's of one expert.

        As {name: (rows, columns)}.
        """
        d, wide = self.d_model, self.mlp_width
        inner, shared = self.heads * self.d_head, self.n_kv_heads * self.d_head
        found = {
            "query": (d, inner),
            "key": (d, shared),
            "value down": (d, shared),
            "value up": (inner, d),
            "MLP gate": (d, wide),
            "MLP up": (d, wide),
            "MLP down": (wide, d),
        }
        if not self.gated:
            del found["MLP gate"]
        return found

    def copies(self, matrix, *, active=False):
        """Return how many such matrices the model has, or one token passes."""
        if matrix in QKVO:
            return self.layers + 2 * self.cross_layers  # a decoder attends twice
        experts = self.active_experts if active else self.experts
        return (self.layers + self.cross_layers) * experts

    def parts(self, *, active=False):
        """Return how many parameters each part has: {name: count}, without empty parts.

        Parameters
        ----------
        active : bool
            Count only the experts that one token passes.
        """
        d = self.d_model
        found = {"embedding": self.vocabulary * d}
        found["positions"] = self.positions * d
        found["token types"] = self.token_types * d
        for name, (rows, columns) in self.matrices().items():
            found[name] = rows * columns * self.copies(name, active=active)
        found["router"] = self._routers()
        found["biases"] = sum(self.bias_parts(active=active).values())
        found["relative biases"] = self.relative_buckets * self.heads * self._stacks()
        found["norms"] = self._norms() * NORM_ROWS[self.norm] * d
        found["pooler"] = (d * d + d) * self.pooler
        found["unembedding"] = self.vocabulary * d * (not self.tied)
        return {name: count for name, count in found.items() if count}

    def bias_parts(self, *, active=False):
        """Return how many numbers the biases of each matrix have: {name: count}."""
        return {
            name: columns * self.copies(name, active=active)
            for name, (_, columns) in self.matrices().items()
            if name in self.biases
        }

    def total(self, *, active=False):
        """Return how many parameters the model has; a shared matrix counts once."""
        return sum(self.parts(active=active).values())

    def attention(self):
        """Return the parameters of all attention: four matrices and their biases."""
        parts, biases = self.parts(), self.bias_parts()
        return sum(parts[name] + biases.get(name, 0) for name in QKVO)

    def _routers(self):
        if self.experts == 1:
            return 0
        return self.d_model * self.experts * (self.layers + self.cross_layers)

    def _stacks(self):
        return 2 if self.cross_layers else 1

    def _norms(self):
        """Return how many norms there are: one before each attention and each MLP."""
        inside = 2 * self.layers + 3 * self.cross_layers
        return inside + self.end_norm * self._stacks() + self.embedding_norm


def _refuse(shape):
    """Raise a ValueError in one sentence for a shape that cannot be."""
    if shape.heads % shape.n_kv_heads:
        raise ValueError(
            f"{shape.heads} heads cannot share {shape.n_kv_heads} key/value heads "
            "evenly: expected a divisor of heads."
        )
    if shape.active_experts > shape.experts:
        raise ValueError(
            f"active_experts is {shape.active_experts}, expected at most the "
            f"{shape.experts} experts that a layer has."
        )
    if shape.norm not in NORM_ROWS:
        raise ValueError(f"norm is {shape.norm!r}, expected one of {[*NORM_ROWS]}.")
    listed = isinstance(shape.biases, tuple | list)
    if not listed or any(name not in EVERY_MATRIX for name in shape.biases):
        raise ValueError(
            f"biases is {shape.biases!r}, expected names out of {list(EVERY_MATRIX)}."
        )
    if "MLP gate" in shape.biases and not shape.gated:
        raise ValueError("biases names the MLP gate, expected gated to be True then.")
