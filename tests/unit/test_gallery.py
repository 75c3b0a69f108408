"""gallery.py and culprits.py as recorded: what the lesson says, and by how much."""

import numpy as np
import pytest

from course_lib import culprits, gallery, traces
from course_lib.gallery import HEADS


def part(function, *arguments):
    """Return what was recorded, also where the model is installed."""
    found = traces.get(function.record_name(*arguments))
    return found.get("value", found)


@pytest.mark.parametrize("name", HEADS)
def test_the_search_half_alone_names_the_head(name):
    assert gallery.best(**part(gallery.search, name)) == HEADS[name]


@pytest.mark.parametrize("name", HEADS)
def test_the_score_on_other_texts_beats_baseline_and_control(name):
    found = part(gallery.scores, name)
    score, control, everyone = (found[k] for k in ("score", "control", "everyone"))
    assert score.shape == control.shape == (30,)
    assert everyone.shape == (30, 9)
    assert score.mean() == pytest.approx(everyone[HEADS[name]], abs=1e-6)
    assert score.mean() > 0.5
    assert score.mean() > everyone.mean() + 0.3
    assert (score > control).mean() > 0.9
    assert control.mean() < score.mean() / 2
    assert gallery.rank(everyone, HEADS[name]) <= 5


def effects(name):
    found = part(gallery.knocked_out, name)
    assert found["others"].shape == (gallery.N_OTHERS, 30)
    return found["without"] - found["whole"], found["others"] - found["whole"]


@pytest.mark.parametrize(("name", "least"), [("previous word", 1), ("induction", 0.5)])
def test_two_heads_are_missed_where_a_list_is_said_twice(name, least):
    effect, control = effects(name)
    assert (effect > 0).all()
    assert effect.mean() > least > 2 * abs(control.mean())


def test_without_the_copy_suppressor_the_name_comes_easier():
    effect, control = effects("copy suppression")
    assert (effect < 0).all()
    assert effect.mean() < -1
    assert abs(control.mean()) < 0.1


def test_the_adjective_head_is_not_missed_beyond_noise():
    effect, control = effects("adjective")
    assert abs(effect.mean()) < 2 * effect.std() / np.sqrt(30)
    assert 10 < (effect > 0).sum() < 20
    assert abs(effect.mean()) < np.abs(control.mean(axis=1)).max()


def test_the_head_that_rests_is_not_missed():
    effect, _ = effects("first piece")
    assert abs(effect.mean()) < 0.05


def test_resting_on_the_first_piece_is_what_most_heads_do():
    everyone = part(gallery.scores, "first piece")["everyone"]
    assert everyone.mean() > 0.5
    assert everyone[HEADS["induction"]] > 0.95  # while nothing repeats


def test_the_head_that_looks_hardest_argues_most_against():
    found = part(culprits.at_the_name)
    weight, logit = found["weight"].mean(0), found["logit"].mean(0)
    assert found["logit"].shape == (30, 30, 9)
    suppressor, *_, carrier, _, _ = culprits.HEADS
    assert gallery.rank(weight, suppressor) == 1
    assert gallery.rank(logit, suppressor) == 270
    assert (found["logit"][:, *suppressor] < 0).all()
    assert gallery.rank(logit, carrier) == 1
    assert weight[carrier] < 0.01


def test_the_name_without_each_head():
    without = part(culprits.name_without, culprits.HEADS)
    whole = part(culprits.at_the_name)["probability"]
    assert without.shape == (len(culprits.HEADS), 30)
    suppressor, carrier = without[0] - whole, without[3] - whole
    assert (suppressor > 0).all()
    assert suppressor.mean() > 0.3
    assert (carrier < 0).all()


def test_no_such_head():
    with pytest.raises(
        ValueError, match="name is 'verb', expected one of previous word"
    ):
        gallery._head("verb")


def test_the_others_are_heads_of_the_same_layer_and_never_the_head_itself():
    for layer, head in HEADS.values():
        others = gallery.others_of(layer, head)
        assert len(set(others)) == gallery.N_OTHERS
        assert (layer, head) not in others
        assert {other for other, _ in others} == {layer}


def test_the_records_stay_small():
    size = (traces.FOLDER / "gallery.npz").stat().st_size
    assert size < 400_000


def test_best_wants_half_of_the_score_free_of_its_control():
    score, control = np.full((30, 9), 0.1), np.zeros((30, 9))
    score[3, 4], control[3, 4] = 0.9, 0.5
    score[5, 6], control[5, 6] = 0.8, 0.3
    assert gallery.best(score, control) == (5, 6)
