"""The mask explorer: its numbers, its text, and words that must stay words."""

import html
import json
import re

import numpy as np
import pytest

from course_lib import explorer
from course_lib.attention import causal_mask
from course_lib.figures import plot_reach

WORDS = "One mole of carbon".split()
SCORES = np.arange(16.0).reshape(4, 4) % 5 / 2


def numbers(shown):
    (data,) = re.findall(r'data-numbers="([^"]*)"', shown.html)
    return json.loads(html.unescape(data))


def test_the_numbers_are_inside_with_all_presets():
    found = numbers(explorer.mask(WORDS, SCORES, n_layers=2, focus="of"))
    assert found["words"] == WORDS
    assert (found["start"], found["focus"], found["most"]) == (2, 2, 6)
    assert found["scores"] == SCORES.tolist()
    assert list(found["presets"]) == ["causal", "window of 2", "padding", "none"]
    assert found["presets"]["causal"] == causal_mask(4).astype(int).tolist()
    assert found["presets"]["padding"] == [[1, 1, 0, 0]] * 4


def test_the_text_is_that_of_the_static_twin_then_each_control():
    ax = plot_reach(WORDS, SCORES, causal_mask(4), 2, title="T", tier="by hand")
    ((sentence, listed),) = ax.figure.course_descriptions
    text = explorer.mask(WORDS, SCORES, n_layers=2).text
    assert text.startswith(f"{sentence}\n{listed}\nSlider: layers, 1 to 6; at 2.\n")
    assert [line.split(":")[0] for line in text.split("\n")[-4:]] == [
        "causal",
        "window of 2",
        "padding",
        "none",
    ]


def test_the_template_is_small_and_asks_no_network():
    shown = explorer.mask(["a"], [[0]])
    assert len(shown.html.encode()) < 8000
    links = re.findall(r"https?://[^\"]*", shown.html)
    assert links == ["http://www.w3.org/2000/svg"]
    assert "__" not in shown.html


@pytest.mark.parametrize("word", ["<script>", "</div>", 'a"b', "&amp;", "雨", "\\"])
def test_any_word_stays_a_word(word):
    shown = explorer.mask([word, "b"], [[0, 1], [2, 3]])
    assert numbers(shown)["words"][0] == word
    assert shown.html.count("<script>") == 1


@pytest.mark.parametrize(
    ("arguments", "more", "message"),
    [
        ((["a"], [[1, 2]]), {}, r"scores has shape \[1, 2\]"),
        ((["a"] * 9, np.zeros((9, 9))), {}, "at most 8 words"),
        (([], np.zeros((1, 1))), {}, "tokens holds 0 tokens"),
        ((["a"], [[-np.inf]]), {}, "scores holds -inf"),
        ((["a"], [[1]]), {"n_layers": 0}, "n_layers is 0"),
        ((["a"], [[1]]), {"focus": "b"}, "focus 'b' is not among the tokens"),
    ],
)
def test_bad_input_gets_one_clear_sentence(arguments, more, message):
    with pytest.raises(ValueError, match=message):
        explorer.mask(*arguments, **more)
