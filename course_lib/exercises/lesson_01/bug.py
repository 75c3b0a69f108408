"""01.4: an analogy that answers with one of its own inputs."""

import inspect
import math

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_01 import objectives
from course_lib.exercises.lesson_01.nearest import about_a_name
from course_lib.exercises.spaces import space


def forum_analogy(a, b, c, vectors):
    target = vectors[b] - vectors[a] + vectors[c]

    def closeness(name):
        lengths = np.linalg.norm(vectors[name]) * np.linalg.norm(target)
        return vectors[name] @ target / lengths

    return max(vectors, key=closeness)


BUGGY = (
    inspect.getsource(forum_analogy)
    + """

# Its author's test: man is to king as woman is to queen. It passes.
toy = {"man": [0, 0, 1], "woman": [0, 1, 1], "king": [1, 0, 1], "queen": [1, 1, 1]}
toy = {name: np.array(vector, dtype=float) for name, vector in toy.items()}
assert forum_analogy("man", "king", "woman", toy) == "queen"
"""
)


def fixed_analogy(a, b, c, vectors):
    """Answer "a is to b as c is to ...?" from vectors, a dict {name: [d]}."""
    target = vectors[b] - vectors[a] + vectors[c]

    def closeness(name):
        lengths = np.linalg.norm(vectors[name]) * np.linalg.norm(target)
        return vectors[name] @ target / lengths

    # In real vectors b or c itself is mostly the nearest: inputs cannot be answers.
    others = [name for name in vectors if name not in (a, b, c)]
    return max(others, key=closeness)


def analogy_of_a_table(a, b, c, vectors):
    names = [name for name in vectors if name not in {a, b, c}]
    table = np.array([vectors[name] for name in names], dtype=np.float32)
    target = vectors[c] + vectors[b] - vectors[a]
    return names[np.argmax(table @ target / np.linalg.norm(table, axis=-1))]


def analogy_by_einsum(vectors, c, b, a):
    target = np.einsum("i,id->d", [-1, 1, 1], [vectors[a], vectors[b], vectors[c]])
    rest = {name: v for name, v in vectors.items() if name not in (a, b, c)}
    return max(rest, key=lambda name: rest[name] @ target / math.hypot(*rest[name]))


def analogy_in_torch(a, b, c, vectors):
    import torch

    table = torch.tensor(np.array(list(vectors.values())))
    names = list(vectors)
    i, j, k = (names.index(x) for x in (a, b, c))
    likeness = torch.cosine_similarity(table, (table[j] - table[i] + table[k])[None])
    likeness[[i, j, k]] = -torch.inf
    return names[int(likeness.argmax())]


def _repair(out=lambda name, a, b, c: name in (a, b, c), score=None, turn=1, pick=0):
    """Build a repair that leaves out, scores, subtracts or picks in its own way."""

    def repair(a, b, c, vectors):
        target = turn * (vectors[b] - vectors[a]) + vectors[c]
        kept = {n: v for n, v in vectors.items() if not out(n, a, b, c)}
        like = score or (lambda v, t: v @ t / np.linalg.norm(v))
        return sorted(kept, key=lambda n: -like(kept[n], target))[pick]

    return repair


def _names_left_out_are_fixed(a, b, c, vectors):
    fixed = ("man", "king", "woman")
    return _repair(out=lambda name, a, b, c: name in fixed)(a, b, c, vectors)


def _all_names_are_fixed(a, b, c, vectors):
    target = vectors["king"] - vectors["man"] + vectors["woman"]
    rest = {n: v for n, v in vectors.items() if n not in ("man", "king", "woman")}
    return max(rest, key=lambda n: rest[n] @ target / np.linalg.norm(rest[n]))


def analogy_cases():
    """Return cases: b nearest, c nearest, a nearest, and no input near at all."""
    vectors = [
        # b the nearest, then c; a long one, a near one, one for the other sign
        ("man", (3, 1, 0, 0), "king", (3, 1, 2, 0), "woman", (3, -1, 0, 0)),
        ("walk", (0, 4, 0, 0), "walked", (0, 4, 2, 0), "play", (6, 0, 0, 0)),
        ("tinier", (1, 0, 0, 0), "tiny", (2, 2, 0, 0), "smaller", (2, -2, 0, 0)),
        ("Peru", (5, 1, 1, 0), "llama", (-1, 4, 0, 1), "Turkey", (4, -1, 2, 1)),
    ]
    others = [
        {"monarch": (0.76, 4), "queen": (0.80, 9), "oil": (0.6, 40), "girl": (0.74, 3)},
        {"game": (0.7, 3), "played": (0.9, 11), "ran": (0.6, 50), "sport": (0.8, 5)},
        {"dot": (0.8, 2), "small": (0.9, 8), "big": (0.5, 60), "little": (0.85, 3)},
        {"goose": (0.9, 5), "turkey": (0.97, 12), "farm": (0.6, 70), "bird": (0.85, 6)},
    ]
    whens = (
        "where b is nearest to the target",
        "where c is nearest to the target",
        "where a is nearest to the target",
        "where no input is near the target",
    )
    cases = []
    for i, (inputs, more) in enumerate(zip(vectors, others, strict=True)):
        a, b, c = inputs[::2]
        known = {
            name: np.array(v, dtype=float)
            for name, v in zip(inputs[::2], inputs[1::2], strict=True)
        }
        step = known[b] - known[a]
        decoys = {f"other{i}": 3 * (known[c] - step), f"c less{i}": step - known[c]}
        table = {**known, **space(step + known[c], more), **decoys}
        names = sorted(table, key=lambda name: (len(name), name))
        values = {"a": a, "b": b, "c": c, "vectors": {n: table[n] for n in names}}
        cases.append(Case("plain" if not i else f"case {i}", whens[i], values))
    return tuple(cases)


