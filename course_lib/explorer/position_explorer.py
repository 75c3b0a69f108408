"""Two positions on one clock to play with: their hands, and their dot product."""

from .. import positions
from ..figures.clock import (
    FARTHEST,
    checked_clock,
    describe_clock,
    saying,
    wavelength,
)
from .page import Explorer, page

_FALLBACK = "Run this cell to turn the hands."


def two_positions(first, second, clock, *, d_model):
    """Show two positions as hands of a clock, and how alike they are.

    Sliders choose both positions and the clock; no kernel is needed once it is shown.
    ``plot_clock`` is its static twin.

    Parameters
    ----------
    first, second : int
        The positions at first, 0 to 99.
    clock : int
        Which pair of columns at first, counted from 0: the fastest.
    d_model : int
        An even width, at most 32.

    Returns
    -------
    Explorer
        Displays itself at the end of a cell.

    Raises
    ------
    ValueError
        As for ``plot_clock``.

    >>> print(two_positions(0, 44, 0, d_model=16).text.splitlines()[-1])
    At first: One turn in 6.28 positions: 0 and 44 are 1° apart, dot product 1; all 8 \
clocks .62.
    """
    first, second, clock, d_model = checked_clock(first, second, clock, d_model)
    said, listed = describe_clock(first, second, clock, d_model)
    clocks = d_model // 2
    numbers = {
        "first": first,
        "second": second,
        "clock": clock,
        "most": FARTHEST,
        # Twelve digits: the last ones are not the same in every NumPy.
        "speeds": [float(f"{s:.12g}") for s in positions.speeds(d_model)],
        "turns": [wavelength(i, d_model) for i in range(clocks)],
    }
    sliders = (
        f"Sliders: first position, 0 to {FARTHEST}; second position, 0 to {FARTHEST}; "
        f"clock, 0 to {clocks - 1}."
    )
    spoken = f"At first: {saying(first, second, clock, d_model)}"
    text = "\n".join([said, listed, sliders, spoken])
    return Explorer(page("positions", _FALLBACK, numbers), text)
