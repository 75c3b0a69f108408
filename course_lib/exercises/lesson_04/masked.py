"""04.5: attention that neither looks ahead nor at what is no word."""

import inspect
import math

import numpy as np

from course_lib.attention import causal_mask, softmax
from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_04 import objectives


def masked_attention(q, k, v, is_word):
    """Return out [T, d_v] and weights [T, T]: no look ahead, none at padding.

    q, k [T, d_head], v [T, d_v]; is_word [T], True = a word, False = padding.
    """
    scores = q @ k.T / q.shape[-1] ** 0.5
    # Two masks, both must agree: is_word lies as a row under the columns, one a key.
    mask = causal_mask(len(q)) & is_word
    weights = softmax(np.where(mask, scores, -np.inf))  # nothing to see: zeros
    return weights @ v, weights


def masked_in_loops(q, k, v, is_word):
    out, weights = [], []
    for i, query in enumerate(q):
        exps = [
            math.exp(min(700, float(query @ key) / math.sqrt(len(query))))
            if j <= i and is_word[j]
            else 0.0
            for j, key in enumerate(k)
        ]
        weights.append([e / (sum(exps) or 1) for e in exps])
        out.append(np.array(weights[-1]) @ v)
    return out, weights


def masked_by_einsum(v, k, q, is_word):
    scores = np.einsum("id,jd->ij", q, k) / np.sqrt(q.shape[1])
    allowed = np.tri(len(q), dtype=bool) & np.tile(is_word, (len(q), 1))
    exps = np.exp(scores - scores.max(1, keepdims=True)) * allowed
    weights = exps / np.maximum(exps.sum(1, keepdims=True), 1e-300)
    return np.einsum("ij,jd->id", weights, v), weights


def masked_in_torch(q, k, v, is_word):
    import torch

    q, k, v = (torch.tensor(x) for x in (q, k, v))
    allowed = torch.ones(len(q), len(q), dtype=torch.bool).tril()
    allowed = allowed & torch.tensor(is_word)
    scores = q @ k.T / math.sqrt(q.shape[-1])
    scores = scores.masked_fill(~allowed, -torch.inf)
    weights = torch.softmax(scores, -1).nan_to_num()
    return weights @ v, weights


def _cases():
    rng = np.random.default_rng(43)

    def case(tag, when, is_word, d_head=7, d_v=3):
        n = len(is_word)
        q, k = rng.normal(size=(2, n, d_head))
        v = rng.normal(size=(n, d_v))
        return Case(
            tag, when, {"q": q, "k": k, "v": v, "is_word": np.array(is_word, bool)}
        )

    return (
        case("plain", "without any padding", [1] * 5),
        case("mask", "with padding at the end", [1, 1, 1, 1, 0, 0]),
        case("masked row", "with padding in front", [0, 0, 1, 1, 1]),
        case("mask", "with padding in the middle", [1, 0, 1, 1], 4, 6),
    )


def _with(mask, share=None):
    """Build the function with another mask, or another way to share out."""

    def attend(q, k, v, is_word):
        scores = q @ k.T / q.shape[-1] ** 0.5
        weights = (share or _hidden_first)(scores, mask(len(q), is_word))
        return weights @ v, weights

    return attend


def _both(n, is_word):
    return causal_mask(n) & is_word


def _hidden_first(scores, mask):
    return softmax(np.where(mask, scores, -np.inf))


def _naive(scores, mask):
    exps = np.exp(np.where(mask, scores, -np.inf))
    with np.errstate(invalid="ignore"):
        return exps / exps.sum(axis=-1, keepdims=True)


def _no_scale(q, k, v, is_word):
    return masked_attention(q * q.shape[-1] ** 0.5, k, v, is_word)


MASKED_ATTENTION = Exercise(
    id="04.5",
    kind="write a function",
    minutes=6,
    title="Write attention under two masks",
    objective=objectives.WRITE,
    stub='''\
def masked_attention(q, k, v, is_word):
    """Return out [T, d_v] and weights [T, T]: no look ahead, none at padding.

    q, k [T, d_head], v [T, d_v]; is_word [T], True = a word, False = padding.
    """
    ...  # your code


check("04.5", masked_attention)
''',
    todo="write the body of masked_attention in place of the `...`.",
    right=(
        "Neither the future nor padding gets any weight, and a row that may see "
        "nothing stays at zeros."
    ),
    reference=masked_attention,
    accepted=(masked_in_loops, masked_by_einsum, masked_in_torch),
    wrong=(
        Wrong(
            _with(lambda n, is_word: causal_mask(n)),
            "words look at the padding: the causal mask alone does not hide it.",
        ),
        Wrong(
            _with(lambda n, is_word: np.tile(is_word, (n, 1))),
            "no padding is seen, but words look ahead: the causal mask is missing.",
        ),
        Wrong(
            _with(lambda n, is_word: causal_mask(n) & is_word[:, None]),
            "the padding's rows are hidden, not its columns: it asks nothing now, but "
            "every word still looks at it.",
        ),
        Wrong(
            _with(lambda n, is_word: causal_mask(n) | is_word),
            "either mask alone lets a word through: both have to agree.",
        ),
        Wrong(
            _with(lambda n, is_word: causal_mask(n) & ~is_word),
            "the words are hidden and the padding is seen: True in is_word means a "
            "word.",
        ),
        Wrong(
            _with(lambda n, is_word: causal_mask(n).T & is_word),
            "the triangle lies on the wrong side: words see the future, and not the "
            "past.",
        ),
        Wrong(
            _with(_both, lambda s, mask: softmax(s) * mask),
            "hidden after softmax: the weights that are taken away are missing, and "
            "the rows add up to less than 1.",
        ),
        Wrong(
            _with(_both, lambda s, mask: softmax(np.where(mask, s, 0))),
            "hidden scores become 0, and exp(0) is 1: what is hidden keeps a weight.",
        ),
        Wrong(
            _with(_both, lambda s, mask: softmax(np.where(mask, s, -1e9))),
            "right but for rows that may see nothing: filled with one large negative "
            "number, they share out evenly among what is hidden.",
        ),
        Wrong(
            _with(_both, _naive),
            "right but for rows that may see nothing: they come out as NaN, 0 / 0. The "
            "lesson's softmax gives zeros there.",
        ),
        Wrong(
            _no_scale,
            "the masks are right, but the scores lack their division by the root of "
            "d_head.",
        ),
        Wrong(
            lambda q, k, v, is_word: masked_attention(q, k, v, is_word)[::-1],
            "out and weights come back in the wrong order: out first.",
        ),
    ),
    hints=(
        "First a mask [T, T] of booleans: True where the causal mask and is_word both "
        "say so.",
        "is_word [T] beside a table [T, T] stands under each row: one entry a column, "
        "which is a key. `&` joins booleans.",
        "Then as in lesson 02: scores, divided; hidden before softmax (04.2); the "
        "lesson's softmax; times v.",
    ),
    solution=inspect.getsource(masked_attention)
    + '\n\ncheck("04.5", masked_attention)\n',
    cases=_cases(),
    returns=("out", "weights"),
)
