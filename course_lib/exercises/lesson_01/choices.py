"""01.1, 01.5, 01.6 and 01.8: predict, and explain by choosing."""

from course_lib.exercises.choice import choice
from course_lib.exercises.lesson_01 import objectives

# What the lesson measures at `mole`, after its phrase, in the real model.
CONTROL_LAYER = 8
BETWEEN_SENSES = 0.81
SAME_SENSE = 0.97
PIECES_OF_VERDANT = (" ver", "d", "ant")

PIECES = choice(
    {
        "a": (
            "one: a piece is always a whole word",
            "the vocabulary holds 49,152 pieces, and frequent words are whole in it: "
            "is verdant as frequent as forest?",
        ),
        "b": (
            "two: pieces are a stem and its ending",
            "the cuts do not follow grammar: what often stands together was glued, and "
            "nobody asked what it means. Where would that leave verdant?",
        ),
        "c": (
            "three: pieces follow what is frequent",
            "ver, d and ant: a rare word is put together from pieces that are frequent "
            "elsewhere. What it means, the layers have to work out.",
        ),
    },
    id="01.1",
    kind="predict",
    minutes=1,
    title="Predict the pieces of verdant",
    objective=objectives.MEASURE,
    reference="c",
    because=f"the real tokenizer: {' | '.join(PIECES_OF_VERDANT)}",
    hints=(
        "Frequent words are one piece. How often does verdant stand in a billion "
        "words?",
        "A rare word is cut into runs of letters that are frequent in other words.",
        "One of its pieces is an insect, by accident.",
    ),
)

ONE_MOLE = choice(
    {
        "a": (
            "from the first layer on",
            "the sentences do differ, but where? Ask what the vector at mole can be "
            "made of at that moment.",
        ),
        "b": (
            "from the middle on, where meaning is worked out",
            "in later layers meaning is worked out, but from what? A layer in the "
            "middle has no more words to look at than the first.",
        ),
        "c": (
            "only in the last layer",
            "the last layer turns a vector into a guess at the next word; it has no "
            "more to look at than the others had.",
        ),
        "d": (
            "never: they are the same after every layer",
            "At mole both have read One and mole, and nothing else. Lesson 04 shows "
            "what holds the rest back; here it says where to measure a word: after "
            "its context.",
        ),
    },
    id="01.5",
    kind="predict",
    minutes=1,
    title="Predict where two moles part",
    objective=objectives.TELL,
    reference="d",
    because="the model reads from left to right, and at mole both have seen One mole",
    hints=(
        "Cover each sentence with your hand and uncover it word by word, as far as "
        "mole.",
        "The model is asked for the next word after every word. What may it have seen "
        "when it is asked after mole?",
        "Compare what you have uncovered of the two sentences.",
    ),
)

CONTROL = choice(
    {
        "a": (
            f"nothing: {BETWEEN_SENSES:.2f} is far enough from 1 by itself",
            "far from 1 compared with what? Two sentences never give the same vector, "
            "whatever mole means in them: how low would you get without any change of "
            "sense?",
        ),
        "b": (
            "it says how far a vector moves for other reasons; the gap is the sense",
            f"Other words, other places, the same sense: {SAME_SENSE:.2f}. What the "
            "change of sense adds is the gap between the two, and nothing more.",
        ),
        "c": (
            "it proves that the model knows which sense is meant",
            "vectors that lie together are like each other; that they are like the "
            "right thing, no cosine can say. What would have to be asked of the model?",
        ),
        "d": (
            "it should be 1: what is missing from 1 is noise in the model",
            "the model has no noise: the same sentence twice gives the same vector. "
            "What else differs between two sentences about the animal?",
        ),
    },
    id="01.6",
    kind="explain by choosing",
    minutes=2,
    title="Explain what the curve of the same sense is for",
    objective=objectives.TELL,
    reference="b",
    because="a difference means something beside what differs anyway",
    hints=(
        "Write two sentences in which mole is the animal. In what do they differ?",
        "If the curve of the same sense were as low as the other, what would the other "
        "prove?",
        "A control changes everything except the one thing that you ask about.",
    ),
)

EIFFEL = choice(
    {
        "a": (
            "` tower`: it is the word that the name describes",
            "a good guess, and the lesson measures it. At which piece is it already "
            "certain which tower is meant?",
        ),
        "b": (
            "`iffel`: there the name is complete",
            "Measured: moved into another sentence it brings Paris along, and tower "
            "hardly does. The piece that completes the name carries what is known of "
            "it.",
        ),
        "c": (
            "`They`: every later piece can look at it",
            "every later piece can look at They, but what has They seen? It can begin "
            "any sentence.",
        ),
        "d": (
            "all of them alike",
            "then moving any one of them would do: the lesson moves more than one, and "
            "the numbers are far apart.",
        ),
    },
    id="01.8",
    kind="predict",
    minutes=1,
    title="Predict which piece carries Paris",
    objective=objectives.MOVE,
    reference="b",
    because="moved into The big tower, this piece brings Paris along",
    hints=(
        "The pieces are They, saw, the, E, iffel and tower. Read them one by one: when "
        "do you know the city?",
        "A piece can tell only what it has looked up from itself and those before it.",
        "Which piece is the first that stands in no other name?",
    ),
)
