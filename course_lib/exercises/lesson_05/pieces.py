"""05.2 and 05.3: one head's part of the update, and the cut into heads."""

import inspect

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_05 import objectives


def update_cases():
    """Return cases for heads [n_heads, T, d_v], W_o [n_heads * d_v, d_model], h."""
    rng = np.random.default_rng(51)

    def case(n_heads, n_words, d_v, d_model, h):
        return {
            "heads": rng.normal(size=(n_heads, n_words, d_v)),
            "W_o": rng.normal(size=(n_heads * d_v, d_model)),
            "h": h,
        }

    return (
        Case("plain", "for a head in the middle", case(4, 5, 3, 7, 2)),
        Case("plain", "for another head", case(5, 2, 4, 3, 1)),
        Case("first", "for head 0", case(3, 4, 2, 5, 0)),
        Case("last", "for the last head", case(3, 6, 5, 4, 2)),
    )


def my_head_update(heads, W_o, h):
    """Return what head h alone adds: [T, d_model]. heads [n_heads, T, d_v]."""
    n_heads, T, d_v = heads.shape
    # Head h wrote the columns h * d_v to (h + 1) * d_v of the concatenation: those
    # meet the rows of W_o with the same numbers.
    return heads[h] @ W_o[h * d_v : (h + 1) * d_v]


def update_by_blocks(heads, W_o, h):
    blocks = W_o.reshape(len(heads), heads.shape[-1], -1)  # [n_heads, d_v, d_model]
    return np.einsum("td,dm->tm", heads[h], blocks[h])


def update_by_zeros(h, W_o, heads):
    alone = np.zeros_like(heads)
    alone[h] = heads[h]
    return (np.concatenate(alone, axis=-1) @ W_o).astype(np.float32)


def update_in_torch(heads, W_o, h):
    import torch

    heads, W_o = torch.as_tensor(heads), torch.as_tensor(W_o)
    return heads[h] @ W_o.chunk(len(heads))[h]


def _all_heads(heads, W_o, h):
    return np.concatenate(heads, axis=-1) @ W_o


HEAD_UPDATE = Exercise(
    id="05.2",
    kind="complete a line",
    minutes=3,
    title="Tell one head's part",
    objective=objectives.WRITE,
    stub='''\
def my_head_update(heads, W_o, h):
    """Return what head h alone adds: [T, d_model]. heads [n_heads, T, d_v]."""
    n_heads, T, d_v = heads.shape
    return ...  # your line


check("05.2", my_head_update)
''',
    todo="replace the `...` of my_head_update by what head h adds through W_o.",
    right=(
        "Each head has its own rows of W_o, so each head's part of the update can be "
        "read off alone, and the parts add up to the whole."
    ),
    reference=my_head_update,
    accepted=(update_by_blocks, update_by_zeros, update_in_torch),
    wrong=(
        Wrong(
            _all_heads,
            "this is what all heads add together; the part of head h alone is asked.",
        ),
        Wrong(
            lambda heads, W_o, h: heads[h] @ W_o[: heads.shape[-1]],
            "right for head 0 alone: every head is sent through the first rows of W_o, "
            "which belong to head 0.",
        ),
        Wrong(
            lambda heads, W_o, h: heads[h] @ W_o[h : h + heads.shape[-1]],
            "your rows start at row h of W_o; each head before this one takes up d_v "
            "rows, not one.",
        ),
        Wrong(
            lambda heads, W_o, h: heads[h] @ W_o[h :: len(heads)],
            "you take every n_heads-th row of W_o: the concatenation puts a head's "
            "numbers next to each other, so its rows are neighbors.",
        ),
        Wrong(
            lambda heads, W_o, h: heads[h] @ W_o[h * heads.shape[-1] :],
            "your rows start at the right one and run on to the end of W_o: they take "
            "in the rows of later heads.",
        ),
        Wrong(
            lambda heads, W_o, h: heads[h] @ W_o,
            "one head is d_v wide and all of W_o is n_heads times as long: only some "
            "of its rows are this head's.",
        ),
        Wrong(
            lambda heads, W_o, h: (
                heads[h] @ W_o[(h - 1) * heads.shape[-1] : h * heads.shape[-1]]
            ),
            "these are the rows of the head before: heads are counted from 0.",
        ),
        Wrong(
            lambda heads, W_o, h: heads[h],
            "this is what head h gathered; what it adds to the words comes after W_o.",
        ),
        Wrong(
            lambda heads, W_o, h: _all_heads(heads, W_o, h) / len(heads),
            "this is the average part of all heads: each head has rows of its own.",
        ),
    ),
    hints=(
        "Side by side, head 0 fills the columns 0 to d_v - 1 of the concatenation. "
        "Which columns does head h fill?",
        "Column j of the left table meets row j of W_o: the numbers are the same.",
        "W_o[a:b] takes the rows a to b - 1. In the lesson's example head 1 had the "
        "rows 2 and 3, with d_v = 2.",
    ),
    solution=inspect.getsource(my_head_update) + '\n\ncheck("05.2", my_head_update)\n',
    cases=update_cases(),
    returns=("update",),
)


