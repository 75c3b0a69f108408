"""Faults in what figures draw, in what they say, and in the explorer."""

from check import tests
from fault import Fault, replaced
from seeded_notebooks import BY_HAND, CUTS

FIGURES = "course_lib/figures"
PLOTS = "tests/unit/test_figures_plots.py"
SHOW = tests(
    "tests/unit/test_figures_show.py"
    "::test_show_publishes_image_with_text_and_a_description_beside_it"
)
DESCRIBE = tests("--doctest-modules", f"{FIGURES}/describe.py")
EXPLORER = tests("tests/unit/test_explorer.py")
CHANGES = "test_moving_any_datum_by_a_tenth_of_the_axis_changes_the_stored_text"
MOVED = tests(f"{PLOTS}::{CHANGES}[grid]", f"{PLOTS}::{CHANGES}[grid, 24]")


def plotted(name, file, old, new, *names):
    """Seed a fault in a plot function, for these tests of the plots."""
    check = tests(*(f"{PLOTS}::{test}" for test in names)) if names else MOVED
    return Fault(name, replaced(f"{FIGURES}/{file}", old, new), check)


DOTS = "test_dots_stand_where_the_weights_are_and_their_area_is_the_weight"


def drawn(name, file, old, new, test):
    """Seed a fault in what a figure draws: its description stays right."""
    check = tests(f"tests/unit/test_figures_drawn.py::{test}")
    return Fault(name, replaced(f"{FIGURES}/{file}", old, new), check)


SAID = (
    plotted(
        "a grid's description drops the numbers",
        "attention_grid.py",
        'return said, keys + rows("Weights, a row per query", table, 1, share)',
        "return said, keys",
    ),
    Fault(
        "a sentence about bars drops their numbers",
        replaced(
            f"{FIGURES}/bars.py", "sentence(size, compared, *said)", "sentence(size)"
        ),
        CUTS,
    ),
    plotted(
        "long series are described by their mean alone, rounded",
        "describe.py",
        "places = _decimals(span / numbers.size)",
        "places = 0",
    ),
    Fault(
        "a grid's sentence is a constant",
        replaced(
            f"{FIGURES}/attention_grid.py",
            "said = sentence(size, looks, elsewhere)",
            "said = sentence(size)",
        ),
        SHOW,
    ),
    Fault(
        "shares are printed with one decimal",
        replaced(f"{FIGURES}/describe.py", 'f"{weight:.2f}"', 'f"{weight:.1f}"'),
        DESCRIBE,
    ),
    Fault(
        "show drops the alt text",
        replaced(
            f"{FIGURES}/show.py",
            '        metadata={"image/png": {"alt": sentence}},\n',
            "",
        ),
        SHOW,
    ),
    Fault(
        "show no longer puts the description beside the picture",
        replaced(
            f"{FIGURES}/show.py",
            'publish({"text/html": details(sentence, numbers)})',
            'publish({"text/html": ""})',
        ),
        SHOW,
    ),
)
DRAWN = (
    plotted(
        "queries and keys exchange their colors",
        "matrix.py",
        'def sides(ax, words=("asks ↓", "answers →"), colors=(QUERY, KEY)):',
        'def sides(ax, words=("asks ↓", "answers →"), colors=(KEY, QUERY)):',
        "test_query_and_key_keep_color_and_side_in_every_picture_that_has_them",
    ),
    plotted(
        "small weights are not drawn",
        "attention_grid.py",
        "in np.argwhere(allowed):\n        draw_dot(ax, q",
        "in np.argwhere(weights > 0.2):\n        draw_dot(ax, q",
        "test_no_weight_is_hidden_however_small",
    ),
    plotted(
        "the mask is not drawn",
        "attention_grid.py",
        "    if not allowed.all():\n        matrix.staircase",
        "    if allowed.all():\n        matrix.staircase",
        "test_mask_is_seen_from_the_zeros_and_drawn_with_its_word",
    ),
)
SHOWN = (
    drawn(
        "the grid is drawn on its side",
        "attention_grid.py",
        "draw_dot(ax, q, k, weights[q, k], numbered, middle)",
        "draw_dot(ax, k, q, weights[q, k], numbered, middle)",
        f"{DOTS}[grid, unmasked]",
    ),
    drawn(
        "a dot's width is the weight, not its area",
        "attention_grid.py",
        "largest * np.sqrt(weight)",
        "largest * weight",
        f"{DOTS}[grid]",
    ),
    drawn(
        "the second layout is not the transpose",
        "layouts.py",
        "(q, k) if across else (k, q)",
        "(q, k) if across else (q, k)",
        f"{DOTS}[layouts]",
    ),
    drawn(
        "scores are colored with the wrong sign",
        "score_table.py",
        "score_color(score, largest))",
        "score_color(-score, largest))",
        "test_score_cells_have_the_color_and_the_number_of_their_score",
    ),
    drawn(
        "a line is drawn backwards",
        "curves.py",
        "            x,\n            values,\n",
        "            x,\n            values[::-1],\n",
        "test_bars_and_lines_and_products_are_drawn_from_the_data",
    ),
    drawn(
        "bars are drawn without their sign",
        "bars.py",
        "ax.barh(i, value,",
        "ax.barh(i, abs(value),",
        "test_bars_and_lines_and_products_are_drawn_from_the_data",
    ),
    drawn(
        "the words of the rows are in the wrong order",
        "matrix.py",
        "for i, text in enumerate(rows):",
        "for i, text in enumerate(rows[::-1]):",
        "test_words_stand_at_their_rows_and_columns",
    ),
    drawn(
        "the band lies on the row above",
        "attention_grid.py",
        "matrix.band(ax, row, ",
        "matrix.band(ax, row - 1, ",
        "test_the_band_lies_on_the_row_of_the_focus",
    ),
    drawn(
        "the hatch lies on its side",
        "matrix.py",
        "start = allowed.sum(axis=1)",
        "start = allowed.sum(axis=0)",
        "test_the_hatch_covers_what_is_masked_and_nothing_else",
    ),
    drawn(
        "both axes carry the same label",
        "curves.py",
        "ax.set_xlabel(x_label)",
        "ax.set_xlabel(y_label)",
        "test_each_axis_of_curves_has_its_own_label",
    ),
    drawn(
        "the map marks every part but the lesson's",
        "map.py",
        "_draw_part(ax, name, name in here)",
        "_draw_part(ax, name, name not in here)",
        "test_the_map_marks_the_part_of_the_lesson_and_no_other",
    ),
)
EXPLORED = (
    Fault(
        "the explorer's numbers are those of the transpose",
        replaced(
            "course_lib/explorer/score_explorer.py",
            "for row in table.tolist()]",
            "for row in table.T.tolist()]",
        ),
        EXPLORER,
    ),
    Fault(
        "the explorer's text forgets the start",
        replaced(
            "course_lib/explorer/score_explorer.py",
            "start * np.where(allowed, table, 0)",
            "np.where(allowed, table, 0)",
        ),
        EXPLORER,
    ),
    Fault(
        "the explorer's script forgets the slider",
        replaced(
            "course_lib/explorer/scores.html",
            "Math.exp(t * (s - m))",
            "Math.exp(s - m)",
        ),
        BY_HAND,
    ),
)
FAULTS = (*SAID, *DRAWN, *SHOWN, *EXPLORED)
