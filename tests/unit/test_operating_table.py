"""The operating table without the model: recorded numbers, and only where earned."""

import itertools

import numpy as np
import pytest

from course_lib import model_file, operating_table
from course_lib.attention import scaled_dot_product_attention
from course_lib.operating_table import CUTS, operate, status, yours_or_ours


@pytest.fixture(autouse=True)
def _no_model(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL_DIR", str(tmp_path))


def test_status_says_recorded_and_names_the_command():
    assert status().startswith("Recorded: ")
    assert "python course.py model" in status()


def test_status_says_live(monkeypatch):
    monkeypatch.setattr(model_file, "is_installed", lambda: True)
    assert status().startswith("Live: ")


@pytest.mark.parametrize("cut", CUTS)
def test_the_right_cut_gives_the_recorded_number(cut):
    damage = operate(cut, CUTS[cut])
    assert damage.cut == cut
    assert 3 < damage.loss < 11
    assert len(damage.words) == 5


@pytest.mark.parametrize(("asked", "done"), [*itertools.permutations(CUTS, 2)])
def test_another_cut_is_refused(asked, done):
    with pytest.raises(ValueError, match=f"does not do '{asked}'.*course.py model"):
        operate(asked, CUTS[done])


def test_a_cut_that_was_not_recorded_is_refused():
    with pytest.raises(ValueError, match="'no values' was not recorded.*no scale"):
        operate("no values", scaled_dot_product_attention)


def test_a_cut_in_another_style_is_accepted():
    def no_scale(q, k, v, mask):
        scores = np.where(mask, np.einsum("id,jd->ij", q, k), -np.inf)
        weights = np.exp(scores - scores.max(1, keepdims=True))
        weights /= weights.sum(1, keepdims=True)
        return (weights @ v).tolist(), weights.tolist()

    assert operate("no scale", no_scale) == operate("no scale", CUTS["no scale"])


def test_printed_numbers_are_no_rounding_ties():
    for cut in CUTS:
        damage = operate(cut, CUTS[cut])
        numbers = [damage.loss, *(p for _, p in damage.words[:3])]
        for number in numbers:
            assert abs(number * 100 % 1 - 0.5) > 0.01, (cut, number)


def test_damage_prints_one_line():
    assert str(operate("nothing cut", scaled_dot_product_attention)) == (
        "nothing cut: loss 3.44; next words ' Paris' 0.77, ' the' 0.06, ' London' 0.01"
    )


def blank(q, k, v, mask=None): ...


def stops(q, k, v, mask=None):
    raise KeyError("x")


def out_alone(q, k, v, mask=None):
    return v[0]


def unmasked(q, k, v, mask=None):
    return scaled_dot_product_attention(q, k, v)


def mine(q, k, v, mask=None):
    return scaled_dot_product_attention(q, k, v, mask)


@pytest.mark.parametrize("function", [blank, ..., stops, out_alone, unmasked])
def test_until_it_is_right_the_courses_own_runs(function, capsys):
    assert yours_or_ours(function) is scaled_dot_product_attention
    assert capsys.readouterr().out.startswith("Exercise 02.6 is not solved yet")


def test_a_right_function_runs_itself_and_says_on_what(capsys, monkeypatch):
    assert yours_or_ours(mine) is mine
    assert "runs on the recorded heads" in capsys.readouterr().out
    monkeypatch.setattr(model_file, "is_installed", lambda: True)
    assert yours_or_ours(mine) is mine
    assert "runs in all 270 heads" in capsys.readouterr().out


def test_a_recorded_head_has_its_parts():
    tokens, q, k, v = operating_table.head("13.1")
    assert tokens[4] == " creature"
    assert q.shape == k.shape == v.shape == (len(tokens), 64)
    assert q.dtype == np.float32
