"""02.10: a sentence of the learner's own, judged by the weights that it gives."""

import numpy as np

from course_lib.attention import causal_mask, scaled_dot_product_attention
from course_lib.exercises.arrays import as_array, describe, shape_of
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_02 import objectives
from course_lib.validation import brief

LESSON = "a fluffy blue creature roamed the verdant forest".split()
SIX_THINGS = "answer with six things: (my_words, my_E, my_W_q, my_W_k, asks, answers)"
NOT_WORDS = "my_words is a list of words, each in quotes."
TOO_SHORT = "use at least five words: there has to be something to find."
BORROWED = "this is the lesson's sentence; now one of yours."
NOT_A_TABLE = "is not a table of numbers with rows of one length"
NO_NUMBER = "holds NaN, infinity or a number beyond a million: small ones will do."
NO_NAMES = "asks is one word in quotes, and answers one word or a list of words."
EVEN = (
    "every row spreads its look evenly: the queries and keys make no difference "
    "between the words yet."
)
TOO_MANY = (
    "you name at least half of the words that it can see: an even spread would nearly "
    "do that too. Name fewer, or let a word further on ask."
)
ITSELF = "a word that finds itself is no find: name another word in answers."
LATER = "you name a word that comes after the one that asks: it cannot be seen yet."
EXCHANGED = (
    "it would work with my_W_q and my_W_k exchanged: which of the two belongs to the "
    "word that asks?"
)
TOO_WEAK = (
    "the right direction: what you name leads that row, but with no more than half of "
    "the look. Make what is asked, or what is answered, larger."
)
NOT_FOUND = (
    "what you name gets no more than half of that row, and does not lead it: look at "
    "which words do, and which feature of theirs the query meets."
)


def sentence_problem(answer):
    """Return what keeps an answer of six things from convincing, or None."""
    if not isinstance(answer, (tuple, list)) or len(answer) != 6:
        return f"{SIX_THINGS}; this is {describe(answer)}."
    words, *tables, asks, answers = answer
    words = words.split() if isinstance(words, str) else words
    answers = [answers] if isinstance(answers, str) else answers
    return (
        words_problem(words)
        or tables_problem(tables, len(words))
        or names_problem(words, asks, answers)
        or look_problem(words, tables, asks, answers)
    )


def look_problem(words, tables, asks, answers):
    """Return why the weights do not let the word that asks find the others, or None."""
    words, asks = [word.lower() for word in words], asks.lower()
    answers = {word.lower() for word in answers}
    E, W_q, W_k = (as_array(table) for table in tables)
    weights = causal_weights(E, W_q, W_k)
    even = causal_mask(len(words)) / np.arange(1, len(words) + 1)[:, None]
    if np.allclose(weights, even, atol=1e-3):
        return EVEN
    problem = find_problem(words, weights, asks, answers)
    if problem == NOT_FOUND:
        exchanged = causal_weights(E, W_k, W_q)
        return problem if find_problem(words, exchanged, asks, answers) else EXCHANGED
    return problem


def causal_weights(E, W_q, W_k):
    """Return the weights [T, T] of one head; what it would gather does not matter."""
    mask = causal_mask(len(E))
    return scaled_dot_product_attention(E @ W_q, E @ W_k, E, mask)[1]


def words_problem(words):
    """Return what keeps a sentence from being one of the learner's own, or None."""
    if not is_words(words):
        return NOT_WORDS
    if len(words) < 5:
        return TOO_SHORT
    return BORROWED if [word.lower() for word in words] == LESSON else None


def is_words(words):
    """Tell a list or tuple of words."""
    return isinstance(words, (list, tuple)) and all(isinstance(w, str) for w in words)


def tables_problem(tables, n_words):
    """Return what keeps E, W_q and W_k from fitting n words and each other, or None."""
    names = ("my_E", "my_W_q", "my_W_k")
    arrays = [as_array(table) for table in tables]
    for name, array, table in zip(names, arrays, tables, strict=True):
        if array is None:
            return f"{name} {NOT_A_TABLE}; this is {describe(table)}."
        if not (np.abs(array) <= 1e6).all():  # NaN fails this too
            return f"{name} {NO_NUMBER}"
    E, W_q, W_k = arrays
    if E.ndim != 2 or len(E) != n_words or not E.size:
        wanted = f"[{n_words}, features]: a row for each of my_words"
        return misfit("my_E", E, wanted)
    features = E.shape[1]
    if W_q.ndim != 2 or len(W_q) != features or not W_q.size:
        return misfit("my_W_q", W_q, f"[{features}, 2]: a row per column of my_E")
    if W_k.shape != W_q.shape:
        return misfit("my_W_k", W_k, f"{shape_of(W_q)}, as my_W_q has")
    return None


def misfit(name, array, wanted):
    """Say what shape came and what was expected."""
    return f"{name} has shape {shape_of(array)}; expected was {wanted}."


def names_problem(words, asks, answers):
    """Return why asks and answers do not name words of the sentence, or None."""
    if not isinstance(asks, str) or not is_words(answers) or not answers:
        return NO_NAMES
    known = {word.lower() for word in words}
    unknown = [word for word in [asks, *answers] if word.lower() not in known]
    if unknown:
        word = brief(unknown[0])
        return f"{word} is not among my_words: write it as it stands there."
    return None


