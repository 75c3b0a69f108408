"""Pictures of a plane: drawn to scale, from the data, words beside what they name."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.patches import FancyArrowPatch
from matplotlib.text import Text

from course_lib.figures import plane_of, plot_arrows, plot_offsets, plot_paths
from course_lib.figures.palette import CATEGORIES, INK, MARKERS, MUTED, UPDATE, WHITE

FRAME = {"title": "T", "tier": "by hand", "plane": "the plane through the ends"}
STAR = {
    "a shrew mole": np.outer(np.arange(7), [-1, 1]),
    "one mole of gas": np.outer(np.arange(7), [2, 0.5]),
    "a biopsy of the mole": np.outer(np.arange(7), [0, -1.5]),
}
TWO = {"mole": [1, 2], "blind": [3, 0.5]}
PAIRS = {("man", "woman"): [[0, 0], [1, 2]], ("king", "queen"): [[4, 0], [4.5, 2]]}


def text(ax, words):
    (found,) = [t for t in ax.texts if t.get_text() == words]
    return found


def gap(ax, words, thing):
    """The inches between words and the place of what they name."""
    box = text(ax, words).get_window_extent(ax.figure.canvas.get_renderer())
    at = ax.transData.transform(thing)
    return np.hypot(*(np.clip(at, box.min, box.max) - at)) / ax.figure.dpi


def test_plane_goes_through_three_vectors_and_keeps_their_distances():
    vectors = np.random.default_rng(0).normal(0, 1, (3, 576))
    origin, directions = plane_of(vectors)
    assert np.allclose(directions @ directions.T, np.eye(2))
    assert np.allclose(origin, vectors.mean(axis=0))
    places = (vectors - origin) @ directions.T
    assert np.allclose(origin + places @ directions, vectors)


def test_plane_of_more_vectors_is_the_nearest_one():
    rng = np.random.default_rng(1)
    vectors = rng.normal(0, 1, (6, 2)) @ rng.normal(0, 1, (2, 20))
    noisy = vectors + rng.normal(0, 0.01, vectors.shape)
    origin, directions = plane_of(noisy)
    left = noisy - origin - (noisy - origin) @ directions.T @ directions
    assert np.abs(left).max() < 0.05


@pytest.mark.parametrize("d", [2, 3, 50])
def test_plane_is_not_mirrored_by_noise_in_the_last_bits(d):
    rng = np.random.default_rng(d)
    vectors = rng.normal(0, 1, (4, d))
    _, one = plane_of(vectors)
    _, two = plane_of(vectors * (1 + 1e-12 * rng.normal(0, 1, vectors.shape)))
    assert np.allclose(one, two, atol=1e-6)
    square = np.array([[3.0, 0], [-3, 0], [0, 1], [0, -1]])
    assert plane_of(square)[1].tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        (np.ones((2, 5)), r"vectors has shape \[2, 5\], expected \[contexts, d\]"),
        (np.ones(5), r"vectors has shape \[5\]"),
        (np.ones((3, 1)), r"vectors has shape \[3, 1\]"),
        ([[0, 0, 0], [1, 1, 1], [3, 3, 3]], "vectors lie on one line"),
        (np.ones((3, 4)), "vectors lie on one line"),
        ([[0, np.nan]] * 3, "vectors holds NaN"),
    ],
)
def test_plane_says_what_is_wrong(vectors, message):
    with pytest.raises(ValueError, match=message):
        plane_of(vectors)


def test_one_length_is_the_same_in_both_directions():
    for ax in (
        plot_paths(STAR, subject="mole", **FRAME),
        plot_offsets(PAIRS, **FRAME),
        plot_arrows(TWO, title="T", tier="by hand"),
    ):
        across, up = np.diff(ax.transData.transform([[0, 0], [1, 1]]), axis=0)[0]
        assert across == pytest.approx(up)


def test_paths_are_drawn_through_their_places_with_a_mark_every_second_layer():
    ax = plot_paths(STAR, subject="mole", **FRAME)
    for color, path in zip(CATEGORIES, STAR.values(), strict=False):
        line, marks, end = (x for x in ax.lines if x.get_color() == color)
        assert line.get_xydata().tolist() == path.tolist()
        assert marks.get_xydata().tolist() == path[[2, 4]].tolist()
        assert end.get_xydata().tolist() == path[[6]].tolist()
        assert end.get_markersize() > marks.get_markersize()
    ends = [line for line in ax.lines if line.get_markersize() == 11]
    assert len({line.get_marker() for line in ends}) == 3


def test_the_subject_is_bold_and_each_phrase_stands_at_its_end():
    ax = plot_paths(STAR, subject="mole", **FRAME)
    bold = [t.get_text() for t in ax.texts if t.get_weight() == "bold"]
    assert bold == ["mole"] * 3
    assert gap(ax, "one", STAR["one mole of gas"][-1]) < 0.3
    assert gap(ax, "a biopsy of the", STAR["a biopsy of the mole"][-1]) < 0.3


@pytest.mark.parametrize(
    ("shift", "said"), [(0, "look-up: the same in all 3"), (1, "look-up")]
)
def test_only_a_common_start_is_called_the_same(shift, said):
    paths = {name: path.astype(float) for name, path in STAR.items()}
    paths["one mole of gas"] = paths["one mole of gas"] + shift
    assert text(plot_paths(paths, subject="mole", **FRAME), said)


def test_paths_say_how_far_apart_they_end():
    ax = plot_paths(STAR, subject="mole", **FRAME)
    ((sentence, numbers),) = ax.figure.course_descriptions
    assert sentence == (
        "mole in 3 contexts over 6 layers, in one plane. Distance at the start: 0.00. "
        "At the end between contexts: 16.16 to 18.25. Nearest: a shrew mole and a "
        "biopsy of the mole. Farthest: a shrew mole and one mole of gas."
    )
    assert numbers.endswith("Plane: the plane through the ends")


def test_the_same_layer_is_marked_and_named_on_every_path():
    ax = plot_paths(STAR, subject="mole", marked=4, **FRAME)
    assert [t.get_text() for t in ax.texts].count("after 4 layers") == 3
    assert any("large one after 6" in t.get_text() for t in ax.figure.findobj(Text))
    hollow = [line for line in ax.lines if line.get_markerfacecolor() == WHITE]
    places = [line.get_xydata()[0].tolist() for line in hollow]
    assert places == [path[4].tolist() for path in STAR.values()]
    ((sentence, _),) = ax.figure.course_descriptions
    assert "After 4 layers: 10.77 to 12.17. At the end" in sentence
    plain = plot_paths(STAR, subject="mole", **FRAME)
    assert not [t for t in plain.texts if t.get_text() == "after 4 layers"]


def test_a_path_keeps_the_color_it_is_given():
    colors = {"one mole of gas": 0, "a shrew mole": 3}
    ax = plot_paths(STAR, subject="mole", colors=colors, **FRAME)
    looks = [(e.get_color(), e.get_marker()) for e in ax.lines
             if e.get_markersize() == 11]  # fmt: skip
    assert looks == [(CATEGORIES[i], MARKERS[i]) for i in (3, 0, 1)]


def drawn_arrows(ax):
    arrows = [p for p in ax.patches if isinstance(p, FancyArrowPatch)]
    return [(*(list(end) for end in a._posA_posB), a) for a in arrows]


def test_a_sum_walks_tip_to_tail_and_a_difference_from_tip_to_tip():
    sums = ("mole + blind", "blind - mole")
    ax = plot_arrows(TWO, sums=sums, title="T", tier="by hand")
    *vectors, moved, whole, between = drawn_arrows(ax)
    assert [(start, end) for start, end, _ in vectors] == [
        ([0, 0], [1, 2]),
        ([0, 0], [3, 0.5]),
    ]
    assert moved[:2] == ([1, 2], [4, 2.5])
    assert whole[:2] == ([0, 0], [4, 2.5])
    assert between[:2] == ([1, 2], [3, 0.5])
    assert moved[2].get_linewidth() < vectors[0][2].get_linewidth()
    edges = [mpl.colors.to_hex(a.get_edgecolor()) for *_, a in drawn_arrows(ax)]
    assert [edge.upper() for edge in edges] == [INK] * 3 + [UPDATE] * 2
    assert gap(ax, "blind − mole (2, −1.5)", [2, 1.25]) < 0.3
    assert gap(ax, "mole + blind (4, 2.5)", [4, 2.5]) < 0.3
    assert gap(ax, "blind (3, 0.5)", [3, 0.5]) < 0.3


def test_arrows_say_numbers_lengths_and_the_angle_between_the_first_two():
    ax = plot_arrows(TWO, sums=("mole + blind",), title="T", tier="by hand")
    ((sentence, numbers),) = ax.figure.course_descriptions
    assert sentence == (
        "2 vectors as arrows from the origin: mole (1, 2), length 2.24; blind (3, "
        "0.5), length 3.04. Angle between mole and blind: 54 degrees. mole + blind = "
        "(4, 2.5), length 4.72."
    )
    assert numbers.endswith("blind: 3.00 0.50\nmole + blind: 4.00 2.50")
    assert any(t.get_text() == "one square: 1" for t in ax.texts)


def test_a_sum_that_is_zero_has_words_but_no_arrow():
    opposite = {"a": [1, 0], "b": [-1, 0]}
    ax = plot_arrows(opposite, sums=("a + b",), title="T", tier="by hand")
    assert text(ax, "a + b (0, 0)")
    assert len(drawn_arrows(ax)) == 3


def test_offsets_are_arrows_from_the_first_word_to_the_second():
    ax = plot_offsets(PAIRS, **FRAME)
    arrows = [p for p in ax.patches if isinstance(p, FancyArrowPatch)]
    for arrow, ends in zip(arrows, PAIRS.values(), strict=True):
        assert [list(end) for end in arrow._posA_posB] == ends
    for words, ends in PAIRS.items():
        assert all(gap(ax, w, end) < 0.3 for w, end in zip(words, ends, strict=True))


def test_a_word_stands_nearer_to_its_own_mark_than_to_any_other():
    near = {
        ("man", "woman"): [[0.81, -1.77], [1.74, -1.70]],
        ("father", "mother"): [[-0.37, -1.99], [0.55, -1.81]],
        ("uncle", "aunt"): [[-0.88, -1.35], [0.05, -1.23]],
        ("king", "queen"): [[-3.02, 0.85], [-1.97, 1.80]],
    }
    ax = plot_offsets(near, **FRAME)
    marks = {word: at for pair in near.items() for word, at in zip(*pair, strict=True)}
    for word, at in marks.items():
        others = [gap(ax, word, x) for other, x in marks.items() if other != word]
        assert gap(ax, word, at) < min(others) - 0.03, word


def test_words_keep_off_the_rim_of_the_mark_they_name():
    ax = plot_paths(STAR, subject="mole", marked=4, **FRAME)
    assert gap(ax, "one", STAR["one mole of gas"][-1]) > 5.5 / 72 + 0.02


def test_offsets_say_how_parallel_they_are():
    pairs = {
        ("a", "b"): [[0, 0], [0, 1]],
        ("c", "d"): [[3, 0], [3, 2]],
        ("e", "f"): [[5, 0], [6, 0]],
    }
    ((sentence, _),) = plot_offsets(pairs, **FRAME).figure.course_descriptions
    assert sentence == (
        "3 pairs of words, each an arrow in one plane, such as a to b. Mean angle "
        "between two arrows: 60 degrees. Farthest from the mean direction: e to f, "
        "63 degrees."
    )


def test_crowded_words_are_tied_to_their_arrows():
    pairs = {(f"from {i}", f"to {i}"): [[0, i / 50], [9, i / 50]] for i in range(8)}
    ax = plot_offsets(pairs, **FRAME)
    assert any(line.get_color() == MUTED for line in ax.lines)
