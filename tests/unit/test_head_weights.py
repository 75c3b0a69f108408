"""head_weights.py: recorded weights of all heads, and shares of places by hand."""

import numpy as np
import pytest

from course_lib import head_weights, recording, traces
from course_lib.head_weights import QUOTED, shares


@pytest.mark.parametrize("text", QUOTED)
def test_recorded_weights_are_weights_of_270_heads(text):
    found = head_weights.quoted(text)
    n = len(found["tokens"])
    assert found["weights"].shape == (30, 9, n, n)
    assert found["weights"].dtype == np.float32
    np.testing.assert_allclose(found["weights"].sum(-1), 1, atol=1e-3)
    assert not np.triu(found["weights"], 1).any()


def test_quoted_is_the_record_itself_unless_records_are_made(monkeypatch):
    text = QUOTED[0]
    record = traces.get(head_weights.all_weights.record_name(text))
    assert np.array_equal(head_weights.quoted(text)["weights"], record["weights"])
    monkeypatch.setattr(head_weights, "all_weights", asked := Asked())
    with recording.listening():
        head_weights.quoted(text)
    assert asked.texts == [text]


class Asked:
    def __init__(self):
        self.texts = []

    def record_name(self, text):
        return f"all_weights({text!r})"

    def __call__(self, text):
        self.texts.append(text)


TOKENS = ["\n", " a", " b", " a", " b"]


def test_shares_are_means_over_the_right_places():
    weights = np.random.default_rng(0).dirichlet(np.ones(5), size=(2, 3, 5))
    found = shares(TOKENS, weights)
    w = weights.transpose(2, 3, 0, 1)
    expected = {
        "first piece": (w[1, 0] + w[2, 0] + w[3, 0] + w[4, 0]) / 4,
        "piece before": (w[2, 1] + w[3, 2] + w[4, 3]) / 3,
        "itself": (w[1, 1] + w[2, 2] + w[3, 3] + w[4, 4]) / 4,
        "earlier same piece": (w[3, 1] + w[4, 2]) / 2,
        "piece after the same": (w[3, 2] + w[4, 3]) / 2,
    }
    assert [*found] == [*expected]
    for name, table in expected.items():
        assert found[name].shape == (2, 3)
        np.testing.assert_allclose(found[name], table, err_msg=name)


def test_a_piece_that_stands_once_has_no_earlier_one():
    assert [*shares(["a", "b", "c"], np.eye(3))] == [
        "first piece",
        "piece before",
        "itself",
    ]


def test_averaging_hides_the_induction_head():
    found = head_weights.quoted(QUOTED[1])
    tokens = found["tokens"].tolist()
    one = shares(tokens, found["weights"][18, 6])["piece after the same"]
    all_heads = shares(tokens, found["weights"].mean((0, 1)))["piece after the same"]
    assert one > 5 * all_heads
