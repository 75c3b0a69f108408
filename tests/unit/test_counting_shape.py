"""Shapes count what real models hold, in whole numbers of any size."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.counting import TransformerShape, models
from course_lib.counting.shape import EVERY_MATRIX, QKVO
from course_lib.model import layout

TINY = {"layers": 3, "d_model": 11, "heads": 6, "d_head": 7, "vocabulary": 13}
NO_TORCH = settings(max_examples=60, deadline=None)


def size(most=10**6):
    return st.integers(1, most)


@st.composite
def shapes(draw, most=10**6):
    """Draw any shape that can be."""
    kv_heads = draw(size(50))
    gated = draw(st.booleans())
    named = [name for name in EVERY_MATRIX if gated or name != "MLP gate"]
    experts = draw(size(9))
    return {
        "layers": draw(size(most)),
        "d_model": draw(size(most)),
        "heads": kv_heads * draw(size(50)),
        "d_head": draw(size(most)),
        "kv_heads": kv_heads,
        "vocabulary": draw(size(most)),
        "d_ff": draw(st.none() | size(most)),
        "gated": gated,
        "experts": experts,
        "active_experts": draw(st.integers(1, experts)),
        "positions": draw(st.integers(0, most)),
        "token_types": draw(st.integers(0, 3)),
        "tied": draw(st.booleans()),
        "biases": tuple(draw(st.sets(st.sampled_from(named)))),
        "norm": draw(st.sampled_from(["none", "scale", "scale and shift"])),
        "end_norm": draw(st.booleans()),
        "embedding_norm": draw(st.booleans()),
        "pooler": draw(st.booleans()),
        "cross_layers": draw(st.integers(0, 9)),
        "relative_buckets": draw(st.integers(0, 40)),
    }


@pytest.mark.parametrize("name", models.COUNTED)
def test_real_models_to_the_last_parameter(name):
    shape = models.SHAPES[name]
    assert (shape.total(), shape.attention()) == models.COUNTED[name]


def test_the_real_model_has_as_many_numbers_as_its_file():
    assert models.SMOLLM2.total() == layout.N_NUMBERS


@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("GPT-3 Small", 125_226_240),
        ("GPT-3 6.7B", 6_658_404_352),
        ("GPT-3 175B", 174_604_259_328),
    ],
)
def test_gpt3_rows_with_all_that_a_file_holds(name, total):
    assert models.gpt3(name).total() == total


@pytest.mark.parametrize(
    ("name", "total", "attention"),
    [
        ("GPT-3 Small", 162_129_408, 28_311_552),
        ("GPT-3 6.7B", 6_854_156_288, 2_147_483_648),
        ("GPT-3 175B", 175_181_291_520, 57_982_058_496),
    ],
)
def test_gpt3_rows_counted_as_weights_alone(name, total, attention):
    shape = models.weights_only(models.gpt3(name))
    assert (shape.total(), shape.attention()) == (total, attention)


def test_every_part_by_hand():
    shape = TransformerShape(
        **TINY,
        kv_heads=2,
        d_ff=5,
        gated=True,
        experts=4,
        active_experts=2,
        positions=17,
        token_types=2,
        tied=False,
        biases=("key", "MLP up"),
        norm="scale and shift",
        embedding_norm=True,
        pooler=True,
        cross_layers=1,
        relative_buckets=8,
    )
    assert shape.parts() == {
        "embedding": 13 * 11,
        "positions": 17 * 11,
        "token types": 2 * 11,
        "query": 11 * 42 * 5,  # 3 layers, and 2 for the decoder's two attentions
        "key": 11 * 14 * 5,
        "value down": 11 * 14 * 5,
        "value up": 42 * 11 * 5,
        "MLP gate": 11 * 5 * 4 * 4,
        "MLP up": 11 * 5 * 4 * 4,
        "MLP down": 5 * 11 * 4 * 4,
        "router": 11 * 4 * 4,
        "biases": 14 * 5 + 5 * 4 * 4,
        "relative biases": 8 * 6 * 2,
        "norms": (3 * 2 + 3 + 2 + 1) * 2 * 11,
        "pooler": 11 * 11 + 11,
        "unembedding": 13 * 11,
    }
    passed = shape.parts(active=True)
    assert passed["MLP up"] == 11 * 5 * 4 * 2
    assert passed["biases"] == 14 * 5 + 5 * 4 * 2
    assert passed["router"] == shape.parts()["router"]
    assert shape.attention() == (2 * 11 * 42 + 2 * 11 * 14 + 14) * 5


def test_empty_parts_are_left_out():
    assert set(TransformerShape(**TINY).parts()) == {
        "embedding",
        *QKVO,
        "MLP up",
        "MLP down",
    }


@NO_TORCH
@given(shapes())
def test_the_parts_add_up_and_no_more_is_met_than_there_is(sizes):
    shape = TransformerShape(**sizes)
    parts, met = shape.parts(), shape.parts(active=True)
    assert shape.total() == sum(parts.values())
    assert all(met[name] <= parts[name] for name in parts)
    assert sum(shape.bias_parts().values()) == parts.get("biases", 0)
    assert all(type(n) is int and n > 0 for n in parts.values())


@NO_TORCH
@given(
    shapes(),
    st.sampled_from(["layers", "d_model", "d_head", "vocabulary", "positions"]),
)
def test_more_of_anything_is_never_less(sizes, name):
    more = sizes | {name: sizes[name] + 1}
    less, after = TransformerShape(**sizes).total(), TransformerShape(**more).total()
    assert after >= less if name == "positions" else after > less


@NO_TORCH
@given(shapes(10**40), st.integers(2, 10**30))
def test_integers_of_any_size_are_exact(sizes, times):
    """A thousand-fold vocabulary is a thousand-fold table: no digit is lost."""
    tall = sizes | {"vocabulary": sizes["vocabulary"] * times}
    before, after = (TransformerShape(**s).parts() for s in (sizes, tall))
    assert after["embedding"] == times * before["embedding"]
    assert before["query"] == (
        sizes["d_model"]
        * sizes["heads"]
        * sizes["d_head"]
        * (sizes["layers"] + 2 * sizes["cross_layers"])
    )


def test_integers_of_numpy_do_not_wrap():
    sizes = {name: np.int32(10**9) for name in TINY}
    assert TransformerShape(**sizes).parts()["query"] == 10**36


@NO_TORCH
@given(shapes())
def test_tied_and_untied_differ_by_the_table(sizes):
    one, two = (TransformerShape(**sizes | {"tied": tied}) for tied in (True, False))
    assert two.total() - one.total() == sizes["vocabulary"] * sizes["d_model"]


@NO_TORCH
@given(shapes())
def test_more_heads_of_less_width_are_as_many_parameters(sizes):
    """Lesson 05: heads share the width out, where all have keys of their own."""
    sizes |= {"kv_heads": None}
    wide = sizes | {"heads": sizes["heads"] * 2}
    narrow = sizes | {"d_head": sizes["d_head"] * 2}
    assert (
        TransformerShape(**wide).attention() == TransformerShape(**narrow).attention()
    )


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"heads": 0}, "heads is 0, expected at least 1"),
        ({"layers": 2.0}, "layers is 2.0, expected a whole number"),
        ({"d_head": True}, "d_head is True, expected a whole number"),
        ({"d_model": "11"}, "d_model is '11', expected a whole number"),
        ({"positions": -1}, "positions is -1, expected at least 0"),
        ({"kv_heads": 4}, "6 heads cannot share 4 key/value heads evenly"),
        ({"kv_heads": 12}, "6 heads cannot share 12 key/value heads evenly"),
        ({"active_experts": 2}, "active_experts is 2, expected at most the 1 experts"),
        ({"norm": "batch"}, "norm is 'batch', expected one of"),
        ({"biases": ("bias",)}, r"biases is \('bias',\), expected names out of"),
        ({"biases": 3}, "biases is 3, expected names out of"),
        ({"biases": "query"}, "biases is 'query', expected names out of"),
        ({"biases": ("MLP gate",)}, "biases names the MLP gate, expected gated"),
    ],
)
def test_impossible_shapes_get_one_sentence(sizes, message):
    with pytest.raises(ValueError, match=message) as problem:
        TransformerShape(**TINY | sizes)
    assert str(problem.value).count("\n") == 0
    assert str(problem.value).endswith(".")


def test_an_unknown_row_of_the_table():
    with pytest.raises(ValueError, match="'GPT-4' is no row of the table"):
        models.gpt3("GPT-4")


def test_two_printed_rows_do_not_reach_their_printed_size():
    off = [
        name
        for name, (*_, millions) in models.GPT3_TABLE.items()
        if abs(models.gpt3(name).total() / 1e6 - millions)
        > (5 if millions > 1000 else 0.5)
    ]
    assert off == ["GPT-3 XL", "GPT-3 13B"]
