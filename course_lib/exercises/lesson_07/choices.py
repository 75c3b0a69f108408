"""07.2, 07.4, 07.6, 07.8 and 07.10: predict, and explain by choosing."""

from course_lib.exercises.choice import choice
from course_lib.exercises.lesson_07 import objectives

LARGEST_PART = choice(
    {
        "a": (
            "the embedding and the unembedding: 50,257 words are many",
            "many rows, but these two tables stand in the model once, and every other "
            "matrix comes back in 96 layers.",
        ),
        "b": (
            "attention: the course has spent five lessons on it",
            "lessons are no measure of size. A layer's attention has 4 x 12,288 x "
            "12,288 numbers: set that beside two matrices of 12,288 by 49,152.",
        ),
        "c": (
            "the MLPs",
            "Two matrices of 12,288 by 49,152 are eight squares of the model's width, "
            "where attention has four: two to one, in every layer.",
        ),
        "d": (
            "about a third each",
            "that would need embeddings as large as 96 layers of attention: how often "
            "does each of them stand in the model?",
        ),
    },
    id="07.2",
    kind="predict",
    minutes=1,
    title="Predict the largest part",
    objective=objectives.COUNT,
    reference="c",
    because="eight squares of the width a layer, against four",
    hints=(
        "Count in squares of the model's width: 12,288 x 12,288 is one. How many are "
        "the four matrices of a whole layer's attention?",
        "49,152 is 4 x 12,288: how many squares is a matrix of 12,288 by 49,152?",
        "Which parts are multiplied by 96 layers, and which are not?",
    ),
)

WHY_SMALLER = choice(
    {
        "a": (
            "the first way rounds up",
            "neither way rounds: both are sums of whole numbers.",
        ),
        "b": (
            "one table serves twice, as embedding and unembedding",
            "The second way counts that table once. It is larger than biases, norms "
            "and positions together.",
        ),
        "c": (
            "biases take the place of weights",
            "a bias is added to what a matrix gives, and replaces none of its numbers: "
            "it can only make the count larger.",
        ),
        "d": (
            "the positions are part of the embedding",
            "they are a table of their own, [2048, 12288]: the second way adds it.",
        ),
    },
    id="07.4",
    kind="explain by choosing",
    minutes=1,
    title="Explain the smaller count",
    objective=objectives.EXPLAIN,
    reference="b",
    because="the tied table is counted once",
    hints=(
        "Biases, norms and positions can only add. So something is left out.",
        "Which two tables of the first way have the same shape?",
        "The embedding turns a word into a vector; the unembedding compares a vector "
        "with every word. Must that be two tables?",
    ),
)

PRINTED_ROW = choice(
    {
        "a": (
            "the model has 16 heads, and the 24 is a slip of the pen",
            "sixteen heads of 128 do give the printed size, and so do 32 of 64: the "
            "count cannot tell which number is the slip.",
        ),
        "b": (
            "nothing: 24 x 128 need not be 2,048",
            "a mismatch alone proves nothing, that is right. But here is more than a "
            "mismatch: count the row as printed, and look at the size beside it.",
        ),
        "c": (
            "the row and the size printed beside it cannot both be right",
            "Counted as printed the row gives 1.52 billion, and 1.3 are printed. An "
            "inner width of 2,048 gives 1.32; which number is the slip, the count does "
            "not say.",
        ),
        "d": (
            "the size is wrong: the model has 1.52 billion parameters",
            "two tables of the paper print this model's size, 1.3 billion and 1,320 "
            "million: one odd row against two that agree proves no third number.",
        ),
    },
    id="07.6",
    kind="explain by choosing",
    minutes=2,
    title="Say what the printed row proves",
    objective=objectives.EXPLAIN,
    reference="c",
    because="the count shows a contradiction, not its author",
    hints=(
        "Which of the options would still stand if you were shown the real model's "
        "configuration tomorrow, whatever is in it?",
        "Count the row as printed and compare with the size in the same row.",
        "Different pairs of heads and d_head have the same product: can a count of "
        "parameters tell them apart?",
    ),
)

GIGABYTES = choice(
    {
        "a": (
            "1.6 GB",
            "16 x 20,000 x 20,000 is 6.4 billion numbers; each takes four bytes, not a "
            "quarter of one.",
        ),
        "b": (
            "6.4 GB",
            "that is how many numbers there are, in billions: how many bytes is one?",
        ),
        "c": (
            "25.6 GB",
            "6.4 billion numbers, four bytes each. It still does not fit most cards, "
            "but the bill has to be right before it is paid.",
        ),
        "d": (
            "more than 150 GB",
            "this is what the question said that was asked in public. Multiply the "
            "three sizes and the bytes of one number.",
        ),
    },
    id="07.8",
    kind="predict",
    minutes=1,
    title="Predict the bytes of a table",
    objective=objectives.COST,
    reference="c",
    because="16 x 20,000 x 20,000 numbers of 4 bytes",
    hints=(
        "20,000 x 20,000 is 400 million: one head's table.",
        "There are 16 such tables: how many numbers is that?",
        "A float32 has 32 bits, and a byte has 8.",
    ),
)

# Which cut costs the real model most, as measured in the lesson's operating table.
WORST_CUT_LETTER = "b"
CUTS = {
    "a": (
        "the attention of layers 10-19: 8,847,360 parameters",
        "The most parameters, and the most damage.",
        "ten layers go, and the model loses much. But another part, with fewer "
        "parameters, prepares what all the layers after it read.",
    ),
    "b": (
        "the MLP of layer 0: 2,654,208 parameters",
        "Everything after it was trained to read what this MLP writes into each word's "
        "vector. Counting cannot see that.",
        "the MLP of layer 0 is one of thirty of its size.",
    ),
    "c": (
        "the MLP of layer 5: 2,654,208 parameters",
        "A middle layer, and the most damage.",
        "a layer in the middle adds a little to a vector that is already rich; if it "
        "adds nothing, how much is missing?",
    ),
    "d": (
        "the attention of layer 1: 884,736 parameters",
        "The fewest parameters, and the most damage.",
        "the fewest parameters, and indeed much damage for each of them. In all, one "
        "other cut costs more.",
    ),
}

WORST_CUT = choice(
    {
        letter: (text, if_right if letter == WORST_CUT_LETTER else if_wrong)
        for letter, (text, if_right, if_wrong) in CUTS.items()
    },
    id="07.10",
    kind="predict",
    minutes=1,
    title="Predict which parameters are missed most",
    objective=objectives.COST,
    reference=WORST_CUT_LETTER,
    because="the operating table measures it",
    hints=(
        "Nothing says that damage goes with the number of parameters: what else could "
        "it go with?",
        "Each layer adds to the word's vector, and later layers read the sum. Which "
        "parts are read by the most layers?",
        "At the start the vector is only the look-up. Who is the first to add to it "
        "what the word is?",
    ),
)
