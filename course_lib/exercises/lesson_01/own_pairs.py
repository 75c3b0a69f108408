"""01.9: pairs of the learner's own: do they share a direction?"""

import difflib
from functools import lru_cache

import numpy as np

from course_lib.exercises.arrays import describe
from course_lib.exercises.exercise import Exercise, Wrong
from course_lib.exercises.lesson_01 import objectives
from course_lib.validation import brief

DRAWS = 100
CLEARLY = 0.2  # how far above the wrongly paired words; dishes of countries stay below
NOT_PAIRS = 'answer with a list of pairs of words, such as ("big", "bigger")'
TOO_FEW = "give at least four pairs: two or three may agree by luck."
REPEATED = "the pair of {} is there twice: a pair agrees with itself, which is no find."
SAME_WORD = "{} stands on both sides of a pair: nothing leads from a word to itself."
SHARED = (
    "{} stands in more than one pair: pairs that share a word agree by that word alone."
)


def pairs_problem(answer):
    """Return what keeps pairs of words from sharing a direction, or None."""
    pairs = as_pairs(answer)
    if pairs is None:
        return f"{NOT_PAIRS}; this is {describe(answer)}."
    return form_problem(pairs) or unknown_word(pairs) or agreement_problem(pairs)


def as_pairs(answer):
    """Return pairs of words in small letters, or None."""
    answer = list(answer.items()) if isinstance(answer, dict) else answer
    if not isinstance(answer, (list, tuple)) or not answer:
        return None
    for pair in answer:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            return None
        if not all(isinstance(word, str) for word in pair):
            return None
    return [tuple(word.strip().lower() for word in pair) for pair in answer]


def form_problem(pairs):
    """Return what is wrong with the list as such, or None."""
    for i, (a, b) in enumerate(pairs):
        if a == b:
            return SAME_WORD.format(repr(a))
        if {a, b} in [set(pair) for pair in pairs[:i]]:
            return REPEATED.format(f"{brief(a)} and {brief(b)}")
        for word in (a, b):
            if any(word in pair for pair in pairs[:i]):
                return SHARED.format(repr(word))
    return TOO_FEW if len(pairs) < 4 else None


def unknown_word(pairs):
    """Return a sentence about the first word that the table lacks, or None."""
    from course_lib import words

    table = words.load()
    for word in sum(pairs, ()):
        if word not in table.rows:
            near = difflib.get_close_matches(word, table.words, n=3)
            offer = f"near in spelling: {', '.join(near)}" if near else "try another"
            return f"{brief(word)} is not in the table of words; {offer}."
    return None


@lru_cache
def by_chance(n_pairs):
    """Return the mean and the highest agreement of many draws of random pairs."""
    from course_lib.relations import offset_agreement, random_pairs

    draws = [offset_agreement(random_pairs(n_pairs, seed)) for seed in range(DRAWS)]
    return float(np.mean(draws)), max(draws)


def wrongly_paired(pairs):
    """Return the mean agreement of the same words, wrongly paired in every turn."""
    from course_lib.relations import offset_agreement, swapped_pairs

    turns = range(1, len(pairs))
    return float(np.mean([offset_agreement(swapped_pairs(pairs, t)) for t in turns]))


def agreement_problem(pairs):
    """Return what the agreement lacks beside random and wrong pairs, or None."""
    from course_lib.relations import offset_agreement

    yours = offset_agreement(pairs)
    if yours <= by_chance(len(pairs))[1]:
        return f"{comparison(pairs)} Is the difference the same in every pair?"
    if yours - wrongly_paired(pairs) < CLEARLY:
        return (
            f"{comparison(pairs)} What agrees tells the first words from the second, "
            "and hardly which belong together."
        )
    return None


def measured(answer):
    """Say how far the pairs of a right answer agree, beside the two controls."""
    text = comparison(as_pairs(answer))
    return text[0].upper() + text[1:]


def comparison(pairs):
    """Say how far pairs agree, and how far the controls do: wrong and random pairs."""
    from course_lib.relations import offset_agreement

    numbers = (offset_agreement(pairs), wrongly_paired(pairs), *by_chance(len(pairs)))
    yours, wrong, mean, highest = (f"{round(x, 2) + 0.0:.2f}" for x in numbers)
    return (
        f"your pairs agree to {yours}; the same words, wrongly paired, to {wrong}; "
        f"{len(pairs)} random pairs to {mean} on average, and the best of {DRAWS} "
        f"draws to {highest}."
    )


COMPARED = [
    ("big", "bigger"),
    ("small", "smaller"),
    ("old", "older"),
    ("fast", "faster"),
]
# Runs, but has nothing in common: no message to list, for it holds measured numbers.
UNRELATED = [("tower", "soup"), ("blue", "seven"), ("run", "paris"), ("old", "mole")]
# Passes beside random pairs; wrongly paired, the words agree nearly as well.
TWO_LISTS = [
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("four", "fourth"),
]
LANGUAGES = [
    ("france", "french"),
    ("germany", "german"),
    ("spain", "spanish"),
    ("italy", "italian"),
]
SOLUTION = """\
# A country and its language: the same step four times, and only between the right two.
pairs = [("france", "french"), ("germany", "german"), ("spain", "spanish")]
pairs += [("italy", "italian")]

check("01.9", pairs)
"""

OWN_PAIRS = Exercise(
    id="01.9",
    kind="try your own pairs",
    minutes=4,
    title="Find a direction of your own",
    objective=objectives.OWN_DIRECTION,
    stub="""\
pairs = ...  # at least four pairs of words, such as ("big", "bigger"), alike in one way

check("01.9", pairs)
""",
    todo="give a list of at least four pairs of words that differ in the same way.",
    right="One step leads from word to word in your pairs, and not by chance.",
    reference=LANGUAGES,
    accepted=(
        COMPARED,
        tuple(list(pair) for pair in COMPARED),
        {a.capitalize(): f" {b}" for a, b in COMPARED},
        [("king", "queen"), ("uncle", "aunt"), ("man", "woman"), ("actor", "actress")],
    ),
    wrong=(
        Wrong("king queen", f"{NOT_PAIRS}; this is the text 'king queen'."),
        Wrong([("a", "b", "c")], f"{NOT_PAIRS}; this is an object of type list."),
        Wrong(COMPARED[:3], TOO_FEW),
        Wrong([*COMPARED, ("bigger", "big")], REPEATED.format("'bigger' and 'big'")),
        Wrong([*COMPARED, ("tall", "tall")], SAME_WORD.format("'tall'")),
        Wrong([*COMPARED, ("big", "huge")], SHARED.format("'big'")),
        Wrong(
            [*COMPARED, ("mole", "vrdant")],
            "'vrdant' is not in the table of words; near in spelling: verdant, "
            "variant, grant.",
        ),
    ),
    hints=(
        "Think of a difference that has many examples: between a word and its plural, "
        "a country and its language, an animal and its young.",
        "The order counts: the same kind of word has to come first in every pair.",
        "Grammar works well (walk, walked), and so do capitals and countries; tastes "
        "and opposites work badly.",
    ),
    solution=SOLUTION,
    diagnose=pairs_problem,
    measured=measured,
)
