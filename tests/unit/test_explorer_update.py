"""The update explorer: its numbers, its text, and that it says what its twin says."""

import html
import json
import re

import numpy as np
import pytest

from course_lib import explorer
from course_lib.attention import softmax
from course_lib.figures import plot_update

WORDS = "A fluffy blue creature".split()
E = np.array([[0, 0], [1, 0], [0, 1], [0.4, -0.2]])
SCORES = np.where(np.tri(4) > 0, np.arange(16.0).reshape(4, 4) % 5 / 2, -np.inf)


def shown(words=WORDS, vectors=E, scores=SCORES, values=E, **more):
    more = {"plane": "soft across, hue up"} | more
    return explorer.update(words, vectors, scores, values, **more)


def numbers(one):
    (data,) = re.findall(r'data-numbers="([^"]*)"', one.html)
    return json.loads(html.unescape(data))


def test_the_numbers_are_inside_and_masked_ones_are_null():
    found = numbers(shown(focus="blue"))
    assert found["words"] == WORDS
    assert found["focus"] == 2
    assert found["scores"][1] == [2.0, 0.0, None, None]
    assert found["values"] == E.tolist()


def test_all_that_a_word_reaches_lies_between_its_corners():
    found = numbers(shown())
    low, high = np.array(found["low"]), np.array(found["high"])
    for t in (0, 0.5, 1, 4):
        allowed = np.where(np.isfinite(SCORES), SCORES, 0) * t
        weights = softmax(np.where(np.isfinite(SCORES), allowed, -np.inf))
        new = E + weights @ E
        assert (new >= low - 0.006).all()
        assert (new <= high + 0.006).all()


@pytest.mark.parametrize("start", [0.5, 1, 4])
def test_the_text_is_that_of_the_static_picture_and_names_the_controls(start):
    one = shown(focus="creature", start=start)
    weights = softmax(start * SCORES[3])
    frame = {"title": "T", "tier": "by hand", "plane": ""}
    ax = plot_update("creature", E[3], WORDS, weights, E, **frame)
    ((sentence, listed),) = ax.figure.course_descriptions
    *static, buttons, slider = one.text.split("\n")
    assert "\n".join(static) == f"{sentence}\n{listed}"
    assert buttons == "Buttons: A, fluffy, blue, creature; each lets its word look."
    assert slider.startswith(f"Slider: multiply scores by, 0 to 4; at {start:g}: cr")


def test_the_html_is_the_same_every_time_asks_no_network_and_is_small():
    one = shown()
    assert one == shown(scores=SCORES * (1 + 1e-9))
    links = re.findall(r"https?://[^\"]*", one.html)
    assert links == ["http://www.w3.org/2000/svg"]  # a name, not an address
    assert "__" not in one.html
    assert len(one.html.encode()) < 8800
    assert ">Run this cell to choose a word and move the slider.</div>" in one.html


@pytest.mark.parametrize("word", ["<script>", "</div>", 'a"b', "it's", "&amp;", "雨"])
def test_any_word_stays_a_word(word):
    one = shown([word, "b"], E[:2], [[0, 1], [2, 3]], E[:2])
    assert numbers(one)["words"][0] == word
    assert one.html.count("<script>") == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"vectors": E[:3]}, r"vectors has shape \[3, 2\], expected \[4, 2\]"),
        ({"values": E[:, :1]}, r"values has shape \[4, 1\], expected \[4, 2\]"),
        ({"scores": SCORES[:2]}, r"scores has shape \[2, 4\], expected \[4, 4\]"),
        ({"scores": SCORES * np.nan}, "scores holds NaN or"),
        ({"scores": np.full((4, 4), -np.inf)}, "a row that is masked whole"),
        ({"words": "abcd"}, "words is 'abcd', expected a list of words"),
        ({"words": ["a"] * 9}, "words holds 9 words, expected 1 to 8"),
        ({"start": 5}, "start is 5, expected 0 to 4"),
        ({"focus": "mole"}, "focus 'mole' is not among"),
        ({"plane": "x" * 61}, "plane has 61 characters, expected at most 60"),
    ],
)
def test_bad_input_gets_one_clear_sentence(change, message):
    with pytest.raises(ValueError, match=message):
        shown(**change)
