"""Counts and shares in words, in whole-number arithmetic: integers of any size."""

from decimal import ROUND_HALF_UP, Context, Decimal

_NAMES = {3: "million", 4: "billion", 5: "trillion", 6: "quadrillion"}


def amount(n):
    """Return a count as a reader wants it: three digits and the name of the size.

    >>> amount(35_136), amount(617_558_016), amount(14_495_514_624), amount(10**30)
    ('35,136', '618 million', '14.5 billion', '1.00e+30')
    """
    if n < 10**6:
        return f"{n:,}"
    three = Context(prec=3, rounding=ROUND_HALF_UP).plus(Decimal(n))
    power = three.adjusted() // 3
    if power + 1 not in _NAMES:
        return f"{three:.2e}"
    return f"{three.scaleb(-3 * power):f} {_NAMES[power + 1]}"


def percent(n, total):
    """Return a share in percent with one decimal, halves up.

    >>> percent(57_982_058_496, 175_181_291_520), percent(1, 10**9), percent(0, 7)
    ('33.1%', 'under 0.1%', '0%')
    """
    tenths = (2000 * n + total) // (2 * total)
    if tenths == 0:
        return "under 0.1%" if n else "0%"
    return f"{tenths // 10}.{tenths % 10}%"
