"""The colors of the course: a fixed meaning each, a darker shade for words, two ramps.

Hue is kept for roles and depth of ink for amounts. Every color has a second sign (side,
dash, marker, hatch or word), because gray print and some eyes see only that.
"""

import numpy as np
from matplotlib.colors import ListedColormap, to_hex, to_rgb

QUERY, KEY, VALUE = "#BA8A23", "#076B56", "#D71665"
UPDATE, POSITION, INK = "#6D13B9", "#507DD8", "#24262B"
MASK, MASK_GROUND, MASK_LINE = "#C4CACF", "#F6F7F8", "#6B7280"
MUTED, RULE, WHITE = "#5B6270", "#D5D9DE", "#FFFFFF"

CATEGORIES = ("#292558", "#D45B20", "#07A583", "#983453", "#2E709D", "#543C00")
MARKERS = ("o", "^", "s", "D", "v", "P")
DASHES = (
    "-",
    (0, (6, 2)),
    (0, (2, 1.5)),
    (0, (7, 2, 1.5, 2)),
    (0, (1, 1)),
    (0, (10, 2)),
)

# Words are thinner than shapes, so they need the darker shade of the same hue.
WORDS = {
    QUERY: "#7F5B00",
    VALUE: "#AD0C4E",
    POSITION: "#426FCB",
    MASK: INK,
    MASK_LINE: INK,
    CATEGORIES[1]: "#A8430F",
    CATEGORIES[2]: "#05705A",
    CATEGORIES[4]: "#2A6890",
}

_RGB_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_LAB = np.array([[0, 116, 0], [500, -500, 0], [0, 200, -200]])
_KNEE = 6 / 29


def word_color(color):
    """Return the shade of a color that words may wear: at least 4.5:1 on white."""
    return WORDS.get(color, color)


def categories(argument, names, wanted=None):
    """Return for each name its category: the wanted one, else the first that is left.

    >>> categories("colors", ["a", "b", "c"], {"c": 0})
    {'a': 1, 'b': 2, 'c': 0}
    """
    wanted = wanted or {}
    for name, i in wanted.items():
        if name not in names or i not in range(len(CATEGORIES)):
            raise ValueError(
                f"{argument} gives {name!r} category {i!r}, expected one of {[*names]} "
                f"and 0 to {len(CATEGORIES) - 1}."
            )
    if len(set(wanted.values())) < len(wanted):
        raise ValueError(f"{argument} is {wanted}, expected a category for one name.")
    left = [i for i in range(len(CATEGORIES)) if i not in wanted.values()]
    return {name: wanted[name] if name in wanted else left.pop(0) for name in names}


def tint(color, strength=0.18):
    """Return the pale fill of a role: the color at this strength on white."""
    return to_hex(strength * np.array(to_rgb(color)) + 1 - strength)


def _linear(rgb):
    rgb = np.asarray(rgb)
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def _to_lab(rgb):
    t = _linear(rgb) @ _RGB_TO_XYZ.T / _RGB_TO_XYZ.sum(axis=1)
    f = np.where(t > _KNEE**3, np.cbrt(t), t / (3 * _KNEE**2) + 4 / 29)
    return f @ _LAB.T - [16, 0, 0]


def _from_lab(lab):
    f = (lab + [16, 0, 0]) @ np.linalg.inv(_LAB).T
    t = np.where(f > _KNEE, f**3, 3 * _KNEE**2 * (f - 4 / 29))
    light = t * _RGB_TO_XYZ.sum(axis=1) @ np.linalg.inv(_RGB_TO_XYZ).T
    light = light.clip(0, 1)
    rgb = np.where(
        light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055
    )
    return rgb.clip(0, 1)


def _ramp(name, *stops):
    """Return a colormap through evenly spaced colors, straight in CIELAB between."""
    at = np.linspace(0, 1, len(stops))
    lab = _to_lab([to_rgb(stop) for stop in stops])
    x = np.linspace(0, 1, 257)  # odd, so that zero of a signed ramp has its own color
    columns = [np.interp(x, at, column) for column in lab.T]
    return ListedColormap(_from_lab(np.stack(columns, axis=-1)), name)


WEIGHT_RAMP = _ramp("weight", "#F3F7FA", "#B1C0CF", "#728BA5", "#465569", "#1E2632")
SCORE_RAMP = _ramp("score", "#B66020", "#E4AE81", "#F8F9F9", "#7D9CC4", "#204575")


def weight_ink(weight):
    """Return the color of a dot: the ramp from a quarter up, so that none is faint."""
    return WEIGHT_RAMP(0.25 + 0.75 * float(weight))


def score_color(score, largest):
    """Return the color of a score between -largest and +largest."""
    return SCORE_RAMP(0.5 + 0.5 * score / largest if largest else 0.5)


def words_on(color):
    """Return black or white, whichever reads better: one of them is at least 4.5:1."""
    light = np.array([0.2126, 0.7152, 0.0722]) @ _linear(to_rgb(color))
    return WHITE if light < 0.179 else "#000000"
