"""06.1, 06.6, 06.7 and 06.8: predict, and explain by choosing."""

from course_lib.exercises.choice import choice
from course_lib.exercises.lesson_06 import objectives

SHUFFLED = choice(
    {
        "a": (
            "the same rows in the same order",
            "an output belongs to the word that asked. If row 0 of the input is "
            "another word now, can row 0 of the output be the same?",
        ),
        "b": (
            "the same rows, in the words' new order",
            "Each word keeps its query, and it meets the same keys and values, only in "
            "another order: its row is the same and moves along with it.",
        ),
        "c": (
            "other rows: each word has other neighbors now",
            "who stands next to whom enters nowhere: a row is a sum over all words, "
            "and a sum does not change with the order of its terms.",
        ),
        "d": (
            "nothing useful: all rows come out alike",
            "rows differ because queries differ, and a query is made from its word's "
            "own vector, wherever that stands.",
        ),
    },
    id="06.1",
    kind="predict",
    minutes=1,
    title="Predict what shuffling does",
    objective=objectives.SHUFFLE,
    reference="b",
    because="every word meets the same keys and values as before",
    hints=(
        "Follow one word: does its query change when it is moved?",
        "Then its weights: are there other keys to meet than before?",
        "So what it gathers is settled. Where in the output does its row stand?",
    ),
)

TIMES_THE_ROOT = choice(
    {
        "a": (
            "it undoes the division of the scores",
            "that division is by the width of a head and comes later, inside "
            "attention; here vectors of width d_model are made ready to be added.",
        ),
        "b": (
            "so that the words are as loud as the positions",
            "The entries of such a word spread by 1 / sqrt(d_model), those of a "
            "position by about .7: unmultiplied, the position would drown the word.",
        ),
        "c": (
            "so that every vector gets length 1",
            "look at the printed lengths: multiplied, a word's vector is about as long "
            "as the root of d_model. Whose length is near that?",
        ),
        "d": (
            "so that words and positions stay apart in the sum",
            "what keeps them apart is that they lie along different directions; a "
            "factor changes lengths and no direction.",
        ),
    },
    id="06.6",
    kind="explain by choosing",
    minutes=2,
    title="Explain the factor before the sum",
    objective=objectives.MISTAKES,
    reference="b",
    because="the lesson prints both lengths, before and after",
    hints=(
        "Two vectors are added: what happens if one is ten times as long?",
        "Look at the lengths that the lesson prints for a word and for a position.",
        "A position's squares add up to 1 in each pair: how long is it, then?",
    ),
)

# Which cuts leave the same scores, and so the same loss, in the operating table.
SAME_CUT = choice(
    {
        "a": (
            "every word 500 places later, and every word at position 7",
            "after the one cut words 3 apart are still 3 apart, after the other they "
            "stand at one place. Can a score be the same?",
        ),
        "b": (
            "positions off, and halves in place of pairs",
            "both take something away, but not the same: where halves are turned, a "
            "score still depends on the distance. Does it where nothing is turned?",
        ),
        "c": (
            "positions off, and every word at position 7",
            "A query and a key that turn by the same angle have the dot product that "
            "they had unturned: one place for all is no place at all.",
        ),
        "d": (
            "halves in place of pairs, and every word 500 places later",
            "every distance is what it was after both, but the halves turn numbers "
            "that were never trained to be a pair.",
        ),
    },
    id="06.7",
    kind="predict",
    minutes=1,
    title="Predict which two cuts are one",
    objective=objectives.OTHERS,
    reference="c",
    because="the difference of two equal turns is no turn",
    hints=(
        "A score sees the difference of two turns. What differences does each cut "
        "leave?",
        "Take two words 3 apart. How far apart do they stand after each cut?",
        "Where no two words stand apart, what do the turns still do to a score?",
    ),
)

PAST_THE_END = choice(
    {
        "a": (
            "learned rows",
            "A learned table has as many rows as were trained, and row 64 of 64 does "
            "not exist: an error, and an honest one.",
        ),
        "b": (
            "sine-wave rows",
            "a formula gives a row for any number. What it is worth to a model that "
            "never saw it is another question.",
        ),
        "c": (
            "rotary turns",
            "an angle can be computed for any position: nothing stops the program.",
        ),
        "d": (
            "ALiBi's cost of distance",
            "a distance can always be multiplied by a slope: the program runs.",
        ),
    },
    id="06.8",
    kind="predict",
    minutes=1,
    title="Predict who stops at the end",
    objective=objectives.OTHERS,
    reference="a",
    because="a table ends where its training ended",
    hints=(
        "Ask of each: is a position's number put into a formula, or is it looked up?",
        "A formula knows no last position.",
        "What does Python say when a list has 64 entries and you ask for number 64?",
    ),
)
