"""00.1 and 00.6: predict, and explain by choosing."""

from course_lib.exercises.choice import choice
from course_lib.exercises.lesson_00 import objectives

PLUS = choice(
    {
        "a": (
            "array([2.0, 1.0, 1.0, 2.5])",
            "that is what + does to two Python lists: it joins them. These are NumPy "
            "arrays; what does + mean for two vectors in school?",
        ),
        "b": (
            "array([3.0, 3.5])",
            "Arrays add place by place. You have used `check`: it answers at once. "
            'hint("00.1") gives help on the way, solution("00.1") shows the answer.',
        ),
        "c": (
            "6.5",
            "that is everything added up to one number. + takes two arrays and gives "
            "an array; how long is it?",
        ),
    },
    id="00.1",
    kind="predict",
    minutes=1,
    title="Predict a sum, and meet check",
    objective=objectives.USE,
    todo='put one letter in quotes: a, b or c. hint("00.1") gives help.',
    reference="b",
    because="2 + 1 and 1 + 2.5, each in its own place",
    hints=(
        "Vectors in school: where does an arrow lead that goes 2 right and 1 up, and "
        "then 1 right and 2.5 up?",
        "The first number of the result comes from the first numbers alone.",
        "The result is as long as each of the two arrays.",
    ),
)

SURE_AND_WRONG = choice(
    {
        "a": (
            "what came had been given a probability near 0, and -log of that is huge",
            "Only the probability of what really came counts, and -log has no "
            "ceiling: from 0.1 to 0.01 costs as much as from 0.01 to 0.001.",
        ),
        "b": (
            "the guess is fined twice: once as wrong, once as too sure",
            "the loss has one term and sees one number, the probability of what really "
            "came. Where does it learn that the guess was sure of something else?",
        ),
        "c": (
            "the guess itself had a high probability, and the loss grows with that",
            "the loss never looks at the guess: put two different guesses beside the "
            "same probability of what really came, and compare.",
        ),
        "d": (
            "what was guessed means something far from what came",
            "the loss knows no meanings: `cat` in place of `dog` costs as much as "
            "`seven` in place of `dog`, if `dog` had the same probability.",
        ),
    },
    id="00.6",
    kind="explain by choosing",
    minutes=1,
    title="Explain the price of being sure and wrong",
    objective=objectives.COMPUTE,
    reference="a",
    because="shares sum to 1: being sure of one thing leaves little for the rest",
    hints=(
        "Shares sum to 1. If a guess gets .99, how much is left for all the rest?",
        "Which one number goes into the loss?",
        "Print loss(0.1), loss(0.01) and loss(0.001).",
    ),
)
