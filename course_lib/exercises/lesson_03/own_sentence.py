"""03.11: a sentence of the learner's own, made of pairs that no training showed."""

from course_lib import phrases
from course_lib.exercises.arrays import describe
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_03 import objectives

NOT_TEXT = "my_text is one sentence in quotes"
ONE_NOUN = "use two nouns, with a verb between them: the head has to keep them apart."
FEW = "use three adjectives at least: more than one pair has to be new."
BARE = "give each noun an adjective at least, so that none can be taken from the other."
SEEN = (
    "was trained on as a pair: it could be answered from memory. HELD_OUT lists the "
    "adjectives that each noun was never seen with."
)


def text_problem(answer):
    """Return what keeps a text from being a fair test of the trained head, or None."""
    if not isinstance(answer, str):
        return f"{NOT_TEXT}; this is {describe(answer)}."
    try:
        found = phrases.read(answer)
    except ValueError as error:
        return str(error)
    words = answer.lower().split()
    nouns = [i for i, word in enumerate(words) if word in phrases.NOUNS]
    if len(nouns) < 2:
        return ONE_NOUN
    pairs = [
        (phrases.ADJECTIVES[j], words[i])
        for i in nouns
        for j in found.answers[0, i].nonzero()[0]
    ]
    if len(pairs) < 3:
        return FEW
    if not all(found.answers[0, i].any() for i in nouns):
        return BARE
    for adjective, noun in pairs:
        if adjective not in phrases.HELD_OUT[noun]:
            return f"{adjective} {noun} {SEEN}"
    return None


HELD_OUT = Exercise(
    id="03.11",
    kind="try your own sentence",
    minutes=4,
    title="Test the trained head with pairs it never saw",
    objective=objectives.OWN_SENTENCE,
    stub="""\
my_text = ...  # such as "the ... noun verb a ... ... noun", in the head's own words

check("03.11", my_text)
""",
    todo="put a sentence in quotes in place of the `...`.",
    right=(
        "A fair test: none of these pairs was in the training, so the head cannot "
        "answer from memory."
    ),
    reference="a golden lonely creature watched the bright heavy forest",
    accepted=(
        "The fluffy blue creature loved a tall forest",
        "a dusty tiny tower guarded the gentle dragon",
    ),
    wrong=(
        Wrong("the golden lonely creature", ONE_NOUN),
        Wrong("the golden creature loved the verdant forest", FEW),
        Wrong("the golden lonely wild creature loved the forest", BARE),
        Wrong(
            "the dusty golden creature loved the verdant forest",
            f"dusty creature {SEEN}",
        ),
        Wrong(
            ("the golden creature",), f"{NOT_TEXT}; this is a tuple that holds text."
        ),
    ),
    hints=(
        "print(phrases.WORDS) shows the words that the head knows.",
        "phrases.HELD_OUT[noun] lists the adjectives that a noun was never seen with.",
        "Take two nouns, and from each one's list one or two adjectives.",
    ),
    solution="""\
# Each adjective stands in HELD_OUT's list of its own noun.
my_text = "a golden lonely creature watched the bright heavy forest"

check("03.11", my_text)
""",
    diagnose=text_problem,
)
