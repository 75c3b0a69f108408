"""03.1, 03.4, 03.6 and 03.8: predict, and explain by choosing."""

from course_lib.exercises.choice import choice
from course_lib.exercises.lesson_03 import objectives

RECEIVES = choice(
    {
        "a": (
            "(1, 1)",
            "that is what fluffy and blue send, added up whole. Who looks with less "
            "than all of its attention receives less than all of a value.",
        ),
        "b": (
            "(.48, .47)",
            "Each value is shrunk to its weight, and then all four are added up; the "
            "two small ones change a hundredth.",
        ),
        "c": (
            "(.12, .12)",
            "you have shared out twice: the weights add up to 1 already, so the sum is "
            "not divided by the number of words once more.",
        ),
        "d": (
            "(.88, .27)",
            "that is where creature ends up; asked for is what it receives, before its "
            "own vector is counted in.",
        ),
    },
    id="03.1",
    kind="predict",
    minutes=1,
    title="Predict what creature receives",
    objective=objectives.RECEIVE,
    reference="b",
    because="weight times value, added up over the words",
    hints=(
        "Take one word at a time: how much of its value does creature get?",
        "fluffy sends (1, 0), and creature gives fluffy .47 of its look. What arrives?",
        "Do the same with blue, A and creature itself, and add up the four.",
    ),
)

WHY_A_VALUE = choice(
    {
        "a": (
            "a key could be passed on as well; the value saves numbers",
            "a third matrix costs numbers, it saves none. Ask what creature would "
            "receive if fluffy and blue passed on their keys.",
        ),
        "b": (
            "the value says how important a word is",
            "how much of a word arrives is decided by its weight, before any value is "
            "read. What is left for the value to say?",
        ),
        "c": (
            "softmax needs something to multiply",
            "softmax is finished when the weights are there; it never meets a value.",
        ),
        "d": (
            "what makes a word found is not what it has to say",
            "fluffy and blue are found by the same key, and yet creature has to be "
            "told two different things.",
        ),
    },
    id="03.4",
    kind="explain by choosing",
    minutes=2,
    title="Explain why there is a value",
    objective=objectives.WRITE,
    reference="d",
    because="one key for both, two values",
    hints=(
        "Compare the keys of fluffy and blue, and then their values.",
        "Suppose that each word passed on its key: could creature tell whether it is "
        "fluffy or blue?",
        "Which rows of W_k are 0, and which rows of W_v?",
    ),
)

ONE_BACK = choice(
    {
        "a": (
            "the best finder of adjectives: .87 is the largest share",
            "a share says where it looks, not why. What does the same head do where "
            "the word before the noun is no adjective, and where the adjective stands "
            "two words back?",
        ),
        "b": (
            "a head that looks one word back, the more if an adjective stands there",
            "It looks back without an adjective, too, and overlooks an adjective two "
            "words back. The largest share was no proof.",
        ),
        "c": (
            "a head that finds adjectives anywhere in front of the noun",
            "then an adjective two words back would get a good share of the look, too: "
            "read the last two columns of its row.",
        ),
        "d": (
            "a head that looks one word back and cares for nothing else",
            "nearly, but compare its first two columns: does what stands one word back "
            "make no difference to it?",
        ),
    },
    id="03.6",
    kind="explain by choosing",
    minutes=2,
    title="Explain the head with the largest share",
    objective=objectives.TELL,
    reference="b",
    because="its controls say so",
    hints=(
        "Compare its share on the adjective with its share on the word that stands "
        "there when the adjective is left out.",
        "A head that looks for adjectives should find one two words back as well.",
        "Do the two controls of this head say the same thing about it?",
    ),
)

# Which cut costs the real model most, as measured in the lesson's operating table.
WORST_CUT_LETTER = "c"

WORST_CUT = choice(
    {
        "a": (
            "q in place of v: every word sends its question",
            "the words that are found are the right ones still, and the MLPs work on. "
            "What is sent is nonsense, but is nonsense the worst?",
        ),
        "b": (
            "attention off: no word receives anything from another",
            "each word is alone now, and the model can only guess from one piece what "
            "comes next. That is no more than a poor guess, and a poor guess has a "
            "price that is not the highest.",
        ),
        "c": (
            "MLPs off: words look and receive, and nobody works on it",
            "Without the MLPs what comes out is far from anything that the model was "
            "trained to read out, and it is sure of it: worse than an even guess.",
        ),
        "d": (
            "attention off and MLPs off cost about the same",
            "they are nats apart: attention gathers, an MLP works on what is there. "
            "Ask which of the two leaves numbers of a size that the model never saw.",
        ),
    },
    id="03.8",
    kind="predict",
    minutes=1,
    title="Predict the worst cut",
    objective=objectives.BREAK,
    reference=WORST_CUT_LETTER,
    because="the operating table measures it",
    hints=(
        "A model that knows nothing and guesses evenly has a loss of 10.80. Which cut "
        "makes it sure of something wrong?",
        "Count what is added to a word's vector in a layer: which of the two parts "
        "does most of the numbers' work?",
        "A wrong message is worse than none; a missing part that others rely on can "
        "be worse than both.",
    ),
)
