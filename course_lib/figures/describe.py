"""Descriptions made from a figure's data: one sentence, and the numbers behind it.

The sentence is what a screen reader says; sentence and numbers together are the stored
text that the tests compare, so a picture whose data changed cannot go unnoticed.
"""

import math

import numpy as np
from matplotlib.text import Text

from .tokens import FONT, drawable

LONGEST = 300  # characters of a sentence
MANY = 120  # numbers; beyond them a mean and spread a row say enough


def attach(ax, sentence, numbers):
    """Attach a description to the figure of ax; several axes add up.

    The description keeps every character; what the font cannot draw becomes a box in
    the picture, in the course's own texts.
    """
    for text in ax.figure.findobj(Text):
        if text.get_fontfamily() == [FONT]:
            text.set_text(drawable(text.get_text()))
    found = getattr(ax.figure, "course_descriptions", [])
    ax.figure.course_descriptions = [*found, (sentence, numbers)]
    return ax


def sentence(*parts):
    """Join parts to one description; parts that no longer fit are left out.

    >>> sentence("Bars, 2 bars:", "a 1", "b 2")
    'Bars, 2 bars: a 1 b 2'
    """
    said = ""
    for part in filter(None, parts):
        longer = f"{said} {part}".strip()
        if len(longer) <= LONGEST:
            said = longer
    return said


def rows(heading, table, span, form=None):
    """Return the plotted numbers as text, a line per row.

    Parameters
    ----------
    heading : str
        What a row holds.
    table : list of (name, numbers)
        Not finite numbers are left out.
    span : float
        The range of the axis; moving one number by a tenth of it changes the text.
    form : function, optional
        Writes one number; if missing, enough decimals for the span, at least two.
    """
    table = [(name, np.asarray(numbers, float)) for name, numbers in table]
    lines = [f"{heading}:"]
    many = sum(numbers.size for _, numbers in table) > MANY
    for name, numbers in table:
        shown = numbers[np.isfinite(numbers)]
        if many:
            lines.append(f"{name}: {_mean_and_spread(shown, span)}")
        else:
            write = form or (lambda v: fixed(v, _decimals(span)))
            lines.append(f"{name}: " + " ".join(write(v) for v in shown))
    return "\n".join(lines)


def _mean_and_spread(numbers, span):
    if not numbers.size:
        return "nothing"
    places = _decimals(span / numbers.size)
    mean, spread = fixed(numbers.mean(), places), fixed(numbers.std(), places)
    return f"{numbers.size} numbers, mean {mean}, spread {spread}"


def _decimals(span):
    """Return how many decimals show a tenth of the span: two, or what it takes.

    None for large numbers, whose last digits would differ between machines.
    """
    if not 0 < span < 1e4:
        return 0 if span else 2
    return max(2, math.ceil(1 - math.log10(span) - 1e-9))


def fixed(value, places=2):
    """Return a number with fixed decimals and a real minus sign, never minus zero.

    >>> fixed(-1.5), fixed(-0.001)
    ('−1.50', '0.00')
    """
    text = f"{value:,.{places}f}"
    if float(text.replace(",", "")) == 0:
        text = text.lstrip("-")
    return text.replace("-", "−")


def share(weight):
    """Return a weight as printed in grids.

    Halves go up, also where the last bits differ between machines.

    >>> share(0.42), share(0.999), share(0.001), share(1 / 8)
    ('.42', '1', '0', '.13')
    """
    weight = weight + 1e-9
    text = f"{weight:.2f}"
    return {"1.00": "1", "0.00": "0"}.get(text, text.removeprefix("0"))


def hundredths(weights):
    """Return weights rounded as share prints them.

    >>> hundredths([1 / 8, 0.124]).tolist()
    [0.13, 0.12]
    """
    return np.floor(100 * np.asarray(weights, float) + 0.5 + 1e-7) / 100


def signed(value, whole=False):
    """Return a score with its sign, in about three digits, so that it fits a cell.

    >>> signed(2.345), signed(-0.5), signed(0), signed(-123.4), signed(4, whole=True)
    ('+2.35', '−0.50', '0', '−123', '+4')
    """
    places = 2 if abs(value) < 9.995 else 1 if abs(value) < 99.95 else 0
    text = fixed(value, 0 if whole else places)
    if not text.strip("0."):
        return "0"
    return text if text.startswith("−") else "+" + text


def number(value):
    """Return a number of any size as a reader wants it: two digits or more.

    >>> number(0.4), number(12345.6), number(0.00321), number(-2.5), number(1e-7)
    ('0.40', '12,346', '0.0032', '−2.50', '1.0e−7')
    """
    size = abs(value)
    if size == 0 or 0.1 <= size < 1e6:
        return fixed(value, 0 if size >= 1000 else 1 if size >= 100 else 2)
    if 1e-4 <= size < 0.1:
        return fixed(value, 1 - math.floor(math.log10(size)))
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}".replace("-", "−")


def numbers(values, most=2):
    """Return numbers that stand together, with no more decimals than all of them have.

    If they have more than most, 2 or 3, each is written by itself.

    >>> numbers([1, 12000]), numbers([0.5, 0.06]), numbers([0.5, 0.0612])
    (['1', '12,000'], ['0.50', '0.06'], ['0.50', '0.061'])
    >>> numbers([0.5, 0.061], most=3)
    ['0.500', '0.061']
    """
    for places in (0, 2, most):
        error = 1e-7 if places == 3 else 0  # what was rounded may have 32 bits
        if all(abs(v - round(v, places)) <= error and abs(v) < 1e6 for v in values):
            return [fixed(v, places) for v in values]
    return [number(v) for v in values]


def rounded_shares(weights):
    """Return a row of weights in hundredths that add up to what the row adds up to.

    Largest remainders get the missing hundredths; ties go to the earlier word, also
    where the last bits differ between machines.

    >>> rounded_shares([1 / 3, 1 / 3, 1 / 3]).tolist()
    [0.34, 0.33, 0.33]
    """
    hundredths = 100 * np.asarray(weights, float)
    floor = np.floor(hundredths + 1e-6)
    left = np.round(hundredths - floor, 4)
    missing = round(float(hundredths.sum() - floor.sum()))
    floor[np.argsort(-left, kind="stable")[:missing]] += 1
    return floor / 100
