"""Figures with one look, each with a description made from its data."""

from .arrows import plot_arrows
from .attention_grid import plot_attention_grid
from .bars import plot_bars
from .context import plot_context
from .curves import plot_curves
from .dot_product import plot_query_key
from .layouts import plot_rows_and_columns
from .map import plot_map
from .offsets import plot_offsets
from .parameter_map import plot_parameter_map
from .projection import plane_of
from .score_table import plot_scores
from .show import show
from .tokens import token_labels
from .vector_map import plot_paths

__all__ = [
    "plane_of",
    "plot_arrows",
    "plot_attention_grid",
    "plot_bars",
    "plot_context",
    "plot_curves",
    "plot_map",
    "plot_offsets",
    "plot_parameter_map",
    "plot_paths",
    "plot_query_key",
    "plot_rows_and_columns",
    "plot_scores",
    "show",
    "token_labels",
]
