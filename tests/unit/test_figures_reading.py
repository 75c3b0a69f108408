"""What a reader takes from a figure: ties, ticks, sums, and lines to compare with."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.patches import Rectangle

from course_lib.attention import causal_mask, softmax
from course_lib.figures import (
    plot_attention_grid,
    plot_bars,
    plot_curves,
    plot_map,
    plot_rows_and_columns,
    plot_scores,
)
from course_lib.figures.apart import apart
from course_lib.figures.palette import CATEGORIES, MARKERS, word_color

WORDS = "A fluffy blue creature roamed the verdant forest".split()
FRAME = {"title": "A finding", "tier": "by hand"}
MATCHES = np.zeros((8, 8))
MATCHES[7, [1, 2, 6]] = 4
MATCHES[7, 3] = 1


def said(ax):
    ((sentence, listed),) = ax.figure.course_descriptions
    return sentence, listed


def hint(ax):
    return ax.figure.texts[2].get_text()


def bold(ax):
    return {t.get_text() for t in ax.texts if t.get_weight() == "bold"}


def test_all_keys_that_tie_for_the_highest_score_are_bold_and_named():
    ax = plot_scores(WORDS, WORDS, MATCHES, focus="forest", **FRAME)
    assert bold(ax) == {"forest", "fluffy", "blue", "verdant"}
    assert "highest with fluffy, blue, verdant +4; least forest 0." in said(ax)[0]
    assert hint(ax) == "row asks, column answers; darker = higher score"


def test_one_highest_score_is_named_with_the_next_and_even_rows_are_named_as_such():
    ax = plot_scores(WORDS, WORDS, MATCHES - np.eye(8)[[2]].T, focus=7, **FRAME)
    assert "−" in hint(ax)
    table = MATCHES + 0.004 * np.arange(8)  # 4.00, 4.01, 4.02 as printed
    ax = plot_scores(WORDS, WORDS, table, focus=7, **FRAME)
    assert "highest with verdant +4.02, blue +4.01; least A 0." in said(ax)[0]
    ax = plot_scores(WORDS, WORDS, MATCHES, focus="A", **FRAME)
    assert "A scores 0 with every word." in said(ax)[0]


def test_the_reading_line_of_scores_names_no_color():
    for table in (MATCHES, -MATCHES):
        ax = plot_scores(WORDS, WORDS, table, **FRAME)
        assert not {"blue", "orange"} & set(hint(ax).replace(";", "").split())


def test_the_whole_map_has_no_pin_and_no_part_of_today():
    ax = plot_map()
    assert not any("you are here" in t.get_text() for t in ax.texts)
    assert "today" not in hint(ax)
    assert "Here" not in said(ax)[0]
    assert "today" in hint(plot_map("mask", "02"))


def test_layouts_print_the_sums_that_are_not_one():
    weights = softmax(np.where(causal_mask(8), MATCHES, -np.inf))
    left = plot_rows_and_columns(WORDS, weights, **FRAME)
    _, right = left.figure.axes
    expected = "2.6 1.9 1.4 .78 .52 .32 .46 .01".split()
    for ax in (left, right):
        texts = [t.get_text() for t in ax.texts]
        at = texts.index("2.6")
        assert texts[at : at + 8] == expected
        assert texts[at - 9 : at - 1] == ["1"] * 8
        assert ax.texts[at].get_weight() == "normal"
    assert said(left)[1].splitlines()[-1].startswith("column sums: 2.6")


def ticks(axis):
    low, high = axis.get_view_interval()
    return [at for at in axis.get_majorticklocs() if low <= at <= high]


def curves(x, series, **more):
    labels = {"x_label": "d_head", "y_label": "spread"}
    return plot_curves(x, series, **labels, **FRAME, **more)


def test_logarithmic_axes_have_the_ticks_of_their_data():
    sizes = [4, 16, 64, 256, 1024]
    spread = {"measured": [2.1, 3.9, 8.3, 15.8, 32.4], "√d_head": np.sqrt(sizes)}
    ax = curves(sizes, spread, log_x=True, log_y=True)
    assert ticks(ax.xaxis) == sizes
    assert ticks(ax.yaxis) == [2, 4, 8, 16, 32]
    other = curves(sizes, {"a": [3, 5, 9, 20, 27]}, log_y=True)
    assert ticks(other.yaxis) == [5, 10, 20]
    crowded = curves([1, 1.1, 100], {"a": [1, 2, 3]}, log_x=True)
    assert ticks(crowded.xaxis) == [1, 100]  # whole powers first


def test_a_mark_stands_on_its_place_with_its_words_and_is_described():
    ax = curves([1, 64, 80], {"a": [9, 3, 0]}, marks={64: "64 = d_head"})
    (line,) = [one for one in ax.lines if list(one.get_xdata()) == [64, 64]]
    assert line.get_linewidth() < 1
    assert any(t.get_text() == "64 = d_head" for t in ax.texts)
    sentence, listed = said(ax)
    assert sentence.endswith("Marked at 64: 64 = d_head.")
    assert listed.endswith("Marks:\n64: 64 = d_head")


def test_the_name_of_a_line_that_ends_at_zero_stands_above_the_axis():
    ax = curves([1, 2, 3], {"falls": [9, 3, 0]})
    ax.figure.canvas.draw()
    (name,) = [t for t in ax.texts if t.get_text() == "falls"]
    assert name.get_window_extent().y0 > ax.get_window_extent().y0 + 3


def test_names_stand_at_peaks_where_lines_end_at_one_place():
    series = {"early": [0, 9, 1, 0, 0], "late": [0, 0, 1, 8, 0]}
    ax = curves([1, 2, 3, 4, 5], series | {"high": [5, 5, 5, 5, 9]})
    ax.figure.canvas.draw()
    to_axes = ax.transData + ax.transAxes.inverted()
    places = {t.get_text(): t.get_position() for t in ax.texts}
    for name, peak in (("early", (2, 9)), ("late", (4, 8)), ("high", (5, 9))):
        away = np.subtract(places[name], to_axes.transform(peak))
        assert np.hypot(*away * [6, 3]) < 0.6, name
    assert places["high"][0] > to_axes.transform((5, 9))[0]
    along = curves([1, 2], {"a": [1, 2], "b": [1, 2.01]})  # their peaks are their ends
    assert all(t.get_position()[0] > 0.95 for t in along.texts)


def test_names_stand_where_lines_are_apart_if_their_peaks_coincide():
    x = np.linspace(-3, 3, 61)
    series = {"narrow": np.exp(-8 * x**2), "wide": np.exp(-(x**2) / 2)}
    ax = curves(x, series)
    to_axes = ax.transData + ax.transAxes.inverted()
    lines = {n: to_axes.transform(np.stack([x, y], -1)) for n, y in series.items()}
    for name in ax.texts:
        away = {n: line - name.get_position() for n, line in lines.items()}
        gaps = {n: np.hypot(*a.T).min() for n, a in away.items()}
        assert min(gaps, key=gaps.get) == name.get_text()


def test_a_line_along_zero_stands_off_the_axis():
    flat = curves([1, 2, 3], {"flat": [0, 0, 0], "a": [0, 5, 9]})
    assert flat.get_ylim()[0] < 0
    assert curves([1, 2, 3], {"a": [0, 5, 9]}).get_ylim()[0] == 0


def test_two_names_at_one_end_stand_in_the_order_of_their_lines():
    ax = curves([1, 2, 3], {"upper": [9, 9, 0.02], "lower": [9, 9, 0.01]})
    places = {t.get_text(): t.get_position() for t in ax.texts}
    assert places["upper"][1] > places["lower"][1]


def test_one_thing_keeps_its_look_in_several_figures():
    series = {"a": [1, 2], "b": [2, 1], "c": [3, 3]}
    ax = curves([1, 2], series, colors={"b": 0, "c": 4})
    looks = [(line.get_color(), line.get_marker()) for line in ax.lines]
    assert looks == [(CATEGORIES[i], MARKERS[i]) for i in (1, 0, 4)]
    words = {t.get_text(): t.get_color() for t in ax.texts}
    assert words["c"] == word_color(CATEGORIES[4])


def test_the_reading_line_says_where_an_axis_does_not_start_at_zero():
    high = {"a": [0.7, 0.9]}
    assert hint(curves([1, 2], high)).endswith("up: spread; the axis starts at 0.69")
    for series in ({"a": [0.1, 0.9]}, {"a": [-0.7, 0.9]}):
        assert "starts" not in hint(curves([1, 2], series))
    assert "starts" not in hint(curves([1, 2], high, log_y=True))
    labels = {"x_label": "layers passed", "y_label": "cosine between two sentences"}
    ax = plot_curves([1, 2], high, **labels, **FRAME)
    assert hint(ax) == "up: cosine between two sentences; the axis starts at 0.69"
    labels["y_label"] = "y" * 40
    ax = plot_curves([1, 2], high, log_x=True, **labels, **FRAME)
    assert hint(ax) == "across: logarithmic; the axis starts at 0.69"


def test_a_range_is_drawn_on_its_bar_and_said():
    ax = plot_bars(["true", "random"], [0.5, 0.01], value_label="cosine",
                   spans={"random": (-0.02, 0.03)}, **FRAME)  # fmt: skip
    (line,) = ax.lines
    assert set(line.get_xdata()) == {-0.02, 0.03}
    assert set(line.get_ydata().round()) == {1}
    assert "random 0.01 (range −0.02 to 0.03)." in said(ax)[0]
    assert hint(ax) == "bar length: cosine; thin line: range"


def test_hollow_bars_stand_under_the_others_and_are_named_once():
    ax = plot_bars(["a", "b"], [0.5, 0.4], value_label="cosine", control=[0.1, -0.02],
                   control_name="shuffled", **FRAME)  # fmt: skip
    bars = [p for p in ax.patches if isinstance(p, Rectangle)]
    assert [p.get_width() for p in bars] == [0.5, 0.4, 0.1, -0.02]
    hollow = [mpl.colors.to_hex(p.get_facecolor()) == "#ffffff" for p in bars]
    assert hollow == [False, False, True, True]
    for upper, lower, row in zip(bars[:2], bars[2:], (0, 1), strict=True):
        edges = [upper.get_y(), upper.get_y() + upper.get_height(), lower.get_y()]
        assert row - 0.5 < edges[0] < edges[1] < edges[2] < row + 0.3
    assert [t.get_text() for t in ax.texts].count("shuffled") == 1
    sentence, listed = said(ax)
    assert "shuffled −0.02 to 0.10; a 0.50, b 0.40." in sentence
    assert listed == "Bars:\na: 0.50, shuffled 0.10\nb: 0.40, shuffled −0.02"


def test_a_small_table_of_scores_fills_the_canvas_and_stands_in_the_middle():
    ax = plot_scores(["Ada", "Bo"], WORDS[:3], [[8, 1, 3], [0, 3, 1]], **FRAME)
    box = ax.get_position()
    assert box.width > 0.6
    assert box.height > 0.5
    assert 1 - box.x1 > 0.05


def test_bars_may_have_two_lines_whose_names_keep_apart():
    lines = {"baseline": 3.44, "reference": (3.5, "guessing evenly")}
    ax = plot_bars(["no scale"], [7.4], value_label="loss", **lines, **FRAME)
    assert [list(line.get_xdata()) for line in ax.lines] == [[3.44] * 2, [3.5] * 2]
    for line in ax.lines:  # a rim that is seen over a dark bar
        (rim,) = line.get_path_effects()
        assert rim._gc["foreground"] == "#FFFFFF"
        assert rim._gc["linewidth"] > 2 * line.get_linewidth()
    sentence, listed = said(ax)
    assert "uncut 3.44; guessing evenly 3.50; no scale 7.40." in sentence
    assert listed.endswith("uncut: 3.44\nguessing evenly: 3.50")
    assert hint(ax).endswith("dashed: uncut; dotted: guessing evenly")


def test_apart_moves_only_what_collides_and_stays_inside():
    assert apart([1, 2, 3], 0.5, 0, 4).tolist() == [1, 2, 3]
    placed = apart([3.9, 0, 3.8], [1, 1, 2], 0, 4)
    assert placed.tolist() == pytest.approx([3.5, 0.5, 2.0], abs=0.01)


def test_numbers_of_a_crowded_row_stay_in_their_cells():
    weights = softmax(np.where(causal_mask(11), 0, -np.inf))
    weights[10] = [0.32, *[0.01] * 8, 0.48, 0.12]
    ax = plot_attention_grid([f"w{i}" for i in range(11)], weights, focus=10, **FRAME)
    to_cells = ax.transData.inverted()
    for text, cell in ((".32", 0), (".48", 9), (".12", 10)):
        (found,) = [t for t in ax.texts if t.get_text() == text]
        box = found.get_window_extent(ax.figure.canvas.get_renderer())
        left, right = to_cells.transform([box.min, box.max])[:, 0]
        assert cell < left < right < cell + 1, text


def test_equal_shares_are_printed_equal_and_nothing_is_said_of_rounding():
    weights = softmax(np.where(causal_mask(3), 0, -np.inf))
    ax = plot_attention_grid(WORDS[:3], weights, focus=2, **FRAME)
    assert [t.get_text() for t in ax.texts].count(".33") == 3
    assert "rounded" not in hint(ax)
    assert "blue looks at A .33, fluffy .33, on itself .33." in said(ax)[0]


def test_a_grid_names_all_words_that_tie():
    row = [[0.02, 0.3, 0.3, 0.02, 0.02, 0.02, 0.3, 0.02]]
    weights = np.vstack([np.eye(8)[:7], row])
    ax = plot_attention_grid(WORDS, weights, focus="forest", **FRAME)
    named = "forest looks at fluffy .30, blue .30, verdant .30, on itself .02."
    assert named in said(ax)[0]


def test_a_crowded_grid_prints_the_strong_weights_of_its_marked_rows():
    words = [f"w{i}" for i in range(11)] + ["\n"]
    weights = np.tile(0.01 * np.eye(12)[0], (12, 1)) + 0.99 * np.eye(12)
    weights[5] = [0.5, 0.2, 0, 0, 0, 0.3, *[0] * 6]
    weights[7] = weights[5]
    ax = plot_attention_grid(words, weights, focus=(5, 11), masked=True, **FRAME)
    printed = [t.get_text() for t in ax.texts if t.get_text().startswith(".")]
    assert sorted(printed) == [".20", ".30", ".50", ".99"]
    assert {"w5", "\n"} - bold(ax) == {"\n"}
    sentence, _ = said(ax)
    assert "w5 looks at w0 .50, w1 .20, on itself .30." in sentence
    assert "⏎ looks at w0 .01, on itself .99." in sentence
    upright, leaning = (
        [t for t in ax.texts if t.get_text() == text][-1] for text in ("⏎", "w3")
    )
    assert (upright.get_rotation(), leaning.get_rotation()) == (0, 45)
