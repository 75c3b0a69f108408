"""Parts of a model with their counts: checked, laid out as areas, and described."""

from ..validation import whole_number
from .amounts import amount, percent
from .describe import LONGEST
from .palette import INK, KEY, MASK_LINE, POSITION, QUERY, UPDATE, VALUE

# part: group, color. In one group the parts of a row stand side by side.
PARTS = {
    "query": ("attention", QUERY),
    "key": ("attention", KEY),
    "value down": ("attention", VALUE),
    "value up": ("attention", UPDATE),
    "MLP gate": ("MLP", MASK_LINE),
    "MLP up": ("MLP", MASK_LINE),
    "MLP down": ("MLP", MASK_LINE),
    "router": ("MLP", MASK_LINE),
    "embedding": ("words", INK),
    "unembedding": ("words", INK),
    "positions": ("words", POSITION),
    "token types": ("words", INK),
    "biases": ("rest", INK),
    "norms": ("rest", INK),
    "relative biases": ("rest", POSITION),
    "pooler": ("rest", INK),
}
GROUPS = ("attention", "MLP", "words", "rest")


def checked_counts(counts):
    """Return the counts that are not 0, in the order of ``PARTS``, or refuse them."""
    unknown = [name for name in counts if name not in PARTS]
    if unknown:
        raise ValueError(f"counts names {unknown}, expected parts of {[*PARTS]}.")
    found = {
        name: whole_number(f"counts[{name!r}]", counts[name], at_least=0)
        for name in PARTS
        if name in counts
    }
    if not any(found.values()):
        raise ValueError("counts holds nothing above 0, expected something to draw.")
    return {name: count for name, count in found.items() if count}


def groups_of(counts):
    """Return {group: {part: count}} of the groups that have something."""
    found = {group: {} for group in GROUPS}
    for name, count in counts.items():
        found[PARTS[name][0]][name] = count
    return {group: parts for group, parts in found.items() if parts}


def layout(counts, width, height):
    """Return the box of each part: {name: (left, bottom, width, height)}.

    A group is a column, as wide as its share; attention has two parts a row, other
    groups one. So each area is exactly the part's share of width x height.
    """
    total, left, boxes = sum(counts.values()), 0.0, {}
    for group, parts in groups_of(counts).items():
        column = sum(parts.values())
        wide, top = width * (column / total), height
        for row in _rows(group, parts):
            count = sum(parts[name] for name in row)
            tall, x = height * (count / column), left
            top -= tall
            for name in row:
                part = wide * (parts[name] / count)
                boxes[name] = (x, top, part, tall)
                x += part
        left += wide
    return boxes


def _rows(group, parts):
    if group != "attention":
        return [[name] for name in parts]
    pairs = (("query", "key"), ("value down", "value up"))
    rows = [[name for name in pair if name in parts] for pair in pairs]
    return [row for row in rows if row]


def whole(n):
    return f"{n:,}" if n < 10**18 else amount(n)


def describe_map(counts):
    """Return the sentence of a parameter map: the largest parts first, the smallest."""
    total = sum(counts.values())
    order = sorted(counts, key=lambda part: -counts[part])
    said = [
        f"{part} {amount(counts[part])} ({percent(counts[part], total)})"
        for part in order
    ]
    shares = ", ".join(
        f"{group} {percent(sum(parts.values()), total)}"
        for group, parts in groups_of(counts).items()
    )
    start = f"Parameter map: {whole(total)} parameters; {shares}. Largest first:"
    end = f"Smallest: {order[-1]} {amount(counts[order[-1]])}."
    while said and len(f"{start} {', '.join(said)}. {end}") > LONGEST:
        said.pop()
    return f"{start} {', '.join(said)}. {end}"


def list_counts(counts, unit=None):
    """Return all counts in full, a line a part."""
    lines = ["Parameters:", *(f"{part}: {_exact(n)}" for part, n in counts.items())]
    if unit is not None:
        lines.append(f"to scale: {unit[0]}, {_exact(unit[1])}")
    return "\n".join(lines)


def _exact(n):
    return f"{n:,}" if n < 10**60 else amount(n)
