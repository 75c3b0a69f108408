"""05.10: a sentence of the learner's own, and two heads that one word asks with."""

import numpy as np

from course_lib.exercises.arrays import describe
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_02 import own_sentence
from course_lib.exercises.lesson_05 import objectives

FIVE_THINGS = (
    "answer with five things: (my_words, my_E, (W_q, W_k) of head 0, (W_q, W_k) of "
    "head 1, (asks, finds_0, finds_1))"
)
NOT_A_PAIR = "is a pair of tables, (W_q, W_k)"
NOT_THREE = "the last is three: the word that asks, and what each head finds"
SAME_FIND = (
    "both heads find the same: then one of them is enough. Let the same word ask "
    "head 1 for something else."
)
SAME_HEAD = (
    "the two heads have the same matrices, so they look at the same words: give head 1 "
    "a question and an answer of its own."
)


def heads_problem(answer):
    """Return what keeps an answer of five things from convincing, or None."""
    if not isinstance(answer, (tuple, list)) or len(answer) != 5:
        return f"{FIVE_THINGS}; this is {describe(answer)}."
    words, E, *heads, finds = answer
    for h, head in enumerate(heads):
        if not isinstance(head, (tuple, list)) or len(head) != 2:
            return f"head {h} {NOT_A_PAIR}; this is {describe(head)}."
    if not isinstance(finds, (tuple, list)) or len(finds) != 3:
        return f"{NOT_THREE}; this is {describe(finds)}."
    if all(np.array_equal(a, b) for a, b in zip(*heads, strict=True)):
        return SAME_HEAD
    asks, *found = finds
    for h, (head, names) in enumerate(zip(heads, found, strict=True)):
        problem = own_sentence.sentence_problem((words, E, *head, asks, names))
        if problem:
            return f"head {h}: {problem}"
    return SAME_FIND if as_set(found[0]) == as_set(found[1]) else None


def as_set(names):
    """Return a word, or a list of words, as a set of small letters."""
    names = [names] if isinstance(names, str) else names
    return {name.lower() for name in names}


WORDS = "the blind mole dug a deep tunnel".split()
# Features: adjective, noun, verb.
E = np.array(
    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0]]
)
W_Q = np.array([[0], [6], [0]])
W_K0, W_K1 = np.array([[1], [0], [0]]), np.array([[0], [0], [1]])
FINDS = ("tunnel", ("blind", "deep"), "dug")


def tunnel(words=WORDS, E=E, one=(W_Q, W_K0), two=(W_Q, W_K1), finds=FINDS):
    """Return an answer: the solution's, but for what is given."""
    return (words, E, one, two, finds)


OWN_HEADS = Exercise(
    id="05.10",
    kind="try your own sentence",
    minutes=5,
    title="Let one word ask two questions",
    objective=objectives.OWN,
    stub="""\
my_words = ...  # a list of at least five words
my_E = ...  # a row per word, a column per feature of yours
my_head_0 = (..., ...)  # (W_q, W_k) of head 0, each [features, d_head]
my_head_1 = (..., ...)  # those of head 1
finds = (..., ..., ...)  # the word that asks, what head 0 finds, what head 1 finds

check("05.10", (my_words, my_E, my_head_0, my_head_1, finds))
""",
    todo=(
        "fill in your words, their features, the two heads, and what the same word "
        "finds with each."
    ),
    right=(
        "One word, two questions, two answers, and neither look takes anything away "
        "from the other."
    ),
    reference=tunnel(),
    accepted=(
        tunnel(E=E.tolist(), words=" ".join(WORDS)),
        tunnel(one=(W_Q, W_K1), two=(W_Q, W_K0), finds=("tunnel", "dug", FINDS[1])),
        tunnel(E=E.astype(np.float32), finds=["Tunnel", ["Deep", "blind"], ["dug"]]),
    ),
    wrong=(
        Wrong(E, f"{FIVE_THINGS}; this is an array [7, 3]."),
        Wrong(tunnel(one=W_Q), f"head 0 {NOT_A_PAIR}; this is an array [3, 1]."),
        Wrong(tunnel(finds="tunnel"), f"{NOT_THREE}; this is the text 'tunnel'."),
        Wrong(tunnel(two=(W_Q, W_K0)), SAME_HEAD),
        Wrong(
            tunnel(two=(W_Q, 2 * W_K0), finds=("tunnel", *[FINDS[1]] * 2)), SAME_FIND
        ),
        Wrong(tunnel(words=WORDS[:3]), f"head 0: {own_sentence.TOO_SHORT}"),
        Wrong(tunnel(words=own_sentence.LESSON), f"head 0: {own_sentence.BORROWED}"),
        Wrong(
            tunnel(two=(W_Q, np.array([[0], [0], [0.1]]))),
            f"head 1: {own_sentence.TOO_WEAK}",
        ),
        Wrong(
            tunnel(finds=("tunnel", "dug", ("blind", "deep"))),
            f"head 0: {own_sentence.NOT_FOUND}",
        ),
    ),
    hints=(
        "Start from 02.10: one head there found an adjective for a noun. What else "
        "could the same noun want to know?",
        "Give the words a third feature, such as verb, and let head 1 have a W_k in "
        "which that feature answers.",
        "The word that asks should stand late in the sentence: no head may look ahead.",
    ),
    solution="""\
my_words = "the blind mole dug a deep tunnel".split()
# Three features a word: (adjective, noun, verb).
my_E = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1],
                 [0, 0, 0], [1, 0, 0], [0, 1, 0]])
my_head_0 = (np.array([[0], [6], [0]]), np.array([[1], [0], [0]]))  # adjectives?
my_head_1 = (np.array([[0], [6], [0]]), np.array([[0], [0], [1]]))  # what was done?
finds = ("tunnel", ("blind", "deep"), "dug")

check("05.10", (my_words, my_E, my_head_0, my_head_1, finds))
""",
    diagnose=heads_problem,
)
