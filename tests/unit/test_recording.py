"""recording.py: live or recorded, and what is heard while records are made."""

import numpy as np

from course_lib import recording
from course_lib.model import files


def test_what_is_measured_is_heard(monkeypatch):
    @recording.recorded
    def double(x, *, by=2):
        return np.array([x * by])

    monkeypatch.setattr(files, "is_installed", lambda: True)
    with recording.listening() as heard:
        double(3, by=4)
    assert list(heard) == ["double(3)"]
    assert heard["double(3)"]["value"].tolist() == [12]
    assert double(5).tolist() == [10]


def test_a_record_goes_before_the_model_unless_records_are_made(monkeypatch):
    text = "A fluffy blue creature roamed the verdant forest"
    monkeypatch.setattr(files, "is_installed", lambda: True)

    @recording.recorded
    def tokens(text):
        return np.array(["live", text])

    assert recording.from_record(tokens, text)[0] == "A"
    assert recording.from_record(tokens, "another text")[0] == "live"
    with recording.listening():
        assert recording.from_record(tokens, text)[0] == "live"
