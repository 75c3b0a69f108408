"""Pictures to play with: HTML and JavaScript with their numbers inside, no network."""

from .context_explorer import context
from .mask_explorer import mask
from .score_explorer import scores

__all__ = ["context", "mask", "scores"]
