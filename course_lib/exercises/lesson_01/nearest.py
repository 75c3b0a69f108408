"""01.3: the word whose vector is nearest."""

import inspect
import math

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_01 import objectives
from course_lib.exercises.spaces import space, towards


def nearest(target, rows, names, leave_out=()):
    """Return the name whose row of rows [n, d] points most as target [d] does.

    nearest([1, 0], np.array([[0, 2], [3, 1]]), ["up", "right"]) is "right".
    """
    # The target's own length is the same for all, and changes no order.
    cosines = rows @ target / np.linalg.norm(rows, axis=1)  # [n]
    for i in np.argsort(-cosines):  # the highest first
        if names[i] not in leave_out:
            return names[i]


def nearest_in_a_loop(target, rows, names, leave_out=()):
    best, best_cosine = None, -math.inf
    for name, row in zip(names, rows, strict=True):
        like = sum(x * y for x, y in zip(row, target, strict=True)) / math.hypot(*row)
        if like > best_cosine and name not in leave_out:
            best, best_cosine = name, like
    return best


def nearest_by_einsum(names, rows, target, leave_out=()):
    units = rows / np.sqrt(np.einsum("nd,nd->n", rows, rows))[:, None]
    cosines = np.einsum("nd,d->n", units, target).astype(np.float32)
    cosines[np.isin(names, list(leave_out))] = -np.inf
    return np.array(names)[cosines.argmax()]


def nearest_of_a_dict(target, rows, names, leave_out=()):
    of = dict(zip(names, rows, strict=True))
    kept = set(names) - set(leave_out)
    return max(kept, key=lambda n: of[n] @ target / math.dist(of[n], 0 * target))


def nearest_in_torch(target, rows, names, leave_out=()):
    import torch

    likeness = torch.cosine_similarity(torch.tensor(rows), torch.tensor(target)[None])
    for name in leave_out:
        likeness[names.index(name)] = -2
    return names[int(likeness.argmax())]


BELOW_0 = "where all cosines that remain are below 0"


def _ranked(score, pick=0, keep_out=True, result=None):
    """Build a search by a score, which takes one of the ranked names."""

    def search(target, rows, names, leave_out=()):
        ranked = np.argsort(-score(rows, target), kind="stable")
        if keep_out:
            ranked = [i for i in ranked if names[i] not in leave_out]
        if result:
            return result(ranked, names, score(rows, target))
        return names[ranked[pick]]

    return search


def _cosines(rows, target):
    return rows @ target / np.linalg.norm(rows, axis=1) / np.linalg.norm(target)


def _first_left_out_only(target, rows, names, leave_out=()):
    return _ranked(_cosines)(target, rows, names, tuple(leave_out)[:1])


def _best_starts_at_zero(target, rows, names, leave_out=()):
    best, best_cosine = None, 0
    for name, like in zip(names, _cosines(rows, target), strict=True):
        if like > best_cosine and name not in leave_out:
            best, best_cosine = name, like
    return best


def _left_out_scores_zero(target, rows, names, leave_out=()):
    likeness = np.where(np.isin(names, list(leave_out)), 0, _cosines(rows, target))
    return names[likeness.argmax()]


def nearest_cases():
    """Return cases in which each mistake finds a name of its own."""
    target = np.array([0.9, -0.4, 0.3, 0.2, -0.5])
    places = {
        "shark": (-0.97, 1.4),  # the lowest cosine, and the highest without its sign
        "whale": (0.6, 9.0),  # the largest dot product
        "heron": (0.93, 2.5),
        "mouse": (0.7, 0.9),  # the smallest distance
        "finch": (0.85, 4.0),
        "mole": (0.1, 1.7),
    }
    words = space(target, places)
    itself = {**words, "otter": 2 * target}
    mild = {"eel": towards(target, 0.2, 3.0, 8), **itself}
    del mild["shark"]  # so that the lowest cosine is not the highest without its sign
    behind = {  # all but the target itself point the other way
        "newt": towards(target, -0.4, 8.0, 10),
        "crow": towards(target, -0.8, 1.1, 9),
        "otter": 2 * target,
        "lynx": towards(target, -0.2, 2.0, 11),
        "toad": towards(target, -0.5, 0.3, 12),
    }

    def case(tag, when, words, **more):
        rows, names = np.array(list(words.values())), list(words)
        return Case(tag, when, {"target": target, "rows": rows, "names": names, **more})

    return (
        case("plain", "with nothing to leave out", words),
        case("leave out", "when a name is left out", itself, leave_out=("otter",)),
        case(
            "leave out",
            "when two names are left out",
            mild,
            leave_out=["otter", "heron"],
        ),
        case("below 0", BELOW_0, behind, leave_out=("otter",)),
    )


