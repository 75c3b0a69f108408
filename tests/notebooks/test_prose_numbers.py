"""Each number of the prose stands in the code or the stored outputs next to it.

A number that no cell shows goes into one of two tables: COMPUTED, with the expression
that gives it, or TOLD, with the reason why nothing in the lesson can compute it.
"""

import json
import math
from pathlib import Path

import pytest
from prose_numbers import (
    agrees,
    missing_numbers,
    pools,
    prose_numbers,
    shown_numbers,
)

from course_lib import traces
from course_lib.counting import models
from course_lib.model import layout

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


def creature_share(multiplier):
    """The weight that creature (A, fluffy, blue, creature) gives to each adjective."""
    lead = math.exp(multiplier * 4 / math.sqrt(2))
    return lead / (2 * lead + 2)


COMPUTED = {
    "00_start_here": {
        ".59": math.log(0.9 / 0.5),
        "49,152": layout.D_VOCAB,
        "10.80": math.log(layout.D_VOCAB),
    },
    "01_words_become_vectors": {
        "49,152": layout.D_VOCAB,
        ".96": (3 * 4 + 4 * 3) / (5 * 5),
    },
    "02_queries_and_keys": {
        "2.718": math.e,
        "2.7": math.e,
        "1.41": math.sqrt(2),
        "0.8": min(m / 10 for m in range(41) if creature_share(m / 10) >= 0.445),
        "2.77": math.log(16),
    },
    "03_values_and_the_update": {
        ".47": creature_share(1),
        ".25": 1 / 4,  # at slider 0: four words alike send (1, 0), (0, 1), (.4, -.2), 0
        ".35": (1 + 0.4) / 4,
        ".20": (1 - 0.2) / 4,
        "3.81": float(traces.get("damage_of('nothing cut')")["loss"]),
        "49,152": layout.D_VOCAB,
        "10.80": math.log(layout.D_VOCAB),
    },
    "05_many_heads": {
        ".47": creature_share(1),
        "3.26": math.log(26),
        ".06": 1 / (1 + math.exp(4 / math.sqrt(2))),
        "10.80": math.log(layout.D_VOCAB),
    },
    "06_positions": {
        "19,869": 2 * math.pi * 10_000 ** (14 / 16),
        "43.98": 7 * 2 * math.pi,
        "25.13": 4 * 2 * math.pi,
        "-.036": -math.log(10_000) / 256,
        "2.7": math.e,
        "100,000": layout.ROTARY_BASE,
        "2,048": layout.N_CTX,
    },
    "07_counting_gpt3": {
        "49,152": 4 * 12_288,
        "9,216": 96 * 96,
        "24,576": 2 * 12_288,
        "93.1%": 2 * 10**6 / (2 * 10**6 + 12 * 12_288),
        "174.6": models.gpt3().total() / 1e9,
        "2.5": 2 + 2 * 8 / 32,
        "46.7": models.MIXTRAL_8X7B.total() / 1e9,
        "12.9": models.MIXTRAL_8X7B.total(active=True) / 1e9,
    },
}
TOLD = {
    "00_start_here": {
        ".47": "shows how the course writes a number",
        "0.47": "shows how the course writes a number",
    },
    "01_words_become_vectors": {
        "10,000": "the frequent words; data/README.md says how they were chosen",
        "1.0": "the version of a license",
    },
    "02_queries_and_keys": {
        "12,288": "GPT-3, from its paper",
        ".5": "a guess to choose from",
        "2.0": "the version of a license",
    },
    "03_values_and_the_update": {
        ".01": "tests/model/test_noun_looks_live.py measures the other wordings",
        "1,500": "the steps of tests/unit/test_training_adjective_head.py",
        ".98": "measured with five seeds; that test repeats the one that failed most",
        "2.0": "the version of a license",
    },
    "04_masking": {
        "98%": "told of a port of a network, whose mask leaked",
        "2.13": "the version of torch in requirements.txt",
        "3.1": "a section of a paper",
        "2.0": "the version of a license",
    },
    "05_many_heads": {
        "3.81": "the operating table prints it further down",
        "8.1": "the name of a head, found in the explorer",
        "11.6": "the name of a head, found in the explorer",
        "13.1": "the name of a head: layer 13, head 1",
        "2.0": "the version of a license",
    },
    "06_positions": {
        "10,000": "the base in the paper of 2017",
    },
    "07_counting_gpt3": {
        "50,000": "a round number that a learner may say",
        "2,048": "GPT-3's longest text, from its paper; the code writes 2_048",
        "1.3": "the size printed in the paper's table 2.1",
        "20,000": "from a public question; the exercise's own numbers",
        "−.07": "on four other texts; tests/model/test_recorded.py",
        ".13": "on four other texts; tests/model/test_recorded.py",
        "2.0": "the version of a license",
    },
}


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_each_number_of_the_prose_was_computed(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    listed = {**COMPUTED.get(path.stem, {}), **TOLD.get(path.stem, {})}
    wrong = [
        f"{path.stem}, cell {cell_id}: {number.text} is shown by no cell near it; the "
        f"nearest number there is {near.text if near else 'none'}."
        for cell_id, number, near in missing_numbers(notebook)
        if number.text not in listed
    ]
    advice = f"Mend the prose, or list the number in {Path(__file__).name}."
    assert not wrong, "\n".join([*wrong, advice])


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_each_listed_number_stands_in_the_prose(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    prose = ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]
    written = {number.text for text in prose for number in prose_numbers(text)}
    for table in (COMPUTED, TOLD):
        gone = sorted(set(table.get(path.stem, {})) - written)
        assert not gone, f"{path.stem} no longer says {gone}: drop them from the table"


def test_each_computed_number_is_what_its_expression_gives():
    for lesson, numbers in COMPUTED.items():
        for text, value in numbers.items():
            (written,) = prose_numbers(text)
            (shown,) = shown_numbers(f"{value:.9f}")
            assert agrees(written, shown), f"{lesson}: {text} should be {value}"


def test_the_tables_name_lessons():
    assert {*COMPUTED, *TOLD} <= {path.stem for path in LESSONS}


@pytest.mark.parametrize(
    ("markdown", "numbers"),
    [
        ("gives .47 each, 0.83 and 3.44.", [".47", "0.83", "3.44"]),
        ("capital 94 %, plural 7.5%", ["94 %", "7.5%"]),
        ("$94\\%$ and $-\\infty$", ["94\\%"]),
        ("falls to -2.42, or \u22122.42", ["-2.42", "\u22122.42"]),
        ("from .05-.07", [".05", ".07"]),
        ("of 49,152 pieces, 1,2 or 8", ["49,152"]),
        ("ends with .50, and 1,024.", [".50", "1,024"]),
        ("Exercise 02.4, section 3.2.1, layer 13, 2017, `T_q2.5`, GPT-3", []),
        ("$2.718^\\text{score}$", ["2.718"]),
    ],
)
def test_numbers_found_in_prose(markdown, numbers):
    assert [number.text for number in prose_numbers(markdown)] == numbers


@pytest.mark.parametrize(
    ("written", "shown", "same"),
    [
        (".47", "0.47", True),
        (".47", "[.469,", True),
        (".47", "0.465", True),
        (".46", "0.465", True),
        (".47", "0.4749", True),
        (".47", "0.4751", False),
        (".47", "0.5", False),
        (".50", "0.5", True),
        (".48", "0.47", False),
        ("2.42", "-2.42", False),
        ("-2.42", "x=-2.4200", True),
        ("\u22122.42", "-2.42", True),
        ("94 %", "94%", True),
        ("94 %", "0.943", True),
        ("94 %", "93.6 %", True),
        ("94 %", "94", False),
        ("95 %", "0.943", False),
        (".94", "94 %", False),
        ("49,152", "(49152,", True),
        ("49,152", "49_152", True),
        ("49,153", "49,152", False),
        (".001", "8.5e-04", True),
        ("2.70", 'check("02.7", 3)', False),
    ],
)
def test_agreement_of_prose_with_what_is_shown(written, shown, same):
    (number,) = prose_numbers(written)
    assert any(agrees(number, other) for other in shown_numbers(shown)) == same


def lesson(prose, printed="", drawn="", where="near"):
    """A lesson of one printing cell, three others and a last one that draws."""
    stream = {"output_type": "stream", "text": [printed]}
    figure = {"output_type": "display_data", "data": {"text/plain": [drawn]}}
    words = {"cell_type": "markdown", "id": where, "source": [prose]}
    first = {"cell_type": "code", "source": ["x = 2.5"], "outputs": [stream]}
    empty = {"cell_type": "code", "source": ["pass"], "outputs": []}
    last = {"cell_type": "code", "source": ["draw()"], "outputs": [figure]}
    return {"cells": [first, empty, empty, empty, words, empty, last, first | empty]}


@pytest.mark.parametrize(
    ("prose", "printed", "drawn", "where", "missing"),
    [
        ("drawn .47", "", "Weights: 0.47 0.53", "near", []),
        ("drawn .48", "", "Weights: 0.47 0.53", "near", [("near", ".48", "0.47")]),
        ("too far .47", "0.47", "", "near", [("near", ".47", None)]),
        ("the whole lesson: .47, 2.5", "0.47", "", "summary", []),
        ("spoiled: .41", "0.47", "", "summary", [("summary", ".41", "0.47")]),
    ],
)
def test_a_spoiled_digit_is_named_with_the_nearest(
    prose, printed, drawn, where, missing
):
    found = missing_numbers(lesson(prose, printed, drawn, where))
    assert [(i, n.text, near and near.text) for i, n, near in found] == missing


def with_a_digit_raised(text):
    """Yield a number's text with one digit one higher, for each digit."""
    for place, digit in enumerate(text):
        if digit.isdigit():
            yield text[:place] + str((int(digit) + 1) % 10) + text[place + 1 :]


def test_most_spoiled_digits_are_noticed():
    """What is drawn near the prose must not hold so much that all is found there."""
    noticed = [
        not any(agrees(spoiled, other) for other in pool)
        for path in LESSONS
        for cell, pool in pools(json.loads(path.read_text(encoding="utf-8")))
        for number in prose_numbers("".join(cell["source"]))
        if any(agrees(number, other) for other in pool)
        for text in with_a_digit_raised(number.text)
        for spoiled in prose_numbers(text)
    ]
    assert sum(noticed) >= 0.6 * len(noticed), f"{sum(noticed)} of {len(noticed)}"
