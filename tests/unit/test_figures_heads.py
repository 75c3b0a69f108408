"""plot_heads and plot_all_heads: readable, drawn and described from their data."""

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import Ellipse, Rectangle
from matplotlib.text import Text

from course_lib.attention import softmax
from course_lib.figures import plot_all_heads, plot_heads
from course_lib.figures.palette import WEIGHT_RAMP
from course_lib.figures.style import problems
from course_lib.figures.tokens import in_font

FRAME = {
    "title": "A finding of exactly fifty characters, as allowed.",
    "tier": "by hand",
}
PIECES = "⏎| A| fluffy| blue| creature| ro|amed| the| ver|d|ant| forest".split("|")
LONG = [" internationalization"] * 12


def weights(n, seed=0):
    scores = np.random.default_rng(seed).normal(0, 2, (n, n))
    scores[np.triu_indices(n, 1)] = -np.inf
    return softmax(scores)


def some(n_heads, tokens, n=12):
    return {
        f"copy suppression: 24.{i}": (tokens[:n], weights(n, i)) for i in range(n_heads)
    }


TABLE = np.random.default_rng(3).uniform(0, 1, (30, 9))
MARKED = {f"copy suppression {i}": (5 * i, i) for i in range(6)}
LABEL = {"value_label": "on the piece after the same"}
CASES = {
    "six heads": lambda: plot_heads(some(6, PIECES), **FRAME),
    "six heads, long words": lambda: plot_heads(some(6, LONG), **FRAME),
    "four heads": lambda: plot_heads(some(4, PIECES, 9), **FRAME),
    "two heads": lambda: plot_heads(some(2, PIECES), **FRAME),
    "one head": lambda: plot_heads(some(1, PIECES), **FRAME),
    "one word": lambda: plot_heads({"a": (["雨 $x$"], [[1]])}, **FRAME),
    "all heads": lambda: plot_all_heads(TABLE, **LABEL, **FRAME),
    "all heads, marked": lambda: plot_all_heads(TABLE, marked=MARKED, **LABEL, **FRAME),
    "two heads of one layer": lambda: plot_all_heads([[0, 1]], **LABEL, **FRAME),
}


@pytest.mark.parametrize("name", CASES)
def test_words_are_readable_and_the_sentence_is_short(name):
    ax = CASES[name]()
    assert problems(ax.figure) == []
    ((sentence, _),) = ax.figure.course_descriptions
    assert 20 < len(sentence) <= 300
    assert ax.figure.get_size_inches().tolist() == [8, 4.5]
    words = "".join(t.get_text() for t in ax.figure.findobj(Text))
    assert [c for c in words if c != "\n" and not in_font(c)] == []


def test_each_panel_draws_its_own_weights_the_right_way_round():
    heads = some(3, PIECES, 8)
    axes = plot_heads(heads, **FRAME).figure.axes
    assert len(axes) == 3
    for ax, (_, table) in zip(axes, heads.values(), strict=True):
        drawn = np.zeros_like(table)
        for dot in ax.findobj(Ellipse):
            x, y = dot.get_center()
            drawn[int(y), int(x)] = (dot.get_width() / 0.94) ** 2
        np.testing.assert_allclose(drawn, table, atol=1e-9)


def test_a_word_stands_where_its_row_and_its_column_meet():
    ax = plot_heads(some(1, PIECES, 8), **FRAME)
    places = [(t.get_text(), *t.get_position()) for t in ax.texts[1:]]
    assert [text for text, *_ in places][2:5] == ["fluffy", "blue", "creature"]
    for i, (_, x, y) in enumerate(places):
        assert y == i + 0.5
        assert i + 1 < x < i + 1.5


def band(ax):
    (found,) = [p for p in ax.patches if isinstance(p, Rectangle)]
    return found.get_y(), found.get_width()


def test_the_band_lies_on_the_strongest_look_or_on_the_word_asked_for():
    table = np.array(
        [[1, 0, 0, 0], [0.9, 0.1, 0, 0], [0.2, 0.7, 0.1, 0], [0.4] + 3 * [0.2]]
    )
    heads = {"h": (["a", "b", "c", "d"], table)}
    ax = plot_heads(heads, **FRAME)
    assert band(ax) == (2, 3)
    assert "h: c at b .70." in ax.figure.course_descriptions[0][0]
    ax = plot_heads(heads, focus={"h": "d"}, **FRAME)
    assert band(ax) == (3, 4)
    assert "h: d at b .20." in ax.figure.course_descriptions[0][0]
    bold = [t.get_text() for t in ax.texts[1:] if t.get_weight() == "bold"]
    assert bold == ["d"]  # what the band says, and nothing else


