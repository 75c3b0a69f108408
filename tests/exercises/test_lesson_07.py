"""Lesson 07: what its exercises alone promise."""

import inspect
import re

import pytest

from course_lib import operating_table
from course_lib.counting import costs, models
from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_07 import EXERCISES, bug, choices, memory
from course_lib.exercises.lesson_07.counting import count


def test_the_reference_counts_what_the_shapes_count():
    for name in models.GPT3_TABLE:
        shape = models.weights_only(models.gpt3(name))
        sizes = shape.layers, shape.d_model, shape.heads, shape.d_head, shape.mlp_width
        assert count(*sizes, shape.vocabulary) == shape.total()


def test_the_cache_costs_what_the_library_says():
    smol = models.SMOLLM2
    bill = memory.cache_bytes(smol.layers, smol.n_kv_heads, smol.d_head, 999, 2)
    assert bill == costs.kv_cache_bytes(smol, 999)


def test_the_bug_passes_its_author_s_test_and_fails_on_gpt2_xl():
    names = {}
    exec(bug.BUGGY, names)
    xl = (48, 25, 1_600, 64, 50_257)
    right = models.weights_only(models.GPT2_XL).total()
    assert bug.fixed_count(*xl) == right != names["forum_count"](*xl)


def test_six_of_eight_rows_would_not_show_the_bug():
    alike = [row for row in models.GPT3_TABLE.values() if row[0] == row[2]]
    assert len(alike) == 6


def test_the_worst_cut_is_the_one_that_was_measured():
    cuts = {
        "a": "attention of layers 10-19 off",
        "b": "MLP of layer 0 off",
        "c": "MLP of layer 5 off",
        "d": "attention of layer 1 off",
    }
    loss = {k: float(operating_table.damage_of(cut)["loss"]) for k, cut in cuts.items()}
    assert max(loss, key=loss.get) == choices.WORST_CUT_LETTER
    smol = models.SMOLLM2
    mlp = 3 * smol.d_model * smol.mlp_width
    attention = smol.attention() // smol.layers
    sizes = {"a": 10 * attention, "b": mlp, "c": mlp, "d": attention}
    for letter, (text, *_) in choices.CUTS.items():
        assert text.endswith(f": {sizes[letter]:,} parameters")


def test_the_bytes_that_are_to_be_predicted():
    options = dict(re.findall(r"^# (\w)\) (.*)", EXERCISES["07.8"].stub, re.MULTILINE))
    right = f"{costs.attention_bytes(16, 20_000, 20_000) / 1e9} GB"
    assert options[EXERCISES["07.8"].reference] == right


@pytest.mark.parametrize(
    ("exercise_id", "answer", "part"),
    [
        ("07.1", 1_000, "no multiple of 12,288 x 128"),
        ("07.1", 7 * 12_288 * 128, "Name them one by one"),
        ("07.1", "four", "one whole number is expected"),
        ("07.1", (1, 2), "one whole number is expected"),
        ("07.3", 5, "answer with three numbers"),
        ("07.3", ("1", "2", "3"), "leave the quotes away"),
        (
            "07.3",
            (2 * 12_288 * 49_152, 7, 7),
            "how many MLPs does the whole model have",
        ),
        ("07.3", (7, 7, 7), "the first number does not fit"),
        ("07.11", 3, "answer with a TransformerShape; this is the number 3"),
    ],
)
def test_other_values_are_told_what_is_odd(exercise_id, answer, part):
    verdict = judge(EXERCISES[exercise_id], answer)
    assert verdict.state == "not yet"
    assert part in verdict.message


@pytest.mark.parametrize("extra", [1, -1])
@pytest.mark.parametrize(
    ("exercise_id", "side"), [("07.5", ("large", "small")), ("07.9", ("high", "low"))]
)
def test_an_unknown_mistake_is_told_its_side(exercise_id, side, extra):
    exercise = EXERCISES[exercise_id]

    def answer(**sizes):
        return exercise.reference(**sizes) * (1.3 if extra > 0 else 0.7)

    answer.__signature__ = inspect.signature(exercise.reference)
    assert f"too {side[0] if extra > 0 else side[1]}" in judge(exercise, answer).message


def test_a_right_model_is_told_what_was_counted():
    verdict = judge(EXERCISES["07.11"], EXERCISES["07.11"].reference)
    assert "Counted: 96,168,960 parameters, 18% of them attention" in verdict.message
