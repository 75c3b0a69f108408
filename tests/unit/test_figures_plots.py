"""Every plot function: readable, described from its data, clear about bad input."""

import itertools

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.text import Text

from course_lib.attention import softmax
from course_lib.figures import (
    plot_arrows,
    plot_attention_grid,
    plot_bars,
    plot_context,
    plot_curves,
    plot_map,
    plot_offsets,
    plot_paths,
    plot_query_key,
    plot_rows_and_columns,
    plot_scores,
)
from course_lib.figures.map import PARTS
from course_lib.figures.style import problems
from course_lib.figures.tokens import in_font

WORDS = "A fluffy blue creature roamed the verdant forest".split()
PIECES = ["<|im_start|>", "A", " creat", "ure", " of", " 雨", ",", "\n", " $5", " $6"]
LONG = ["internationalization"] * 10
CROWD = [" fly" if i % 2 else " internationalization" for i in range(24)]
FRAME = {
    "title": "A finding of exactly fifty characters, as allowed.",
    "tier": "by hand",
}
MAP = {"plane": "the plane through the three ends"} | FRAME
AXES = {"x_label": "d_head", "y_label": "spread of q · k"}


def weights(n_queries, n_keys, causal=False, seed=0):
    scores = np.random.default_rng(seed).normal(0, 1.5, (n_queries, n_keys))
    if causal:
        scores[np.triu_indices(n_queries, 1)] = -np.inf
    return softmax(scores)


def scores(n_queries, n_keys, size=2.0):
    return np.random.default_rng(1).normal(0, size, (n_queries, n_keys))


def grid(words, table, **more):
    return lambda data=table: plot_attention_grid(words, data, **FRAME, **more), table


def matrix(asks, answers, table, **more):
    return lambda data=table: plot_scores(asks, answers, data, **FRAME, **more), table


def layouts(words, table, **more):
    return lambda data=table: plot_rows_and_columns(words, data, **FRAME, **more), table


def product(q, k, asks="creature", answers="blue"):
    table = np.array([q, k], float)
    return lambda data=table: plot_query_key(
        asks, data[0], answers, data[1], **FRAME
    ), (table)


def bars(names, values, **more):
    values = np.array(values, float)
    more = {"value_label": "loss, nats a token"} | more
    return lambda data=values: plot_bars(names, data, **FRAME, **more), values


def pairs_of_bars(names, values, control, **more):
    table = np.array([values, control], float)

    def plot(data=table):
        more["control"] = data[1]
        return plot_bars(names, data[0], value_label="cosine", **FRAME, **more)

    return plot, table


def curves(x, series, **more):
    names, table = list(series), np.array(list(series.values()), float)

    def plot(data=table):
        return plot_curves(
            x, dict(zip(names, data, strict=True)), **FRAME, **AXES, **more
        )

    return plot, table


def many_curves(n, log_y=False):
    x = np.arange(1, n + 1)
    series = {f"a rather long series name, {i}": (1.0 + i) * x**0.5 for i in range(6)}
    return curves(x, series, log_x=True, log_y=log_y, reference=list(series)[0])


def arrows(vectors, **more):
    table = np.array(list(vectors.values()), float)
    return lambda data=table: plot_arrows(
        dict(zip(vectors, data, strict=True)), **FRAME, **more
    ), (table)


def paths(phrases, n_layers, seed=0, size=1.0, **more):
    rng = np.random.default_rng(seed)
    steps = size * rng.normal(0, 1, (len(phrases), n_layers + 1, 2))
    steps[:, 0] = 0
    table = steps.cumsum(axis=1)

    def plot(data=table):
        places = dict(zip(phrases, data, strict=True))
        return plot_paths(places, subject="mole", **MAP, **more)

    return plot, table


def offsets(pairs, seed=0, size=1.0):
    rng = np.random.default_rng(seed)
    table = rng.normal(0, 2, (len(pairs), 1, 2)) + [[0, 0], [1, 1.6]]
    table = size * (table + rng.normal(0, 0.2, table.shape))
    return lambda data=table: plot_offsets(
        dict(zip(pairs, data, strict=True)), **MAP
    ), (table)


