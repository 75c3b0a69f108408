"""plot_update: its table, its arrows, its words, and clear errors."""

import numpy as np
import pytest
from matplotlib.patches import FancyArrowPatch
from matplotlib.text import Text

from course_lib.figures import plot_update
from course_lib.figures.palette import UPDATE, VALUE
from course_lib.figures.style import STEP, problems
from course_lib.figures.tokens import in_font
from course_lib.figures.update import _shape

WORDS = "A fluffy blue creature roamed the verdant forest".split()
FRAME = {"title": "A finding", "tier": "by hand", "plane": "soft across, hue up"}
E = np.array([0.4, -0.2])
VALUES = np.array([[0, 0], [1, 0], [0, 1], [0.4, -0.2]])
WEIGHTS = np.array([0.03, 0.47, 0.46, 0.04])


def drawn(vector=E, words=WORDS[:4], weights=WEIGHTS, values=VALUES, **more):
    return plot_update("creature", vector, words, weights, values, **FRAME | more)


def random_case(seed, n=8):
    rng = np.random.default_rng(seed)
    weights = rng.dirichlet(np.ones(n))
    vector, values = rng.normal(size=2), rng.normal(size=(n, 2))
    return {"vector": vector, "words": WORDS[:n], "weights": weights, "values": values}


CASES = {f"random {seed}": random_case(seed) for seed in range(5)} | {
    "lesson": {},
    "from zero": {"vector": [0, 0]},
    "one word": {"words": ["blue"], "weights": [1], "values": [[0, 1]]},
    "nothing sent": {"values": np.zeros((4, 2))},
    "there and back": {"vector": [1, 0], "values": np.tile([-1, 0], (4, 1))},
    "long words": random_case(7) | {"words": ["internationalization"] * 8},
    "large": random_case(8) | {"values": 1e4 * np.ones((8, 2))},
}


@pytest.mark.parametrize("name", CASES)
def test_words_are_readable_in_every_case(name):
    ax = drawn(**CASES[name])
    assert problems(ax.figure) == []
    texts = "".join(t.get_text() for t in ax.figure.findobj(Text))
    assert [c for c in texts if not in_font(c)] == []
    ((sentence, _),) = ax.figure.course_descriptions
    assert 20 < len(sentence) <= 300
    assert "  " not in sentence


def arrows(ax, color):
    """Return the ends [n, 2, 2] of the arrows of a color, in the order drawn."""
    found = [p for p in ax.findobj(FancyArrowPatch) if color in str(p.get_gid())]
    assert not found
    return np.array(
        [p._posA_posB for p in ax.patches if same(p.get_edgecolor(), color)]
    )


def same(found, color):
    return np.allclose(found[:3], [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])


@pytest.mark.parametrize("seed", range(3))
def test_shares_stand_tip_to_tip_from_the_vector_to_the_new_vector(seed):
    case = random_case(seed)
    ax = drawn(**case)
    steps, update = arrows(ax, VALUE), arrows(ax, UPDATE)
    end = case["vector"] + case["weights"] @ case["values"]
    np.testing.assert_allclose(steps[0, 0], case["vector"])
    np.testing.assert_allclose(steps[-1, 1], end, atol=0.05)
    np.testing.assert_allclose(update, [[case["vector"], end]])
    order = np.argsort(-case["weights"])
    wanted = (case["weights"][:, None] * case["values"])[order]
    np.testing.assert_allclose(steps[0, 1] - steps[0, 0], wanted[0])
    np.testing.assert_allclose(steps[1, 1] - steps[1, 0], wanted[1])


def test_the_table_shrinks_each_value_to_its_weight():
    ax = drawn()
    table = next(a for a in ax.figure.axes if a is not ax)
    small = [p._posA_posB for p in table.patches if isinstance(p, FancyArrowPatch)]
    lengths = [np.hypot(*(np.array(b) - a)) for a, b in small]
    assert lengths[1] / lengths[0] == pytest.approx(0.47)  # fluffy: share, value
    assert lengths[3] / lengths[2] == pytest.approx(0.46)  # blue


