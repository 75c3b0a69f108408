"""Pictures to play with: HTML and JavaScript with their numbers inside, no network."""

from .context_explorer import context
from .head_explorer import heads
from .score_explorer import scores

__all__ = ["context", "heads", "scores"]
