"""real_model.py without the model: records, and one sentence where there is none."""

import numpy as np
import pytest

from course_lib import glossary, operating_table, ready, real_model
from course_lib.model import files


@pytest.fixture(autouse=True)
def _no_model(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL_DIR", str(tmp_path))


def test_a_recorded_call_gives_what_was_recorded():
    found = real_model.tokens("The Eiffel Tower")
    assert found.tolist() == ["The", " E", "iffel", " Tower"]
    vectors = real_model.vectors("American shrew mole", " mole")
    assert vectors.shape == (31, 576)
    assert vectors.dtype == np.float32


def test_parts_of_a_record_come_as_a_dict():
    said = real_model.next_words("American shrew mole. The mole is a kind of")
    assert set(said) == {"words", "probabilities"}
    assert said["words"][0] == " small"


def test_what_was_not_recorded_names_the_command():
    with pytest.raises(ValueError, match=r"tokens\('my own'\).*course.py model"):
        real_model.tokens("my own")


def test_put_in_changes_one_row_at_one_stage():
    x = np.zeros((4, 3))
    edit = real_model.put_in(2, np.ones(3), 5)
    assert edit("residual", 3, x) is None
    assert edit("q", 4, x) is None
    changed = edit("residual", 4, x)
    assert changed.sum(axis=1).tolist() == [0, 0, 3, 0]
    at_look_up = real_model.put_in(0, np.ones(3), 0)
    assert at_look_up("embedding", 0, np.zeros((2, 3)))[0].tolist() == [1, 1, 1]
    assert at_look_up("residual", 0, np.zeros((2, 3))) is None


def test_a_piece_that_is_not_there_is_named():
    with pytest.raises(ValueError, match="no piece 'mole', only 'One' | ' mole'"):
        real_model.position(["One", " mole"], "mole")
    assert real_model.position([" a", " b", " a"], " a") == 2


def test_a_recorded_head_has_its_parts():
    found = real_model.head(operating_table.SENTENCE, 13, 1)
    assert found["tokens"][4] == " creature"
    assert found["q"].shape == found["k"].shape == found["v"].shape == (11, 64)
    assert found["q"].dtype == np.float32


def test_what_is_ready_is_said_in_two_lines(monkeypatch):
    model, torch = ready.report().split("\n")
    assert model.startswith("Recorded: ")
    assert "python course.py model" in model
    assert torch.startswith("torch: ")
    monkeypatch.setattr(ready.importlib.util, "find_spec", lambda name: None)
    assert "not installed yet" in ready.torch()
    monkeypatch.setattr(files, "is_installed", lambda: True)
    assert ready.model().startswith("Live: ")


def test_the_glossary_has_both_languages_and_no_term_twice():
    terms = glossary.terms()
    names = [term.term.lower() for term in terms]
    assert names == sorted(set(names))
    assert all(term.zh and term.meaning.endswith(".") for term in terms)
    assert "| row | 列（橫列） |" in glossary.table()._repr_markdown_()
