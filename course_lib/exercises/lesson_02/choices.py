"""02.1, 02.7 and 02.5: predict, and explain by choosing."""

from course_lib.exercises.choice import choice
from course_lib.exercises.lesson_02 import objectives

MOST_WEIGHT = choice(
    {
        "a": (
            "verdant alone: it stands next to forest",
            "nothing in these queries and keys says where a word stands: forest asks "
            "for a kind of word, and more than one word is of that kind.",
        ),
        "b": (
            "fluffy, blue and verdant alike",
            "The query asks for adjectives, and to the dot product an adjective is an "
            "adjective wherever it stands.",
        ),
        "c": (
            "creature: both are nouns",
            "creature is like forest, but a query does not look for words like its "
            "own: it looks for keys that answer it. What do nouns ask for here?",
        ),
        "d": (
            "forest itself",
            "a word does not find itself for free: its query meets its own key like "
            "any other, and forest's key does not answer forest's question.",
        ),
    },
    id="02.1",
    kind="predict",
    minutes=1,
    title="Predict who catches forest's eye",
    objective=objectives.PREDICT,
    reference="b",
    because="their keys are alike, so their scores are alike",
    hints=(
        "A noun's query asks for adjectives; which words of the sentence have a key "
        "that answers?",
        "A score is computed from a query and a key alone: does the distance between "
        "the words enter?",
        "Words with the same key get the same score from the same query.",
    ),
)

# Which cut costs the real model most, as measured in the lesson's operating table.
WORST_CUT_LETTER = "b"
# For each option its text, what a right answer shows, what a wrong one overlooks.
CUTS = {
    "a": (
        "no division by the square root of d_head",
        "The model was trained with the division; without it every look becomes a "
        "stare at one word, in all 270 heads.",
        "without the division each query still prefers the words that it preferred, "
        "only more sharply. Is that the worst that can happen to it?",
    ),
    "b": (
        "softmax over the queries in place of the keys",
        "Queries now compete for a word, and what a query gathers is no average of "
        "values any more: too much for one, next to nothing for another, in every "
        "layer.",
        "a query's weights no longer sum to 1, yet each still comes from a question "
        "that meets an answer. Is that so in every cut?",
    ),
    "c": (
        "keys replaced by queries",
        "The scores now say who asks alike, not who answers: the words that a head "
        "was trained to find are no longer found.",
        "the heads look at the wrong words now, and still the model keeps more of its "
        "wits than under one of the other cuts: what else does a layer rely on?",
    ),
    "d": (
        "they cost about the same",
        "The losses come out close together.",
        "the losses come out whole nats apart: ask of each cut whether the right words "
        "are still found, and whether the amounts are still right.",
    ),
}

WORST_CUT = choice(
    {
        letter: (text, if_right if letter == WORST_CUT_LETTER else if_wrong)
        for letter, (text, if_right, if_wrong) in CUTS.items()
    },
    id="02.7",
    kind="predict",
    minutes=1,
    title="Predict the worst cut",
    objective=objectives.BREAK,
    reference=WORST_CUT_LETTER,
    because="the operating table measures it",
    hints=(
        "Ask of each cut: does a query still prefer the words that it preferred?",
        "Then ask: is what a query gathers still an average of values, no more and no "
        "less?",
        "Note for each cut which of the two stays as the model was trained. Is there "
        "one that keeps neither?",
    ),
)

WHY_THE_ROOT = choice(
    {
        "a": (
            "so that exp does not overflow at large scores",
            "overflow is taken care of elsewhere: softmax takes the row's largest "
            "score away first, at any size. What goes wrong at scores of 20, where "
            "exp is still far from its limit?",
        ),
        "b": (
            "so that the heads together count as one",
            "the number of heads is another number: each head divides in the same way "
            "whether it has one neighbor or ninety-five.",
        ),
        "c": (
            "so that a score is the average of its products",
            "an average divides by d_head itself, and spreads less and less as queries "
            "get wider. Which divisor leaves the measured spread at 1?",
        ),
        "d": (
            "so that wider queries give no sharper looks",
            "A sum of d_head products spreads as the root of d_head; divided by it, "
            "softmax neither stares at one word nor stops learning.",
        ),
    },
    id="02.5",
    kind="explain by choosing",
    minutes=2,
    title="Explain the square root",
    objective=objectives.EXPLAIN,
    reference="d",
    because="without it the widest queries give a verdict, not a preference",
    hints=(
        "Look at what the lesson measured for d_head = 4, 16, 64 and 256.",
        "What does softmax do to a row whose largest score leads by 10?",
        "Ask of each option: would it still hold if softmax were computed exactly, "
        "with one head?",
    ),
)
