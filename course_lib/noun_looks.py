"""Do real heads look at a noun's adjectives? Sentences fixed before any was measured.

A head that only looks one word back also finds most adjectives, since they stand there.
So the same head is asked again where that word is no adjective, and about an adjective
two words back.
"""

import numpy as np

from course_lib import real_model
from course_lib.recording import recorded

_WRITTEN = """
old sailor found small key; tall woman opened green door
hungry dog chased black cat; young boy carried heavy box
poor farmer bought brown horse; clever girl built wooden boat
tired soldier crossed deep river; angry king burned ancient city
kind doctor lost silver ring; strange man painted yellow house
rich lady sold golden chair; quiet child watched bright moon
brave pilot saw dark cloud; lazy student read thin book
proud queen wore red dress; careful driver stopped fast train
blind monk heard distant bell; wild horse jumped high wall
gentle nurse washed dirty blanket; nervous guest dropped full glass
lonely hunter followed white wolf; famous artist drew gray mountain
busy cook tasted hot soup; smart fox stole fresh bread
"""
# (adjective, noun, verb, adjective, noun): each word is one piece of the real model.
SENTENCES = tuple(
    tuple(sentence.split()) for sentence in _WRITTEN.replace("\n", ";").split(";")
)
SENTENCES = tuple(words for words in SENTENCES if words)
_SHIFT = 5  # the second adjective is borrowed from the sentence so far further on

# To knock heads out on: each color has to be named again.
COLORS = "blue red green white black yellow brown".split()
THINGS = "door coat boat horse flower".split()
WORDINGS = (
    "\nThe {color} {thing} stood in the rain. The color of the {thing} was",
    "\nAnn had a {color} {thing} and a dog. Ann's {thing} was",
    "\nMira saw a {color} {thing}. The color of the {thing} is",
)


def color_prompts(wording=WORDINGS[0]):
    """Return 35 texts whose next word should be a color named before, and the colors.

    Returns
    -------
    (tuple of str, tuple of str)

    >>> texts, words = color_prompts()
    >>> len(texts), texts[0].split(".")[0], words[0]
    (35, '\\nThe blue door stood in the rain', ' blue')
    """
    pairs = [(color, thing) for color in COLORS for thing in THINGS]
    texts = tuple(wording.format(color=c, thing=t) for c, t in pairs)
    return texts, tuple(f" {color}" for color, _ in pairs)


@recorded
def noun_looks(sentences, heads):
    """Return how some heads share out the look of each sentence's second noun.

    The text is a line break, "The adjective noun verb the adjective noun".

    Parameters
    ----------
    sentences : tuple of (adjective, noun, verb, adjective, noun)
        Words that are one piece of the model each.
    heads : tuple of (int, int)
        Layer and head, both counted from 0.

    Returns
    -------
    dict
        Weights of the second noun, [heads, sentences] each: ``own`` on its adjective,
        one word back; ``other`` on the other noun's; ``no_adjective`` on the word one
        back where its adjective is left out. ``far`` on an adjective two words back,
        where a second one is put in; ``far_control`` on the word two back where none
        is.

    Raises
    ------
    ValueError
        A sentence of other than five words, or a word that is not one piece.
    """
    found = [_looks(words, sentences, i, heads) for i, words in enumerate(sentences)]
    return {name: np.array([one[name] for one in found]).T for name in found[0]}


def _looks(words, sentences, i, heads):
    if len(words) != 5:
        raise ValueError(
            f"sentences holds {words!r}, expected adjective, noun, verb, adjective, "
            "noun."
        )
    for word in words:
        real_model.one_piece(f" {word}")
    first, noun, verb, second, last = words
    start = f"\nThe {first} {noun} {verb} the"
    borrowed = sentences[(i + _SHIFT) % len(sentences)][0]
    if borrowed in (first, second):
        borrowed = "little"
    plain = _last_row(f"{start} {second} {last}", heads)  # [heads, T]
    bare = _last_row(f"{start} {last}", heads)
    double = _last_row(f"{start} {borrowed} {second} {last}", heads)
    at = {"own": -2, "other": -6, "far_control": -3}
    looks = {name: plain[:, place] for name, place in at.items()}
    return looks | {"no_adjective": bare[:, -2], "far": double[:, -3]}


def _last_row(text, heads):
    """Return how each head's look from the last piece is shared out, [heads, T]."""
    from course_lib.model import language_model

    rows = {}

    def keep(point, layer, x):
        if point == "weights":
            rows[layer] = x[:, -1]

    language_model.forward(text, edit=keep)
    return np.array([rows[layer][head] for layer, head in heads])
