"""The scores explorer: its numbers, its text, and words that must stay words."""

import html
import json
import re

import numpy as np
import pytest

from course_lib import explorer
from course_lib.attention import softmax
from course_lib.figures import plot_attention_grid

WORDS = "A fluffy blue creature".split()
SCORES = np.where(np.tri(4) > 0, np.arange(16.0).reshape(4, 4) % 5 / 2, -np.inf)


def numbers(shown):
    (data,) = re.findall(r'data-numbers="([^"]*)"', shown.html)
    return json.loads(html.unescape(data))


def test_the_numbers_are_inside_and_masked_ones_are_null():
    found = numbers(explorer.scores(WORDS, SCORES, focus="blue"))
    assert found["words"] == WORDS
    assert found["focus"] == 2
    assert found["start"] == 1
    assert found["scores"][1] == [2.0, 2.5 - 2.5, None, None]


def test_the_text_is_that_of_the_static_picture_and_names_the_slider():
    shown = explorer.scores(WORDS, SCORES, focus="creature", start=2)
    frame = {"title": "T", "tier": "by hand"}
    ax = plot_attention_grid(WORDS, softmax(2 * SCORES), focus=3, **frame)
    ((sentence, listed),) = ax.figure.course_descriptions
    *static, slider = shown.text.split("\n")
    assert "\n".join(static) == f"{sentence}\n{listed}"
    assert slider.startswith("Slider: multiply scores by, 0 to 4; at 2: creature looks")


def test_equal_scores_are_named_with_equal_shares():
    said = "creature looks at A .25, fluffy .25, blue .25, on itself .25."
    assert explorer.scores(WORDS, SCORES, start=0).text.endswith(said)
    assert explorer.scores(WORDS, np.zeros((4, 4))).text.endswith(said)
    third = explorer.scores(WORDS, SCORES, start=0, focus="blue").text
    assert third.endswith("blue looks at A .33, fluffy .33, on itself .33.")


def test_where_no_script_runs_it_says_only_what_is_always_true():
    assert (
        ">Run this cell to move the slider.</div>" in explorer.scores(["a"], [[0]]).html
    )


def test_notebooks_get_html_and_text():
    shown = explorer.scores(WORDS, SCORES)
    bundle = shown._repr_mimebundle_()
    assert bundle == {"text/html": shown._repr_html_(), "text/plain": repr(shown)}


def test_the_html_is_the_same_every_time_and_asks_no_network():
    shown = explorer.scores(WORDS, SCORES)
    assert shown == explorer.scores(WORDS, SCORES * (1 + 1e-9))
    assert "random" not in shown.html.lower()
    links = re.findall(r"https?://[^\"]*", shown.html)
    assert links == ["http://www.w3.org/2000/svg"]  # a name, not an address
    assert "__" not in shown.html


def test_the_template_is_small():
    bare = explorer.scores(["a"], [[0]]).html
    assert len(bare.encode()) < 6200


@pytest.mark.parametrize(
    "word",
    ["<script>", "</div>", 'a"b', "it's", "&amp;", "😀", "雨", "\\", "__NUMBERS__"],
)
def test_any_word_stays_a_word(word):
    shown = explorer.scores([word, "b"], [[0, 1], [2, 3]])
    assert numbers(shown)["words"][0] == word
    assert shown.html.count("<script>") == 1
    assert shown.html.count("</div>") == 2


def test_a_row_that_may_look_at_nothing_is_allowed():
    shown = explorer.scores(
        ["a", "b"], [[-np.inf, -np.inf], [0, 1]], start=0, focus="a"
    )
    assert "a looks at no other word, on itself 0." in shown.text


@pytest.mark.parametrize(
    ("arguments", "more", "message"),
    [
        ((["a"], [[1, 2]]), {}, r"scores has shape \[1, 2\], expected \[1, 1\]"),
        (
            (["a"] * 13, np.zeros((13, 13))),
            {},
            "words holds 13 words, expected 1",
        ),
        (([], np.zeros((1, 1))), {}, "words holds 0 words"),
        (("ab", np.zeros((2, 2))), {}, "words is 'ab', expected a list of words"),
        ((["a"], [[np.nan]]), {}, "scores holds NaN or"),
        ((["a"], [[np.inf]]), {}, "scores holds NaN or"),
        ((["a"], [[1]]), {"start": 5}, "start is 5, expected 0 to 4"),
        ((["a"], [[1]]), {"focus": "b"}, "focus 'b' is not among the tokens"),
    ],
)
def test_bad_input_gets_one_clear_sentence(arguments, more, message):
    with pytest.raises(ValueError, match=message):
        explorer.scores(*arguments, **more)
