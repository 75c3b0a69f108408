"""composition.py: induction heads need what the previous-word head writes.

Read from the records, which tests/model compares with the live model.
"""

import pytest

from course_lib import composition, gallery
from course_lib.model import files

HEADS = (gallery.HEADS["previous word"], *gallery.others_of(16, 0))


@pytest.fixture(autouse=True)
def _without_the_model(monkeypatch):
    monkeypatch.setattr(files, "is_installed", lambda: False)


def test_without_the_previous_word_head_induction_halves_and_without_others_not():
    found = composition.induction_without(HEADS)
    assert found["without"].shape == (len(HEADS), 2)
    assert (found["without"][0] < found["whole"] / 2).all()
    assert (abs(found["without"][1:] - found["whole"]) < 0.03).all()


def test_whole_is_the_gallery_s_score():
    whole = composition.induction_without(HEADS)["whole"]
    assert whole[0] == pytest.approx(gallery.scores("induction")["score"].mean(), 1e-3)
