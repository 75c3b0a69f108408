"""Cut one idea out of the real model and measure the damage.

With the model installed everything is computed live. Without it, the recorded numbers
stand in, and only for a function that makes the recorded cut: an attention function is
tried on recorded heads first, an edit on random numbers at every point.
"""

from dataclasses import dataclass

import numpy as np

from course_lib import real_model, traces
from course_lib.attention import causal_mask, scaled_dot_product_attention
from course_lib.cuts import CUTS
from course_lib.model import files
from course_lib.model.layout import D_HEAD, D_MODEL, N_HEADS, N_KV_HEADS, N_LAYERS
from course_lib.recording import recorded

PROMPT = "The capital of France is"
WRITTEN = 12  # pieces that the model writes after the prompt
STORY = (
    "Mira kept a small tame mole in a wooden box under her bed. The mole was blind, "
    "but it knew Mira by her voice. Every evening Mira opened the wooden box and the "
    "mole climbed into her hand. One evening the wooden box was empty. Mira looked "
    "under the bed, behind the door and in the garden."
)
SENTENCE = "\nA fluffy blue creature roamed the verdant forest"
HEADS = ((13, 1), (13, 6), (16, 0))  # layer and head, counted from 0
# What an edit sees, with five words: the points of model.language_model.
POINTS = {
    "embedding": (5, D_MODEL),
    "q": (N_HEADS, 5, D_HEAD),
    "k": (N_KV_HEADS, 5, D_HEAD),
    "v": (N_KV_HEADS, 5, D_HEAD),
    "weights": (N_HEADS, 5, 5),
    "heads": (N_HEADS, 5, D_HEAD),
    "attention_update": (5, D_MODEL),
    "mlp_update": (5, D_MODEL),
    "residual": (5, D_MODEL),
}


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


def operate(cut, attention=None, *, edit=None):
    """Run the real model with something cut out of it and measure the damage.

    Parameters
    ----------
    cut : str
        What is cut. Without the model: one of ``CUTS``.
    attention : function, optional
        ``attention(q, k, v, mask) -> (out, weights)``; it replaces the attention of
        all 270 heads.
    edit : function, optional
        ``edit(point, layer, x) -> array or None``; see ``model.language_model``.

    Returns
    -------
    Damage

    Raises
    ------
    ValueError
        Without the model: a cut that was not recorded, or functions that do not make
        that cut.

    Source: the model, SmolLM2-135M-Instruct (Allal et al. 2025); the story is ours.
    """
    if files.is_installed():
        return Damage(cut, **_measure(attention=attention, edit=edit))
    _refuse_another_cut(cut, attention, edit)
    recorded = damage_of(cut)
    words = zip(recorded["words"].tolist(), recorded["probabilities"], strict=True)
    return Damage(cut, float(recorded["loss"]), tuple((w, float(p)) for w, p in words))


def write(cut, attention):
    """Let the real model go on after the prompt with its attention cut, as text.

    Each step is a full pass, and the likeliest piece is written.

    Parameters
    ----------
    cut, attention
        As for ``operate``.

    Raises
    ------
    ValueError
        As for ``operate``.
    """
    if files.is_installed():
        return _write(attention)
    _refuse_another_cut(cut, attention, None)
    return str(written_by(cut))


@recorded
def written_by(cut):
    """Return what the model writes after the prompt under one of ``CUTS``, as text."""
    return np.array(_write(CUTS[cut]["attention"]))


def _write(attention):
    from course_lib.model import language_model

    model = language_model.load()
    ids = list(model.tokenizer.encode(PROMPT))
    start = len(ids)
    while len(ids) < start + WRITTEN:
        final = model.vectors(np.array(ids), attention)
        ids.append(int((model.embedding @ final[-1]).argmax()))
    return model.tokenizer.decode(np.array(ids[start:]))


@recorded
def damage_of(cut):
    """Return what one of ``CUTS`` does: its loss, words [5] and probabilities [5]."""
    damage = _measure(**CUTS[cut])
    words, probabilities = zip(*damage["words"], strict=True)
    return {
        "loss": np.float32(damage["loss"]),
        "words": np.array(words),
        "probabilities": np.array(probabilities, np.float32),
    }


def _measure(**cut):
    from course_lib.model import language_model

    words = language_model.next_words(PROMPT, **cut)
    return {"loss": language_model.loss(STORY, **cut), "words": tuple(words)}


def _refuse_another_cut(cut, attention, edit):
    if cut not in CUTS:
        raise ValueError(
            f"The cut {cut!r} was not recorded (recorded: {', '.join(CUTS)}); "
            f"`{traces.WAY_ON}` installs the real model, which runs any cut."
        )
    expected = CUTS[cut]
    where = _another_attention(expected.get("attention"), attention) or _another_edit(
        expected.get("edit"), edit
    )
    if where:
        raise ValueError(
            f"This function does not do {cut!r} on {where}; the numbers of another cut "
            f"need the real model: `{traces.WAY_ON}`."
        )


def _another_attention(expected, attention):
    """Name the recorded head on which two attention functions differ, or ""."""
    ours, theirs = (f or scaled_dot_product_attention for f in (expected, attention))
    if ours is theirs:
        return ""
    for layer, head in HEADS:
        found = real_model.head(SENTENCE, layer, head)
        q, k, v = (found[part] for part in "qkv")
        mask = causal_mask(len(q))
        if not _same(theirs(q, k, v, mask)[0], ours(q, k, v, mask)[0]):
            return f"the recorded head {layer}.{head}"
    return ""


def _another_edit(expected, edit):
    """Name the point in the model at which two edits differ, or ""."""
    rng = np.random.default_rng(0)
    for point, shape in POINTS.items():
        for layer in (0,) if point == "embedding" else range(N_LAYERS):
            x = rng.normal(size=shape).astype(np.float32)
            if not _same(*(_edited(f, point, layer, x) for f in (edit, expected))):
                return f"point {point!r} of layer {layer}"
    return ""


def _edited(edit, point, layer, x):
    new = edit(point, layer, x.copy()) if edit else None
    return x if new is None else new


def _same(ours, theirs):
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    return ours.shape == theirs.shape and np.allclose(ours, theirs, 1e-3, 1e-4)