def notice(found):
    """Say what is odd about the name that came."""
    case, (name,) = found[0]
    if case.tag == "below 0":
        return (
            f"your function answers {name!r}: with which number does your search "
            "start, and which do names get that are left out? A cosine goes down to "
            "-1."
        )
    vectors = dict(zip(case.inputs["names"], case.inputs["rows"], strict=True))
    return about_a_name(
        name, vectors, case.inputs["target"], case.inputs.get("leave_out", ())
    )


def about_a_name(name, vectors, target, leave_out):
    """Say why a name out of {name: [d]} is not the nearest that may be found."""
    if name not in vectors:
        return f"your function answers {name!r}, which is not among the names."
    if name in leave_out:
        return f"your function answers {name!r}, which should be left out."
    like = _cosines(vectors[name][None], target)[0]
    return (
        f"your function answers {name!r}, whose cosine to the target is {like:.2f}: "
        "there is a higher one among those that may be found."
    )


NEAREST = Exercise(
    id="01.3",
    kind="write a function",
    minutes=5,
    title="Find the nearest word",
    objective=objectives.MEASURE,
    stub='''\
def nearest(target, rows, names, leave_out=()):
    """Return the name whose row of rows [n, d] points most as target [d] does.

    nearest([1, 0], np.array([[0, 2], [3, 1]]), ["up", "right"]) is "right".
    """
    ...  # your code


check("01.3", nearest)
''',
    todo="write the body of nearest in place of the `...`.",
    right=(
        "The highest cosine wins, whatever the lengths, and what shall not be found is "
        "left out: with this and a table of words you have a thesaurus."
    ),
    reference=nearest,
    accepted=(
        nearest_in_a_loop,
        nearest_by_einsum,
        nearest_of_a_dict,
        nearest_in_torch,
    ),
    wrong=(
        Wrong(
            _ranked(lambda rows, target: rows @ target),
            "a long vector wins though it points elsewhere: the dot product grows with "
            "the length of each row, and that was not divided away.",
        ),
        Wrong(
            _ranked(_cosines, keep_out=False),
            "right until something has to be left out: names in leave_out are still "
            "found.",
        ),
        Wrong(
            _ranked(_cosines, result=lambda ranked, names, scores: int(ranked[0])),
            "this is the place of the name in the list: its name is asked for.",
        ),
        Wrong(
            _ranked(lambda rows, target: -_cosines(rows, target)),
            "you find the one that is least alike: check what comes first in your "
            "order.",
        ),
        Wrong(
            _ranked(lambda rows, target: abs(_cosines(rows, target))),
            "an opposite is found: without its sign a cosine of -.97 looks alike.",
        ),
        Wrong(
            _ranked(lambda rows, t: -np.linalg.norm(rows - t, axis=1)),
            "you find the smallest distance: a vector that points the same way, but is "
            "longer, loses to a short one that points elsewhere.",
        ),
        Wrong(
            _ranked(
                _cosines,
                result=lambda ranked, names, scores: [names[i] for i in ranked],
            ),
            "this is the whole list in its order: only the first is asked for.",
        ),
        Wrong(
            _ranked(_cosines, result=lambda ranked, names, scores: scores[ranked[0]]),
            "this is the highest cosine: whose is it?",
        ),
        Wrong(
            _ranked(_cosines, pick=1, keep_out=False),
            "you always take the second: that is right where the target itself is "
            "among the rows and nothing else is left out. Look at the names instead.",
        ),
        Wrong(
            _best_starts_at_zero,
            "where all cosines that remain are below 0 your function finds nothing: "
            "the best value so far starts at 0, and a cosine goes down to -1.",
        ),
        Wrong(
            _left_out_scores_zero,
            "where all cosines that remain are below 0 a name that is left out wins: "
            "you give it 0, which is more than they have.",
        ),
        Wrong(
            _first_left_out_only,
            "only the first name in leave_out is left out: there may be more.",
        ),
    ),
    hints=(
        "First a cosine for each row: a loop over the rows will do, or one matrix "
        "product and one division.",
        "np.linalg.norm(rows, axis=1) gives a length for each row. np.argsort(x) "
        "gives places, the smallest first; what about -x?",
        "Go through the places, the best first, and return the first name that is "
        "not in leave_out.",
    ),
    solution=inspect.getsource(nearest) + '\n\ncheck("01.3", nearest)\n',
    cases=nearest_cases(),
    returns=("name",),
    notice=notice,
)
