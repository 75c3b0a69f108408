"""Models in torch that lessons train in seconds, and the one loop that trains them."""

import math
import os

import numpy as np
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits

from course_lib import attention, phrases, validation


def scaled_dot_product_attention(q, k, v, mask=None):
    """Do in torch what ``attention.scaled_dot_product_attention`` does in NumPy.

    weights = softmax(q k^T / sqrt(d_head)); out = weights v.

    Parameters
    ----------
    q : tensor [..., T_q, d_head]
    k : tensor [..., T_k, d_head]
    v : tensor [..., T_k, d_v]
    mask : bool tensor [..., T_q, T_k], optional
        True = may attend. A query that may attend to nothing gets zeros.

    Returns
    -------
    out : tensor [..., T_q, d_v]
    weights : tensor [..., T_q, T_k]

    Source: Vaswani et al. 2017, section 3.2.1, equation 1.

    >>> word = torch.tensor([[2.0, 0.0], [0.0, 2.0]])
    >>> out, weights = scaled_dot_product_attention(word, word, word)
    >>> [[round(weight, 2) for weight in row] for row in weights.tolist()]
    [[0.94, 0.06], [0.06, 0.94]]
    """
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])  # [..., T_q, T_k]
    if mask is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        # A row of -inf alone would give NaN, and NaN would reach all gradients: such a
        # row keeps its scores, and its weights are put to 0 afterwards.
        some = mask.any(dim=-1, keepdim=True)
        scores = scores.masked_fill(some & ~mask, -torch.inf)
        weights = torch.softmax(scores, dim=-1) * some
    return weights @ v, weights


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


def train(model, batches, steps, seed):
    """Train a model with Adam, for a fixed number of steps.

    The step size falls evenly from 0.01 to 0. One thread computes: at these sizes two
    are slower. In JupyterLab a line counts the steps, and is gone at the end.

    Parameters
    ----------
    model : nn.Module
        With ``loss(batch)``, the number that shall become small.
    batches : function
        ``batches(rng)`` draws a batch with a NumPy Generator.
    steps : int
    seed : int
        For the batches; the model has its own.

    Returns
    -------
    array [steps]
        The loss at each step.

    Raises
    ------
    ValueError
        ``steps`` is below 1.

    Source: Kingma and Ba 2015.

    >>> head = AdjectiveHead()
    >>> losses = train(head, lambda rng: phrases.sample(rng, 16), steps=20, seed=0)
    >>> bool(losses[-1] < losses[0])
    True
    """
    steps = validation.whole_number("steps", steps)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(model.parameters())
    losses = []
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        loss = model.loss(batches(rng))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        _count(step + 1, steps)
    return np.array(losses)


def _count(step, steps):
    """Show the step in a notebook that a person has open, and wipe it at the end."""
    # Set by the Jupyter server, and not where a program runs the notebook: there the
    # line would be stored among the outputs.
    if "JPY_SESSION_NAME" not in os.environ or step % 25 and step < steps:
        return
    line = f"step {step:,} of {steps:,}"
    print(f"\r{line}" if step < steps else f"\r{' ' * len(line)}\r", end="", flush=True)
