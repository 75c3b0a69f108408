"""The weights of all 270 heads on one sentence: what an average over heads hides."""

import numpy as np

from course_lib.recording import from_record, recorded

MOST = 256  # pieces: their weights take 71 MB
QUOTED = (
    "\nA fluffy blue creature roamed the verdant forest",
    "\n apple river stone horse apple river stone horse",
    "\nThe killer was Edmund. So the killer was",
)


@recorded
def all_weights(text):
    """Return what every head does with a text, to four decimals.

    Returns
    -------
    dict
        ``tokens`` [T], the pieces; ``weights`` [30, 9, T, T]: layer, head, who asks,
        who answers.

    Raises
    ------
    ValueError
        The text is empty or has more than 256 pieces, or the model is not installed and
        the text not recorded.
    """
    from course_lib.model import language_model
    from course_lib.model.layout import N_LAYERS

    n = len(language_model.tokenize(text))
    if n > MOST:
        raise ValueError(
            f"text has {n:,} pieces, expected at most {MOST}: 270 heads give a weight "
            "to each pair of them."
        )
    kept = [None] * N_LAYERS

    def keep(point, layer, x):
        if point == "weights":
            kept[layer] = x

    run = language_model.forward(text, edit=keep)
    return {"tokens": np.array(run.tokens), "weights": np.round(kept, 4)}


def quoted(text):
    """Return ``all_weights``, from the record where there is one.

    Thousands of numbers go into an explorer's page: in the last digit some differ
    between machines, and the page must not. The tests compare record and model.
    """
    return from_record(all_weights, text)


def shares(tokens, weights):
    """Return how much of its weight each head gives to places of a kind.

    Parameters
    ----------
    tokens : list of str
        T pieces.
    weights : array [..., T, T]
        A row per query.

    Returns
    -------
    dict of str to array [...]
        Means over the pieces that can look there: the "first piece" (all but itself),
        the "piece before" (where that is not the first), "itself" (all but the first);
        and, where a piece stands twice, the "earlier same piece" and the "piece after
        the same", which an induction head looks at.

    >>> shares(["a", "b", "a"], np.eye(3))["itself"]
    np.float64(1.0)
    """
    weights = np.asarray(weights)
    n = len(tokens)
    asks = np.arange(n)
    again = [(q, k) for q in asks for k in asks[:q] if tokens[q] == tokens[k]]
    places = {
        "first piece": [(q, 0) for q in asks[1:]],
        "piece before": [(q, q - 1) for q in asks[2:]],
        "itself": [(q, q) for q in asks[1:]],
        "earlier same piece": again,
        "piece after the same": [(q, k + 1) for q, k in again if k + 1 < q],
    }
    return {
        name: weights[..., *np.transpose(pairs)].mean(-1)
        for name, pairs in places.items()
        if pairs
    }
