"""02.10: a sentence of the learner's own, judged by its properties alone."""

import numpy as np

from course_lib.attention import causal_mask, softmax
from course_lib.exercises.arrays import as_array, describe, shape_of
from course_lib.exercises.exercise import Exercise, Wrong

LESSON = "a fluffy blue creature roamed the verdant forest".split()
FOUR_THINGS = "answer with four things: (my_words, my_weights, asks, answers)"
NOT_WORDS = "my_words is a list of words, each in quotes."
TOO_SHORT = "use at least five words: there has to be something to find."
BORROWED = "this is the lesson's sentence; now one of yours."
NOT_NUMBERS = "my_weights is not a table of numbers with rows of one length."
NAN = "my_weights holds NaN: look for inf - inf or 0 / 0 on the way to it."
NEGATIVE = "some of my_weights are negative: these look like scores, before softmax."
COLUMNS = "the columns of my_weights sum to 1, not its rows: which axis was it?"
NO_SHARES = "a row of my_weights does not sum to 1: softmax over the keys comes last."
AHEAD = "a word looks at later ones: my_weights lacks the causal mask."
EVEN = (
    "every row spreads its look evenly: the queries and keys make no difference "
    "between the words yet."
)
TOO_MANY = (
    "you name at least half of the words that it can see: an even spread would nearly "
    "do that too. Name fewer."
)
ITSELF = "a word that finds itself is no find: name other words in answers."
NOT_FOUND = (
    "the words that you name get no more than half of that row: look at which words "
    "do get it, and which feature of theirs the query meets."
)
LATER = "you name a word that comes after the one that asks: it cannot be seen yet."


def sentence_problem(answer):
    """Return what keeps (words, weights, asks, answers) from convincing, or None."""
    if not isinstance(answer, (tuple, list)) or len(answer) != 4:
        return f"{FOUR_THINGS}; this is {describe(answer)}."
    words, table, asks, answers = answer
    words = words.split() if isinstance(words, str) else words
    if not is_words(words):
        return NOT_WORDS
    words = [word.lower() for word in words]
    if len(words) < 5:
        return TOO_SHORT
    if words == LESSON:
        return BORROWED
    weights = as_array(table)
    if weights is None:
        return NOT_NUMBERS
    return table_problem(weights, len(words)) or find_problem(
        words, weights, asks, answers
    )


def is_words(words):
    """Tell a list or tuple of words."""
    return isinstance(words, (list, tuple)) and all(isinstance(w, str) for w in words)


def table_problem(weights, n_words):
    """Return what keeps a table from being causal weights of n words, or None."""
    if weights.shape != (n_words, n_words):
        return (
            f"my_weights has shape {shape_of(weights)}, and my_words has {n_words} "
            "words: a row and a column per word are needed."
        )
    if not np.isfinite(weights).all():
        return NAN
    if (weights < 0).any():
        return NEGATIVE
    if not np.allclose(weights.sum(axis=1), 1, atol=1e-3):
        return COLUMNS if np.allclose(weights.sum(axis=0), 1, atol=1e-3) else NO_SHARES
    if np.triu(weights, 1).max() > 1e-6:
        return AHEAD
    even = causal_mask(n_words) / np.arange(1, n_words + 1)[:, None]
    return EVEN if np.allclose(weights, even, atol=1e-3) else None


def find_problem(words, weights, asks, answers):
    """Return why a word does not find the words named, or None.

    A word that occurs twice counts at both places; any place that asks may succeed.
    """
    answers = [answers] if isinstance(answers, str) else answers
    if not isinstance(asks, str) or not is_words(answers):
        return "asks is one word in quotes, and answers a list of words."
    answers = [word.lower() for word in answers]
    unknown = [word for word in [asks.lower(), *answers] if word not in words]
    if unknown:
        return f"{unknown[0]!r} is not among my_words: write it as it stands there."
    places = [i for i, word in enumerate(words) if word == asks.lower()]
    problems = [place_problem(words, weights, i, answers) for i in places]
    return None if None in problems else problems[-1]


def place_problem(words, weights, asks, answers):
    """Return why the word at one place does not find the words named, or None."""
    if words[asks] in answers:
        return ITSELF
    seen = [i for i in range(asks) if words[i] in answers]
    if {words[i] for i in seen} != set(answers):
        return LATER
    if 2 * len(seen) >= asks + 1:
        return TOO_MANY
    return None if weights[asks, seen].sum() > 0.5 else NOT_FOUND


