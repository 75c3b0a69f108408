"""The heads explorer: its numbers, its text, and words that must stay words."""

import base64
import html
import json
import re

import numpy as np
import pytest

from course_lib import explorer
from course_lib.attention import softmax
from course_lib.figures import plot_all_heads

WORDS = ["\n", " a", " b", " a", " c"]


def found(tokens=WORDS, layers=3, heads=2, seed=0):
    n = len(tokens)
    scores = np.random.default_rng(seed).normal(0, 2, (layers, heads, n, n))
    weights = softmax(np.where(np.tri(n) > 0, scores, -np.inf))
    return {"tokens": np.array(tokens), "weights": weights}


BOTH = {"\na b a c": found(), "\nx y": found(["\n", " x", " y"], seed=1)}


def numbers(shown):
    (data,) = re.findall(r'data-numbers="([^"]*)"', shown.html)
    return json.loads(html.unescape(data))


def unpacked(text):
    return np.frombuffer(base64.b64decode(text), np.uint8)


def test_all_heads_are_inside_in_hundredths_and_no_masked_weight():
    data = numbers(explorer.heads(BOTH, layer=1, head=1))
    assert data["size"] == [3, 2]
    for sentence, one in zip(data["sentences"], BOTH.values(), strict=True):
        n = len(one["tokens"])
        inside = unpacked(sentence["weights"]).reshape(3, 2, -1)
        rows = np.concatenate([one["weights"][..., q, : q + 1] for q in range(n)], -1)
        np.testing.assert_allclose(inside / 100, rows, atol=0.00501)
        before = [one["weights"][..., q, q - 1] for q in range(2, n)]
        inside = unpacked(sentence["shares"]["piece before"]).reshape(3, 2)
        np.testing.assert_allclose(inside / 100, np.mean(before, 0), atol=0.00501)


def test_the_text_says_what_the_strip_and_the_chosen_row_show():
    shown = explorer.heads(BOTH, layer=2, head=0, color="first piece", focus=4)
    lines = shown.text.splitlines()
    weights = BOTH["\na b a c"]["weights"]
    table = weights[..., 1:, 0].mean(-1)
    frame = {"title": "T", "tier": "real model", "value_label": "on the first piece"}
    ((twin, _),) = plot_all_heads(table, **frame).figure.course_descriptions
    assert lines[0] == twin
    assert "Sliders: layer, 0 to 2; head, 0 to 1." in lines
    row = [w for w in lines if w.startswith("c: ")][0].split()[1:]
    np.testing.assert_allclose([float(w) for w in row], weights[2, 0, 4], atol=0.00501)
    assert lines[-2].startswith("Head 2.0, mean weights: first piece ")
    assert "piece after the same " in lines[-2]
    assert lines[-1].startswith("c looks at ")


def test_a_head_that_only_rests_says_so():
    table = np.zeros((1, 1, 3, 3))
    table[..., 0] = 1
    shown = explorer.heads(
        {"t": {"tokens": ["a", "b", "c"], "weights": table}}, layer=0, head=0
    )
    assert shown.text.splitlines()[-2:] == [
        "Head 0.0, mean weights: first piece 1, piece before 0, itself 0. "
        "It looks nowhere else.",
        "c looks at a 1.",
    ]


def test_the_html_is_the_same_for_weights_that_differ_in_the_last_bits():
    near = found()
    near["weights"] = near["weights"] * (1 - 1e-9)
    shown = explorer.heads({"t": found()}, layer=0, head=0)
    assert shown == explorer.heads({"t": near}, layer=0, head=0)
    links = re.findall(r"https?://[^\"]*", shown.html)
    assert links == ["http://www.w3.org/2000/svg"]
    assert "__" not in shown.html


def test_it_is_small():
    bare = explorer.heads({"a b c": found(["a", "b", "c"], 1, 1)}, layer=0, head=0)
    assert len(bare.html.encode()) < 9500
    full = {f"text {i}": found([" w"] * 16, 30, 9, i) for i in range(4)}
    assert len(explorer.heads(full).html) < 300_000


@pytest.mark.parametrize("word", ["<script>", "</div>", 'a"b', "it's", "&amp;", "雨"])
def test_any_word_stays_a_word(word):
    shown = explorer.heads({word: found([word, " b", " c"])}, layer=0, head=0)
    assert numbers(shown)["sentences"][0]["text"] == word
    assert shown.html.count("<script>") == 1
    assert shown.html.count("</div>") == 2


ONE = found()
AHEAD = {"tokens": ["a", "b"], "weights": np.full((1, 1, 2, 2), 0.5)}


@pytest.mark.parametrize(
    ("texts", "more", "message"),
    [
        ({}, {}, "found holds 0 texts, expected 1 to 4"),
        ({"t": found([" a"] * 17)}, {}, "'t' has 17 pieces, expected at most 16"),
        ({"t": ONE | {"tokens": ["a"]}}, {}, r"expected \[layers, heads, 1, 1\]"),
        ({"t": AHEAD}, {}, "leave 0 to 1, or look ahead"),
        ({"t": ONE, "u": found(layers=2)}, {}, "layers and heads, not one"),
        ({"t": ONE}, {"layer": 3}, "head 3.1 was chosen, expected layers up to 2"),
        ({"t": ONE}, {"head": 2}, "head 1.2 was chosen"),
        ({"t": ONE}, {"color": "hue"}, "color is 'hue', expected one of"),
        ({"t": ONE}, {"focus": "z"}, "focus 'z' is not among the tokens"),
    ],
)
def test_bad_input_gets_one_clear_sentence(texts, more, message):
    with pytest.raises(ValueError, match=message):
        explorer.heads(texts, **({"layer": 1, "head": 1} | more))