def find_problem(words, weights, asks, answers):
    """Return why a word does not find the words named, or None.

    A word that occurs twice counts at both places; any place that asks may succeed.
    """
    places = [i for i, word in enumerate(words) if word == asks]
    problems = [place_problem(words, weights, i, answers) for i in places]
    return None if None in problems else problems[-1]


def place_problem(words, weights, asks, answers):
    """Return why the word at one place does not find the words named, or None."""
    if words[asks] in answers:
        return ITSELF
    seen = [i for i in range(asks) if words[i] in answers]
    if {words[i] for i in seen} != answers:
        return LATER
    if 2 * len(seen) >= asks + 1:
        return TOO_MANY
    row = weights[asks]
    if row[seen].sum() > 0.5:
        return None
    others = np.delete(row[: asks + 1], seen)
    return TOO_WEAK if row[seen].min() > others.max() + 1e-6 else NOT_FOUND


WORDS = "the blind mole dug a deep tunnel".split()
MOLE_E = np.array([[0, 0], [1, 0], [0, 1], [0, 0], [0, 0], [1, 0], [0, 1]])
MOLE_W_Q = np.array([[0, 0], [5, 0]])
MOLE_W_K = np.array([[1, 0], [0, 0]])


def mole(asks="mole", answers="blind", words=WORDS, E=MOLE_E, W_q=MOLE_W_Q, W_k=None):
    """Return an answer: the solution's, but for what is given."""
    return (words, E, W_q, MOLE_W_K if W_k is None else W_k, asks, answers)


OWN_SENTENCE = Exercise(
    id="02.10",
    kind="try your own sentence",
    minutes=4,
    title="Make a sentence of your own find its words",
    objective=objectives.OWN_SENTENCE,
    stub="""\
my_words = ...  # a list of at least five words
my_E = ...  # a row per word, a column per feature of yours
my_W_q, my_W_k = ..., ...  # [features, 2]: what is asked, what is answered
asks, answers = ..., ...  # a word, and the word that gets more than half of its look

check("02.10", (my_words, my_E, my_W_q, my_W_k, asks, answers))
""",
    todo=(
        "fill in your words, their features, W_q and W_k, the word that asks and the "
        "word that it finds."
    ),
    right=(
        "The word that asks finds what you meant, by features that you gave the "
        "words: in the real model such features are learned."
    ),
    reference=mole(),
    accepted=(
        mole(E=MOLE_E.tolist(), W_q=[[0], [5]], W_k=[[1], [0]]),
        mole("tunnel", ("blind", "deep"), E=MOLE_E.astype(np.float32)),
        mole("Mole", ["Blind"], " ".join(WORDS).capitalize()),
    ),
    wrong=(
        Wrong(MOLE_E, f"{SIX_THINGS}; this is an array [7, 2]."),
        Wrong(mole(words=[1, 2, 3, 4, 5]), NOT_WORDS),
        Wrong(mole(words=WORDS[:3]), TOO_SHORT),
        Wrong(mole(words=LESSON), BORROWED),
        Wrong(
            mole(E="adjective"), f"my_E {NOT_A_TABLE}; this is the text 'adjective'."
        ),
        Wrong(mole(W_q=[[0, np.nan], [5, 0]]), f"my_W_q {NO_NUMBER}"),
        Wrong(
            mole(E=MOLE_E[:6]),
            "my_E has shape [6, 2]; expected was [7, features]: a row for each of "
            "my_words.",
        ),
        Wrong(
            mole(W_q=[0, 5]),
            "my_W_q has shape [2]; expected was [2, 2]: a row per column of my_E.",
        ),
        Wrong(
            mole(W_k=[[1], [0]]),
            "my_W_k has shape [2, 1]; expected was [2, 2], as my_W_q has.",
        ),
        Wrong(mole(asks=["mole"]), NO_NAMES),
        Wrong(
            mole(asks="rabbit"),
            "'rabbit' is not among my_words: write it as it stands there.",
        ),
        Wrong(mole(W_k=[[0, 1], [0, 0]]), EVEN),
        Wrong(mole("tunnel", WORDS[:4]), TOO_MANY),
        Wrong(mole(answers="mole"), ITSELF),
        Wrong(mole(answers="deep"), LATER),
        Wrong(mole(W_q=MOLE_W_K, W_k=MOLE_W_Q), EXCHANGED),
        Wrong(mole(W_q=[[0, 0], [0.5, 0]]), TOO_WEAK),
        Wrong(mole("dug"), NOT_FOUND),
    ),
    hints=(
        "Start from two or three features, such as adjective and noun, and give each "
        "word a 1 or a 0 for each: that is its row of my_E.",
        "W_q has a row per feature: let the feature of the word that asks have a "
        "number in the first column. Give the feature of the word that answers a "
        "number in the same column of W_k.",
        "If the row is too even, make the number in W_q larger: a lead of 3 in the "
        "divided scores is a share of 20 to 1 against each other word.",
    ),
    solution="""\
my_words = "the blind mole dug a deep tunnel".split()
# Two features a word: (adjective, noun).
my_E = np.array([[0, 0], [1, 0], [0, 1], [0, 0], [0, 0], [1, 0], [0, 1]])
my_W_q = np.array([[0, 0], [5, 0]])  # a noun asks: is there an adjective for me?
my_W_k = np.array([[1, 0], [0, 0]])  # an adjective answers: I am one
asks, answers = "mole", "blind"  # "mole" sees "the", "blind" and itself

check("02.10", (my_words, my_E, my_W_q, my_W_k, asks, answers))
""",
    diagnose=sentence_problem,
)
