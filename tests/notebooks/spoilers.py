"""Stand-ins that spoil what a claim is about, for test_claims.py."""

import numpy as np

from course_lib import real_model, relations
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


class Blank:
    """A model that a moved vector does not change."""

    put_in = staticmethod(real_model.put_in)

    def probabilities(self, text, words):
        return np.full(len(words), 0.15)

    def transplant(self, source, piece, target, place, words, layers, mover=None):
        before = self.probabilities(target, words)
        return {"after": np.tile(before, (len(layers), 1)), "before": before}
