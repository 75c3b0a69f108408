"""The course as a static site: from the notebooks as they are stored, without network."""

from .build import Broken, build

__all__ = ["Broken", "build"]
