"""A Transformer of attention alone, that is trained to continue repeated letters."""

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from course_lib import attention, induction, validation
from course_lib.training.torch_attention import scaled_dot_product_attention


class AttentionOnly(nn.Module):
    """Layers of attention heads, one after the other, without any MLP.

    x = E[letter] + P[place]; in each layer x = x + MultiHead(x), where MultiHead is
    ``attention.multi_head_attention``; the next letter is the largest number in x W_u.

    E [26, 64], P [24, 64], W_u [64, 26] and each layer's W_q, W_k, W_v
    [64, n_heads * 32] and W_o [n_heads * 32, 64] are trained. No letter may look ahead.

    Parameters
    ----------
    n_layers : int
    n_heads : int
        In each layer.
    seed : int
        For the numbers to start from.

    Raises
    ------
    ValueError
        Not whole numbers of at least 1.

    Source: Elhage et al. 2021, A Mathematical Framework for Transformer Circuits.
    """

    d_model, d_head = 64, 32

    def __init__(self, n_layers=2, n_heads=1, *, seed=0):
        super().__init__()
        n_layers = validation.whole_number("n_layers", n_layers)
        self.n_heads = validation.whole_number("n_heads", n_heads)
        rng = torch.Generator().manual_seed(seed)
        width = self.n_heads * self.d_head

        def matrix(n, m, size):
            return nn.Parameter(torch.randn(n, m, generator=rng) * size)

        self.E = matrix(len(induction.LETTERS), self.d_model, 0.5)
        self.P = matrix(induction.LENGTH, self.d_model, 0.5)
        # Small at first: each layer starts near "change nothing".
        self.layers = nn.ModuleList(
            nn.ParameterDict(
                {
                    "W_q": matrix(self.d_model, width, 0.5 * self.d_model**-0.5),
                    "W_k": matrix(self.d_model, width, 0.5 * self.d_model**-0.5),
                    "W_v": matrix(self.d_model, width, 0.5 * self.d_model**-0.5),
                    "W_o": matrix(width, self.d_model, 0.5 * width**-0.5),
                }
            )
            for _ in range(n_layers)
        )
        self.W_u = matrix(self.d_model, len(induction.LETTERS), self.d_model**-0.5)

    def forward(self, ids):
        """Return at each place a number per letter [n, T, 26]; weights of each layer.

        The weights are a list of n_layers tensors [n, n_heads, T, T].
        """
        x = self.E[ids] + self.P[: ids.shape[-1]]  # [n, T, d_model]
        mask = torch.from_numpy(attention.causal_mask(ids.shape[-1]))
        weights = []
        for layer in self.layers:
            q, k, v = (self._split(x @ layer[name]) for name in ("W_q", "W_k", "W_v"))
            heads, looks = scaled_dot_product_attention(q, k, v, mask)
            merged = heads.transpose(1, 2).flatten(2)  # [n, T, n_heads * d_head]
            x = x + merged @ layer["W_o"]
            weights.append(looks)
        return x @ self.W_u, weights

    def _split(self, x):
        """[n, T, n_heads * d_head] -> [n, n_heads, T, d_head]."""
        return x.unflatten(-1, (self.n_heads, self.d_head)).transpose(1, 2)

    def loss(self, sequences):
        """Return how wrong the next letters are, where they can be known: mean loss."""
        numbers, _ = self(torch.from_numpy(sequences.ids))
        known = sequences.known[:, :-1]
        answers = torch.from_numpy(sequences.ids[:, 1:][known])
        return cross_entropy(numbers[:, :-1][known], answers)

    @torch.no_grad()
    def answer(self, sequences):
        """Return as NumPy arrays what comes next, int [n, T], and each layer's weights.

        The weights are a list of n_layers arrays [n, n_heads, T, T].

        >>> predicted, weights = AttentionOnly().answer(induction.read("storksto"))
        >>> predicted.shape, len(weights), weights[0].shape
        ((1, 8), 2, (1, 1, 8, 8))
        """
        numbers, weights = self(torch.from_numpy(sequences.ids))
        return numbers.argmax(dim=-1).numpy(), [looks.numpy() for looks in weights]
