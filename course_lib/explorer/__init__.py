"""Pictures to play with: HTML and JavaScript with their numbers inside, no network."""

from .context_explorer import context
from .counting_explorer import counting
from .head_explorer import heads
from .mask_explorer import mask
from .position_explorer import two_positions
from .score_explorer import scores
from .update_explorer import update

__all__ = [
    "context",
    "counting",
    "heads",
    "mask",
    "scores",
    "two_positions",
    "update",
]