def notice(found):
    """Say what is odd about the name that came."""
    case, (name,) = found[0]
    a, b, c, vectors = case.inputs.values()
    target = vectors[b] - vectors[a] + vectors[c]
    return about_a_name(name, vectors, target, (a, b, c))


FIND_THE_BUG = Exercise(
    id="01.4",
    kind="find the bug",
    minutes=4,
    title="Find out why king answers king",
    objective=objectives.MEASURE,
    stub='''\
def fixed_analogy(a, b, c, vectors):
    """Answer "a is to b as c is to ...?" from vectors, a dict {name: [d]}."""
    ...  # copy the lines of forum_analogy and repair them


check("01.4", fixed_analogy)
''',
    todo="copy the lines of forum_analogy in place of the `...`, and repair them.",
    right=(
        "Now it answers with something new. Many published analogies leave the inputs "
        "out in the same way; the honest ones say so, for without that king itself "
        "wins."
    ),
    reference=fixed_analogy,
    accepted=(analogy_of_a_table, analogy_by_einsum, analogy_in_torch),
    wrong=(
        Wrong(
            forum_analogy,
            "it still does what the given function does: ask it about vectors in which "
            "the step from a to b is short, and look what comes back.",
        ),
        Wrong(
            _names_left_out_are_fixed,
            "the names are fixed in your code: they come as a, b and c.",
        ),
        Wrong(
            _all_names_are_fixed,
            "the names are fixed in your code, so it answers one question only: they "
            "come as a, b and c.",
        ),
        Wrong(
            _repair(out=lambda name, a, b, c: name == b),
            "b is no longer found, but now c may be: it can be nearest as well.",
        ),
        Wrong(
            _repair(out=lambda name, a, b, c: name == c),
            "c is no longer found, but b, the usual winner, still is.",
        ),
        Wrong(
            _repair(out=lambda name, a, b, c: name == a),
            "a is no longer found, but it is the input that is nearest least often.",
        ),
        Wrong(
            _repair(out=lambda name, a, b, c: name in (b, c)),
            "b and c are no longer found, but a can be nearest too, where b and c "
            "differ from it in opposite ways.",
        ),
        Wrong(
            _repair(out=lambda name, a, b, c: name in (a, b)),
            "a and b are no longer found, but c can be nearest too, where the step "
            "from a to b is short.",
        ),
        Wrong(
            _repair(out=lambda name, a, b, c: name in (a, c)),
            "a and c are no longer found, but b is the one that mostly wins.",
        ),
        Wrong(
            _repair(
                out=lambda name, a, b, c: name.lower() in (x.lower() for x in (a, b, c))
            ),
            "you compare without capitals: Turkey is an input, turkey is another name, "
            "and here it is the answer.",
        ),
        Wrong(
            _repair(out=lambda name, a, b, c: name in a + b + c),
            "names that are part of an input's spelling are lost as well: `in` looks "
            "for letters inside a text, and for whole names in a tuple.",
        ),
        Wrong(
            _repair(turn=-1),
            "the inputs are left out, but the step goes from b to a: which of the two "
            "is taken away?",
        ),
        Wrong(
            _repair(score=lambda v, t: v @ t),
            "the inputs are left out, but you compare by the dot product now: a long "
            "vector wins, wherever it points.",
        ),
        Wrong(
            _repair(score=lambda v, t: -np.linalg.norm(v - t)),
            "the inputs are left out, but you look for the smallest distance now: the "
            "given function compared directions.",
        ),
        Wrong(
            _repair(out=lambda *_: False, pick=1),
            "you always take the second: that is right where one input is nearest, "
            "but sometimes two are, or none.",
        ),
        Wrong(
            _repair(out=lambda *_: False, pick=3),
            "you always drop the first three, inputs or not: look at the names.",
        ),
        Wrong(
            _repair(pick=-1),
            "the inputs are left out, but you find the one that is least alike.",
        ),
    ),
    hints=(
        "In the author's toy table b - a is as long as the words themselves. Make the "
        "step short against what king and woman share, and print every cosine.",
        "target is c moved by one step: what is nearest to it if the step is short?",
        "Before a name may become the best one, ask whether it is one of the three "
        "that were put in.",
    ),
    solution=inspect.getsource(fixed_analogy) + '\n\ncheck("01.4", fixed_analogy)\n',
    cases=analogy_cases(),
    returns=("name",),
    notice=notice,
)
