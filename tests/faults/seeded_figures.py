"""Faults in what figures draw, in what they say, and in the explorer."""

from check import tests
from fault import Fault, replaced
from seeded_notebooks import BY_HAND, CUTS

FIGURES = "course_lib/figures"
PLOTS = "tests/unit/test_figures_plots.py"
SHOW = tests("tests/unit/test_figures_show.py")
DESCRIBE = tests("--doctest-modules", f"{FIGURES}/describe.py")
EXPLORER = tests("tests/unit/test_explorer.py")
MOVED = tests(
    f"{PLOTS}::test_moving_any_datum_by_a_tenth_of_the_axis_changes_the_stored_text"
)


def plotted(name, file, old, new, *names):
    """Seed a fault in a plot function, for these tests of the plots."""
    check = tests(*(f"{PLOTS}::{test}" for test in names)) if names else MOVED
    return Fault(name, replaced(f"{FIGURES}/{file}", old, new), check)


DOTS = "test_dots_stand_where_the_weights_are_and_their_area_is_the_weight"
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
    plotted(
        "the grid is drawn on its side",
        "attention_grid.py",
        "draw_dot(ax, q, k, weights[q, k], numbered)",
        "draw_dot(ax, k, q, weights[q, k], numbered)",
        f"{DOTS}[grid, unmasked]",
    ),
    plotted(
        "a dot's width is the weight, not its area",
        "attention_grid.py",
        "largest * np.sqrt(weight)",
        "largest * weight",
        f"{DOTS}[grid]",
    ),
    plotted(
        "the second layout is not the transpose",
        "layouts.py",
        "(q, k) if across else (k, q)",
        "(q, k) if across else (q, k)",
        f"{DOTS}[layouts]",
    ),
    plotted(
        "scores are colored with the wrong sign",
        "score_table.py",
        "score_color(score, largest))",
        "score_color(-score, largest))",
        "test_score_cells_have_the_color_and_the_number_of_their_score",
    ),
    plotted(
        "a line is drawn backwards",
        "curves.py",
        "            x,\n            values,\n",
        "            x,\n            values[::-1],\n",
        "test_bars_and_lines_and_products_are_drawn_from_the_data",
    ),
    plotted(
        "bars are drawn without their sign",
        "bars.py",
        "ax.barh(i, value,",
        "ax.barh(i, abs(value),",
        "test_bars_and_lines_and_products_are_drawn_from_the_data",
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
