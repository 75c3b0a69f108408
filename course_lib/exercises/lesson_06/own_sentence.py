"""06.10: two equal words, and the nearer one wins: in the learner's own sentence."""

import numpy as np

from course_lib.exercises.arrays import as_array, describe, shape_of
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_06 import objectives

FIVE_THINGS = "answer with five things: (my_words, my_look, asks, near, far)"
NOT_WORDS = "my_words is a list of at least five words, each in quotes."
LESSON = "a fluffy blue creature roamed the verdant forest".split()
BORROWED = "this is the lesson's sentence; now one of yours."
NOT_A_TABLE = "my_look is not a table of numbers with rows of one length"
PLACES = (
    "asks, near and far are places in the sentence, whole numbers counted from 0, and "
    "far comes before near, and near before asks."
)
NO_SHARES = "the rows of my_look do not sum to 1: what comes out of softmax does."
AHEAD = "a word looks at words that come after it: the causal mask is missing."
CONTENT = (
    "near and far get the same weight: their contents are equal, and nothing in your "
    "scores depends on where a word stands yet."
)
FAR_WINS = "the far word gets more than the near one: distance should cost, not pay."
OTHER = (
    "another word gets most of that row: the two that answer have to beat the rest by "
    "content first, and then distance decides between them."
)
TOO_WEAK = (
    "the right direction: the near word leads, with no more than half of the look. "
    "Make distance cost more, or the content count for more."
)


def own_problem(answer):
    """Return what keeps an answer of five things from convincing, or None."""
    if not isinstance(answer, (tuple, list)) or len(answer) != 5:
        return f"{FIVE_THINGS}; this is {describe(answer)}."
    words, look, *places = answer
    words = words.split() if isinstance(words, str) else words
    if not _are_words(words):
        return NOT_WORDS
    if [word.lower() for word in words] == LESSON:
        return BORROWED
    return _look_problem(words, look) or _place_problem(as_array(look), places)


def _are_words(words):
    listed = isinstance(words, (list, tuple)) and len(words) >= 5
    return listed and all(isinstance(word, str) for word in words)


def _look_problem(words, look):
    weights = as_array(look)
    if weights is None:
        return f"{NOT_A_TABLE}; this is {describe(look)}."
    if weights.shape != (len(words), len(words)):
        n = len(words)
        return (
            f"my_look has shape {shape_of(weights)}; expected was [{n}, {n}]: a row "
            "and a column for each of my_words."
        )
    if not np.allclose(weights.sum(axis=1), 1, atol=1e-3) or (weights < 0).any():
        return NO_SHARES
    return AHEAD if np.triu(weights, 1).max() > 1e-6 else None


def _place_problem(weights, places):
    whole = all(isinstance(p, (int, np.integer)) for p in places)
    if not whole or not 0 <= places[2] < places[1] < places[0] < len(weights):
        return PLACES
    asks, near, far = places
    row = weights[asks]
    if np.isclose(row[near], row[far], atol=1e-3):
        return CONTENT
    if row[near] < row[far]:
        return FAR_WINS
    if row.argmax() != near:
        return OTHER
    return TOO_WEAK if row[near] <= 0.5 else None


WORDS = "the old dog saw the young cat".split()
CAT, YOUNG, OLD = 6, 5, 1


def look(slope=1.0, content=4.0):
    """Return causal weights [7, 7] in which nouns ask for adjectives nearby."""
    scores = np.zeros((7, 7))
    scores[np.ix_([2, 6], [1, 5])] = content
    place = np.arange(7)
    scores -= slope * (place[:, None] - place)
    exps = np.exp(scores) * np.tri(7)
    return exps / exps.sum(axis=1, keepdims=True)


def _answer(weights, words=WORDS, asks=CAT, near=YOUNG, far=OLD):
    return (words, weights, asks, near, far)


OWN_SENTENCE = Exercise(
    id="06.10",
    kind="try your own",
    minutes=5,
    title="Let the nearer word win",
    objective=objectives.OWN_SENTENCE,
    stub="""\
my_words = "the old dog saw the young cat".split()  # or your own
n = len(my_words)
my_scores = np.zeros((n, n))  # content: what each word (row) hears in each other
my_scores[6, [1, 5]] = 4  # "cat" asks for adjectives, and hears both alike
asks, near, far = ..., ..., ...  # places of the word that asks, and of the two

my_look = softmax(np.where(causal_mask(n), my_scores, -np.inf))  # no positions ...
check("06.10", (my_words, my_look, asks, near, far))
""",
    todo="put a sentence and three places in; then let distance count in my_look.",
    right=(
        "Two words with the same content, and the nearer one wins: content asks, "
        "position decides."
    ),
    reference=_answer(look()),
    accepted=(
        _answer(look(2.0).tolist()),
        list(_answer(look(1.5, 6.0))),
        _answer(look(), words=" ".join(WORDS)),
    ),
    wrong=(
        Wrong(_answer(look(0.0)), CONTENT),
        Wrong(_answer(look(-1.0)), FAR_WINS),
        Wrong(_answer(look(1.0, 0.5)), OTHER),
        Wrong(_answer(look(0.1, 2.0)), TOO_WEAK),
        Wrong(_answer(np.full((7, 7), 1 / 7)), AHEAD),
        Wrong(_answer(2 * look()), NO_SHARES),
        Wrong(_answer(look(), near=OLD, far=YOUNG), PLACES),
        Wrong(_answer(look(), words=["a", "b"]), NOT_WORDS),
        Wrong(
            _answer(look(), words=WORDS[1:]),
            "my_look has shape [7, 7]; expected was [6, 6]: a row and a column for "
            "each of my_words.",
        ),
        Wrong(_answer("look"), f"{NOT_A_TABLE}; this is the text 'look'."),
        Wrong(look(), f"{FIVE_THINGS}; this is an array [7, 7]."),
    ),
    hints=(
        "Any two words that answer the same question will do: two adjectives, two "
        "names, two numbers.",
        "The lesson has a table that costs each pair its distance: alibi(n, [slope]) "
        "gives one table a head.",
        "Add that table to the scores before softmax, then make the slope larger until "
        "the near word has more than half.",
    ),
    solution="""\
my_words = "the old dog saw the young cat".split()  # or your own
n = len(my_words)
my_scores = np.zeros((n, n))  # content: what each word (row) hears in each other
my_scores[6, [1, 5]] = 4  # "cat" asks for adjectives, and hears both alike
asks, near, far = 6, 5, 1

# A step of distance costs 1: "old" is four steps further than "young".
my_look = softmax(np.where(causal_mask(n), my_scores + alibi(n, [1])[0], -np.inf))
check("06.10", (my_words, my_look, asks, near, far))
""",
    diagnose=own_problem,
)
