"""04.1, 04.4, 04.6 and 04.7: predict, and explain by choosing."""

from course_lib.exercises.choice import choice
from course_lib.exercises.lesson_04 import objectives

ROW_OF_MOLE = choice(
    {
        "a": (
            "One .73, mole .27, and 0 for all others",
            "Only two scores are left, 1 and 0, and softmax shares the whole unit out "
            "between them.",
        ),
        "b": (
            "One .08, mole .03, and 0 for all others",
            "these two add up to .11: that is what stays when weights are hidden after "
            "softmax. Softmax comes last here, and shares out a whole unit.",
        ),
        "c": (
            "One .35, mole .13, and .13 for each other",
            "a hidden word would keep a weight here, as it does when its score becomes "
            "0: exp(0) is 1, which is not nothing. What is exp of minus infinity?",
        ),
        "d": (
            "One .50, mole .50, and 0 for all others",
            "the mask says who may be seen, not how much: the scores 1 and 0 still "
            "differ, and softmax still prefers the larger.",
        ),
    },
    id="04.1",
    kind="predict",
    minutes=1,
    title="Predict a masked row",
    objective=objectives.PREDICT,
    reference="a",
    because="e to the 1 against e to the 0, and nothing else is left",
    hints=(
        "Which words may mole see? Cross out all other scores.",
        "Softmax sees two scores, 1 and 0: their exp is 2.72 and 1.",
        "Divide each by their total; whatever the mask, a row adds up to 1.",
    ),
)

PADDING = choice(
    {
        "a": (
            "the rows of the padding, so that it asks nothing",
            "then padding asks nothing, but every word still looks at it: the weight "
            "that it gets is taken from the words. Who must not be seen?",
        ),
        "b": (
            "the columns of the padding, for every row",
            "A key that is padding is hidden from every query; what the padding itself "
            "would gather is never read.",
        ),
        "c": (
            "nothing: padding of zeros scores 0 anyway",
            "a score of 0 is not a weight of 0: exp(0) is 1, so each padding takes as "
            "much as a word with score 0.",
        ),
        "d": (
            "the padding's values: set them to zeros",
            "a value of zeros adds nothing, but the weight that it took is missing "
            "elsewhere: what the words gather shrinks with each padding.",
        ),
    },
    id="04.4",
    kind="explain by choosing",
    minutes=2,
    title="Say what a padding mask hides",
    objective=objectives.WRITE,
    reference="b",
    because="nobody may look at what is no word",
    hints=(
        "Rows ask, columns answer. Does padding do harm by asking, or by answering?",
        "Two shorter questions: who reads what the padding gathers? Who gathers from "
        "it?",
        "The weights of a word must be the same with and without the padding.",
    ),
)

THE_DIAGONAL = choice(
    {
        "a": (
            "yes: the diagonal must be hidden, too",
            "the piece at a place is not what that place predicts. Which piece does "
            "the first row of the table predict, and which one does it see?",
        ),
        "b": (
            "yes, but softmax keeps that weight small",
            "what a word may see, a trained model will find, however small its weight "
            "at first. So ask what is to be predicted at that place: itself?",
        ),
        "c": (
            "no: at each place the next piece is predicted",
            "The target of place i is piece i + 1. Place i sees itself, its own "
            "question, and not one piece further.",
        ),
        "d": (
            "no: in training the mask is switched off",
            "in training above all the mask is on: all pieces are there at once, and "
            "without it each target would lie open.",
        ),
    },
    id="04.6",
    kind="explain by choosing",
    minutes=2,
    title="Say why the diagonal stays",
    objective=objectives.EXPLAIN,
    reference="c",
    because="input i, target i + 1",
    hints=(
        "Look at the printed table: what stands left of the arrow, and what right?",
        "Say for one row: which pieces are seen, and which one is asked for?",
        "Is the piece that is asked for among those that are seen?",
    ),
)

# What the operating table measures without a mask: the loss, then the continuation.
NO_MASK_LETTER = "d"
NO_MASK = choice(
    {
        "a": (
            "the loss rises, and Paris vanishes",
            "the model is tested on a text in which every next piece now lies open. "
            "Would you do worse in a test with the answers in sight?",
        ),
        "b": (
            "the loss rises, and Paris stays",
            "after the prompt nothing stands, so there is nothing to peek at there; "
            "but in the story every next piece lies open. And is the prompt read as "
            "it was in training?",
        ),
        "c": (
            "the loss falls, and Paris stays",
            "the first half is right: the answers are in sight. Now think of the "
            "prompt: its earlier words look ahead as they never did in training.",
        ),
        "d": (
            "the loss falls, and Paris vanishes",
            "Where the next piece is in sight, the model reads it off; where the text "
            "ends, nothing is left to read off. Why Paris goes, too, comes next.",
        ),
    },
    id="04.7",
    kind="predict",
    minutes=1,
    title="Predict the model without its mask",
    objective=objectives.BREAK,
    reference=NO_MASK_LETTER,
    because="the operating table measures both",
    hints=(
        "The loss is measured on a story that is all there: what can place i see of "
        "piece i + 1?",
        "After the prompt there is no next piece yet: what does looking ahead bring at "
        "its last word?",
        "And do the prompt's earlier words still have the vectors that later layers "
        "were trained on?",
    ),
)
