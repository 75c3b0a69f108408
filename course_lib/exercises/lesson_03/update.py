"""03.3: the line that gathers values and turns them into an update."""

import inspect

import numpy as np

from course_lib.attention import softmax
from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_03 import objectives


def my_update(weights, v, W_o):
    """Return what each word's vector gains: [T_q, d_model].

    weights [T_q, T_k], v [T_k, d_v], W_o [d_v, d_model].
    """
    # Each row of weights mixes the rows of v; W_o writes the mixture into the model's
    # own columns. The inner sizes meet: T_k, then d_v.
    return weights @ v @ W_o


def update_in_loops(weights, v, W_o):
    rows = []
    for look in weights:
        gathered = sum(w * value for w, value in zip(look, v, strict=True))
        rows.append([float(gathered @ W_o[:, j]) for j in range(W_o.shape[1])])
    return rows


def update_by_einsum(W_o, v, weights):
    return np.einsum("ij,jv,vd->id", weights, v, W_o).astype(np.float32)


def update_in_torch(weights, v, W_o):
    import torch

    weights, v, W_o = (torch.tensor(x) for x in (weights, v, W_o))
    return weights @ (v @ W_o)


def update_cases():
    """Return cases in which no two sizes agree, and one with as many of all."""
    rng = np.random.default_rng(41)

    def draw(n_queries, n_keys, d_v, d_model):
        return {
            "weights": softmax(rng.normal(size=(n_queries, n_keys))),
            "v": rng.normal(size=(n_keys, d_v)),
            "W_o": rng.normal(size=(d_v, d_model)),
        }

    return (
        Case("plain", "with more words to look at", draw(4, 6, 3, 7)),
        Case("plain", "with more words that look", draw(5, 2, 4, 3)),
        Case("square", "with as many of everything", draw(4, 4, 4, 4)),
    )


UPDATE = Exercise(
    id="03.3",
    kind="complete a line",
    minutes=3,
    title="Gather the update",
    objective=objectives.WRITE,
    stub='''\
def my_update(weights, v, W_o):
    """Return what each word's vector gains: [T_q, d_model].

    weights [T_q, T_k], v [T_k, d_v], W_o [d_v, d_model].
    """
    return ...  # your line


check("03.3", my_update)
''',
    todo="replace the `...` of my_update by a product of weights, v and W_o.",
    right=(
        "Each row of weights mixes the values into one, and W_o writes the mixture "
        "into the model's own columns: one update a word, as wide as its vector."
    ),
    reference=my_update,
    accepted=(update_in_loops, update_by_einsum, update_in_torch),
    wrong=(
        Wrong(
            lambda weights, v, W_o: weights @ v,
            "this is what was gathered, as wide as a value: it still has to be written "
            "into the columns of the word's own vector.",
        ),
        Wrong(
            lambda weights, v, W_o: weights.T @ v @ W_o,
            "the weights lie on their side: now the word that is looked at receives, "
            "and the one that looks sends.",
        ),
        Wrong(
            lambda weights, v, W_o: v @ W_o,
            "nobody has looked: this is what each word sends, and the weights decide "
            "how much of it arrives.",
        ),
        Wrong(
            lambda weights, v, W_o: weights @ W_o,
            "the values are never read: W_o does not know what the words send.",
        ),
        Wrong(
            lambda weights, v, W_o: weights * v @ W_o,
            "weights * v multiplies entry by entry; a word gathers from every other "
            "word, so its row has to meet all rows of v.",
        ),
        Wrong(
            lambda weights, v, W_o: weights @ v @ W_o.T,
            "W_o lies on its side: its first size is the width of a value.",
        ),
        Wrong(
            lambda weights, v, W_o: weights @ v @ W_o / len(v),
            "the sum is divided by the number of words, but the weights of a row add "
            "up to 1 already.",
        ),
        Wrong(
            lambda weights, v, W_o: softmax(weights) @ v @ W_o,
            "the weights were shared out once more: they come out of softmax already.",
        ),
    ),
    hints=(
        "Write the three shapes in a row: [T_q, T_k], [T_k, d_v], [d_v, d_model]. "
        "Which sizes meet?",
        "First gather: a mixture of the rows of v for each word that looks.",
        "Then write: the mixture is d_v wide, and W_o makes it d_model wide.",
    ),
    solution=inspect.getsource(my_update) + '\n\ncheck("03.3", my_update)\n',
    cases=update_cases(),
    returns=("update",),
)
