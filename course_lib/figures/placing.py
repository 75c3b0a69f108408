"""Free places for words in a plane: near their thing, off lines and off each other."""

import numpy as np

from . import style
from .plane import per_inch

LINE = 0.18  # inches: the height of a line of text
_REACH = (0.1, 0.17, 0.26, 0.38, 0.52, 0.7)  # inches from a thing to its words
_FAR = 0.25  # inches from which words are tied to their thing by a thin line
_TURNS = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_CLEAR = 0.03  # inches around words
_MARGIN = 0.09  # inches by which words stand nearer to their thing than to others
_GRAIN = 0.04  # inches: how fine the lines are seen that words keep off
_ROUNDS = 6


def free_places(ax, anchors, sizes, *, occupied, away):
    """Return where words go; those that stand farther off get a line to their thing.

    Parameters
    ----------
    ax : Axes
        From plane_axes.
    anchors : array [n, 2]
        The things named, in the plane.
    sizes : array [n, 2]
        Width and height of each text in inches.
    occupied : array [m, 2]
        Points in the plane that no words should cover (see trail).
    away : array [n, 2]
        For each thing a point that its words rather stand away from; the thing itself
        where any side is as good.

    Returns
    -------
    array [n, 2]
        The middle of each text, in the plane.
    """
    scale, corner = per_inch(ax), np.array([ax.get_xlim()[0], ax.get_ylim()[0]])
    inches = ((np.array(p) - corner) / scale for p in (anchors, occupied, away))
    middles, ties = places_in_inches(sizes, *inches, np.array(style.inches(ax)))
    for tie in ties * scale + corner:
        style.leader(ax, *tie, zorder=2)
    return middles * scale + corner


def places_in_inches(sizes, anchors, occupied, away, edge):
    """Return middles [n, 2] and ties [m, 2, 2] in inches from the axes' lower corner.

    Arguments as in free_places, all in inches; edge is the axes' size.
    """
    # Lines that run close together, as paths near their start, count once.
    occupied = _GRAIN * np.unique(np.round(occupied / _GRAIN), axis=0)
    halves = np.array(sizes) / 2 + _CLEAR
    rooms = [_around(a, half) for a, half in zip(anchors, halves, strict=True)]
    ties = [_ties(*one) for one in zip(rooms, anchors, halves, strict=True)]
    costs = [
        2 * _within(occupied, room, half)
        + 20 * _within(anchors, room, half)
        + 4 * _mistaken(room, half, anchor, anchors)
        + _crossed(tie, occupied)
        + _outside(room, half, edge)
        + _unlike(room, anchor, anchor - point)
        for room, tie, half, anchor, point in zip(
            rooms, ties, halves, anchors, away, strict=True
        )
    ]
    picked = _settle(rooms, ties, halves, costs)
    middles = [room[pick] for room, pick in zip(rooms, picked, strict=True)]
    drawn = [tie[pick][[0, -1]] for tie, pick in zip(ties, picked, strict=True)]
    drawn = [tie for tie in drawn if np.isfinite(tie).all()]
    return np.array(middles), np.reshape(drawn, (-1, 2, 2))


def _around(anchor, half):
    """Return middles [k, 2] of a text all around its thing, the near ones first."""
    around = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=-1)
    return np.concatenate([anchor + around * (half + reach) for reach in _REACH])


def _ties(room, anchor, half):
    """Return points [k, 9, 2] along the line to each place, NaN where it is near."""
    inner = half - _CLEAR
    gap = np.clip(anchor, room - inner, room + inner) - anchor
    length = np.hypot(*gap.T)[:, None, None]
    along = np.linspace(0.1, 1, 9)[:, None]
    return np.where(length > _FAR, anchor + along * gap[:, None], np.nan)


def _within(points, middles, half):
    """Return for each middle [k] how many points [..., m, 2] its words would cover."""
    return _both(np.abs(points - middles[:, None]) < half).sum(axis=1)


def _both(across_and_up):
    """Return where both sides [..., 2] are true; `all` takes several times as long."""
    return across_and_up[..., 0] & across_and_up[..., 1]


def _mistaken(room, half, anchor, anchors):
    """Return the price [k] of words that stand nearer to another thing, or as near."""
    inner = half - _CLEAR
    others = anchors[np.hypot(*(anchors - anchor).T) > _MARGIN]  # not at its own place
    lead = _gap(others[:, None], room, inner) - _gap(anchor, room, inner)  # [n, k]
    return np.clip(1 - lead / _MARGIN, 0, 2).sum(axis=0)


def _gap(points, middles, inner):
    """Return how far points are from words with these middles, 0 inside them."""
    return np.linalg.norm(np.maximum(np.abs(points - middles) - inner, 0), axis=-1)


def _crossed(tie, occupied):
    """Return the price [k] of a tie that crosses lines."""
    price, far = np.zeros(len(tie)), np.isfinite(tie[:, 0, 0])
    near = _both(np.abs(tie[far][:, :, None] - occupied) < _GRAIN)
    price[far] = 3 * near.any(axis=-1).sum(axis=1)
    return price


def _outside(room, half, edge):
    """Return a high price [k] for leaving the axes."""
    return 1000 * ((room - half < 0) | (room + half > edge)).any(axis=-1)


def _unlike(room, anchor, outward):
    """Return the price [k] of being far from the thing, or on its inner side."""
    step = room - anchor
    ahead = step @ outward / np.hypot(*step.T) / (np.hypot(*outward) or 1)
    return 6 * np.repeat(_REACH, len(_TURNS)) - ahead


def _settle(rooms, ties, halves, costs):
    """Return the cheapest place of each text, found from both ends of the row."""
    order = range(len(costs))
    tries = [_descend(rooms, ties, halves, costs, o) for o in (order, order[::-1])]
    return min(tries, key=lambda found: found[0])[1]


def _descend(rooms, ties, halves, costs, order):
    """Return the price of all, and the place of each text given those of all others."""
    picked = [int(cost.argmin()) for cost in costs]
    for _ in range(_ROUNDS):
        price = 0
        for i in order:
            clash = np.zeros(len(costs[i]))
            for j, pick in enumerate(picked):
                if j != i:
                    other, tie = rooms[j][pick], ties[j][pick]
                    clash += _within(other[None], rooms[i], halves[i] + halves[j])
                    clash += _within(tie, rooms[i], halves[i])
                    clash += _both(np.abs(ties[i] - other) < halves[j]).any(-1)
            total = costs[i] + 100 * clash
            picked[i] = int(total.argmin())
            price += total[picked[i]]
    return price, picked