def split_cases():
    """Return cases for x [T, n_heads * d_head], all sizes different, and equal ones."""
    rng = np.random.default_rng(52)

    def case(n_words, n_heads, d_head):
        return {"x": rng.normal(size=(n_words, n_heads * d_head)), "n_heads": n_heads}

    return (
        Case("plain", "with 5 words and 3 heads", case(5, 3, 4)),
        Case("plain", "with 4 words and 2 heads", case(4, 2, 5)),
        Case("one", "with one head", case(3, 1, 6)),
        Case("square", "with as many heads as words", case(4, 4, 4)),
    )


def my_split(x, n_heads):
    """Cut x [T, n_heads * d_head] into heads: [n_heads, T, d_head]."""
    T, width = x.shape
    # First cut each word's row into heads, then bring the axis of heads to the front.
    by_word = x.reshape(T, n_heads, width // n_heads)
    return by_word.swapaxes(0, 1)


def split_in_loops(x, n_heads):
    d_head = len(x[0]) // n_heads
    return [
        [row[h * d_head : (h + 1) * d_head] for row in x.tolist()]
        for h in range(n_heads)
    ]


def split_by_numpy(n_heads, x):
    return np.stack(np.split(x, n_heads, axis=1)).astype(np.float32)


def split_by_einsum(x, n_heads):
    return np.einsum("thd->htd", x.reshape(len(x), n_heads, -1))


def split_in_torch(x, n_heads):
    import torch

    return torch.as_tensor(x).view(len(x), n_heads, -1).transpose(0, 1)


SPLIT = Exercise(
    id="05.3",
    kind="write a function",
    minutes=4,
    title="Cut the width into heads",
    objective=objectives.WRITE,
    stub='''\
def my_split(x, n_heads):
    """Cut x [T, n_heads * d_head] into heads: [n_heads, T, d_head]."""
    ...  # your code


check("05.3", my_split)
''',
    todo="write the body of my_split in place of the `...`.",
    right=(
        "Each word's row is cut, and the words stay whole: head h holds the h-th block "
        "of neighboring columns of every word."
    ),
    reference=my_split,
    accepted=(split_in_loops, split_by_numpy, split_by_einsum, split_in_torch),
    wrong=(
        Wrong(
            lambda x, n_heads: x.reshape(n_heads, len(x), -1),
            "the shape is right and the words are not: a head's rows hold numbers of "
            "several words. reshape reads x row by row, word after word; it turns "
            "nothing.",
        ),
        Wrong(
            lambda x, n_heads: x.reshape(len(x), n_heads, -1),
            "each word is cut rightly, but the axis of words still comes first: a "
            "matrix product works on the last two axes, and they should be words and "
            "numbers of one head.",
        ),
        Wrong(
            lambda x, n_heads: x.reshape(len(x), -1, n_heads).transpose(2, 0, 1),
            "your heads take every n_heads-th column; here head h takes a block of "
            "neighboring columns.",
        ),
        Wrong(
            lambda x, n_heads: x.T.reshape(n_heads, len(x), -1),
            "x was turned before it was cut: then reshape reads column after column, "
            "and again a head's rows hold numbers of several words.",
        ),
        Wrong(
            lambda x, n_heads: x.reshape(len(x), n_heads, -1).transpose(1, 2, 0),
            "the heads are right, but each lies on its side: rows are words, columns "
            "are its d_head numbers.",
        ),
        Wrong(
            lambda x, n_heads: x.reshape(len(x), n_heads, -1).swapaxes(0, 1)[::-1],
            "the heads come in the reverse order: head 0 is the first block.",
        ),
        Wrong(
            lambda x, n_heads: np.split(x, len(x) // n_heads or 1),
            "you cut between words; every head sees all words, and a part of each "
            "word's numbers.",
        ),
        Wrong(
            lambda x, n_heads: np.stack([x] * n_heads),
            "each head gets all numbers of each word: the width has not been cut.",
        ),
    ),
    hints=(
        "Two steps: cut each word's row into n_heads pieces; then bring the axis of "
        "heads to the front.",
        "reshape keeps the order in which the numbers are read, row by row. Which new "
        "shape cuts the rows and leaves the words whole?",
        "After the cut the axes are words, heads, numbers. swapaxes(a, b) makes two "
        "axes change places.",
    ),
    solution=inspect.getsource(my_split) + '\n\ncheck("05.3", my_split)\n',
    cases=split_cases(),
    returns=("heads",),
)
