"""The page of an explorer: a shared frame, its own script, and its numbers inside."""

import html
import json
from dataclasses import dataclass
from importlib.resources import files
from unicodedata import bidirectional

# Letters from right to left, and marks that turn what follows them.
_TURNING = {"R", "AL", "RLE", "LRE", "RLO", "LRO", "RLI", "LRI", "FSI", "PDF", "PDI"}


@dataclass(frozen=True)
class Explorer:
    """What a notebook displays: HTML to play with, and text that says the same."""

    html: str
    text: str

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": self.html, "text/plain": self.text}

    def _repr_html_(self):
        return self.html

    def __repr__(self):
        return self.text


def page(name, fallback, numbers):
    """Return the HTML of an explorer: frame.html around the script in name.html.

    The frame finds its own card and gives the script what all explorers need: the
    numbers as ``data``, the shadow ``root``, ``card`` to fill it, ``el`` and ``set``
    for what is drawn.

    Parameters
    ----------
    name : str
        Of the script, and of the card's class.
    fallback : str
        One sentence for where scripts do not run.
    numbers : dict
        What JSON can hold.
    """
    frame, script = (_read(f"{part}.html") for part in ("frame", name))
    frame = frame.replace("__SCRIPT__\n", script).replace("__NAME__", name)
    data = json.dumps(isolated(numbers), separators=(",", ":"), ensure_ascii=False)
    # In an attribute, escaped, no word can end the tag or start a script.
    data = html.escape(data, quote=True)
    return frame.replace("__FALLBACK__", fallback).replace("__NUMBERS__", data)


def isolated(x):
    """Return what JSON holds, each right-to-left word kept to itself.

    The sentence around it then keeps its order, in every place of the page; the marks
    are Unicode's own (FSI and PDI), and nobody sees or hears them.

    >>> isolated(["mole", 2.0]), isolated({"word": "שלום"})["word"] == "שלום"
    (['mole', 2.0], False)
    """
    if isinstance(x, dict):
        return {name: isolated(value) for name, value in x.items()}
    if isinstance(x, list | tuple):
        return [isolated(value) for value in x]
    turns = isinstance(x, str) and any(bidirectional(c) in _TURNING for c in x)
    return f"\u2068{x}\u2069" if turns else x


def _read(file):
    return files(__package__).joinpath(file).read_text(encoding="utf-8")