def test_moving_a_weight_changes_the_stored_text():
    heads = some(6, PIECES)
    before = plot_heads(heads, **FRAME).figure.course_descriptions
    for name, q, k in (
        ("copy suppression: 24.0", 3, 2),
        ("copy suppression: 24.5", 11, 0),
    ):
        tokens, table = heads[name]
        moved = table.copy()
        moved[q, k] += 0.1 if table[q, k] < 0.85 else -0.1
        after = plot_heads(heads | {name: (tokens, moved)}, **FRAME)
        assert after.figure.course_descriptions != before


def test_a_cell_stands_at_its_layer_and_head_in_the_ink_of_its_share():
    ax = plot_all_heads(TABLE, **LABEL, **FRAME)
    cells = [p for p in ax.findobj(Rectangle) if p is not ax.patch and p.get_fill()]
    found = {p.get_xy(): to_hex(p.get_facecolor()) for p in cells}
    assert len(found) == 270
    for (layer, head), value in np.ndenumerate(TABLE):
        assert found[layer, head] == to_hex(to_rgb(WEIGHT_RAMP(value)[:3]))


def test_marked_heads_are_outlined_and_named_with_their_share():
    ax = plot_all_heads(TABLE, marked={"rest": (18, 8)}, **LABEL, **FRAME)
    frames = [p for p in ax.patches if not p.get_fill()]
    assert {p.get_xy() for p in frames} == {(18, 8)}
    share = f"{TABLE[18, 8]:.2f}"[1:]
    said = f"18.8  rest  {share}"
    assert said in [t.get_text() for t in ax.figure.texts]
    assert f"rest 18.8 {share}" in ax.figure.course_descriptions[0][0]


def test_the_three_highest_are_named_and_any_moved_share_is_told():
    table = np.zeros((30, 9))
    table[16, 0], table[1, 2], table[11, 1] = 0.78, 0.67, 0.72
    ax = plot_all_heads(table, **LABEL, **FRAME)
    sentence, listed = ax.figure.course_descriptions[0]
    assert "Most: 16.0 .78, 11.1 .72, 1.2 .67." in sentence
    table[20, 5] = 0.1
    assert plot_all_heads(table, **LABEL, **FRAME).figure.course_descriptions[0][1] != (
        listed
    )


BAD = {
    "no heads": (lambda: plot_heads({}, **FRAME), "heads holds 0, expected 1 to 6"),
    "seven heads": (lambda: plot_heads(some(7, PIECES), **FRAME), "heads holds 7"),
    "many tokens": (
        lambda: plot_heads({"h": (["a"] * 13, weights(13))}, **FRAME),
        "h has 13 tokens, expected at most 12: show a window",
    ),
    "looks ahead": (
        lambda: plot_heads({"h": (["a", "b"], weights(2).T)}, **FRAME),
        "which looks ahead",
    ),
    "focus": (
        lambda: plot_heads(some(1, PIECES), focus={"x": 0}, **FRAME),
        "focus names 'x', expected one of",
    ),
    "table": (
        lambda: plot_all_heads(np.zeros((9, 30)), **LABEL, **FRAME),
        r"table has shape \[9, 30\], expected at most \[30, 9\]",
    ),
    "logits": (
        lambda: plot_all_heads([[-1, 0]], **LABEL, **FRAME),
        "table runs from -1 to 0, expected shares",
    ),
    "no such head": (
        lambda: plot_all_heads(TABLE, marked={"a": (9, 30)}, **LABEL, **FRAME),
        r"marked gives 'a' head 9.30, expected layers up to 29",
    ),
    "seven marked": (
        lambda: plot_all_heads(
            TABLE, marked={str(i): (i, 0) for i in range(7)}, **LABEL, **FRAME
        ),
        "marked holds 7 heads",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_one_clear_sentence(name):
    call, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        call()


def test_an_empty_place_says_how_to_read_a_band():
    def helped(n):
        fig = plot_heads(some(n, PIECES), **FRAME).figure
        return any(t.get_text().startswith("In a band") for t in fig.texts)

    assert [n for n in range(1, 7) if helped(n)] == [4, 5]
