"""Pictures to play with: HTML and JavaScript with their numbers inside, no network."""

from .context_explorer import context
from .mask_explorer import mask
from .head_explorer import heads
from .score_explorer import scores
from .update_explorer import update

__all__ = ["context", "scores", "update"]
__all__ = ["context", "mask", "scores"]
__all__ = ["context", "heads", "scores"]
