"""head_updates: what a lesson records adds up, live or not."""

import numpy as np
import pytest

from course_lib import head_updates
from course_lib.model import files

CREATURE = "\nA fluffy blue creature roamed the verdant forest", " creature", 13


@pytest.fixture(params=["as it is", "without the model"], autouse=True)
def _model(request, monkeypatch):
    if request.param == "without the model":
        monkeypatch.setattr(files, "is_installed", lambda: False)


def test_the_parts_of_nine_heads_are_the_update():
    found = head_updates.updates(*CREATURE)
    assert found["parts"].shape == (9, 576)
    error = abs(found["parts"].sum(axis=0) - found["whole"]).max()
    assert error < 1e-4 * abs(found["whole"]).max()


def test_no_two_heads_add_the_same():
    parts = head_updates.updates(*CREATURE)["parts"]
    unit = parts / np.linalg.norm(parts, axis=1, keepdims=True)
    assert abs(unit @ unit.T - np.eye(9)).max() < 0.9
