"""03.9: two mistakes that their author's own test does not see."""

import inspect

import numpy as np

from course_lib.attention import softmax
from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_03 import objectives
from course_lib.exercises.lesson_03.step import step_cases


def forum_step(x, W_q, W_k, W_v, W_o):
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    weights = softmax(q @ k.T / q.shape[-1] ** 0.5)
    return weights.T @ v @ W_o


BUGGY = (
    inspect.getsource(forum_step)
    + """

# Its author's test: the shape stays, and each word is still most like itself.
x, same = 3 * np.eye(4), np.eye(4)
out = forum_step(x, same, same, same, same)
assert out.shape == x.shape
assert out.argmax(axis=-1).tolist() == [0, 1, 2, 3]
"""
)


def fixed_step(x, W_q, W_k, W_v, W_o):
    """Mend forum_step: x [T, d_model], W_v [d_model, d_v], W_o [d_v, d_model]."""
    # The author's words were alike in all ways: a symmetric table does not show which
    # way round it lies, and a large value hides that the word itself is gone.
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    weights = softmax(q @ k.T / q.shape[-1] ** 0.5)
    return x + weights @ v @ W_o  # a row per word that looks; the word stays


def fixed_in_loops(x, W_q, W_k, W_v, W_o):
    new = []
    for row in x:
        scores = np.array([row @ W_q @ (other @ W_k) for other in x])
        exps = np.exp(scores / len(W_q[0]) ** 0.5)
        gathered = sum(
            e * (other @ W_v) for e, other in zip(exps / exps.sum(), x, strict=True)
        )
        new.append(row + gathered @ W_o)
    return new


def fixed_by_einsum(W_o, W_v, W_k, W_q, x):
    weights = softmax(np.einsum("ih,jh->ij", x @ W_q, x @ W_k) / np.sqrt(W_q.shape[1]))
    return np.einsum("ij,jv,vd->id", weights, x @ W_v, W_o).astype(np.float32) + x


def fixed_in_torch(x, W_q, W_k, W_v, W_o):
    import torch

    x, W_q, W_k, W_v, W_o = (torch.tensor(a) for a in (x, W_q, W_k, W_v, W_o))
    weights = torch.softmax(x @ W_q @ (x @ W_k).T / W_q.shape[1] ** 0.5, -1)
    return x + weights @ (x @ W_v) @ W_o


def _repair(add=True, turned=False, axis=-1, divide=True, base=None, times=1):
    """Build a repair with one thing left or spoiled."""

    def repair(x, W_q, W_k, W_v, W_o):
        q, k, v = x @ W_q, x @ W_k, x @ W_v
        weights = softmax(q @ k.T / (q.shape[-1] ** 0.5 if divide else 1), axis)
        update = (weights.T if turned else weights) @ v @ W_o
        return (base(x, v, W_o) if base else times * x) + update if add else update

    return repair


def bug_cases():
    """Return the cases of a step without masks."""
    cases = []
    for case in step_cases():
        inputs = {name: x for name, x in case.inputs.items() if name != "mask"}
        tag = "square" if case.tag == "square" else "plain"
        cases.append(Case(tag, f"with {len(inputs['x'])} random words", inputs))
    return tuple(cases)


FIND_THE_BUG = Exercise(
    id="03.9",
    kind="find the bug",
    minutes=5,
    title="Find the mistakes that the test does not see",
    objective=objectives.BREAK,
    stub='''\
def fixed_step(x, W_q, W_k, W_v, W_o):
    """Mend forum_step: x [T, d_model], W_v [d_model, d_v], W_o [d_v, d_model]."""
    ...  # copy its lines and repair them


check("03.9", fixed_step)
''',
    todo="copy the lines of forum_step in place of the `...`, and repair them.",
    right=(
        "Who looks receives, and the word stays. The author's test could not tell: its "
        "words were all alike. Let nothing be sent, and see whether anything moves."
    ),
    reference=fixed_step,
    accepted=(fixed_in_loops, fixed_by_einsum, fixed_in_torch),
    wrong=(
        Wrong(
            forum_step,
            "it still does what the given function does: set W_v to zeros, so that "
            "nothing is sent. What should become of x, and what does?",
        ),
        Wrong(
            _repair(turned=True),
            "the word stays now. One mistake is left: let one word alone send "
            "something, and see which words receive it.",
        ),
        Wrong(
            _repair(add=False),
            "who looks receives now. One mistake is left: set W_v to zeros, and "
            "nothing should move.",
        ),
        Wrong(
            _repair(turned=True, axis=0),
            "the word stays, but softmax runs over the wrong words now: that each row "
            "adds up to 1 does not mean that the one who asks shares out its look.",
        ),
        Wrong(
            _repair(axis=0),
            "the word stays, and who looks receives; but softmax runs over the words "
            "that ask now. It was right before.",
        ),
        Wrong(
            _repair(divide=False),
            "both mistakes are mended, but the scaling got lost in the repair.",
        ),
        Wrong(
            _repair(base=lambda x, v, W_o: v @ W_o),
            "what is added back is what the word sends, not what the word is.",
        ),
        Wrong(
            _repair(times=2),
            "the word is counted in twice.",
        ),
    ),
    hints=(
        "Ask of the result: if no word sends anything, what should come out? Try it "
        "with W_v all zeros.",
        "Then let one word alone send something, and find out which rows move: those "
        "that look at it, or those that it looks at?",
        "There are two mistakes, both in the last line.",
    ),
    solution=inspect.getsource(fixed_step) + '\n\ncheck("03.9", fixed_step)\n',
    cases=bug_cases(),
    returns=("new",),
)
