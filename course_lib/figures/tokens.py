"""Tokens as a reader wants to see them."""

from functools import cache

from matplotlib.font_manager import findfont, get_font

FONT = "DejaVu Sans"  # the only font of the figures
LONGEST = 12
SPECIAL = {
    "<|im_start|>": "⟨start⟩",
    "<|im_end|>": "⟨end⟩",
    "<|endoftext|>": "⟨end⟩",
    "[CLS]": "⟨cls⟩",
    "[SEP]": "⟨sep⟩",
    "[MASK]": "⟨mask⟩",
    "[PAD]": "⟨pad⟩",
}
_SIGNS = {"\n": "⏎", "\t": "⇥", "\r": "⏎"}


def token(text, first=True):
    """Return a token as drawn: space dropped, a piece inside a word marked by a dot.

    >>> token(" blue"), token("ure", first=False), token("[CLS]"), token("\\n")
    ('blue', '·ure', '⟨cls⟩', '⏎')
    """
    if text in SPECIAL:
        return SPECIAL[text]
    shown = text[1:] if text.startswith(" ") else text
    if shown == text and not first and text[:1].isalnum():
        shown = "·" + text
    shown = "".join(_SIGNS.get(c, c) for c in shown) or "␣"
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"


def token_labels(tokens):
    """Return the labels of a list of words, or of the pieces of a tokenizer.

    Pieces carry their space with them, whole words do not: only among pieces does a
    missing space mean that a word goes on.

    >>> token_labels(["A", " creat", "ure"]), token_labels(["A", "creature"])
    (['A', 'creat', '·ure'], ['A', 'creature'])
    """
    pieces = any(text.startswith(" ") for text in tokens[1:])
    first = True
    labels = []
    for text in tokens:
        labels.append(token(text, first or not pieces))
        first = text in SPECIAL or text.startswith("\n")
    return labels


def drawable(text):
    """Return a text as the figures' font can draw it, a box for any other character.

    Lines stay lines.

    >>> drawable("rain 雨")
    'rain □'
    """
    return "".join(c if c == "\n" or in_font(c) else "□" for c in text)


def in_font(character):
    """Whether the figures' font can draw a character."""
    return _font().get_char_index(ord(character)) != 0


@cache
def _font():
    return get_font(findfont(FONT))
