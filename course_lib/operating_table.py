"""Cut one idea out of the real model's attention and measure the damage.

With the model installed everything is computed live. Without it, the recorded numbers
stand in, and only for a function that makes the recorded cut: it is tried on recorded
heads first.
"""

import math
from dataclasses import dataclass

import numpy as np

from course_lib import real_model, traces
from course_lib.attention import causal_mask, scaled_dot_product_attention, softmax
from course_lib.model import files

PROMPT = "The capital of France is"
STORY = (
    "Mira kept a small tame mole in a wooden box under her bed. The mole was blind, "
    "but it knew Mira by her voice. Every evening Mira opened the wooden box and the "
    "mole climbed into her hand. One evening the wooden box was empty. Mira looked "
    "under the bed, behind the door and in the garden."
)
SENTENCE = "\nA fluffy blue creature roamed the verdant forest"
HEADS = ((13, 1), (13, 6), (16, 0))  # layer and head, counted from 0


@dataclass(frozen=True)
class Damage:
    """What the model does after a cut.

    ``loss`` is the mean surprise over the story, in nats a token; ``words`` are the
    likeliest next words after the prompt with their probabilities.
    """

    cut: str
    loss: float
    words: tuple

    def __str__(self):
        said = ", ".join(f"{word!r} {p:.2f}" for word, p in self.words[:3])
        return f"{self.cut}: loss {self.loss:.2f}; next words {said}"


def _no_scale(q, k, v, mask=None):
    return scaled_dot_product_attention(q * math.sqrt(q.shape[-1]), k, v, mask)


def _softmax_over_queries(q, k, v, mask=None):
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    weights = softmax(np.where(mask, scores, -np.inf), axis=-2)
    return weights @ v, weights


def _keys_replaced(q, k, v, mask=None):
    return scaled_dot_product_attention(q, q, v, mask)


CUTS = {
    "nothing cut": scaled_dot_product_attention,
    "no scale": _no_scale,
    "softmax over queries": _softmax_over_queries,
    "keys replaced by queries": _keys_replaced,
}


def operate(cut, attention):
    """Run the real model with a cut attention function and measure the damage.

    Parameters
    ----------
    cut : str
        What the function does. Without the model: one of ``CUTS``.
    attention : function
        ``attention(q, k, v, mask) -> (out, weights)``; it replaces the attention of
        all 270 heads.

    Returns
    -------
    Damage

    Raises
    ------
    ValueError
        Without the model: a cut that was not recorded, or a function that does not
        make that cut.

    Source: the model, SmolLM2-135M-Instruct (Allal et al. 2025); the story is ours.
    """
    if files.is_installed():
        return Damage(cut, **_measure(attention))
    _refuse_another_cut(cut, attention)
    recorded = damage_of(cut)
    words = zip(recorded["words"].tolist(), recorded["probabilities"], strict=True)
    return Damage(cut, float(recorded["loss"]), tuple((w, float(p)) for w, p in words))


@real_model.recorded
def damage_of(cut):
    """Return what one of ``CUTS`` does: its loss, words [5] and probabilities [5]."""
    damage = _measure(CUTS[cut])
    words, probabilities = zip(*damage["words"], strict=True)
    return {
        "loss": np.float32(damage["loss"]),
        "words": np.array(words),
        "probabilities": np.array(probabilities, np.float32),
    }


def _measure(attention):
    from course_lib.model import language_model

    words = language_model.next_words(PROMPT, attention=attention)
    return {
        "loss": language_model.loss(STORY, attention=attention),
        "words": tuple(words),
    }


def _refuse_another_cut(cut, attention):
    if cut not in CUTS:
        raise ValueError(
            f"The cut {cut!r} was not recorded (recorded: {', '.join(CUTS)}); "
            f"`{traces.WAY_ON}` installs the real model, which runs any cut."
        )
    for layer, head in HEADS:
        found = real_model.head(SENTENCE, layer, head)
        q, k, v = (found[part] for part in "qkv")
        mask = causal_mask(len(q))
        expected, _ = CUTS[cut](q, k, v, mask)
        out, _ = attention(q, k, v, mask)
        if not np.allclose(np.asarray(out), expected, rtol=1e-3, atol=1e-4):
            raise ValueError(
                f"This function does not do {cut!r} on the recorded head {layer}.{head}"
                f"; the numbers of another cut need the real model: `{traces.WAY_ON}`."
            )
