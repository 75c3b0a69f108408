"""The course as a static site: from stored outputs, without network."""

from .making import Broken, build

__all__ = ["Broken", "build"]
