"""What lessons ask of the real model: computed live, or read from what was recorded.

Each function here runs SmolLM2-135M where it is installed. Elsewhere the same call
gives the numbers recorded in ``data/traces``; a call that was not recorded says, in one
sentence, how to install the model. ``operating_table`` adds the cuts.
"""

import numpy as np

from course_lib.recording import from_record, recorded  # noqa: F401  # for lessons
from course_lib.validation import brief

LISTED = 24  # pieces that a message names


@recorded
def tokens(text):
    """Return the pieces that the model reads a text in, [T]; a space comes first.

    Raises
    ------
    ValueError
        The text is empty, or the model is not installed and the text not recorded.

    >>> tokens("A fluffy blue creature roamed the verdant forest").tolist()[6:9]
    [' ver', 'd', 'ant']
    """
    from course_lib.model import language_model

    return np.array(language_model.tokenize(text))


@recorded
def next_words(text):
    """Return the five likeliest next pieces, as {"words": [5], "probabilities": [5]}.

    Raises
    ------
    ValueError
        As for ``tokens``.
    """
    from course_lib.model import language_model

    words, probabilities = zip(*language_model.next_words(text), strict=True)
    return {
        "words": np.array(words),
        "probabilities": np.array(probabilities, np.float32),
    }


@recorded
def probabilities(text, words):
    """Return how likely each of some pieces is to come next, [words].

    Parameters
    ----------
    text : str
    words : tuple of str
        Each must be one piece, with its space.

    Raises
    ------
    ValueError
        As for ``tokens``; or a word is not one piece.
    """
    from course_lib.model import language_model

    ids = [one_piece(word) for word in words]
    return language_model.forward(text).next_probabilities()[ids]


@recorded
def vectors(text, piece):
    """Return the vector of a piece after each layer, [31, 576].

    Row 0 is the look-up, row n the vector after n layers. Of several such pieces the
    last is taken.

    Raises
    ------
    ValueError
        As for ``tokens``; or the text has no such piece.
    """
    return _vectors(text, piece)


@recorded
def head(text, layer, head):
    """Return what one head computed, as {"tokens": [T], "q", "k", "v": [T, 64]}.

    ``layer`` and ``head`` are counted from 0; queries and keys are as they are after
    their rotary positions.

    Raises
    ------
    ValueError
        As for ``tokens``.
    """
    from course_lib.model import language_model
    from course_lib.model.layout import N_HEADS, N_KV_HEADS

    kept = {}

    def keep(point, at_layer, x):
        if at_layer == layer and point in ("q", "k", "v"):
            kept[point] = x[head if point == "q" else head * N_KV_HEADS // N_HEADS]

    run = language_model.forward(text, edit=keep)
    return {"tokens": np.array(run.tokens), **kept}


@recorded
def spectrum(layer, head):
    """Return the singular values of one head's W_q W_k^T, largest first, [576]."""
    from course_lib.model import language_model
    from course_lib.model.layout import D_HEAD, N_HEADS, N_KV_HEADS

    W = language_model.load().layers[layer].W_qkv
    columns = (head, N_HEADS + head * N_KV_HEADS // N_HEADS)
    W_q, W_k = (W[:, i * D_HEAD : (i + 1) * D_HEAD].astype(float) for i in columns)
    return np.linalg.svd(W_q @ W_k.T, compute_uv=False).astype(np.float32)


def put_in(at, vector, layer):
    """Return an edit hook that puts a vector in at one position after some layers."""

    def edit(point, at_layer, x):
        passed = 0 if point == "embedding" else at_layer + 1
        if point in ("embedding", "residual") and passed == layer:
            x[at] = vector
            return x
        return None

    return edit


@recorded
def transplant(source, piece, target, place, words, layers, *, mover=put_in):
    """Put a piece's vector from one text into another, and see what comes next.

    Parameters
    ----------
    source, piece : str
        Whose vector is taken: the last ``piece`` of ``source``.
    target, place : str
        Where it is put: over the last ``place`` of ``target``.
    words : tuple of str
        The next pieces to watch, each with its space.
    layers : tuple of int
        After how many layers the vector is taken and put in: 0 is the look-up.
    mover : function
        Makes the edit hook, like ``put_in``.

    Returns
    -------
    dict
        ``after`` [layers, words], the probabilities with the vector put in; ``before``
        [words], those of the untouched target.

    Raises
    ------
    ValueError
        As for ``tokens``; or a text has no such piece, or a word is not one piece.

    Source: Meng et al. 2022, section 2, there called causal tracing.
    """
    from course_lib.model import language_model

    donor = _vectors(source, piece)
    at = position(language_model.tokenize(target), place)
    ids = [one_piece(word) for word in words]

    def run(edit=None):
        return language_model.forward(target, edit=edit).next_probabilities()[ids]

    after = [run(mover(at, donor[layer], layer)) for layer in layers]
    return {"after": np.array(after), "before": run()}


@recorded
def sense_drift(piece, *senses):
    """Compare a piece's vectors between texts of one sense and of two.

    Parameters
    ----------
    piece : str
        The word in question; the last one in each text.
    senses : tuples of str
        For each sense its texts.

    Returns
    -------
    dict
        Cosines by layer: ``same`` [pairs, 31] between texts of one sense, the control;
        ``different`` [pairs, 31] between texts of two.

    Raises
    ------
    ValueError
        As for ``tokens``; or a text has no such piece.
    """
    groups = [[_vectors(text, piece) for text in texts] for texts in senses]
    same = [_cosines(a, b) for g in groups for i, a in enumerate(g) for b in g[:i]]
    different = [
        _cosines(a, b)
        for i, group in enumerate(groups)
        for other in groups[:i]
        for a in group
        for b in other
    ]
    return {"same": np.array(same), "different": np.array(different)}


def position(pieces, piece):
    """Return where the last such piece stands.

    Raises
    ------
    ValueError
        There is none.
    """
    found = [i for i, p in enumerate(pieces) if p == piece]
    if not found:
        listed = " | ".join(map(repr, pieces[:LISTED]))
        more = " | ..." if len(pieces) > LISTED else ""
        raise ValueError(
            f"the text has no piece {brief(piece)}, only {listed}{more}; a word inside "
            "a text starts with its space."
        )
    return found[-1]


def _vectors(text, piece):
    from course_lib.model import language_model

    kept = []

    def keep(point, layer, x):
        if point in ("embedding", "residual"):
            kept.append(x)

    run = language_model.forward(text, edit=keep)
    return np.array(kept)[:, position(run.tokens, piece)]


def one_piece(word):
    """Return the id of a word that is one piece.

    Raises
    ------
    ValueError
        It is several.
    """
    from course_lib.model import language_model

    ids = language_model.load().tokenizer.encode(word)
    if len(ids) != 1:
        raise ValueError(f"{brief(word)} is {len(ids)} pieces, expected a word of one.")
    return ids[0]


def _cosines(a, b):
    """Return the cosine of each row of a [31, 576] with the same row of b."""
    return (a * b).sum(-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)
