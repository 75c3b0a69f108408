"""Pictures to play with: HTML and JavaScript with their numbers inside, no network."""

from .context_explorer import context
from .position_explorer import two_positions
from .score_explorer import scores

__all__ = ["context", "scores", "two_positions"]
