"""Lesson 03: what its exercises alone promise."""

import re

import numpy as np

from course_lib import phrases, traces
from course_lib.exercises.judging import judge
from course_lib.exercises.lesson_03 import EXERCISES, bug, by_hand, own_sentence


def test_the_bug_passes_its_author_s_test_and_fails_on_other_words():
    exec(bug.BUGGY, {"np": np, "softmax": bug.softmax})
    case = bug.bug_cases()[0].inputs
    still = case | {"W_v": 0 * case["W_v"]}
    assert not np.allclose(bug.forum_step(**still), case["x"])
    assert np.allclose(bug.fixed_step(**still), case["x"])


def test_the_bug_stands_in_the_lesson_as_it_is_judged():
    from course_lib.commands import places

    (lesson,) = [p for p in places.lessons() if p.stem.startswith("03")]
    text = lesson.read_text(encoding="utf-8")
    for line in bug.BUGGY.split("\n\n")[0].splitlines():
        assert line.strip() in text


def test_predictions_are_what_the_lesson_computes():
    update = by_hand.WEIGHTS @ by_hand.E @ by_hand.W_V
    option = re.search(r"^# b\) \((\S+), (\S+)\)", EXERCISES["03.1"].stub, re.M)
    assert EXERCISES["03.1"].reference == "b"
    said = [float(x) for x in option.groups()]
    assert np.allclose(update[by_hand.CREATURE], said, atol=0.005)

    cuts = {
        "a": "damage_of('q in place of v')",
        "b": "damage_of('attention off')",
        "c": "damage_of('MLPs off')",
    }
    losses = {letter: traces.get(name)["loss"] for letter, name in cuts.items()}
    assert EXERCISES["03.8"].reference == max(losses, key=losses.get)
    assert abs(losses["b"] - losses["c"]) > 1  # option d is wrong


def test_bluer_changes_nobody_s_look_and_nothing_of_softness():
    before, after = by_hand.changed({}), EXERCISES["03.2"].reference
    creature = by_hand.CREATURE
    moved = np.flatnonzero(~np.isclose(after[creature], before[creature]))
    assert moved.tolist() == [by_hand.HUE]


def test_a_held_out_pair_is_new_and_a_seen_one_is_named():
    reference = EXERCISES["03.11"].reference
    found = phrases.read(reference)
    assert found.nouns.sum() == 2
    message = judge(EXERCISES["03.11"], reference.replace("lonely", "tiny")).message
    assert message == f"tiny creature {own_sentence.SEEN}"
    message = judge(EXERCISES["03.11"], reference.replace("creature", "mole")).message
    assert "'mole', which is not among the words" in message


def test_a_hook_that_gives_back_one_block_is_told_the_shape():
    def without_heads(heads):
        def edit(point, at_layer, x):
            return 0 * x[0] if point == "heads" else None

        return edit

    verdict = judge(EXERCISES["03.7"], without_heads)
    assert verdict.state == "not yet"
    assert "\n" not in verdict.message
