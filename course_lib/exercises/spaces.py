"""Small hand-made vector spaces in which every mistake finds another word."""

import numpy as np


def towards(target, cosine, length, seed):
    """Return a vector [d] of some length at a cosine to a target [d]."""
    rng = np.random.default_rng(seed)
    ahead = target / np.linalg.norm(target)
    aside = rng.normal(size=len(target))
    aside -= (aside @ ahead) * ahead
    aside /= np.linalg.norm(aside)
    return length * (cosine * ahead + np.sqrt(1 - cosine**2) * aside)


def space(target, places):
    """Return {word: vector} from {word: (cosine to the target, length)}."""
    return {
        word: towards(target, *place, seed=i)
        for i, (word, place) in enumerate(places.items())
    }
