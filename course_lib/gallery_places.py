"""Where a head of the gallery should look, and where its job should matter.

For looking, a function takes a text's pieces and the text's number, and returns two
arrays of positions: who asks, and who answers. For the job, it takes the pieces' ids,
and returns where something is predicted, and the ids that should come next.
"""

import numpy as np

from course_lib.gallery_texts import COLORS, CULPRITS, LIST, NOUNS, VICTIMS
from course_lib.real_model import one_piece, position


def piece_before(tokens, number):
    """From each piece to the one before, the first piece left out.

    >>> asks, answers = piece_before(["⏎", "A", " boat", " sank"], 0)
    >>> asks.tolist(), answers.tolist()
    ([2, 3], [1, 2])
    """
    asks = np.arange(2, len(tokens))
    return asks, asks - 1


def pieces_between(tokens, number):
    """From each piece to all that stand between the first and the one before."""
    asks, answers = np.tril_indices(len(tokens), -2)
    return asks[answers > 0], answers[answers > 0]


def before_nouns(tokens, number):
    """From each of the sentence's two nouns to the piece before it."""
    asks = np.array([position(tokens, noun) for noun in NOUNS[number]])
    return asks, asks - 1


def after_the_first_time(tokens, number):
    """From a word in the second list to what came after the same word in the first."""
    asks = np.arange(LIST + 1, 2 * LIST)
    return asks, asks - LIST + 1


def line_break(tokens, number):
    """From each later piece to the line break."""
    at = position(tokens, "\n")
    asks = np.arange(at + 1, len(tokens))
    return asks, np.full(len(asks), at)


def culprit(tokens, number):
    """From the last piece to the culprit's name."""
    return _from_the_last(tokens, CULPRITS[number])


def victim(tokens, number):
    """From the last piece to the victim."""
    return _from_the_last(tokens, VICTIMS[number])


def _from_the_last(tokens, piece):
    return np.array([len(tokens) - 1]), np.array([position(tokens, piece)])


def second_list(ids, number):
    """Each word of the second list but its first, which nothing announces."""
    at = np.arange(LIST + 1, 2 * LIST)
    return at, ids[at + 1]


def all_pieces(ids, number):
    """Each piece after the second."""
    at = np.arange(1, len(ids) - 1)
    return at, ids[at + 1]


def color(ids, number):
    """The color asked for, after the last piece."""
    return np.array([len(ids) - 1]), np.array([one_piece(COLORS[number])])


def name(ids, number):
    """The culprit's name, after the last piece."""
    return np.array([len(ids) - 1]), np.array([one_piece(CULPRITS[number])])


# For each name: texts and places of the score, then texts and places of the control.
PLACES = {
    "previous word": (
        ("SENTENCES", piece_before),
        ("SENTENCES", pieces_between),
    ),
    "adjective": (
        ("SENTENCES", before_nouns),
        ("WITHOUT_ADJECTIVES", before_nouns),
    ),
    "induction": (
        ("TWICE", after_the_first_time),
        ("ONCE", after_the_first_time),
    ),
    "first piece": (
        ("SENTENCES", line_break),
        ("NOT_FIRST", line_break),
    ),
    "copy suppression": (
        ("MYSTERIES", culprit),
        ("MYSTERIES", victim),
    ),
}
# For each name: the texts in which it is knocked out, and what they should predict.
PREDICTED = {
    "previous word": ("TWICE", second_list),
    "adjective": ("COLORED", color),
    "induction": ("TWICE", second_list),
    "first piece": ("SENTENCES", all_pieces),
    "copy suppression": ("MYSTERIES", name),
}
