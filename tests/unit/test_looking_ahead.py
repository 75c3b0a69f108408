"""What looks ahead and what does not, from the recorded numbers."""

import numpy as np
import pytest

from course_lib import looking_ahead, operating_table

TEXTS = "One mole of carbon dioxide", "One mole ran across the lawn"


@pytest.fixture(autouse=True)
def _no_model(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL_DIR", str(tmp_path))


def test_the_shared_start_differs_only_where_the_future_leaks():
    found = looking_ahead.shared_start(*TEXTS, "nothing cut")
    assert found["tokens"].tolist() == ["One", " mole"]
    assert found["apart"].shape == (31, 2)
    assert found["apart"].max() < 1e-5
    for cut in ("no mask", "mask after softmax"):
        apart = looking_ahead.shared_start(*TEXTS, cut)["apart"]
        assert (apart[0] == 0).all()
        assert (apart[1:] > 1e-3).all()


def test_one_pass_scores_as_a_pass_a_piece_only_without_a_leak():
    def means(cut):
        found = looking_ahead.surprises(operating_table.STORY, cut, 4)
        assert len(found["tokens"]) == 16
        return found["one_pass"].mean(), found["own_pass"].mean()

    one, own = means("nothing cut")
    assert one == pytest.approx(own, abs=1e-4)
    for cut in ("no mask", "no mask, first piece spared"):
        one, own = means(cut)
        assert one < own - 0.5


def test_what_was_not_recorded_says_how_to_get_the_model():
    with pytest.raises(ValueError, match=r"course\.py model"):
        looking_ahead.surprises("Another text.", "nothing cut", 1)


def test_printed_numbers_are_no_rounding_ties():
    for cut in operating_table.CUTS:
        try:
            found = looking_ahead.surprises(operating_table.STORY, cut, 4)
        except ValueError:  # the lesson does not ask for every cut
            continue
        for name in ("one_pass", "own_pass"):
            assert abs(float(np.mean(found[name])) * 100 % 1 - 0.5) > 0.01, (cut, name)
