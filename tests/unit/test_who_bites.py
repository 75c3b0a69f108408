"""Who bites whom: exactly half without positions, nearly always with them."""

import numpy as np
import pytest

from course_lib import who_bites
from course_lib.positions import sinusoidal

PLACES = sinusoidal(np.arange(4), who_bites.D_MODEL)


def test_every_pair_stands_in_both_orders_and_is_held_out_in_both():
    made = who_bites.sentences(np.random.default_rng(1))
    kept = {tuple(w[[0, 2]]) for w in made.words[made.held_out]}
    assert len(made.words) == len({*map(tuple, made.words)}) == 20 * 19
    assert kept == {(b, a) for a, b in kept}
    assert len(kept) == made.held_out.sum() == 2 * who_bites.HELD_OUT
    assert (made.biter == made.words[:, 0]).all()
    assert {who_bites.WORDS[i] for i in made.words[:, 1]} == {"bites"}


@pytest.mark.parametrize("seed", range(20, 32))
def test_order_is_lost_without_positions_and_found_with_them(seed):
    assert who_bites.held_out_share(seed, 0) == 0.5
    assert who_bites.held_out_share(seed, PLACES) > 0.9


def test_positions_that_are_all_equal_do_not_help():
    assert who_bites.held_out_share(3, np.tile(PLACES[2], (4, 1))) == 0.5


def test_the_question_mark_gathers_the_same_in_both_orders():
    rng = np.random.default_rng(2)
    made, heads = who_bites.sentences(rng), who_bites.random_heads(rng)
    vectors = rng.normal(size=(len(who_bites.WORDS), who_bites.D_MODEL))
    turned = made.words[:, [2, 1, 0, 3]]
    one, other = (who_bites.gather(vectors[w], heads) for w in (made.words, turned))
    assert np.allclose(one, other)
    one, other = (
        who_bites.gather(vectors[w] + PLACES, heads) for w in (made.words, turned)
    )
    assert not np.allclose(one, other, atol=0.1)