SOLUTION = """\
my_words = "the blind mole dug a deep tunnel".split()
# Two features a word: (adjective, noun).
my_E = np.array([[0, 0], [1, 0], [0, 1], [0, 0], [0, 0], [1, 0], [0, 1]], dtype=float)
my_q = my_E @ np.array([[0.0], [5.0]])  # a noun asks for adjectives
my_k = my_E @ np.array([[1.0], [0.0]])  # an adjective answers
my_scores_10 = my_q @ my_k.T / np.sqrt(1)  # one number a query: d_head is 1
my_weights = softmax(np.where(causal_mask(7), my_scores_10, -np.inf))
asks = "mole"  # the word whose row you look at
answers = ["blind"]  # the words that should get more than half of it

check("02.10", (my_words, my_weights, asks, answers))
"""
WORDS = "the blind mole dug a deep tunnel".split()


def mole_weights(query=5.0, mask=True, axis=-1):
    """Return the solution's weights [7, 7], or a wrong variant of them."""
    noun, adjective = np.array([[0, 0, 1, 0, 0, 0, 1], [0, 1, 0, 0, 0, 1, 0]], float)
    scores = query * np.outer(noun, adjective)
    return softmax(np.where(causal_mask(7), scores, -np.inf) if mask else scores, axis)


def mole(weights=None, asks="mole", answers=("blind",), words=WORDS):
    """Return an answer: the solution's, but for what is given."""
    weights = mole_weights() if weights is None else weights
    return (words, weights, asks, list(answers))


OWN_SENTENCE = Exercise(
    id="02.10",
    kind="try your own sentence",
    minutes=4,
    title="Make a sentence of your own find its words",
    objective="follow a row of scores from queries and keys to weights",
    stub="""\
my_words = ...  # a list of at least five words: your sentence
my_weights = ...  # its causal weights, from your own features, W_q and W_k
asks = ...  # the word whose row you look at
answers = ...  # the words that should get more than half of it

check("02.10", (my_words, my_weights, asks, answers))
""",
    todo="fill in your words, their weights, the word that asks and those it finds.",
    right=(
        "The word that asks finds the words that you meant, by features that you gave "
        "them: in the real model such features are learned."
    ),
    reference=mole(),
    accepted=(
        mole(mole_weights().tolist()),
        mole(mole_weights().astype(np.float32), "tunnel", ("blind", "deep")),
        mole(words=" ".join(WORDS).capitalize()),
    ),
    wrong=(
        Wrong(mole_weights(), f"{FOUR_THINGS}; this is an array [7, 7]."),
        Wrong(mole(words=[1, 2, 3, 4, 5]), NOT_WORDS),
        Wrong(mole(words=WORDS[:3]), TOO_SHORT),
        Wrong(mole(words=LESSON), BORROWED),
        Wrong(mole([[1], [1, 2]]), NOT_NUMBERS),
        Wrong(mole(np.full((7, 7), np.nan)), NAN),
        Wrong(mole(mole_weights() - 1), NEGATIVE),
        Wrong(mole(mole_weights(mask=False, axis=0)), COLUMNS),
        Wrong(mole(2 * mole_weights()), NO_SHARES),
        Wrong(mole(mole_weights(mask=False)), AHEAD),
        Wrong(mole(mole_weights(query=0.0)), EVEN),
        Wrong(mole(asks="tunnel", answers=WORDS[:4]), TOO_MANY),
        Wrong(mole(answers=("mole",)), ITSELF),
        Wrong(mole(asks="dug"), NOT_FOUND),
        Wrong(mole(answers=("deep",)), LATER),
        Wrong(
            mole(asks="rabbit"),
            "'rabbit' is not among my_words: write it as it stands there.",
        ),
    ),
    hints=(
        "Start from two or three features, such as adjective and noun, and give each "
        "word a 1 or a 0 for each.",
        "Let one feature ask (a row of W_q that is not zero) and another answer (a row "
        "of W_k that is not zero in the same place).",
        "If the row is too even, make the query larger: a lead of 3 in the scaled "
        "scores is a share of 20 to 1 against each other word.",
    ),
    solution=SOLUTION,
    diagnose=sentence_problem,
)
