"""What lessons say of cuts, on other texts than the one they show."""

import pytest

from course_lib import reposition
from course_lib.cuts import CUTS
from course_lib.model import language_model

OTHER_TEXTS = [
    "The ship left the harbor before sunrise. The captain counted the barrels twice, "
    "because on the last voyage two barrels had been lost. When the wind turned, the "
    "sailors pulled the ropes and the ship leaned to the left. Nobody spoke.",
    "Bread needs four things: flour, water, salt and yeast. Mix the flour with the "
    "salt first. Warm the water a little, stir in the yeast and wait for ten minutes. "
    "Then pour the water over the flour and work the dough with both hands.",
    "A tower is a tall building. Some towers were built to watch for enemies, others "
    "to carry bells. The Eiffel Tower in Paris was built for a fair and was meant to "
    "stand for twenty years. It still stands today.",
    "Tom and his sister had found a map in the attic. The map showed an island with "
    "a red cross on it. 'We need a boat,' said Tom. His sister laughed. 'We need a "
    "bigger map,' she said, 'because this island is the garden.'",
]


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_the_order_of_the_three_cuts_holds_on_other_texts(text):
    whole, no_scale, over_queries, keys = (
        language_model.loss(text, **CUTS[cut]) for cut in list(CUTS)[:4]
    )
    assert whole + 2 < no_scale < keys < over_queries


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_a_mask_that_leaks_lowers_the_loss_on_other_texts_too(text):
    whole, leaking, one_too_far, after = (
        language_model.loss(text, **CUTS[cut])
        for cut in (
            "nothing cut",
            "no mask, first piece spared",
            "one too far, first piece spared",
            "mask after softmax",
        )
    )
    assert leaking < one_too_far < whole < after


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_the_order_of_the_cuts_of_heads_holds_on_other_texts(text):
    cuts = ("nothing cut", "looks averaged", "finds moved on", "joined by reshape")
    whole, averaged, moved, joined = (
        language_model.loss(text, **CUTS[cut]) for cut in cuts
    )
    assert whole + 2 < averaged < moved < joined


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_what_wrong_positions_do_holds_on_other_texts(text):
    whole, later, off, equal, halves = (
        language_model.loss(text, **CUTS[cut])
        for cut in (
            "nothing cut",
            "every position 500 later",
            "positions off",
            "all positions equal",
            "halves in place of pairs",
        )
    )
    assert later == pytest.approx(whole, abs=1e-3)
    assert equal == pytest.approx(off, abs=1e-3)
    assert whole + 0.5 < halves < off


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_a_gap_beyond_the_limit_is_as_bad_as_hiding_or_worse(text):
    found = reposition.far_apart(text, (10_000,))
    assert found["moved"][0] > found["hidden"] - 0.05


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_which_parts_are_missed_most_does_not_go_by_their_size(text):
    whole, tenfold, first, middle, second = (
        language_model.loss(text, **CUTS[cut])
        for cut in (
            "nothing cut",
            "attention of layers 10-19 off",
            "MLP of layer 0 off",
            "MLP of layer 5 off",
            "attention of layer 1 off",
        )
    )
    assert first > second + 4 > tenfold + 4 > middle + 5
    assert -0.08 < middle - whole < 0.14
