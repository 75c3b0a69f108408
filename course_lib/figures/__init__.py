"""Figures with one look, each with a description made from its data."""

from .all_heads import plot_all_heads
from .arrows import plot_arrows
from .attention_grid import plot_attention_grid
from .bars import plot_bars
from .before_after import plot_before_and_after
from .clock import plot_clock
from .context import plot_context
from .curves import plot_curves
from .dot_product import plot_query_key
from .heads import plot_heads
from .layouts import plot_rows_and_columns
from .map import plot_map
from .offsets import plot_offsets
from .parameter_map import plot_parameter_map
from .positions import plot_positions
from .projection import plane_of
from .reach import plot_reach
from .score_table import plot_scores
from .show import show
from .tokens import token_labels
from .update import plot_update
from .vector_map import plot_paths

__all__ = [
    "plane_of",
    "plot_all_heads",
    "plot_arrows",
    "plot_attention_grid",
    "plot_bars",
    "plot_before_and_after",
    "plot_clock",
    "plot_context",
    "plot_curves",
    "plot_heads",
    "plot_map",
    "plot_offsets",
    "plot_parameter_map",
    "plot_paths",
    "plot_positions",
    "plot_query_key",
    "plot_reach",
    "plot_rows_and_columns",
    "plot_scores",
    "plot_update",
    "show",
    "token_labels",
]
