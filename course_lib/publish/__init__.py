"""The course in other shapes, made from the same notebooks."""
