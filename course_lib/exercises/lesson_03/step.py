"""03.5: a head's whole step, from vectors to moved vectors."""

import inspect

import numpy as np

from course_lib.attention import causal_mask, scaled_dot_product_attention
from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_03 import objectives


def my_step(x, W_q, W_k, W_v, W_o, mask):
    """Let each word of x [T, d_model] look, gather and move: [T, d_model].

    W_q, W_k [d_model, d_head], W_v [d_model, d_v], W_o [d_v, d_model], mask [T, T].
    """
    q, k, v = x @ W_q, x @ W_k, x @ W_v  # what each word asks, answers and sends
    gathered, weights = scaled_dot_product_attention(q, k, v, mask)  # [T, d_v]
    return x + gathered @ W_o  # the word stays, and something is added to it


def step_in_loops(x, W_q, W_k, W_v, W_o, mask):
    new = []
    for i, row in enumerate(x):
        seen = [j for j in range(len(x)) if mask[i][j]]
        scores = [float(row @ W_q @ (x[j] @ W_k)) / len(W_q[0]) ** 0.5 for j in seen]
        exps = np.exp(np.array(scores) - max(scores))
        gathered = sum(
            e / exps.sum() * (x[j] @ W_v) for e, j in zip(exps, seen, strict=True)
        )
        new.append((row + gathered @ W_o).tolist())
    return new


def step_by_einsum(W_o, W_v, W_k, W_q, mask, x):
    scores = np.einsum("id,dh,eh,je->ij", x, W_q, W_k, x) / np.sqrt(W_q.shape[1])
    exps = np.exp(scores - scores.max()) * mask
    weights = exps / exps.sum(axis=1)[:, None]
    return np.einsum("ij,jd,dv,ve->ie", weights, x, W_v, W_o).astype(np.float32) + x


def step_in_torch(x, W_q, W_k, W_v, W_o, mask):
    import torch

    x, W_q, W_k, W_v, W_o = (torch.tensor(a) for a in (x, W_q, W_k, W_v, W_o))
    scores = x @ W_q @ (x @ W_k).T / W_q.shape[1] ** 0.5
    weights = torch.softmax(scores.masked_fill(~torch.tensor(mask), -torch.inf), -1)
    return x + weights @ (x @ W_v) @ W_o


def step_cases():
    """Return cases of every size another; without a mask all may be seen."""
    rng = np.random.default_rng(42)

    def draw(n_words, d_model, d_head, d_v, mask):
        shapes = {
            "x": (n_words, d_model),
            "W_q": (d_model, d_head),
            "W_k": (d_model, d_head),
            "W_v": (d_model, d_v),
            "W_o": (d_v, d_model),
        }
        inputs = {name: rng.normal(size=shape) / 2 for name, shape in shapes.items()}
        return inputs | {"mask": mask}

    open_mask = np.ones((6, 6), bool)
    return (
        Case("plain", "when all may see all", draw(6, 8, 3, 5, open_mask)),
        Case("mask", "with a causal mask", draw(5, 7, 4, 3, causal_mask(5))),
        Case("square", "with as many of everything", draw(4, 4, 4, 4, causal_mask(4))),
    )


def variant(look=None, sends=None, add=True, write=True, masked=True):
    """Build a step with one thing changed."""

    def wrong_step(x, W_q, W_k, W_v, W_o, mask):
        q, k, v = x @ W_q, x @ W_k, x @ W_v
        if look:
            q, k = look(q, k)
        if sends:
            v = sends(x, q, k, v)
        out, _ = scaled_dot_product_attention(q, k, v, mask if masked else None)
        update = out @ W_o if write else out
        return x + update if add else update

    return wrong_step


def _only_scores(x, W_q, W_k, W_v, W_o, mask):
    return scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v, mask)[1]


def _unpacked_wrongly(x, W_q, W_k, W_v, W_o, mask):
    out, weights = scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v, mask)
    return x + weights.T @ (x @ W_v) @ W_o


def _in_place(x, W_q, W_k, W_v, W_o, mask):
    new = x.copy()
    for i in range(len(x)):  # later words read what earlier ones have become
        step = variant()(new, W_q, W_k, W_v, W_o, mask)
        new[i] = step[i]
    return new


STEP = Exercise(
    id="03.5",
    kind="write a function",
    minutes=6,
    title="Write a head's whole step",
    objective=objectives.WRITE,
    stub='''\
def my_step(x, W_q, W_k, W_v, W_o, mask):
    """Let each word of x [T, d_model] look, gather and move: [T, d_model].

    W_q, W_k [d_model, d_head], W_v [d_model, d_v], W_o [d_v, d_model], mask [T, T].
    """
    ...  # your code; scaled_dot_product_attention(q, k, v, mask) is there


check("03.5", my_step)
''',
    todo="write the body of my_step in place of the `...`.",
    right=(
        "Ask, answer, send, gather, write, add: that is one head's whole step, and the "
        "word's own vector goes on through it."
    ),
    reference=my_step,
    accepted=(step_in_loops, step_by_einsum, step_in_torch),
    wrong=(
        Wrong(
            variant(add=False),
            "the update takes the word's place: what the word was before is lost. An "
            "update moves a vector, so it starts from the vector.",
        ),
        Wrong(
            variant(write=False),
            "what was gathered is added as it is, as wide as a value: W_o has to write "
            "it into the model's columns first.",
        ),
        Wrong(
            variant(sends=lambda x, q, k, v: k @ np.ones((k.shape[1], v.shape[1]))),
            "what is gathered is made from the keys: they say what a word is found by, "
            "and W_v says what it sends.",
        ),
        Wrong(
            variant(sends=lambda x, q, k, v: k),
            "the words send their keys: what makes a word found is not what it sends.",
        ),
        Wrong(
            variant(sends=lambda x, q, k, v: q),
            "the words send their queries: a word would be told what the others ask.",
        ),
        Wrong(
            variant(look=lambda q, k: (k, q)),
            "queries and keys have changed places: the word that answers is asking "
            "now.",
        ),
        Wrong(
            variant(masked=False),
            "the mask is not handed on: words receive from words that they may not "
            "see.",
        ),
        Wrong(
            _unpacked_wrongly,
            "the weights lie on their side: now the word that is looked at receives.",
        ),
        Wrong(
            _only_scores,
            "these are the weights, the second of the two things that attention gives "
            "back: the first is what was gathered.",
        ),
        Wrong(
            _in_place,
            "later words look at vectors that have moved already: in one step, all "
            "words look at the vectors as they came in.",
        ),
    ),
    hints=(
        "Three products give q, k and v, all from x.",
        "scaled_dot_product_attention gives back a pair: what each word gathered, "
        "d_v wide, and the weights.",
        "W_o turns what was gathered into an update as wide as x. Where does the word "
        "itself come in?",
    ),
    solution=inspect.getsource(my_step) + '\n\ncheck("03.5", my_step)\n',
    cases=step_cases(),
    returns=("new",),
)
