"""Heads that read what other heads have written: induction, with a head emptied."""

import numpy as np

from course_lib import gallery_places, gallery_texts
from course_lib.knock_out import without_heads
from course_lib.recording import recorded

READERS = ((18, 6), (17, 4))  # the two that do most induction


@recorded
def induction_without(heads):
    """Return how much two induction heads still do theirs when another is emptied.

    Parameters
    ----------
    heads : tuple of (int, int)
        Layer and head; one at a time is emptied.

    Returns
    -------
    dict
        Mean weights on what came after the same word's first time, over the gallery's
        30 lists that are said twice: ``whole`` [2], of the two ``READERS``;
        ``without`` [heads, 2].

    Raises
    ------
    ValueError
        Not installed and not recorded.

    Source: Elhage et al. 2021, there called K-composition.
    """
    from course_lib.model import batch

    packed = batch.pack(gallery_texts.half(gallery_texts.TWICE, "report"))
    runs = [_scores(packed, out) for out in ((), *((head,) for head in heads))]
    return {"whole": runs[0], "without": np.array(runs[1:])}


def _scores(packed, out):
    """Return the score of each reader, a mean over the texts, [2]."""
    from course_lib.model import batch

    empty, kept = without_heads(out), {}

    def edit(point, layer, x):
        if point == "weights":
            kept.update(
                {reader: x[reader[1]] for reader in READERS if reader[0] == layer}
            )
        return empty(point, layer, x)

    batch.run(packed, edit)
    places = [
        gallery_places.after_the_first_time(tokens, i)
        for i, tokens in enumerate(packed.tokens)
    ]
    return np.array(
        [
            np.mean([kept[reader][i][at].mean() for i, at in enumerate(places)])
            for reader in READERS
        ],
        np.float32,
    )
