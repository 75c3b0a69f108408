"""Pictures of a plane: drawn to scale, from the data, words beside what they name."""

import numpy as np
import pytest
from matplotlib.patches import FancyArrowPatch

from course_lib.figures import plane_of, plot_offsets, plot_paths
from course_lib.figures.palette import CATEGORIES, MUTED

FRAME = {"title": "T", "tier": "by hand", "plane": "the plane through the ends"}
STAR = {
    "a shrew mole": np.outer(np.arange(7), [-1, 1]),
    "one mole of gas": np.outer(np.arange(7), [2, 0.5]),
    "a biopsy of the mole": np.outer(np.arange(7), [0, -1.5]),
}
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
    ("shift", "said"), [(0, "layer 0: the same in all 3"), (1, "layer 0")]
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


def test_offsets_are_arrows_from_the_first_word_to_the_second():
    ax = plot_offsets(PAIRS, **FRAME)
    arrows = [p for p in ax.patches if isinstance(p, FancyArrowPatch)]
    for arrow, ends in zip(arrows, PAIRS.values(), strict=True):
        assert [list(end) for end in arrow._posA_posB] == ends
    for words, ends in PAIRS.items():
        assert all(gap(ax, w, end) < 0.3 for w, end in zip(words, ends, strict=True))


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
