"""The palette keeps its promises: contrast, and colors that most eyes tell apart."""

import itertools

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from course_lib.figures import palette
from course_lib.figures.palette import (
    CATEGORIES,
    INK,
    KEY,
    MASK,
    MASK_LINE,
    MUTED,
    POSITION,
    QUERY,
    SCORE_RAMP,
    UPDATE,
    VALUE,
    WEIGHT_RAMP,
    tint,
    word_color,
)

ROLES = (QUERY, KEY, VALUE, UPDATE, POSITION, INK)
XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
# Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB.
MACHADO = {
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
# Viénot, Brettel, Mollon 1999, in the space of the three kinds of cones.
CONES = np.array(
    [
        [17.8824, 43.5161, 4.11935],
        [3.45565, 27.1554, 3.86714],
        [0.0299566, 0.184309, 1.46709],
    ]
)
VIENOT = {
    "protan": [[0, 2.02344, -2.52581], [0, 1, 0], [0, 0, 1]],
    "deutan": [[1, 0, 0], [0.494207, 0, 1.24827], [0, 0, 1]],
}
VIEWS = ("normal", "deutan", "protan", "tritan", "gray")


def linear(rgb):
    rgb = np.asarray(rgb, float)
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(light):
    """CIELAB of linear RGB."""
    t = np.clip(light, 0, 1) @ XYZ.T / XYZ.sum(axis=1)
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = np.moveaxis(f, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def seen(rgb, view):
    """Linear RGB as seen in a view, once for each simulation there is."""
    light = linear(rgb)
    if view == "normal":
        return [light]
    if view == "gray":
        return [np.repeat((light @ LUMINANCE)[..., None], 3, axis=-1)]
    models = [np.array(MACHADO[view])]
    if view in VIENOT:
        models.append(np.linalg.inv(CONES) @ VIENOT[view] @ CONES)
    return [light @ model.T for model in models]


def contrast(one, two):
    a, b = (linear(to_rgb(color)) @ LUMINANCE + 0.05 for color in (one, two))
    return max(a, b) / min(a, b)


def hue(a, b):
    return np.degrees(np.arctan2(b, a)) % 360


def ciede2000(lab1, lab2):
    """Color difference; Sharma, Wu and Dalal 2005, their equations 2 to 22."""
    (L1, a1, b1), (L2, a2, b2) = lab1, lab2
    c7 = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    g = 1.5 - 0.5 * np.sqrt(c7 / (c7 + 25.0**7))
    c1, c2 = np.hypot(a1 * g, b1), np.hypot(a2 * g, b2)
    h1, h2 = hue(a1 * g, b1), hue(a2 * g, b2)
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    h = h1 + h2 if not c1 * c2 else h1 + turn / 2
    L, c = (L1 + L2) / 2, (c1 + c2) / 2

    def cos(factor, shift):
        return np.cos(np.radians(factor * h + shift))

    t = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.2 * cos(4, -63)
    dl = (L2 - L1) / (1 + 0.015 * (L - 50) ** 2 / np.sqrt(20 + (L - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * c)
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * c * t)
    angle = 60 * np.exp(-(((h % 360 - 275) / 25) ** 2))
    rotation = -2 * np.sqrt(c**7 / (c**7 + 25.0**7)) * np.sin(np.radians(angle))
    return np.sqrt(dl**2 + dc**2 + dh**2 + rotation * dc * dh)


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ],
)
def test_color_difference_agrees_with_published_pairs(one, two, expected):
    # Sharma, Wu and Dalal 2005, table 1.
    assert abs(ciede2000(one, two) - expected) < 1e-4


@pytest.mark.parametrize("color", [*ROLES, *CATEGORIES, MASK_LINE])
def test_shapes_and_words_stand_out_on_white(color):
    assert contrast(color, "#FFFFFF") >= 3
    assert contrast(word_color(color), "#FFFFFF") >= 4.5


@pytest.mark.parametrize("color", [c for c in ROLES if c != POSITION])
def test_words_stand_out_on_the_pale_fill_of_their_role(color):
    assert contrast(word_color(color), tint(color, 0.22)) >= 4.5


def test_muted_words_and_masked_ground_are_readable():
    assert contrast(MUTED, "#FFFFFF") >= 4.5
    assert contrast(INK, palette.MASK_GROUND) >= 4.5
    assert contrast(INK, tint(POSITION)) >= 4.5


@pytest.mark.parametrize("colors", [(*ROLES, MASK), CATEGORIES], ids=["roles", "six"])
@pytest.mark.parametrize("view", VIEWS)
def test_shapes_differ_in_every_view(colors, view):
    least = 6 if view == "gray" else 15
    for light in seen([to_rgb(color) for color in colors], view):
        for one, two in itertools.combinations(lab(light), 2):
            assert ciede2000(one, two) >= least


@pytest.mark.parametrize("view", VIEWS)
def test_weight_ramp_darkens_all_the_way_in_every_view(view):
    x = np.linspace(0, 1, 101)
    for light in seen(WEIGHT_RAMP(x)[:, :3], view):
        assert (np.diff(lab(light)[:, 0]) < 0).all()


@pytest.mark.parametrize("view", VIEWS)
def test_score_ramp_darkens_from_zero_to_both_ends_in_every_view(view):
    x = np.linspace(0, 1, 101)
    for light in seen(SCORE_RAMP(x)[:, :3], view):
        seen_as = lab(light)
        assert (np.diff(seen_as[:51, 0]) > 0).all()
        assert (np.diff(seen_as[50:, 0]) < 0).all()
        assert ciede2000(seen_as[0], seen_as[-1]) > 15  # even in gray print


@pytest.mark.parametrize(
    ("ramp", "stops"),
    [
        (WEIGHT_RAMP, "#f3f7fa #b1c0cf #728ba5 #465569 #1e2632"),
        (SCORE_RAMP, "#b66020 #e4ae81 #f8f9f9 #7d9cc4 #204575"),
    ],
)
def test_ramps_pass_through_their_stops(ramp, stops):
    at = [ramp(x)[:3] for x in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert np.abs(np.array(at) - [to_rgb(s) for s in stops.split()]).max() < 2 / 255


def test_numbers_in_score_cells_are_readable_on_every_color():
    for color in SCORE_RAMP.colors:
        assert contrast(palette.words_on(color), color) >= 4.5


def test_the_smallest_dot_is_not_faint():
    # Paler than 3:1, so every dot carries an outline that is not.
    assert contrast(palette.weight_ink(0), "#FFFFFF") >= 1.7
    assert contrast(MASK_LINE, "#FFFFFF") >= 4.5


def test_a_score_of_zero_has_the_middle_color_even_if_all_are_zero():
    assert palette.score_color(0, 0) == palette.score_color(0, 3)
