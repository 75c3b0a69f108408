"""The operating table without the model: recorded numbers, and only where earned."""

import itertools

import numpy as np
import pytest

from course_lib.attention import scaled_dot_product_attention
from course_lib.operating_table import CUTS, POINTS, operate, write


@pytest.fixture(autouse=True)
def _no_model(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL_DIR", str(tmp_path))


@pytest.mark.parametrize("cut", CUTS)
def test_the_right_cut_gives_the_recorded_number(cut):
    damage = operate(cut, **CUTS[cut])
    assert damage.cut == cut
    assert 1 < damage.loss < 27
    assert len(damage.words) == 5


@pytest.mark.parametrize(("asked", "done"), [*itertools.permutations(CUTS, 2)])
def test_another_cut_is_refused(asked, done):
    with pytest.raises(ValueError, match=f"does not do '{asked}'.*course.py model"):
        operate(asked, **CUTS[done])


def test_a_cut_that_was_not_recorded_is_refused():
    with pytest.raises(ValueError, match="'no values' was not recorded.*no scale"):
        operate("no values", scaled_dot_product_attention)


def test_what_a_cut_model_writes_is_recorded_and_only_for_that_cut():
    assert write("nothing cut", scaled_dot_product_attention).startswith(" Paris.")
    no_mask = CUTS["no mask"]["attention"]
    assert set(write("no mask", no_mask)) == {"_"}
    with pytest.raises(ValueError, match="does not do 'mask after softmax'"):
        write("mask after softmax", no_mask)


def test_a_cut_in_another_style_is_accepted():
    def no_scale(q, k, v, mask):
        scores = np.where(mask, np.einsum("id,jd->ij", q, k), -np.inf)
        weights = np.exp(scores - scores.max(1, keepdims=True))
        weights /= weights.sum(1, keepdims=True)
        return (weights @ v).tolist(), weights.tolist()

    assert operate("no scale", no_scale) == operate("no scale", **CUTS["no scale"])


def test_printed_numbers_are_no_rounding_ties():
    for cut in CUTS:
        damage = operate(cut, **CUTS[cut])
        numbers = [damage.loss, *(p for _, p in damage.words[:3])]
        for number in numbers:
            assert abs(number * 100 % 1 - 0.5) > 0.01, (cut, number)


def test_damage_prints_one_line():
    assert str(operate("nothing cut", scaled_dot_product_attention)) == (
        "nothing cut: loss 3.81; next words ' Paris' 0.77, ' the' 0.06, ' London' 0.01"
    )


@pytest.mark.parametrize("point", POINTS)
def test_an_edit_that_does_more_than_the_cut_is_refused(point):
    def edit(at, layer, x):
        off = CUTS["MLPs off"]["edit"](at, layer, x)
        more = at == point and layer == (0 if point == "embedding" else 17)
        return 2 * x + 1 if more else off

    with pytest.raises(ValueError, match=f"not do 'MLPs off' on point '{point}'"):
        operate("MLPs off", edit=edit)
