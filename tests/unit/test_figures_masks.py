"""The pictures of masks: before and after softmax, and how far news travels."""

import numpy as np
import pytest
from matplotlib.patches import Ellipse, Rectangle

from course_lib.attention import causal_mask, softmax
from course_lib.figures import plot_before_and_after, plot_reach
from course_lib.figures.style import problems
from course_lib.masks import reach, window_mask

WORDS = "One mole of carbon dioxide weighs".split()
LONG = ["internationalization"] * 8
FRAME = {
    "title": "A finding of exactly fifty characters, as allowed.",
    "tier": "by hand",
}


def scores(n, seed=0):
    return np.random.default_rng(seed).normal(0, 1.5, (n, n))


def masked(n, mask=None):
    return np.where(causal_mask(n) if mask is None else mask, scores(n), -np.inf)


def described(ax):
    ((sentence, numbers),) = ax.figure.course_descriptions
    return sentence, numbers


DRAWN = {
    "before": lambda: plot_before_and_after(WORDS, masked(6), **FRAME),
    "before, long": lambda: plot_before_and_after(LONG, masked(8), **FRAME),
    "before, one": lambda: plot_before_and_after(["a"], [[2]], **FRAME),
    "before, empty row": lambda: plot_before_and_after(
        ["a", "b"], [[-np.inf, -np.inf], [10, 12.5]], **FRAME
    ),
    "reach": lambda: plot_reach(WORDS, scores(6), causal_mask(6), 1, **FRAME),
    "reach, long": lambda: plot_reach(LONG, scores(8), window_mask(8, 2), 6, **FRAME),
    "reach, nothing": lambda: plot_reach(
        ["a", "b"], np.zeros((2, 2)), np.zeros((2, 2), bool), 1, **FRAME
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_words_fit_and_the_sentence_is_short(name):
    ax = DRAWN[name]()
    assert problems(ax.figure) == []
    assert 20 < len(described(ax)[0]) <= 300


def test_before_and_after_says_how_many_are_masked_and_what_rows_add_up_to():
    said, listed = described(DRAWN["before"]())
    assert "15 scores are masked, and their weights are 0" in said
    assert said.endswith("Rows of weights add up to 1.")
    assert "One: 1 0 0 0 0 0 1" in listed
    assert described(DRAWN["before, empty row"]())[0].endswith("add up to 0 or 1.")


def test_dots_have_the_area_of_their_weight_and_hidden_cells_are_hatched():
    fig = DRAWN["before"]().figure
    left, right = fig.axes
    weights, drawn = softmax(masked(6)), np.zeros((6, 6))
    for dot in right.findobj(Ellipse):
        x, y = dot.get_center()
        drawn[int(y), int(x)] = dot.get_width() * dot.get_height()
    np.testing.assert_allclose(drawn / drawn.max(), weights / weights.max(), atol=0.01)
    for ax in (left, right):
        assert len([p for p in ax.patches if p.get_hatch()]) == 15


def test_boxes_stand_where_reach_says():
    ax = plot_reach(WORDS, scores(6), window_mask(6, 2), 3, **FRAME)
    boxes = [p for p in ax.patches if isinstance(p, Rectangle) and not p.get_fill()]
    drawn = np.zeros((6, 6), bool)
    for box in boxes:
        x, y = box.get_xy()
        drawn[int(y), int(x)] = True
    assert (drawn == reach(window_mask(6, 2), 3)).all()


@pytest.mark.parametrize("cell", [(3, 3), (5, 1)])
def test_moving_a_score_or_opening_a_cell_changes_the_text(cell):
    before = described(plot_reach(WORDS, scores(6), window_mask(6, 2), 1, **FRAME))
    moved, mask = scores(6), window_mask(6, 2)
    moved[3, 3] += 1
    mask[cell] = ~mask[cell]
    for s, m in ((moved, window_mask(6, 2)), (scores(6), mask)):
        assert described(plot_reach(WORDS, s, m, 1, **FRAME)) != before
    moved = masked(6)
    moved[3, 2] += 0.3
    other = described(plot_before_and_after(WORDS, moved, **FRAME))
    assert other != described(DRAWN["before"]())


def test_the_row_in_focus_is_told_with_what_it_cannot_know():
    ax = plot_reach(WORDS, 0 * scores(6), window_mask(6, 2), 1, focus="of", **FRAME)
    assert described(ax)[0].endswith(
        "of looks at mole .50, of .50. After 1 layer it can know of mole, of, not of "
        "One, carbon, dioxide, weighs."
    )
    assert "a looks at" not in described(DRAWN["reach, nothing"]())[0]
    assert "b looks at nothing." in described(DRAWN["reach, nothing"]())[0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: plot_before_and_after(["a"], [[1, 2]], **FRAME),
            r"scores has shape \[1, 2\] for 1 words",
        ),
        (
            lambda: plot_before_and_after(["a"] * 9, np.zeros((9, 9)), **FRAME),
            "at most 8 words",
        ),
        (lambda: plot_before_and_after(["a"], [[np.nan]], **FRAME), "NaN"),
        (
            lambda: plot_reach(["a"], [[-np.inf]], [[True]], 1, **FRAME),
            "scores holds -inf",
        ),
        (
            lambda: plot_reach(["a"], [[1]], causal_mask(2), 1, **FRAME),
            r"mask has shape \[2, 2\], expected \[1, 1\]",
        ),
        (
            lambda: plot_reach(["a"], [[1]], causal_mask(1), 7, **FRAME),
            "n_layers is 7, expected at most 6",
        ),
    ],
)
def test_bad_input_gets_one_clear_sentence(call, message):
    with pytest.raises(ValueError, match=message):
        call()
