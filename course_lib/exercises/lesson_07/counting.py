"""07.5: all weights of a model, as a function of its sizes."""

import inspect

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_07 import objectives


def count(layers, d_model, heads, d_head, d_ff, vocabulary):
    """Return the number of weights, with a separate unembedding; no biases, norms."""
    # four matrices a head, then two an MLP; each layer has both
    attention = heads * 4 * d_model * d_head
    mlp = 2 * d_model * d_ff
    return layers * (attention + mlp) + 2 * vocabulary * d_model


def count_part_by_part(layers, d_model, heads, d_head, d_ff, vocabulary):
    total = 0
    for _ in range(4):
        total += layers * heads * d_model * d_head
    total += layers * d_model * d_ff + layers * d_ff * d_model
    return total + vocabulary * d_model + d_model * vocabulary


def count_from_shapes(vocabulary, d_ff, d_head, heads, d_model, layers):
    inner = heads * d_head
    shapes = 3 * [(d_model, inner)] + [
        (inner, d_model),
        (d_model, d_ff),
        (d_ff, d_model),
    ]
    a_layer = sum(rows * columns for rows, columns in shapes)
    return float(layers * a_layer + 2 * vocabulary * d_model)


def count_by_numpy(layers, d_model, heads, d_head, d_ff, vocabulary):
    per_layer = np.array([4 * heads * d_head, 2 * d_ff], dtype=object) * d_model
    return layers * per_layer.sum() + 2 * vocabulary * d_model


def count_in_torch(layers, d_model, heads, d_head, d_ff, vocabulary):
    import torch

    per_layer = torch.tensor([4.0 * heads * d_head, 2.0 * d_ff], dtype=torch.float64)
    return d_model * (layers * per_layer.sum() + 2 * vocabulary)


def _with(layers_of_mlp=True, tables=2, matrices=4, each_head=True, mlps=2):
    """Build a count that leaves something out."""

    def answer(layers, d_model, heads, d_head, d_ff, vocabulary):
        attention = matrices * d_model * d_head * (heads if each_head else 1)
        mlp = mlps * d_model * d_ff * (layers if layers_of_mlp else 1)
        return layers * attention + mlp + tables * vocabulary * d_model

    return answer


def _square_attention(layers, d_model, heads, d_head, d_ff, vocabulary):
    return layers * (4 * d_model**2 + 2 * d_model * d_ff) + 2 * vocabulary * d_model


def _four_times(layers, d_model, heads, d_head, d_ff, vocabulary):
    return count(layers, d_model, heads, d_head, 4 * d_model, vocabulary)


