"""One attention head that is trained to find each noun's adjectives."""

import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits

from course_lib import attention, phrases
from course_lib.training.torch_attention import scaled_dot_product_attention


class AdjectiveHead(nn.Module):
    """One attention head that shall name each noun's adjectives.

    x = E[word] + P[place]; update = softmax(x W_q (x W_k)^T / sqrt(d_head)) x W_v W_o;
    a word names the adjectives whose number in update W_u + b is above 0.

    E [33, 64], P [11, 64], W_q, W_k and W_v [64, 16], W_o [16, 64], W_u [64, 16] and
    b [16] are trained. No word may look ahead.

    Parameters
    ----------
    reads : str
        What W_u reads: "update", what the head gathered and nothing else; or
        "residual", x + update, where a noun's own vector can tell which adjectives it
        was trained with.
    positions : bool
        False: x = E[word], and the head cannot tell places apart.
    seed : int
        For the numbers to start from.

    Raises
    ------
    ValueError
        ``reads`` is another word.
    """

    d_model, d_head = 64, 16

    def __init__(self, *, reads="update", positions=True, seed=0):
        super().__init__()
        if reads not in ("update", "residual"):
            raise ValueError(f"reads is {reads!r}, expected 'update' or 'residual'.")
        self.reads, self.positions = reads, positions
        rng = torch.Generator().manual_seed(seed)
        n_adjectives = len(phrases.ADJECTIVES)

        def matrix(n, m, size=1.0):
            return nn.Parameter(torch.randn(n, m, generator=rng) * size)

        self.E = matrix(len(phrases.WORDS), self.d_model)
        self.P = matrix(phrases.LONGEST, self.d_model)
        self.W_q = matrix(self.d_model, self.d_head, self.d_model**-0.5)
        self.W_k = matrix(self.d_model, self.d_head, self.d_model**-0.5)
        self.W_v = matrix(self.d_model, self.d_head, self.d_model**-0.5)
        self.W_o = matrix(self.d_head, self.d_model, self.d_head**-0.5)
        self.W_u = matrix(self.d_model, n_adjectives, self.d_model**-0.5)
        self.b = nn.Parameter(torch.zeros(n_adjectives))

    def forward(self, ids):
        """Return for each word a number per adjective [n, T, 16]; weights [n, T, T]."""
        T = ids.shape[-1]
        x = self.E[ids]  # [n, T, d_model]
        if self.positions:
            x = x + self.P[:T]
        mask = torch.from_numpy(attention.causal_mask(T))
        q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v  # [n, T, d_head]
        gathered, weights = scaled_dot_product_attention(q, k, v, mask)
        update = gathered @ self.W_o  # [n, T, d_model]
        read = update if self.reads == "update" else x + update
        return read @ self.W_u + self.b, weights

    def loss(self, sentences):
        """Return how wrong nouns are: mean cross-entropy of 16 yes-or-no answers."""
        numbers, _ = self(torch.from_numpy(sentences.ids))
        nouns = sentences.nouns
        answers = torch.from_numpy(sentences.answers[nouns]).float()
        return binary_cross_entropy_with_logits(numbers[nouns], answers)

    @torch.no_grad()
    def answer(self, sentences):
        """Return as NumPy arrays what it names, bool [n, T, 16], and weights [n, T, T].

        >>> one = phrases.read("the quiet river crossed a garden")
        >>> named, weights = AdjectiveHead().answer(one)
        >>> named.shape, weights.shape
        ((1, 6, 16), (1, 6, 6))
        """
        numbers, weights = self(torch.from_numpy(sentences.ids))
        return (numbers > 0).numpy(), weights.numpy()