def test_shares_to_and_fro_on_one_line_stand_side_by_side():
    values = [[1, 0], [0, 1], [0, -1]]
    case = {"words": WORDS[:3], "weights": np.ones(3) / 3, "values": values}
    ax = drawn(vector=[0, -0.4], **case)
    along, up, down = arrows(ax, VALUE)
    (update,) = arrows(ax, UPDATE)
    inch = np.ptp(ax.get_xlim()) / (ax.get_position().width * 8)
    assert down[0, 0] - up[0, 0] > 0.05 * inch
    assert along[0, 1] - update[0, 1] > 0.05 * inch


@pytest.mark.parametrize("inches", [0.08, 0.15, 0.5, 2])
def test_a_short_arrow_shows_its_shaft(inches):
    look = _shape(inches, STEP)
    tip = 0.8 * look["head"] + look["width"] / 0.55  # points of head, and of its point
    assert tip < 0.75 * 72 * inches
    assert look["width"] > 0.9


def test_the_sentence_says_lengths_shares_and_results():
    ((sentence, numbers),) = drawn().figure.course_descriptions
    assert sentence == (
        "creature + update: length 0.45 to 0.92, turned 42 degrees. Shares: "
        ".47 × fluffy, .46 × blue, rest .07. ΔE = (.49, .45), E + ΔE = (.89, .25)."
    )
    assert "value of blue: 0.00 1.00" in numbers


def test_words_that_are_not_looked_at_are_left_out():
    weights = [0, 0.5, 0.5, 0]
    ((sentence, numbers),) = drawn(weights=weights).figure.course_descriptions
    assert "Words: fluffy blue; vectors" in numbers
    assert "rest" not in sentence


def test_equal_weights_are_printed_alike_and_a_row_adds_up_to_about_one():
    even = random_case(3) | {"weights": np.ones(8) / 8}
    for case, spread in ((even, 0), (random_case(3), 1)):
        ax = drawn(**case)
        table = next(a for a in ax.figure.axes if a is not ax)
        texts = [t.get_text() for t in table.texts]
        shown = [float(t) for t in texts if t == "0" or t.startswith(".")]
        assert len(shown) == 8
        assert sum(shown) == pytest.approx(1, abs=0.041)
        assert len(set(shown)) > spread


@pytest.mark.parametrize("seed", range(4))
def test_moving_any_datum_by_a_tenth_changes_the_stored_text(seed):
    case = random_case(seed, n=3)
    before = drawn(**case).figure.course_descriptions
    span = np.ptp(np.vstack([np.zeros(2), case["vector"], case["values"]]))
    for name in ("vector", "values"):
        for cell in np.ndindex(case[name].shape):
            moved = case[name].copy()
            moved[cell] += span / 10
            after = drawn(**case | {name: moved}).figure.course_descriptions
            assert after != before, (name, cell)
    for i in range(3):
        weights = case["weights"].copy()
        weights[[i, i - 1]] += [-0.1, 0.1] if weights[i] > 0.1 else [0.1, -0.1]
        if (weights >= 0).all():
            moved = drawn(**case | {"weights": weights})
            assert moved.figure.course_descriptions != before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"vector": [1, 2, 3]}, r"vector has shape \[3\], expected \[2\]"),
        ({"values": VALUES[:3]}, r"values has shape \[3, 2\], expected \[4, 2\]"),
        ({"weights": WEIGHTS[:3]}, r"weights has shape \[3\], expected \[4\]"),
        ({"weights": 2 * WEIGHTS}, "weights are no shares: they add up to 2.00"),
        ({"weights": [-0.1, 1.1, 0, 0]}, "weights are no shares"),
        ({"vector": [np.nan, 0]}, "vector"),
        (random_case(0, 8) | {"words": ["a"] * 9}, r"weights has shape \[8\]"),
        (
            {
                "words": ["a"] * 9,
                "weights": np.ones(9) / 9,
                "values": np.ones((9, 2)),
            },
            "words holds 9 that are looked at, expected at most 8",
        ),
    ],
)
def test_bad_input_gets_one_clear_sentence(change, message):
    with pytest.raises(ValueError, match=message):
        drawn(**change)