def context(words, senses, seed=0, size=1.0):
    """The word's own place first, then what each word adds, then the senses."""
    table = size * np.random.default_rng(seed).normal(0, 2, (1 + words + senses, 2))

    def plot(data=table):
        return plot_context(
            "mole",
            {f"a long word, $ {i}": data[1 + i] for i in range(words)},
            {f"sense {i}": place for i, place in enumerate(data[1 + words :])},
            start=data[0],
            title=FRAME["title"],
        )

    return plot, table


MOLES = [
    "American shrew mole",
    "One mole of carbon dioxide",
    "Take a biopsy of the mole, please: 雨 $x$",
    "mole",
    "the mole, a mole and one more mole today",
    "mole: it may well be some forty letters.",
]
PAIRS = [
    ("man", "woman"),
    (" king", " queen"),
    ("uncle", "aunt"),
    ("internationalization", "$b$"),
    ("nephew", "niece"),
    ("actor", "actress"),
    ("brother", "sister"),
    ("waiter", "waitress"),
]
D = [1, 4, 16, 64, 256]
CASES = {
    "grid": grid(WORDS, weights(8, 8, causal=True), focus="creature"),
    "grid, unmasked": grid(WORDS, weights(8, 8), focus="forest"),
    "grid, all even": grid(WORDS, np.full((8, 8), 1 / 8), focus=0),
    "grid, one word": grid(["a"], np.ones((1, 1)), focus="a"),
    "grid, two words": grid(["a", "b"], weights(2, 2, causal=True)),
    "grid, three words": grid(["a", "$b$", "c"], weights(3, 3, causal=True), focus=2),
    "grid, pieces": grid(PIECES, weights(10, 10, causal=True), focus=3),
    "grid, long words": grid(LONG, weights(10, 10), focus=1),
    "grid, 24": grid(CROWD, weights(24, 24, causal=True), focus=20),
    "grid, 16, two rows": grid(CROWD[:16], weights(16, 16, causal=True), focus=(4, 15)),
    "grid, 11, three rows": grid(["\n", *PIECES], weights(11, 11), focus=(0, 5, 10)),
    "grid, cross": grid(["le", "chat"], weights(2, 8), tokens_k=WORDS, focus="chat"),
    "grid, tall": grid(WORDS, weights(8, 2), tokens_k=["le", "chat"]),
    "grid, columns add to 1": grid(WORDS, weights(8, 8).T, focus=3),
    "grid, row of zeros": grid(["a", "b"], np.array([[0.0, 0], [0.3, 0.7]]), focus=0),
    "scores": matrix(WORDS, WORDS, scores(8, 8), focus="forest"),
    "scores, masked": matrix(
        WORDS, WORDS, np.where(np.tri(8) > 0, scores(8, 8), -np.inf), focus="blue"
    ),
    "scores, 24": matrix(CROWD, CROWD, scores(24, 24, 50), focus=5),
    "scores, 12, none negative": matrix(
        CROWD[:12], CROWD[:12], scores(12, 12) ** 2, focus=5
    ),
    "scores, cross": matrix(["le", "chat"], WORDS, scores(2, 8, 200)),
    "scores, tiny": matrix(WORDS, WORDS, scores(8, 8, 0.003)),
    "product": product([2, 0, -1, 0.5], [1.5, 1, 0, -2]),
    "product, one": product([2], [1.5]),
    "product, eight": product(
        np.linspace(-150, 90, 8), np.linspace(7, -11, 8), LONG[0], LONG[1]
    ),
    "bars": bars(
        ["no scale", "softmax over queries", "keys replaced by queries"],
        [7.42, 10.81, 9.96],
        baseline=3.07,
        highlight="softmax over queries",
    ),
    "bars, chances": bars(
        ["Paris", "London", "the", "Lyon"],
        [0.6, 0.1, 0.003, 1e-5],
        value_label="chance",
    ),
    "bars, twelve": bars(
        ["an extraordinarily long name of a bar"] * 12,
        np.random.default_rng(0).normal(0, 1e4, 12),
        baseline=-5000,
        baseline_name="before",
    ),
    "bars, two lines": bars(
        ["no scale", "keys replaced by queries"],
        [7.42, 9.96],
        baseline=3.44,
        reference=(10.8, "guessing evenly"),
    ),
    "bars, two lines close together": bars(
        ["a", "b"], [1, 2], baseline=0.02, reference=(0.01, "guessing evenly")
    ),
    "bars, one": bars(["zero", "one"], [0, 1]),
    "bars, ranges": bars(
        ["true pairs", "random pairs"],
        [0.5, 0],
        spans={"random pairs": (-0.02, 0.03), "true pairs": [0.4, 0.55]},
    ),
    "bars, control": pairs_of_bars(
        [f"relation {i}" for i in range(8)],
        [0.54, 0.3, 0.63, 0.46, 0.1, 0.4, 0.35, 0.22],
        [0.02, 0.01, -0.01, 0.03, 0.01, 0.02, 0.01, 0.04],
        control_name="shuffled pairs",
        highlight="relation 2",
    ),
    "bars, long control": pairs_of_bars(
        ["a", "b"],
        [0.3, 0.4],
        [0.39, 0.5],
        control_name="shuffled pairs of real words",
        spans={"a": (0.2, 0.35)},
        baseline=0.3,
    ),
    "bars, small": bars(["a", "b"], [0.012, 0.019]),
    "curves": curves(
        D,
        {"measured": [1.02, 1.98, 4.1, 7.9, 16.2], "√d_head": [1, 2, 4, 8, 16]},
        log_x=True,
        log_y=True,
        reference="√d_head",
    ),
    "curves, falling": curves(
        D,
        {"no scale": [0.9, 0.7, 0.3, 0.05, 0.001], "scaled": [0.5] * 5},
        log_x=True,
    ),
    "curves, to zero, marked": curves(
        np.arange(1, 81),
        {"head 13.1": np.where(np.arange(80) < 64, 30.0, 0)},
        marks={64: "64 = d_head", 66: "two more than d_head", 1: "the strongest one"},
    ),
    "curves, close ticks": curves(
        [1, 2, 3, 1000], {"up": [2, 4, 4, 2048]}, log_x=True, log_y=True
    ),
    "curves, one end": curves(
        np.arange(9),
        {
            "first": [0, 4, 9, 4, 0, 0, 0, 0, 0],
            "a rather long name, second": [0, 0, 0, 0, 4, 9, 4, 0, 0],
            "third": [9, 8, 7, 6, 5, 5, 5, 5, 5],
        },
        colors={"first": 2},
    ),
    "curves, one end, marked": curves(
        D,
        {"up": [1, 9, 3, 1, 1], "down": [3, 1, 1, 7, 1]},
        log_x=True,
        marks={4: "the first peak"},
    ),
    "curves, flat": curves([0, 1], {"flat": [3, 3]}),
    "curves, large": curves(
        np.linspace(0, 1e5, 300),
        {"up": np.linspace(-1e7, 1e7, 300), "down": np.linspace(1e7, -1e7, 300)},
    ),
    "curves, six": many_curves(40),
    "curves, six, log": many_curves(40, log_y=True),
    "paths": paths(MOLES[:3], 16),
    "paths, one": paths(MOLES[:1], 1),
    "paths, 31 layers": paths(MOLES[:3], 30, 1, 1e-3),
    "paths, six": paths(MOLES, 30, 2, 1e4),
    "paths, marked": paths(MOLES[:3], 12, marked=8, colors={MOLES[0]: 5}),
    "paths, six, marked": paths(MOLES, 30, 2, marked=9),
    "paths, still": paths(MOLES[:2], 4, size=0),
    "arrows": arrows({"mole": [1, 2], "blind": [3, 0.5]}),
    "arrows, one": arrows({"$x$": [0, 1e-3]}),
    "arrows, sum": arrows(
        {"mole": [1, 2], "blind": [3, 0.5]}, sums=("mole + blind", "blind - mole")
    ),
    "arrows, four": arrows(
        {"a long name 雨": [-20, 3], "b": [14, -2], "c": [1, 9], "d": [-4.25, -6]},
        sums=("c - d", "b + c"),
    ),
    "offsets": offsets(PAIRS[:2]),
    "offsets, one": offsets(PAIRS[:1], size=1e-3),
    "offsets, eight": offsets(PAIRS, 1),
    "context": context(2, 3),
    "context, full": context(6, 6, 3, 1e-3),
    "context, one": context(1, 1, 2, 1e3),
    "layouts": layouts(WORDS, weights(8, 8, causal=True), focus="creature"),
    "layouts, unmasked": layouts(WORDS, weights(8, 8)),
    "layouts, two": layouts(["a", "b"], weights(2, 2), focus=0),
    "layouts, long": layouts(LONG, weights(10, 10), focus=2),
}
MAPS = {part: (lambda part=part: plot_map(part, "04")) for part in PARTS}
MAPS["whole"] = plot_map
MAPS["three parts"] = lambda: plot_map(("query", "key", "score"), "02", title="Title")
DRAWN = {name: plot for name, (plot, _) in CASES.items()} | MAPS


