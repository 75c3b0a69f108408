"""Stand-ins that spoil what a claim is about, for test_claims.py."""

import numpy as np

from course_lib import (
    gallery,
    head_updates,
    knock_out,
    looking_ahead,
    noun_looks,
    operating_table,
    positions,  # noqa: F401  # named by what test_claims.py spoils
    real_model,
    relations,
    reposition,
    value_maps,
)
from course_lib.counting import models


class Wider:
    """A random generator whose numbers spread too far."""

    def normal(self, size):
        return 1.5 * np.random.default_rng(0).normal(size=size)


class Flat:
    """A model with a head that acts along every direction."""

    def spectrum(self, layer, head):
        return np.ones(576)


class Mended:
    """A table of GPT-3's models without the two rows that do not fit."""

    GPT3_TABLE = {
        name: row
        for name, row in models.GPT3_TABLE.items()
        if name not in ("GPT-3 XL", "GPT-3 13B")
    }
    gpt3 = staticmethod(models.gpt3)


class Strangers:
    """Word vectors that have nothing in common; every analogy gives queen."""

    def vector(self, word):
        return np.ones(100)

    def neighbors(self, word, n):
        return [("word", 0.0)] * n

    def cosine(self, a, b):
        return 0.0

    def analogy(self, *words, n, leave_out_inputs=True):
        return [("queen", 1.0)] * n


class Shuffled:
    """Relations whose pairs agree no better than wrongly paired words."""

    def relation(self, name):
        return relations.relation(name)

    def swapped_pairs(self, pairs, turn):
        return pairs

    def offset_agreement(self, pairs):
        return relations.offset_agreement(pairs)

    def offsets(self, pairs):
        return relations.offsets(pairs)

    def direction(self, pairs):
        return -relations.direction(pairs)


class Restless:
    """A model whose look-up gives another row each time."""

    def __init__(self):
        self.rng = np.random.default_rng(0)

    def vectors(self, text, piece):
        found = real_model.vectors(text, piece)
        return found + self.rng.normal(size=found.shape)


class Alike:
    """A model that tells no senses apart."""

    def sense_drift(self, piece, *texts):
        found = real_model.sense_drift(piece, *texts)
        return {"same": found["same"], "different": found["same"]}


class Blank:
    """A model that a moved vector does not change."""

    put_in = staticmethod(real_model.put_in)

    def probabilities(self, text, words):
        return np.full(len(words), 0.15)

    def transplant(self, source, piece, target, place, words, layers, mover=None):
        before = self.probabilities(target, words)
        return {"after": np.tile(before, (len(layers), 1)), "before": before}


class Doubled:
    """A model whose heads send more than their parts, along every direction."""

    def head_updates(self, text, layer):
        found = value_maps.head_updates(text, layer)
        return found | {"parts": 2 * found["parts"]}

    def value_spectrum(self, layer, head):
        return np.ones(576)


class OneBack:
    """Heads that all look one word back, whatever stands there."""

    SENTENCES = noun_looks.SENTENCES

    def noun_looks(self, sentences, heads):
        found = noun_looks.noun_looks(sentences, heads)
        return found | {"no_adjective": found["own"], "far": found["far_control"]}


class Missed:
    """A model that misses every head that is knocked out."""

    without_heads = staticmethod(knock_out.without_heads)

    def knock_out(self, texts, words, heads, cutter=None):
        before = knock_out.knock_out(texts, words, heads)["before"]
        return {"before": before, "after": before / 2}


class Numb:
    """A model that no cut hurts."""

    def operate(self, cut, attention=None, edit=None):
        whole = operating_table.CUTS["nothing cut"]
        return operating_table.operate("nothing cut", **whole)
class Leaking:
    """A model that looks ahead although nothing was cut."""

    def shared_start(self, one, other, cut):
        return looking_ahead.shared_start(one, other, "no mask")

    def surprises(self, text, cut, every):
        found = looking_ahead.surprises(text, cut, every)
        return found | {"own_pass": found["own_pass"] + 1}


class Tight:
    """A model that never looks ahead, whatever is cut."""

    def surprises(self, text, cut, every):
        return looking_ahead.surprises(text, "nothing cut", every)


def one_more(scores):
    """A softmax that shares out a row of which nothing may be seen."""
    return np.full(len(scores), 1 / len(scores))
    """A layer whose heads add up to twice what it adds."""

    def updates(self, text, piece, layer):
        found = head_updates.updates(text, piece, layer)
        return found | {"parts": 2 * found["parts"]}


class TwiceTheParts:
    """A layer whose heads add up to twice what it adds."""

    def updates(self, text, piece, layer):
        found = head_updates.updates(text, piece, layer)
        return found | {"parts": 2 * found["parts"]}


class Unremarkable:
    """A gallery of heads that look and are missed like any other head."""

    HEADS, rank = gallery.HEADS, staticmethod(gallery.rank)

    def scores(self, name):
        even = np.full(30, 0.2)
        return {"score": even, "control": even, "everyone": np.full((30, 9), 0.2)}

    def knocked_out(self, name):
        whole = np.full(30, 2.0)
        return {"whole": whole, "without": whole, "others": np.tile(whole, (3, 1))}


class Unrecorded:
    """A model whose measurements are taken as they come."""

    def from_record(self, measure, *arguments):
        return measure(*arguments)


def in_order(q, k, v, mask=None):
    """Attention that favors what stands first."""
    return np.cumsum(v, axis=0) / 4, None


def numbered(places, d_model):
    """Positions that count: the first column grows, the others are 0."""
    table = np.zeros((len(places), d_model))
    table[:, 0] = np.asarray(places) / 100
    return table


def numbered_turn(x, angles):
    """A turn that adds where it should turn."""
    return x + angles.repeat(2, axis=1)


class Unsteady:
    """A model whose scores depend on where a text starts."""

    turns = staticmethod(reposition.turns)

    def scores_by_place(self, text, layer, head, starts):
        found = reposition.scores_by_place(text, layer, head, starts)
        return found + 0.01 * np.arange(len(starts))[:, None, None]
