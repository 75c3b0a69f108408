"""00.5: the surprise at what came."""

import inspect
import math

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Wrong
from course_lib.exercises.lesson_00 import objectives


def loss(p):
    """Return the surprise, in nats, at what had probability p (above 0, up to 1)."""
    # A logarithm of a number below 1 is below 0: the minus makes it a cost.
    return -np.log(p)


def loss_by_math(p):
    return math.log(1 / p)


def loss_in_float32(p):
    return np.negative(np.log(np.float32(p)))


def loss_of_a_list(p):
    return float(-np.log(np.array([p]))[0])


def loss_in_torch(p):
    import torch

    return -torch.log(torch.tensor(p))


def loss_cases():
    """Return cases for one probability; the last is certain."""
    return (
        Case("plain", "with a likely event", {"p": 0.8}),
        Case("plain", "with an even chance", {"p": 0.5}),
        Case("small", "with an unlikely event", {"p": 0.003}),
        Case("sure", "when it was certain", {"p": 1.0}),
    )


def notice(found):
    """Say which end of the scale is wrong: certainty, the sign, or the rare."""
    losses = {case.inputs["p"]: float(loss) for case, (loss,) in found}
    if 1.0 in losses:
        return "what was certain (p is 1) should cost nothing, and costs something."
    if min(losses.values()) < 0:
        return "a cost is never below 0, and this one is."
    if 0.003 in losses and losses[0.003] < losses.get(0.8, 0):
        return "what was unlikely costs less than what was likely."
    return None


LOSS = Exercise(
    id="00.5",
    kind="complete a line",
    minutes=3,
    title="Measure a surprise",
    objective=objectives.COMPUTE,
    stub='''\
def loss(p):
    """Return the surprise, in nats, at what had probability p (above 0, up to 1)."""
    return ...  # your line


check("00.5", loss)
''',
    todo="replace the `...` of loss by a line that makes a surprise of p.",
    right=(
        "0 for what was certain, .69 for heads or tails, and no ceiling: this number, "
        "averaged over a text, is what every language model is trained to lower."
    ),
    reference=loss,
    accepted=(loss_by_math, loss_in_float32, loss_of_a_list, loss_in_torch),
    wrong=(
        Wrong(
            lambda p: 1 - p,
            "this is never more than 1: then a sure and wrong guess would cost little "
            "more than an undecided one. It has to grow without a ceiling.",
        ),
        Wrong(
            np.log,
            "the sign: this is below 0 for every p below 1, and a cost is not.",
        ),
        Wrong(
            lambda p: -np.log2(p),
            "this counts in bits, with base 2: nats have the base e.",
        ),
        Wrong(
            lambda p: -np.log10(p),
            "this logarithm has the base 10: nats have the base e. In NumPy `log` is "
            "not what it is on a pocket calculator.",
        ),
        Wrong(
            lambda p: 1 / p,
            "what was certain costs 1 here, and should cost nothing: the reciprocal is "
            "a start, but a logarithm is missing.",
        ),
        Wrong(
            lambda p: -p * np.log(p),
            "you weigh the surprise by its probability, so that the rarest event costs "
            "next to nothing. That is a term of a mean; here it has happened.",
        ),
        Wrong(
            lambda p: -np.log(1 - p),
            "this is the surprise if it had not come: it grows with p.",
        ),
        Wrong(
            lambda p: p,
            "this is the probability itself: the more likely, the dearer.",
        ),
        Wrong(
            lambda p: -p,
            "this is the probability with a minus: it grows the right way, but it is "
            "below 0, and no rare event is ever much dearer than another.",
        ),
        Wrong(
            lambda p: (1 - p) ** 2,
            "this is a squared error: it is never more than 1, however rare the event.",
        ),
        Wrong(
            lambda p: -np.log1p(p),
            "log1p takes the logarithm of 1 + p: you need that of p.",
        ),
    ),
    hints=(
        "What should certainty cost? And should 0.001 cost much more than 0.1, or "
        "nearly the same?",
        "A logarithm turns the factor from 0.1 to 0.01 into a step, the same as from "
        "0.01 to 0.001. Which sign does it have below 1?",
        "np.log is the natural logarithm, the one that counts in nats.",
    ),
    solution=inspect.getsource(loss) + '\n\ncheck("00.5", loss)\n',
    cases=loss_cases(),
    returns=("loss",),
    notice=notice,
)