def description(ax):
    (found,) = ax.figure.course_descriptions
    return found


@pytest.fixture(params=DRAWN, scope="module")
def drawn(request):
    return DRAWN[request.param]()


def test_words_neither_overlap_nor_leave_the_canvas_nor_are_small(drawn):
    assert problems(drawn.figure) == []


def test_the_font_has_every_character(drawn):
    texts = drawn.figure.findobj(Text)
    words = "".join(t.get_text() for t in texts if not t.get_text().startswith("$+"))
    assert [c for c in words if c != "\n" and not in_font(c)] == []


def test_the_sentence_is_short_and_the_picture_has_the_size_of_a_slide(drawn):
    sentence, _ = description(drawn)
    assert 20 < len(sentence) <= 300
    assert "  " not in sentence
    assert drawn.figure.get_size_inches().tolist() == [8, 4.5]


def spans(name, ax, table):
    """The range of the axis on which the data stand, and how to move along it."""
    if name.startswith(("grid", "layouts")):
        return lambda v: v - 0.1 if v > 0.85 else v + 0.1
    if name.startswith("curves"):
        low, high = ax.get_ylim()
        if ax.get_yscale() == "log":
            factor = (high / low) ** 0.1
            return lambda v: v * factor
        return lambda v: v + (high - low) / 10
    if name.startswith("bars"):
        return lambda v: v + np.ptp(ax.get_xlim()) / 10
    if name.startswith(("paths", "offsets", "context", "arrows")):
        return lambda v: v + np.ptp(ax.get_ylim()) / 10
    return lambda v: v + np.ptp(table[np.isfinite(table)]) / 10


