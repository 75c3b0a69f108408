"""The terms of all lessons in English and Traditional Chinese, from one data file."""

import json
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).parent.parent / "data" / "glossary.json"


@dataclass(frozen=True)
class Term:
    """One term: English, Chinese, what it means, the lesson that introduces it."""

    term: str
    zh: str
    meaning: str
    lesson: str


@dataclass(frozen=True)
class Table:
    """Terms that display themselves as a table."""

    terms: tuple

    def _repr_markdown_(self):
        lines = ["| term | 中文 | what it means | lesson |", "|---|---|---|---|"]
        lines += [
            f"| {t.term} | {t.zh} | {t.meaning} | {t.lesson} |" for t in self.terms
        ]
        return "\n".join(lines)

    def __repr__(self):
        return "\n".join(f"{t.term} ({t.zh}): {t.meaning}" for t in self.terms)


def terms():
    """Return all terms in alphabetical order.

    >>> [term.zh for term in terms() if term.term == "attention"]
    ['注意力']
    """
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(sorted((Term(**row) for row in rows), key=lambda t: t.term.lower()))


def table():
    """Return the terms as a table that a notebook displays."""
    return Table(terms())
