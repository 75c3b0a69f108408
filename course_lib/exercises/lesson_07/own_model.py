"""07.11: a model of one's own within a budget."""

from dataclasses import replace

from course_lib.counting import TransformerShape, costs
from course_lib.exercises.arrays import describe
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_07 import objectives

MOST, LEAST = 100_000_000, 90_000_000
VOCABULARY, MIN_LAYERS = 49_152, 20
CACHE = 50_000_000  # bytes for 2,048 tokens in float16

REFERENCE = TransformerShape(
    layers=30, d_model=480, heads=8, d_head=60, kv_heads=2, vocabulary=VOCABULARY
)
DEEP = replace(
    REFERENCE, layers=40, d_model=416, heads=8, d_head=52, gated=True, d_ff=1_100
)
GATED = replace(REFERENCE, d_ff=1_280, gated=True, norm="scale")
NOT_A_SHAPE = "answer with a TransformerShape"
OTHER_WORDS = (
    f"the vocabulary is given: {VOCABULARY:,} pieces, so that the model could take the "
    "place of the real one."
)
TOO_LARGE = (
    "the total is over 100,000,000: print my_model.parts() and see what eats the "
    "budget."
)
TOO_SMALL = (
    "the total is under 90,000,000: there is budget left, so spend it on layers, on "
    "width or on the MLPs."
)
TOO_FLAT = "fewer than 20 layers: make it narrower, and deeper."
TOO_MUCH_CACHE = (
    "the cache of 2,048 tokens takes over 50 MB in float16: which sizes does it grow "
    "with? One of them costs attention little when it shrinks."
)


def model_problem(answer):
    """Return what keeps a shape from the task, or None."""
    if not isinstance(answer, TransformerShape):
        return f"{NOT_A_SHAPE}; this is {describe(answer)}."
    if answer.vocabulary != VOCABULARY:
        return OTHER_WORDS
    if answer.total() > MOST:
        return TOO_LARGE
    if answer.total() < LEAST:
        return TOO_SMALL
    if answer.layers < MIN_LAYERS:
        return TOO_FLAT
    one_stack = replace(answer, cross_layers=0)
    return TOO_MUCH_CACHE if costs.kv_cache_bytes(one_stack, 2_048) > CACHE else None


def measured(answer):
    """Say what the check counted in a right answer."""
    cache = costs.kv_cache_bytes(replace(answer, cross_layers=0), 2_048)
    share = answer.attention() / answer.total()
    return (
        f"Counted: {answer.total():,} parameters, {share:.0%} of them attention; a "
        f"cache of {cache / 1e6:.0f} MB."
    )


OWN_MODEL = Exercise(
    id="07.11",
    kind="try your own model",
    minutes=5,
    title="Spend a hundred million parameters",
    objective=objectives.SHAPE,
    stub="""\
my_model = ...  # TransformerShape(layers=, d_model=, heads=, d_head=, vocabulary=, ...)

check("07.11", my_model)
""",
    todo="put a TransformerShape in place of the `...`.",
    right="Your model fits the budget.",
    reference=REFERENCE,
    accepted=(DEEP, GATED),
    wrong=(
        Wrong("a big one", f"{NOT_A_SHAPE}; this is the text 'a big one'."),
        Wrong(replace(REFERENCE, vocabulary=1_000), OTHER_WORDS),
        Wrong(replace(REFERENCE, d_ff=4_000), TOO_LARGE),
        Wrong(replace(REFERENCE, d_ff=500), TOO_SMALL),
        Wrong(replace(REFERENCE, layers=15, d_model=640, heads=10), TOO_FLAT),
        Wrong(replace(REFERENCE, kv_heads=8, d_ff=1_600), TOO_MUCH_CACHE),
    ),
    hints=(
        "Start from models.SMOLLM2 and make it narrower: the embedding alone takes "
        "vocabulary x d_model.",
        "The cache grows with layers, key/value heads and d_head, and not with heads.",
        "A shape prints its parts with my_model.parts(), and its sum with "
        "my_model.total().",
    ),
    solution="""\
# The embedding takes 24 million, the MLPs 55, attention 17.
my_model = TransformerShape(
    layers=30, d_model=480, heads=8, d_head=60, kv_heads=2, vocabulary=49_152
)

check("07.11", my_model)
""",
    diagnose=model_problem,
    measured=measured,
)
