"""The calculator: its numbers, its text, and what it refuses."""

import html
import json
import re
from dataclasses import replace

import pytest

from course_lib import explorer
from course_lib.counting import TransformerShape, models
from course_lib.figures import plot_parameter_map

GPT3 = models.weights_only(models.gpt3())


def test_the_sizes_are_inside_with_what_was_left_to_default():
    shown = explorer.counting({"a": GPT3, "b": models.SMOLLM2}, start="b")
    (data,) = re.findall(r'data-numbers="([^"]*)"', shown.html)
    found = json.loads(html.unescape(data))
    assert found["start"] == 1
    assert found["models"][0]["kv_heads"] == 96
    assert found["models"][0]["d_ff"] == 49_152
    assert found["models"][1]["kv_heads"] == 3
    assert [m["tied"] for m in found["models"]] == [False, True]


def test_the_text_is_that_of_the_static_picture_and_names_the_inputs():
    shown = explorer.counting({"GPT-3": GPT3})
    ax = plot_parameter_map(GPT3.parts(), title="T", tier="by hand")
    ((sentence, listed),) = ax.figure.course_descriptions
    first, *numbers, inputs, finding = shown.text.split("\n")
    assert first == sentence
    assert sorted(numbers) == sorted(listed.split("\n"))
    assert inputs.startswith("Inputs: layers, d_model, heads,")
    assert finding == (
        "At GPT-3: 175,181,291,520 parameters: attention 33.1%, MLP 66.2%, words 0.7%."
    )


def test_biases_norms_and_positions_are_left_out():
    whole = explorer.counting({"x": models.gpt3()}).text
    bare = explorer.counting({"x": replace(GPT3, tied=True)}).text
    assert whole == bare


def test_where_no_script_runs_it_says_only_what_is_always_true():
    shown = explorer.counting({"x": GPT3})
    assert ">Run this cell to change the sizes.</div>" in shown.html


@pytest.mark.parametrize(
    ("shown", "start", "message"),
    [
        ({}, None, "models is empty"),
        ({"x": GPT3}, "y", r"start is 'y', expected one of \['x'\]"),
        ({"x": 3}, None, r"models\['x'\] is a int, expected a shape"),
        ({"x": models.MIXTRAL_8X7B}, None, "one stack, one expert"),
        ({"x": models.T5_SMALL}, None, "one stack, one expert"),
        ({"x": models.BERT_BASE}, None, "no pooler"),
        ({"x": replace(GPT3, d_head=10**9 + 1)}, None, "size of 1,000,000,001"),
    ],
)
def test_bad_models(shown, start, message):
    with pytest.raises(ValueError, match=message):
        explorer.counting(shown, start=start)


def test_names_must_stay_words():
    shape = TransformerShape(layers=1, d_model=1, heads=1, d_head=1, vocabulary=1)
    shown = explorer.counting({'</script>"<b>': shape})
    assert "</script>&quot;" not in shown.html.split("<style>")[0].split(">")[1:]
    assert "&lt;/script&gt;" in shown.html
