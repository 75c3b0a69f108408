"""05.1, 05.6, 05.7, 05.8 and 05.9: predict, and explain by choosing."""

from course_lib.exercises.choice import choice
from course_lib.exercises.lesson_05 import objectives

ONE_ROW = choice(
    {
        "a": (
            ".47: fluffy answers as well as before",
            "its score is what it was, but a third word now answers as well, and the "
            "row still has one unit to share out.",
        ),
        "b": (
            ".33: three words share what two shared",
            "One row, one unit: whatever creature finds in addition is taken from what "
            "it had found.",
        ),
        "c": (
            ".24: each question gets half of the unit",
            "softmax knows of no questions, only of scores: it does not first halve "
            "the unit. How many words score 4 now?",
        ),
        "d": (
            ".94: two questions, twice the score",
            "fluffy answers one of the two questions, so its own score stays what it "
            "was.",
        ),
    },
    id="05.1",
    kind="predict",
    minutes=1,
    title="Predict what a second question costs",
    objective=objectives.PREDICT,
    reference="b",
    because="exp(4 / 1.41) three times, and once exp(0)",
    hints=(
        "Which words score 4 now, and which 0?",
        "Equal scores share equally, and the row sums to 1.",
        "Creature sees four words: three with the same score, and itself with 0.",
    ),
)

MORE_HEADS = choice(
    {
        "a": (
            "8 times as many: each head brings 64 columns",
            "64 is the total over all heads, not the width of each: several libraries "
            "call it d_out or embed_dim, and it has misled many. How wide is one of "
            "the 8?",
        ),
        "b": (
            "as many: the heads share out the 64 columns",
            "The same matrices, cut into narrower heads: more looks for the same "
            "numbers, each with fewer numbers to ask with.",
        ),
        "c": (
            "as many: the heads all use the same 64 columns",
            "with the same columns all heads would ask the same and look alike. Which "
            "columns of W_q belong to head 3?",
        ),
        "d": (
            "an eighth: the heads are averaged into one",
            "some libraries hand out weights averaged over heads, but only to be "
            "looked at: nothing in the layer is averaged, and no matrix shrinks.",
        ),
    },
    id="05.6",
    kind="explain by choosing",
    minutes=2,
    title="Count the numbers of many heads",
    objective=objectives.WRITE,
    reference="b",
    because="W_q is [64, 64] with 1 head of 64 and with 8 heads of 8",
    hints=(
        "What shape has W_q with one head of 64? And with 8 heads of 8, side by side?",
        "In the lesson's example, which columns of W_q were head 1's?",
        "Count the columns: heads times the width of a head, for both.",
    ),
)

TWO_LAYERS = choice(
    {
        "a": (
            "one layer holds too few numbers to remember with",
            "there is nothing to remember: the periods are new each time. Would a "
            "wider single layer know what stood before a letter?",
        ),
        "b": (
            "one layer cannot look back as far as a period",
            "attention reaches any earlier letter in one step, near or far, as lesson "
            "02 measured.",
        ),
        "c": (
            "a key must tell the letter before, which layer 0 writes",
            "The first layer's head carries each letter one place on; only then can "
            "a letter be found by what stood before it.",
        ),
        "d": (
            "the second head must wait for the first to finish",
            "one layer with two heads has both heads as well, side by side. What do "
            "the heads of one layer not see?",
        ),
    },
    id="05.8",
    kind="explain by choosing",
    minutes=2,
    title="Explain why one layer cannot",
    objective=objectives.JUDGE,
    reference="c",
    because="heads of one layer all read the same, unchanged words",
    hints=(
        "After x the model must find the letter that once stood behind another x. By "
        "what can a query find that letter?",
        "In a single layer, what is a letter's key made from?",
        "Which of the two pictures does layer 0 draw, and what does it leave in each "
        "letter's vector?",
    ),
)

# Which cut costs the real model most, as measured in the lesson's operating table.
WORST_CUT_LETTER = "c"
WORST_CUT = choice(
    {
        "a": (
            "all heads of a layer look with their average weights",
            "no head can look at one thing any more, but what each gathers still "
            "reaches the rows of W_o that were trained on it. Is that so in every cut?",
        ),
        "b": (
            "each head's find goes to its neighbor's rows of W_o",
            "every look is right and every find lands in the wrong rows; still, each "
            "word gets what was found for that word. Is that so in every cut?",
        ),
        "c": (
            "the heads are joined by a bare reshape",
            "Finds land at the wrong words and in the wrong rows at once, and those of "
            "later words among them: nothing that W_o was trained on is left.",
        ),
        "d": (
            "they cost about the same",
            "the losses come out more than a nat apart: ask of each cut whether the "
            "look, the word and the rows of W_o are still right.",
        ),
    },
    id="05.9",
    kind="predict",
    minutes=1,
    title="Predict the worst cut",
    objective=objectives.BREAK,
    reference=WORST_CUT_LETTER,
    because="the operating table measures it",
    hints=(
        "Three things can go wrong: where a head looks, which word its find goes to, "
        "and which rows of W_o it meets.",
        "Go through the cuts: which of the three does each one spoil?",
        "One of them spoils two of the three at once.",
    ),
)

# Which head the model misses most, as measured in the gallery.
MOST_MISSED_LETTER = "a"
# For each option a head, what a right answer shows, and what a wrong one overlooks.
MISSED = {
    "a": (
        "the head that looks one word back",
        "It serves others: a head that wants to know what stood before a word reads "
        "what this one has written there.",
        "other heads look one word back as well, but not so sharply. Which of the four "
        "do other heads build upon?",
    ),
    "b": (
        "the head that finds a noun's adjective",
        "Its picture promised as much.",
        "its picture is the prettiest. Does a picture tell how much is lost without "
        "the head?",
    ),
    "c": (
        "the head that finds what came after last time",
        "Where a text repeats itself, this head knows what comes next.",
        "it is missed, and much. But to find a place by what stood before it, this "
        "head itself needs something: who provides that?",
    ),
    "d": (
        "the head that rests on the first piece",
        "Rest seems to matter.",
        "resting is looking away: what is lost when a head that gathers next to "
        "nothing is switched off?",
    ),
}

MOST_MISSED = choice(
    {
        letter: (text, if_right if letter == MOST_MISSED_LETTER else if_wrong)
        for letter, (text, if_right, if_wrong) in MISSED.items()
    },
    id="05.7",
    kind="predict",
    minutes=1,
    title="Predict the head that is missed most",
    objective=objectives.JUDGE,
    reference=MOST_MISSED_LETTER,
    because="the knock-outs measure it",
    hints=(
        "A head is missed where it brings something that nothing else brings.",
        "A head can also be missed because a later head reads what it has written.",
        "In the second copy of a list, which earlier word do you look for, and by what "
        "do you recognize it?",
    ),
)
