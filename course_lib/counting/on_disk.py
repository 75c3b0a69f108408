"""How many numbers the real model's own file holds, to check a count against."""

import numpy as np

from course_lib.recording import recorded


@recorded
def stored(parts):
    """Return how many numbers the file holds, and how many belong to each part.

    Parameters
    ----------
    parts : tuple of str
        "embedding", "final_norm", or weights of ``model.layout.LayerWeights``, which
        are added up over all layers.

    Returns
    -------
    dict
        Whole numbers: ``parts`` [n], ``numbers``, and the file's ``bytes``.

    Raises
    ------
    ValueError
        A part that the model has not.
    """
    from course_lib.model import files, language_model

    model = language_model.load()
    path, _ = files.installed_paths()
    return {
        "parts": np.array([_size(model, part) for part in parts], np.int64),
        "numbers": np.int64(np.load(path, mmap_mode="r").size),
        "bytes": np.int64(path.stat().st_size),
    }


def _size(model, part):
    if part in ("embedding", "final_norm"):
        return getattr(model, part).size
    if part not in model.layers[0]._fields:
        raise ValueError(
            f"{part!r} is no part of the model: expected embedding, final_norm or one "
            f"of {', '.join(model.layers[0]._fields)}."
        )
    return sum(getattr(layer, part).size for layer in model.layers)
