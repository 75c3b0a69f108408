"""Says how an array differs from the right one: rounded, a factor, a sign, an order."""

import numpy as np

SHARES = ("weights", "shares")


def how_it_differs(name, got, wanted):
    """Name what an array has in common with the right one, or return None.

    Both have one shape, and more than one entry; only finite entries are compared.
    """
    finite = np.isfinite(got) & np.isfinite(wanted)
    if got.size < 2 or not finite.any():
        return None
    if name in SHARES:
        return shares_differ(name, got, wanted)
    got, wanted = got[finite], wanted[finite]
    if np.allclose(got, got[0]):
        return f"in {name} all numbers are the same: what they are made of is not read."
    if np.allclose(got, -wanted, rtol=1e-4):
        return f"in {name} every number has the opposite sign."
    if np.allclose(np.sort(got), np.sort(wanted), rtol=1e-4):
        return f"in {name} the right numbers stand in the wrong places."
    return scaled(name, got, wanted) or turned_round(name, got, wanted)


def rounded(name, got, wanted):
    """Say that the right numbers were rounded, and to how many places, or None."""
    if not got.any() or np.allclose(got, wanted, rtol=1e-4, atol=1e-5):
        return None
    fewest = 1 if name in SHARES else 0  # a share of 1 and shares of 0 need no rounding
    for places in range(fewest, 5):
        if np.allclose(got, np.round(wanted, places), rtol=1e-6, atol=1e-9):
            return as_rounded(name, got.size, places)
    return None


def as_rounded(name, size, places):
    """Say to how many places something was rounded."""
    if places == 0:
        return f"{name} comes out in whole numbers: the fractions were lost."
    to = f"rounded to {places} place{'s' if places > 1 else ''}"
    if size == 1:
        return f"your number is {to}: return it as it comes."
    return f"the numbers in {name} are {to}: return them as they come."


def scaled(name, got, wanted):
    """Say that all entries are off by one factor or by one step, or return None."""
    if constant(got - wanted):
        return f"in {name} every number is off by the same amount: something is added."
    size = "larger" if abs(got).sum() > abs(wanted).sum() else "smaller"
    if (abs(wanted) > 1e-6).all() and constant(got / wanted):
        return (
            f"in {name} every number is {size} than it should be, by the same factor: "
            "look at what you multiply or divide by."
        )
    return None


def turned_round(name, got, wanted):
    """Say that large and small have changed places, or return None."""
    if (got != 0).all() and (wanted != 0).all() and constant(got * wanted):
        return f"in {name} small and large are exchanged: a division is upside down."
    if (np.diff(got[np.argsort(wanted)]) <= 0).all():
        return f"in {name} the smallest number stands where the largest should."
    return None


def shares_differ(name, got, wanted):
    """Say that shares are too sharp, too flat or in the wrong order, or None."""
    rows, right = (np.atleast_2d(x) for x in (got, wanted))
    odd = [i for i in range(len(rows)) if not np.allclose(rows[i], right[i], atol=1e-4)]
    rows, right = rows[odd], right[odd]
    if np.allclose(rows, rows[:, :1]):
        return f"the {name} are even: everything gets the same share."
    if all(follows(-a, b) for a, b in zip(rows, right, strict=True)):
        return f"the largest of the {name} goes to what should get least: a sign?"
    if np.allclose(np.sort(rows, axis=1), np.sort(right, axis=1), atol=1e-4):
        return f"the {name} hold the right shares, but not in their places."
    sharper = rows.max(axis=1) > right.max(axis=1)
    in_order = all(follows(a, b) for a, b in zip(rows, right, strict=True))
    if not in_order or sharper.any() != sharper.all():
        return None
    if name == "shares":
        return (
            "the shares have the right order, but not the right sizes: what is twice "
            "as large should get twice the share."
        )
    return (
        f"the {name} have the right order, but they are too "
        f"{'sharp' if sharper.all() else 'flat'}: look at what is multiplied or "
        "divided before they are shared out."
    )


def follows(a, b):
    """Tell that a does not fall where b rises."""
    return (np.diff(a[np.argsort(b, kind="stable")]) >= -1e-6).all()


def constant(x):
    return np.allclose(x, x[0], rtol=1e-4, atol=1e-6)
