"""Figures with one look, each with a description made from its data."""

from .attention_grid import plot_attention_grid
from .map import plot_map
from .show import show

__all__ = ["plot_attention_grid", "plot_map", "show"]
