"""Find the numbers in a lesson's prose, and those that its code has shown.

Nothing is marked up. A number of the prose is looked up in what the code cells next to
it hold and print; the summary may speak of all. Wider views would hide more mistakes:
in a cell that draws a hundred numbers, many a wrong number is found, too.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

CELLS_BEFORE, CELLS_AFTER = 3, 2

# Not the 1 in "SmolLM2", the 2.1 in "3.2.1", the 5 in "x5"; "0-3" holds no minus.
_START = r"(?<![\w.,])(?P<sign>(?<![\w.)\]}])[-\u2212])?"
_DIGITS = r"(?P<digits>\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?|\d+\.\d+|\.\d+|\d+)"
_END = r"(?P<exponent>e[-+]?\d+)?(?![\w]|\.\d)(?P<percent>\s?\\?%)?"
_NUMBER = re.compile(_START + _DIGITS + _END)
_SHOWN = re.compile(  # outputs and code hold more: [0.47,1.2], x**2.0, 8x
    r"(?P<sign>(?<![\w.)\]])[-\u2212])?(?<![\w.])"
    + _DIGITS
    + r"(?P<exponent>e[-+]?\d+)?(?!\.\d)(?P<percent>\s?%)?"
)


@dataclass(frozen=True)
class Number:
    """A number as it is written, and what it says."""

    text: str
    value: Decimal  # of "94 %" it is 94
    decimals: int  # how many are written
    percent: bool


def prose_numbers(markdown):
    """Return the numbers of a markdown text that a computation has to show.

    They are decimal numbers, percentages, and whole numbers with a thousands comma.

    >>> [n.text for n in prose_numbers("In 02.3, .47 of 49,152 and 94 %, not 7.")]
    ['.47', '49,152', '94 %']
    """
    found = _numbers(_NUMBER, markdown)
    return [n for n in found if n.percent or re.search("[.,]", n.text)]


def shown_numbers(text):
    """Return all numbers of a text that code printed, or of code itself.

    >>> [str(n.value) for n in shown_numbers("x = [-0.50,10_000]  # 8x")]
    ['-0.50', '10000', '8']
    """
    return _numbers(_SHOWN, text)


def _numbers(pattern, text):
    numbers = [_number(found) for found in pattern.finditer(text)]
    return [n for n in numbers if not re.match(r"0\d\.", n.text)]  # 02.3: an exercise


def _number(found):
    digits = re.sub("[,_]", "", found["digits"])
    value = Decimal(digits + (found["exponent"] or ""))
    return Number(
        text=found[0].strip(),
        value=-value if found["sign"] else value,
        decimals=max(0, -value.as_tuple().exponent),
        percent=bool(found["percent"]),
    )


def agrees(written, shown):
    """Say whether a number of the prose is a shown number, or what it rounds to.

    A half may be rounded up or down. A percentage may have been shown as a share.

    >>> agrees(*prose_numbers(".47 0.4685"))
    True
    """
    if written.percent and not shown.percent:
        places, value = written.decimals + 2, written.value / 100
    elif written.percent == shown.percent:
        places, value = written.decimals, written.value
    else:
        return False
    if value == shown.value:
        return True
    half = Decimal(5).scaleb(-places - 1)
    return shown.decimals > places and abs(value - shown.value) <= half


def nearest(written, shown):
    """Return the shown number closest to one of the prose, or None."""
    value = written.value / 100 if written.percent else written.value

    def distance(number):
        return abs(value - (number.value / 100 if number.percent else number.value))

    return min(shown, key=distance, default=None)


def cell_text(cell):
    """Return a code cell's source and all text that it has stored as output."""
    texts = [cell["source"]]
    for output in cell["outputs"]:
        texts += [output.get("text", ""), output.get("data", {}).get("text/plain", "")]
    return "\n".join("".join(text) for text in texts)


def pools(notebook):
    """Yield (markdown cell, the numbers that the code in its view has shown)."""
    cells = notebook["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    shown = [shown_numbers(cell_text(cell)) for cell in code]
    before = 0
    for cell in cells:
        before += cell["cell_type"] == "code"
        if cell["cell_type"] == "markdown":
            view = slice(max(0, before - CELLS_BEFORE), before + CELLS_AFTER)
            if cell["id"] == "summary":
                view = slice(None)
            yield cell, {number for numbers in shown[view] for number in numbers}


def missing_numbers(notebook):
    """Return (cell id, number, nearest shown number) for what no code cell shows."""
    return [
        (cell["id"], number, nearest(number, pool))
        for cell, pool in pools(notebook)
        for number in prose_numbers("".join(cell["source"]))
        if not any(agrees(number, other) for other in pool)
    ]
