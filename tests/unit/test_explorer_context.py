"""The context explorer: its numbers, its text, and words that must stay words."""

import html
import json
import re

import numpy as np
import pytest

from course_lib import explorer
from course_lib.figures import plot_context
from course_lib.figures.context import nearest

CONTEXTS = {"shrew": [-1.7, -0.3], "carbon dioxide": [2.6, -0.1]}
SENSES = {"animal": [-3.5, 2], "skin": [0, 4], "chemistry": [3.5, 2]}
START = [-0.7, 1.2]


def shown(word="mole", contexts=CONTEXTS, senses=SENSES, start=START):
    return explorer.context(word, contexts, senses, start=start)


def numbers(explored):
    (data,) = re.findall(r'data-numbers="([^"]*)"', explored.html)
    return json.loads(html.unescape(data))


def test_the_numbers_are_inside():
    found = numbers(shown())
    assert found["word"] == "mole"
    assert found["start"] == START
    assert found["contexts"] == [
        ["shrew", [-1.7, -0.3]],
        ["carbon dioxide", [2.6, -0.1]],
    ]
    assert dict(found["senses"]) == SENSES


def test_nothing_that_can_be_reached_leaves_the_picture():
    rng = np.random.default_rng(0)
    steps = rng.normal(0, 2, (5, 2))
    found = numbers(shown(contexts={str(i): step for i, step in enumerate(steps)}))
    for pressed in np.ndindex(*[2] * 5):
        tip = START + np.array(pressed) @ steps
        assert (tip >= np.array(found["low"]) - 1e-3).all()
        assert (tip <= np.array(found["high"]) + 1e-3).all()


def test_the_text_is_that_of_the_static_twin_then_each_button():
    ax = plot_context("mole", CONTEXTS, SENSES, start=START, title="T")
    ((sentence, listed),) = ax.figure.course_descriptions
    lines = shown().text.removeprefix(f"{sentence}\n{listed}\n").split("\n")
    near = "nearest in direction to"
    assert lines == [
        "Buttons: shrew, carbon dioxide; each adds its arrow to the vector.",
        f"mole alone: {near} animal, cosine .87; skin .86, chemistry −.01.",
        f"mole + shrew: {near} animal, cosine .99; skin .35, chemistry −.64.",
        f"mole + carbon dioxide: {near} chemistry, cosine 1; skin .50, animal −.50.",
    ]


@pytest.mark.parametrize(
    ("vector", "said"),
    [
        ([0, 2], "nearest in direction to up, cosine 1; left 0, down −1."),
        ([-1, 1], "nearest in direction to up and left, cosine .71; down −.71."),
        ([-1, 1.001], "nearest in direction to up and left, cosine .71; down −.71."),
        ([0, 0], "nearest in direction to up and down and left, cosine 0."),
    ],
)
def test_senses_whose_cosines_print_alike_are_equally_near(vector, said):
    assert nearest(vector, {"up": [0, 1], "down": [0, -3], "left": [-2, 0]}) == said


def test_notebooks_get_html_and_text():
    bundle = shown()._repr_mimebundle_()
    assert bundle == {"text/html": shown()._repr_html_(), "text/plain": repr(shown())}


def test_the_html_is_the_same_every_time_and_asks_no_network():
    noisy = {name: np.array(step) * (1 + 1e-9) for name, step in CONTEXTS.items()}
    assert shown() == shown(contexts=noisy)
    links = re.findall(r"https?://[^\"]*", shown().html)
    assert links == ["http://www.w3.org/2000/svg"]  # a name, not an address
    assert "__" not in shown().html


def test_the_page_is_small_and_says_by_hand():
    bare = re.sub(r'data-numbers="[^"]*"', "", shown().html)
    assert len(bare.encode()) < 7168
    assert "✎ by hand" in bare


@pytest.mark.parametrize(
    "word",
    ["<script>", "</div>", 'a"b', "it's", "&amp;", "😀", "雨", "\\", "__NUMBERS__"],
)
def test_any_word_stays_a_word(word):
    for explored in (shown(word), shown(contexts={word: [1, 2]})):
        assert word in str(numbers(explored)) or word == "\\"
        assert explored.html.count("<script>") == 1
        assert explored.html.count("</script>") == 1
    assert numbers(shown(word))["word"] == word


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"contexts": {}}, "contexts holds 0 words, expected 1 to 6"),
        ({"start": [1]}, r"start of 'mole' has shape \[1\], expected \[2\]"),
        ({"senses": {"a": [0, 0]}}, "sense 'a' is at zero"),
        ({"senses": {"a": [0, np.nan]}}, "sense 'a' holds NaN"),
        ({"word": 3}, "3 is no short word"),
    ],
)
def test_bad_input_gets_one_clear_sentence(changes, message):
    with pytest.raises(ValueError, match=message):
        shown(**changes)