@pytest.mark.parametrize("name", CASES)
def test_moving_any_datum_by_a_tenth_of_the_axis_changes_the_stored_text(name):
    plot, table = CASES[name]
    ax = plot()
    before = description(ax)
    move = spans(name, ax, table)
    cells = np.argwhere(np.isfinite(table) & (table != 0) | (table == table[-1]))
    for cell in map(tuple, np.random.default_rng(2).permutation(cells)[:4]):
        if not np.isfinite(table[cell]):
            continue
        moved = np.array(table)
        moved[cell] = move(table[cell])
        assert description(plot(moved)) != before, cell


@pytest.mark.parametrize("one", ["mask", ("query", "key")])
def test_the_map_says_where_it_stands(one):
    sentence, _ = description(plot_map(one, "07"))
    named = one if isinstance(one, str) else ", ".join(one)
    assert sentence.endswith(f"Here: {named}, lesson 07.")


def test_drawing_leaves_the_settings_of_the_reader_alone():
    before = dict(mpl.rcParams)
    for plot in itertools.islice(DRAWN.values(), 0, None, 9):
        plot()
    assert dict(mpl.rcParams) == before


def test_a_style_of_the_reader_does_not_change_a_figure():
    plain = CASES["curves"][0]()
    with mpl.rc_context({"axes.spines.top": True, "lines.linewidth": 9}):
        styled = CASES["curves"][0]()
    assert not styled.spines["top"].get_visible()
    assert styled.lines[0].get_linewidth() == plain.lines[0].get_linewidth()


def test_printed_shares_of_a_row_add_up_to_one_and_the_figure_says_so():
    table = np.tile([0.415, 0.415, 0.17], (3, 1))
    ax = plot_attention_grid(["a", "b", "c"], table, **FRAME)
    printed = [float(t.get_text()) for t in ax.texts if t.get_text().startswith(".")]
    assert np.sum(printed) == pytest.approx(3)
    assert any("rounded" in t.get_text() for t in ax.figure.texts)


