"""07.7: a count that is right for GPT-3 to the last digit, and wrong."""

import inspect

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_07 import objectives


def forum_count(layers, heads, d_model, d_head, vocabulary):
    attention = 4 * d_model * d_head
    mlp = 2 * d_model * 4 * d_model
    each_layer = layers * attention + mlp
    return heads * each_layer + 2 * vocabulary * d_model


BUGGY = (
    inspect.getsource(forum_count)
    + """

# Its author's test: two models, and both counts are right to the last digit.
assert forum_count(12, 12, 768, 64, 50_257) == 162_129_408
assert forum_count(96, 96, 12_288, 128, 50_257) == 175_181_291_520
"""
)


def fixed_count(layers, heads, d_model, d_head, vocabulary):
    """Mend forum_count: weights alone, with a separate unembedding."""
    attention = 4 * d_model * d_head
    mlp = 2 * d_model * 4 * d_model
    # Heads and layers had changed places. The author's two models have as many of the
    # one as of the other; GPT-2 XL, 48 layers of 25 heads, would have shown it.
    each_layer = heads * attention + mlp
    return layers * each_layer + 2 * vocabulary * d_model


def fixed_by_parts(layers, heads, d_model, d_head, vocabulary):
    total = layers * heads * 4 * d_model * d_head
    total += 8 * layers * d_model**2
    return total + 2 * vocabulary * d_model


def fixed_by_names(vocabulary, d_head, d_model, heads, layers):
    inner = heads * d_head
    return float(
        layers * d_model * (4 * inner + 8 * d_model) + 2 * vocabulary * d_model
    )


def fixed_by_swapping(layers, heads, d_model, d_head, vocabulary):
    return forum_count(heads, layers, d_model, d_head, vocabulary)


def fixed_in_torch(layers, heads, d_model, d_head, vocabulary):
    import torch

    a_layer = torch.tensor(4.0 * heads * d_head + 8 * d_model, dtype=torch.float64)
    return d_model * (layers * a_layer + 2 * vocabulary)


def _half(layers, heads, d_model, d_head, vocabulary):
    each_layer = layers * 4 * d_model * d_head + 8 * d_model**2
    return layers * each_layer + 2 * vocabulary * d_model


def _other_half(layers, heads, d_model, d_head, vocabulary):
    each_layer = heads * 4 * d_model * d_head + 8 * d_model**2
    return heads * each_layer + 2 * vocabulary * d_model


def _square(layers, heads, d_model, d_head, vocabulary):
    return layers * 12 * d_model**2 + 2 * vocabulary * d_model


def _derived(layers, heads, d_model, d_head, vocabulary):
    return fixed_count(layers, heads, d_model, d_model // heads, vocabulary)


def _tied(layers, heads, d_model, d_head, vocabulary):
    total = fixed_count(layers, heads, d_model, d_head, vocabulary)
    return total - vocabulary * d_model


def _biases_too(layers, heads, d_model, d_head, vocabulary):
    total = fixed_count(layers, heads, d_model, d_head, vocabulary)
    return total + layers * (3 * heads * d_head + 6 * d_model)


def _an_mlp_a_head(layers, heads, d_model, d_head, vocabulary):
    each = 4 * d_model * d_head + 8 * d_model**2
    return layers * heads * each + 2 * vocabulary * d_model


def notice(found):
    """Say that a model with other numbers of layers and heads still differs."""
    case, _ = found[0]
    return (
        f"{case.when} the count differs from the matrices of such a model: take "
        "layers 2 and heads 1, and count by hand."
    )


def bug_cases():
    """Return cases: the author's, and models whose layers and heads differ."""
    names = ("layers", "heads", "d_model", "d_head", "vocabulary")
    sizes = {
        "author": ("for GPT-3 Small", (12, 12, 768, 64, 50_257)),
        "xl": ("for GPT-2 XL", (48, 25, 1_600, 64, 50_257)),
        "odd": ("where nothing fits together", (3, 2, 11, 7, 13)),
    }
    return tuple(
        Case(tag, when, dict(zip(names, values, strict=True)))
        for tag, (when, values) in sizes.items()
    )


FIND_THE_BUG = Exercise(
    id="07.7",
    kind="find the bug",
    minutes=4,
    title="Find the mistake that GPT-3 does not show",
    objective=objectives.FIND,
    stub='''\
def fixed_count(layers, heads, d_model, d_head, vocabulary):
    """Mend forum_count: weights alone, with a separate unembedding."""
    ...  # copy its lines and repair them


check("07.7", fixed_count)
''',
    todo="copy the lines of forum_count in place of the `...`, and repair them.",
    right=(
        "GPT-2 XL comes out right now. The author had tried two models, and both have "
        "as many layers as heads: test with sizes that differ."
    ),
    reference=fixed_count,
    accepted=(fixed_by_parts, fixed_by_names, fixed_by_swapping, fixed_in_torch),
    wrong=(
        Wrong(
            forum_count,
            "it still does what the given function does: call it with layers 2 and "
            "heads 1, then with layers 1 and heads 2. How many MLPs should each have?",
        ),
        Wrong(
            _half,
            "the last line is right now, but a layer still has as many heads as the "
            "model has layers.",
        ),
        Wrong(
            _other_half,
            "a layer has the right number of heads now, but the model still has as "
            "many layers as heads.",
        ),
        Wrong(
            _square,
            "the heads are gone: attention is square in your count. That is right "
            "where heads x d_head is d_model, and only there.",
        ),
        Wrong(
            _derived,
            "you derive d_head by dividing: it is given, and need not be d_model / "
            "heads.",
        ),
        Wrong(
            _tied,
            "one of the two tables of words is gone: the author meant to count both.",
        ),
        Wrong(
            _biases_too,
            "biases have come in: the author counts weights alone.",
        ),
        Wrong(
            _an_mlp_a_head,
            "each head has an MLP of its own in your count: a layer has one.",
        ),
    ),
    hints=(
        "The two models of the test have something in common that most models have "
        "not. Look at their first two sizes.",
        "Call it with layers 2, heads 1, and the smallest other sizes. How many MLPs "
        "does it count?",
        "What is multiplied by the number of heads, and what by the number of layers?",
    ),
    solution=inspect.getsource(fixed_count) + '\n\ncheck("07.7", fixed_count)\n',
    cases=bug_cases(),
    returns=("count",),
    notice=notice,
)