def _derived(layers, d_model, heads, d_head, d_ff, vocabulary):
    return count(layers, d_model, heads, d_model // heads, d_ff, vocabulary)


def _an_mlp_a_head(layers, d_model, heads, d_head, d_ff, vocabulary):
    a_head = 4 * d_model * d_head + 2 * d_model * d_ff
    return layers * heads * a_head + 2 * vocabulary * d_model


def _all_in_layers(layers, d_model, heads, d_head, d_ff, vocabulary):
    a_layer = 4 * heads * d_model * d_head + 2 * d_model * d_ff
    return layers * (a_layer + 2 * vocabulary * d_model)


def _one_layer(layers, d_model, heads, d_head, d_ff, vocabulary):
    return count(1, d_model, heads, d_head, d_ff, vocabulary)


def _swapped(layers, d_model, heads, d_head, d_ff, vocabulary):
    return count(heads, d_model, layers, d_head, d_ff, vocabulary)


def _no_mlp(layers, d_model, heads, d_head, d_ff, vocabulary):
    return count(layers, d_model, heads, d_head, 0, vocabulary)


def _no_attention(layers, d_model, heads, d_head, d_ff, vocabulary):
    return count(layers, d_model, 0, d_head, d_ff, vocabulary)


def _in_billions(layers, d_model, heads, d_head, d_ff, vocabulary):
    return count(layers, d_model, heads, d_head, d_ff, vocabulary) / 1e9


def count_cases():
    """Return cases with sizes that all differ: a small one, GPT-3, and a giant."""
    names = ("layers", "d_model", "heads", "d_head", "d_ff", "vocabulary")
    sizes = {
        "plain": ("with small sizes that all differ", (3, 11, 2, 7, 29, 13)),
        "gpt3": ("with the sizes of GPT-3", (96, 12_288, 96, 128, 49_152, 50_257)),
        "giant": (
            "with sizes beyond all models",
            (10**6, 10**9 + 7, 10**5, 10**4 + 1, 10**9, 10**12 + 39),
        ),
    }
    return tuple(
        Case(tag, when, dict(zip(names, values, strict=True)))
        for tag, (when, values) in sizes.items()
    )


def notice(found):
    """Say on which side a count is wrong: what a reader can look for."""
    case, (got,) = found[0]
    wanted = count(**case.inputs)
    side = (
        "large: something is counted too often"
        if got > wanted
        else ("small: something is missing")
    )
    return (
        f"{case.when} your count is too {side}. List the matrices with their shapes, "
        "and how often each stands in the model."
    )


COUNT = Exercise(
    id="07.5",
    kind="write a function",
    minutes=5,
    title="Count any model's weights",
    objective=objectives.COUNT,
    stub='''\
def count(layers, d_model, heads, d_head, d_ff, vocabulary):
    """Return the number of weights, with a separate unembedding; no biases, norms."""
    ...  # your code


check("07.5", count)
''',
    todo="replace the `...` of count by your own lines, and return one number.",
    right=(
        "It counts any such model: GPT-3, and one beyond all that was built. Nothing "
        "in it needs heads x d_head to be d_model."
    ),
    reference=count,
    accepted=(count_part_by_part, count_from_shapes, count_by_numpy, count_in_torch),
    wrong=(
        Wrong(
            _with(layers_of_mlp=False),
            "the MLP is counted once: each layer has its own.",
        ),
        Wrong(
            _with(tables=1),
            "there is one table of words in your count: here the unembedding is a "
            "second one.",
        ),
        Wrong(_with(tables=0), "the tables of words are missing, at either end."),
        Wrong(
            _with(matrices=3),
            "your heads have three matrices: what leads from what a head gathered "
            "back to the width of the model?",
        ),
        Wrong(
            _with(each_head=False),
            "your layers have one head each: where do the heads come in?",
        ),
        Wrong(
            _with(mlps=1),
            "your MLP has one matrix: it goes up to d_ff, and down again.",
        ),
        Wrong(
            _with(mlps=3),
            "your MLP has three matrices, which is the gated kind: this one has two.",
        ),
        Wrong(
            _square_attention,
            "your attention is square, as if heads x d_head were d_model. Here it need "
            "not be.",
        ),
        Wrong(
            _derived,
            "you divide d_model by heads to get d_head: it is given, and need not be "
            "that.",
        ),
        Wrong(
            _four_times,
            "you take the MLP to be four times the model's width: d_ff says how wide "
            "it is.",
        ),
        Wrong(
            _an_mlp_a_head,
            "your count has an MLP for each head: a layer has many heads, and one MLP.",
        ),
        Wrong(
            _all_in_layers,
            "the tables of words are counted in every layer: they stand at the two "
            "ends of the model, once each.",
        ),
        Wrong(_one_layer, "one layer is counted, and its tables: layers is not read."),
        Wrong(
            _swapped,
            "layers and heads have changed places: the MLP shows it, which comes once "
            "a layer.",
        ),
        Wrong(_no_mlp, "the MLPs are missing."),
        Wrong(_no_attention, "attention is missing."),
        Wrong(
            _in_billions,
            "the number is right in billions: return the whole number as it comes.",
        ),
    ),
    hints=(
        "Write the shapes under each other: four for a head, two for an MLP, two for "
        "the words.",
        "Which of them stand in every head, which once a layer, which once in all?",
        "For layers 3, d_model 11, heads 2, d_head 7, the attention of one layer is "
        "2 x 4 x 11 x 7. Go on from there.",
    ),
    solution=inspect.getsource(count) + '\n\ncheck("07.5", count)\n',
    cases=count_cases(),
    returns=("count",),
    notice=notice,
)