def test_a_grid_whose_rows_do_not_add_up_says_so():
    ax = CASES["grid, columns add to 1"][0]()
    assert any("do not add up to 1" in t.get_text() for t in ax.figure.texts)


def test_no_weight_is_hidden_however_small():
    ax = CASES["grid"][0]()
    assert len(ax.patches) == 36 + 2  # a dot a cell, the band, the staircase


def test_mask_is_seen_from_the_zeros_and_drawn_with_its_word():
    masked, plain = CASES["grid"][0](), CASES["grid, unmasked"][0]()
    for ax, expected in ((masked, True), (plain, False)):
        assert any("masked" in t.get_text() for t in ax.texts) is expected
        assert any(p.get_hatch() for p in ax.patches) is expected


def test_query_and_key_keep_color_and_side_in_every_picture_that_has_them():
    for name in ("grid", "scores", "layouts"):
        ax = CASES[name][0]()
        colors = {t.get_text(): t.get_color() for t in ax.texts}
        assert colors["asks ↓"] == "#7F5B00"
        assert colors["answers →"] == "#076B56"


def test_ax_draws_where_the_reader_wants_it():
    fig = mpl.figure.Figure()
    ax = fig.subplots()
    assert plot_bars(["a"], [1], **FRAME, value_label="count", ax=ax) is ax
    assert "by hand" in ax.get_title(loc="left")


