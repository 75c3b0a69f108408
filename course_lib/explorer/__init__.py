"""Pictures to play with: HTML and JavaScript with their numbers inside, no network."""

from .context_explorer import context
from .counting_explorer import counting
from .score_explorer import scores

__all__ = ["context", "counting", "scores"]
