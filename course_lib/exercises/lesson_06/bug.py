"""06.5: positions that their author's own test finds in order."""

import inspect

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_06 import objectives


def forum_add_positions(x):
    """Add its position to each word: x is [B, T, d_model], B sentences of T words."""
    d_model = x.shape[-1]
    i = np.arange(0, d_model, 2)
    angles = np.arange(5000)[:, None] / 10_000 ** (2 * i / d_model)
    table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(5000, d_model)
    return x + table[: x.shape[0], None]


BUGGY = (
    inspect.getsource(forum_add_positions)
    + """

# Its author's test: five words, each gets another position, from 0 on. It passes.
x5 = np.zeros((5, 1, 2))
out = forum_add_positions(x5)
assert out.shape == x5.shape
assert np.allclose(out[:, 0, 0], np.sin([0, 1, 2, 3, 4]))
"""
)


def fixed_add_positions(x):
    """Add its position to each word: x is [B, T, d_model], B sentences of T words."""
    d_model = x.shape[-1]
    i = np.arange(0, d_model, 2)  # 0, 2, 4, ...: these are the 2i of the formula
    angles = np.arange(5000)[:, None] / 10_000 ** (i / d_model)
    table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(5000, d_model)
    return x + table[: x.shape[1]]  # a row a word, the same for every sentence


def fixed_in_loops(x):
    n_sentences, n_words, d_model = x.shape
    out = np.array(x, float)
    for word in range(n_words):
        for column in range(d_model):
            angle = word / 10_000 ** (column // 2 * 2 / d_model)
            out[:, word, column] += np.cos(angle) if column % 2 else np.sin(angle)
    return out.tolist()


def fixed_by_einsum(x):
    n_words, d_model = x.shape[1:]
    column = np.arange(d_model)
    speeds = 10_000.0 ** (-(column - column % 2) / d_model)
    angles = np.einsum("t,c->tc", np.arange(n_words), speeds)
    return (x + np.sin(angles + column % 2 * np.pi / 2)).astype(np.float32)


def fixed_in_torch(x):
    import torch

    n_words, d_model = x.shape[1:]
    i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angles = torch.arange(n_words)[:, None] / 10_000 ** (i / d_model)
    table = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
    return torch.tensor(x) + table


def _repair(twice=1, chosen=lambda x, table: x + table[: x.shape[1]]):
    """Build a repair with its own exponent and its own way of adding."""

    def repair(x):
        d_model = x.shape[-1]
        i = np.arange(0, d_model, 2)
        angles = np.arange(5000)[:, None] / 10_000.0 ** (twice * i / d_model)
        pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
        return chosen(x, pairs.reshape(5000, d_model))

    return repair


def _cases():
    rng = np.random.default_rng(6)

    def case(when, *shape):
        return Case("plain", when, {"x": rng.normal(size=shape)})

    return (
        case("with 3 sentences of 5 words", 3, 5, 8),
        case("with one sentence", 1, 4, 6),
        case("with more sentences than words", 7, 2, 10),
        case("with one long sentence", 1, 3000, 4),
    )


FIND_THE_BUG = Exercise(
    id="06.5",
    kind="find the bug",
    minutes=5,
    title="Find two mistakes that the test does not see",
    objective=objectives.MISTAKES,
    stub='''\
def fixed_add_positions(x):
    """Add its position to each word: x is [B, T, d_model], B sentences of T words."""
    ...  # copy the lines of forum_add_positions and repair them


check("06.5", fixed_add_positions)
''',
    todo="copy the lines of forum_add_positions in place of the `...`, and mend them.",
    right=(
        "Every word of a sentence has its own place now, the same in every sentence, "
        "and all clocks run at their speeds. The author's test had one sentence on its "
        "side, and one clock."
    ),
    reference=fixed_add_positions,
    accepted=(fixed_in_loops, fixed_by_einsum, fixed_in_torch),
    wrong=(
        Wrong(
            forum_add_positions,
            "it still does what the given function does: give it 3 sentences of 5 "
            "words of zeros, and compare the words of one sentence.",
        ),
        Wrong(
            _repair(twice=2),
            "each word has its own place now. The clocks are still wrong, all but the "
            "first: print the angles of position 1 at d_model 8.",
        ),
        Wrong(
            _repair(chosen=lambda x, table: x + table[: x.shape[0], None]),
            "the clocks are right now. But all words of one sentence still get one "
            "position: which axis of x counts words?",
        ),
        Wrong(
            _repair(twice=0.5),
            "the places are right, but the clocks are too fast now: the exponent was "
            "halved once too often.",
        ),
        Wrong(
            _repair(chosen=lambda x, table: x + table[:, None][: x.shape[1]]),
            "the rows are counted along the words, but the extra axis puts them "
            "beside the sentences: leave it away, and NumPy repeats the table for "
            "every sentence.",
        ),
        Wrong(
            _repair(chosen=lambda x, table: x + table[1 : x.shape[1] + 1]),
            "all right but the start: the first word stands at position 0.",
        ),
        Wrong(
            _repair(chosen=lambda x, table: 0 * x + table[: x.shape[1]]),
            "the positions are right, but the words are gone: add to x.",
        ),
        Wrong(
            _repair(chosen=lambda x, table: x * table[: x.shape[1]]),
            "the positions are right, but x is multiplied by them: the paper adds.",
        ),
        Wrong(
            _repair(
                chosen=lambda x, table: x * np.sqrt(x.shape[-1]) + table[: x.shape[1]]
            ),
            "right but for a factor on x, which is asked for elsewhere: leave the "
            "words as they come.",
        ),
    ),
    hints=(
        "Call it with np.zeros((3, 5, 8)) and look at out[0]: five words of one "
        "sentence. Are their rows different?",
        "x has sentences first and words second: along which axis does the position "
        "run? That is the first mistake.",
        "The second is in the exponent: i holds 0, 2, 4 and so on, and the formula's "
        "2i is meant to be exactly that.",
    ),
    solution=inspect.getsource(fixed_add_positions)
    + '\n\ncheck("06.5", fixed_add_positions)\n',
    cases=_cases(),
    returns=("out",),
)
