"""Lesson 05: what its exercises alone promise."""

import numpy as np

from course_lib import gallery, traces
from course_lib.attention import multi_head_attention, split_heads
from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_02 import by_hand
from course_lib.exercises.lesson_05 import EXERCISES, bug, own_heads
from course_lib.model import files


def told(exercise_id, answer):
    """Return the message of an answer that is not yet right."""
    verdict = judge(EXERCISES[exercise_id], answer)
    assert verdict.state == "not yet"
    return verdict.message


def test_the_bug_passes_its_author_s_test_and_a_shuffle_exposes_it():
    exec(bug.BUGGY, vars(bug).copy())
    x = np.random.default_rng(1).normal(size=(5, 12))
    order = [3, 0, 4, 2, 1]
    for heads, moved in ((bug.forum_heads, True), (bug.fixed_heads, False)):
        out, shuffled = (heads(y, y, y, 3)[0] for y in (x, x[order]))
        assert np.allclose(shuffled, out[order]) != moved


def test_the_bug_s_cut_is_the_wrong_answer_to_05_3():
    x = np.arange(20.0).reshape(5, 4)
    assert not np.array_equal(x.reshape(2, 5, 2), split_heads(x, 2))
    assert "numbers of several words" in told(
        "05.3", lambda x, n_heads: x.reshape(n_heads, len(x), -1)
    )


def test_predictions_are_what_the_lesson_measures(monkeypatch):
    """A right letter is no opinion: its option is what the numbers say."""
    weights = by_hand.changed({0: (1, 0)})
    options = EXERCISES["05.1"].stub.splitlines()
    (right,) = [o for o in options if o.startswith("# b) ")]
    assert EXERCISES["05.1"].reference == "b"
    assert f"{weights[by_hand.CREATURE, by_hand.FLUFFY]:.2f}".lstrip("0") in right

    cuts = {"a": "looks averaged", "b": "finds moved on", "c": "joined by reshape"}
    losses = {k: traces.get(f"damage_of({cut!r})")["loss"] for k, cut in cuts.items()}
    assert EXERCISES["05.9"].reference == max(losses, key=losses.get)

    monkeypatch.setattr(files, "is_installed", lambda: False)
    change = {}
    for letter, name in zip("abcd", gallery.HEADS, strict=False):
        loss = gallery.knocked_out(name)
        change[letter] = (loss["without"] - loss["whole"]).mean()
    assert EXERCISES["05.7"].reference == max(change, key=change.get)


def test_a_layer_costs_the_same_with_any_number_of_heads():
    """05.6: the functions take the same matrices, whatever n_heads is."""
    rng = np.random.default_rng(0)
    x, *matrices = rng.normal(size=(5, 64, 64))
    assert sum(matrix.size for matrix in matrices) == 16_384
    outs = [multi_head_attention(x, *matrices, n)[0] for n in (1, 2, 8)]
    assert not np.allclose(outs[0], outs[1])
    assert not np.allclose(outs[1], outs[2])


def test_each_head_of_an_own_sentence_is_told_apart():
    late = own_heads.tunnel(finds=("mole", "blind", "dug"))
    assert told("05.10", late).startswith("head 1: you name a word that comes after")
    bad = own_heads.tunnel(two=(own_heads.W_Q[:2], own_heads.W_K1))
    assert told("05.10", bad).startswith("head 1: my_W_q has shape [2, 1]")
