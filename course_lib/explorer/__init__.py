"""Pictures to play with: HTML and JavaScript with their numbers inside, no network."""

from .score_explorer import scores

__all__ = ["scores"]
