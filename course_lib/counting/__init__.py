"""What a Transformer of any shape holds, weighs and costs, in whole numbers."""

from .shape import TransformerShape

__all__ = ["TransformerShape"]