ONE = {"x": [1, 2], **AXES, **FRAME}
BAD = {
    "weights sum over 1": (
        lambda: plot_attention_grid(["a", "b"], [[1, 0], [2.0, 1]], **FRAME),
        "weights runs from 0 to 2, expected 0 to 1: these may be scores",
    ),
    "weights shape": (
        lambda: plot_attention_grid(["a", "b"], np.ones((2, 3)) / 3, **FRAME),
        r"weights has shape \[2, 3\], expected \[2, 2\]",
    ),
    "weights nan": (
        lambda: plot_attention_grid(["a"], [[np.nan]], **FRAME),
        "weights holds NaN",
    ),
    "too many tokens": (
        lambda: plot_attention_grid(["a"] * 25, np.ones((25, 25)) / 25, **FRAME),
        r"tokens holds 25 tokens, expected 1 to 24: show a window, as in tokens\[",
    ),
    "no tokens": (
        lambda: plot_attention_grid([], [[1]], **FRAME),
        "tokens holds 0 tokens",
    ),
    "a string for tokens": (
        lambda: plot_attention_grid("a b", [[1]], **FRAME),
        "tokens is 'a b', expected a list of words",
    ),
    "unknown focus": (
        lambda: plot_attention_grid(["a"], [[1]], focus="b", **FRAME),
        r"focus 'b' is not among the tokens \['a'\]",
    ),
    "ambiguous focus": (
        lambda: plot_attention_grid(
            ["a", "a"], np.ones((2, 2)) / 2, focus="a", **FRAME
        ),
        "focus 'a' is 2 times among",
    ),
    "focus too large": (
        lambda: plot_attention_grid(["a"], [[1]], focus=3, **FRAME),
        "focus is 3, but there are 1 tokens",
    ),
    "looks ahead under the mask": (
        lambda: plot_attention_grid(
            ["a", "b"], [[0.5, 0.5], [0, 1]], masked=True, **FRAME
        ),
        "weights has 0.50 in row 0, column 1, which looks ahead",
    ),
    "title": (
        lambda: plot_attention_grid(["a"], [[1]], title="x" * 51, tier="by hand"),
        "title has 51 characters",
    ),
    "scores shape": (
        lambda: plot_scores(["a"], ["b"], [[1, 2]], **FRAME),
        r"scores has shape \[1, 2\], expected \[1, 1\]",
    ),
    "scores nan": (
        lambda: plot_scores(["a"], ["b"], [[np.inf]], **FRAME),
        "scores holds NaN or",
    ),
    "vectors": (
        lambda: plot_query_key("a", [1, 2], "b", [1], **FRAME),
        r"q and k have shapes \[2\] and \[1\], expected two vectors",
    ),
    "long vectors": (
        lambda: plot_query_key("a", np.ones(9), "b", np.ones(9), **FRAME),
        "at most 8 numbers",
    ),
    "bars": (
        lambda: plot_bars(["a"], [1, 2], value_label="v", **FRAME),
        r"names holds 1 and values has shape \[2\]",
    ),
    "bars highlight": (
        lambda: plot_bars(["a"], [1], value_label="v", highlight="b", **FRAME),
        r"highlight is 'b', expected one of \['a'\]",
    ),
    "x falls": (
        lambda: plot_curves(**ONE | {"x": [2, 1]}, series={"a": [1, 2]}),
        "expected at least two increasing numbers",
    ),
    "series shape": (
        lambda: plot_curves(**ONE, series={"a": [1]}),
        r"series 'a' has shape \[1\], expected \[2\]",
    ),
    "seven series": (
        lambda: plot_curves(**ONE, series={str(i): [1, 2] for i in range(7)}),
        "series holds 7 lines, expected 1 to 6",
    ),
    "log of zero": (
        lambda: plot_curves(**ONE, series={"a": [0, 1]}, log_y=True),
        "series 'a' goes down to 0, expected positive",
    ),
    "log of negative x": (
        lambda: plot_curves(**ONE | {"x": [-1, 1]}, series={"a": [0, 1]}, log_x=True),
        "x starts at -1, expected positive",
    ),
    "reference": (
        lambda: plot_curves(**ONE, series={"a": [0, 1]}, reference="b"),
        "reference is 'b', expected one of",
    ),
    "map": (
        lambda: plot_map("decoder", "09"),
        "expected one or more of the parts tokens, embedding",
    ),
    "map without lesson": (lambda: plot_map("mask"), "lesson is None, expected its"),
    "mark beyond x": (
        lambda: plot_curves(**ONE, series={"a": [0, 1]}, marks={5: "far"}),
        r"marks holds 1 at \[5\], expected at most 3 between 1 and 2",
    ),
    "reference without name": (
        lambda: plot_bars(["a"], [1], value_label="v", reference=3, **FRAME),
        "reference is 3, expected a number and its name",
    ),
    "color of no line": (
        lambda: plot_curves(**ONE, series={"a": [0, 1]}, colors={"b": 0}),
        r"colors gives 'b' category 0, expected one of \['a'\] and 0 to 5",
    ),
    "no such color": (
        lambda: plot_curves(**ONE, series={"a": [0, 1]}, colors={"a": 6}),
        "colors gives 'a' category 6",
    ),
    "one color twice": (
        lambda: plot_curves(
            **ONE, series={"a": [0, 1], "b": [1, 0]}, colors={"a": 1, "b": 1}
        ),
        "colors is .*, expected a category for one name",
    ),
    "range of no bar": (
        lambda: plot_bars(["a"], [1], value_label="v", spans={"b": (0, 1)}, **FRAME),
        "spans gives 'b' .*expected one of",
    ),
    "range upside down": (
        lambda: plot_bars(["a"], [1], value_label="v", spans={"a": (1, 0)}, **FRAME),
        r"spans gives 'a' \[1.0, 0.0\].* its lowest and its highest value",
    ),
    "control": (
        lambda: plot_bars(["a"], [1], value_label="v", control=[1, 2], **FRAME),
        r"control has shape \[2\] for 1 names, expected one value a name, at most 8",
    ),
    "control of nine": (
        lambda: plot_bars(
            ["a"] * 9, [1] * 9, value_label="v", control=[1] * 9, **FRAME
        ),
        r"control has shape \[9\] for 9 names",
    ),
    "control without name": (
        lambda: plot_bars(
            ["a"], [1], value_label="v", control=[1], control_name="", **FRAME
        ),
        "control_name is '', expected 1 to 30 characters",
    ),
    "no arrows": (lambda: plot_arrows({}, **FRAME), "vectors holds 0, expected 1 to 4"),
    "arrow shape": (
        lambda: plot_arrows({"a": [1, 2, 3]}, **FRAME),
        r"vector 'a' has shape \[3\], expected \[2\]: across and up",
    ),
    "no length": (
        lambda: plot_arrows({"a": [0, 0]}, **FRAME),
        "vector 'a' is all 0, expected a length to draw",
    ),
    "arrow without name": (
        lambda: plot_arrows({"": [0, 1]}, **FRAME),
        "'' is no name, expected 1 to 16 letters",
    ),
    "unknown sum": (
        lambda: plot_arrows({"a": [0, 1]}, sums="a + b", **FRAME),
        r"sums holds 'a \+ b', expected .* with names of \['a'\]",
    ),
    "three sums": (
        lambda: plot_arrows({"a": [0, 1]}, sums=["a + a"] * 3, **FRAME),
        "sums holds 3, expected at most 2",
    ),
    "mark at the end": (
        lambda: plot_paths(
            {"a mole": np.ones((4, 2))}, subject="mole", marked=3, **MAP
        ),
        "marked is 3, expected a number of layers between 0 and 3",
    ),
    "no paths": (
        lambda: plot_paths({}, subject="mole", **MAP),
        "paths holds 0 contexts, expected 1 to 6",
    ),
    "path shape": (
        lambda: plot_paths({"a mole": [[1, 2, 3]]}, subject="mole", **MAP),
        r"path 'a mole' has shape \[1, 3\], expected \[n_layers \+ 1, 2\]",
    ),
    "paths of two lengths": (
        lambda: plot_paths(
            {"a mole": np.ones((3, 2)), "mole": np.ones((4, 2))}, subject="mole", **MAP
        ),
        r"path 'mole' has shape \[4, 2\], expected .* the same for all contexts",
    ),
    "no subject": (
        lambda: plot_paths({"molecules": np.ones((3, 2))}, subject="mole", **MAP),
        "context 'molecules' does not hold the subject 'mole'",
    ),
    "long context": (
        lambda: plot_paths({"mole" + " x" * 20: [[0, 0]] * 2}, subject="mole", **MAP),
        "has 44 characters, expected at most 40",
    ),
    "plane": (
        lambda: plot_offsets(
            {("a", "b"): [[0, 0], [1, 1]]}, **MAP | {"plane": "x" * 86}
        ),
        "plane has 86 characters, expected at most 85",
    ),
    "nine pairs": (
        lambda: plot_offsets(
            {(str(i), "b"): [[0, 0], [1, 1]] for i in range(9)}, **MAP
        ),
        "pairs holds 9 pairs, expected 1 to 8",
    ),
    "no pair": (
        lambda: plot_offsets({"ab": [[0, 0], [1, 1]]}, **MAP),
        "pairs has the key 'ab', expected two words",
    ),
    "pair shape": (
        lambda: plot_offsets({("a", "b"): [0, 1]}, **MAP),
        r"pair \('a', 'b'\) has shape \[2\], expected \[2, 2\]",
    ),
    "no step": (
        lambda: plot_offsets({("a", "b"): [[0, 1], [0, 1]]}, **MAP),
        r"pair \('a', 'b'\) stands at one place",
    ),
    "no context": (
        lambda: plot_context("mole", {}, {"a": [1, 1]}, start=[0, 1], title="T"),
        "contexts holds 0 words, expected 1 to 6",
    ),
    "seven senses": (
        lambda: plot_context(
            "mole",
            {"a": [1, 1]},
            {str(i): [1, 1] for i in range(7)},
            start=[0, 1],
            title="T",
        ),
        "senses holds 7 words, expected 1 to 6",
    ),
    "three directions": (
        lambda: plot_context(
            "mole", {"a": [1, 1, 1]}, {"b": [1, 1]}, start=[0, 1], title="T"
        ),
        r"context 'a' has shape \[3\], expected \[2\]",
    ),
    "sense at zero": (
        lambda: plot_context(
            "mole", {"a": [1, 1]}, {"b": [0, 0]}, start=[0, 1], title="T"
        ),
        "sense 'b' is at zero, expected a direction",
    ),
    "long word": (
        lambda: plot_context(
            "mole" * 5, {"a": [1, 1]}, {"b": [0, 1]}, start=[0, 1], title="T"
        ),
        "'molemolemolemolemole' is no short word, expected 1 to 16 characters",
    ),
    "eleven words": (
        lambda: plot_rows_and_columns(["a"] * 11, np.ones((11, 11)) / 11, **FRAME),
        "tokens holds 11 words, expected at most 10",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_one_clear_sentence(name):
    call, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        call()
