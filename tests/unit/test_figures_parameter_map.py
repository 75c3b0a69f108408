"""The parameter map: area is count, all is named or listed, any size is drawn."""

import itertools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from matplotlib.patches import Circle, Rectangle
from matplotlib.text import Text

from course_lib.counting import models
from course_lib.figures import plot_parameter_map
from course_lib.figures.amounts import amount, percent
from course_lib.figures.parameter_layout import PARTS, layout
from course_lib.figures.style import problems
from course_lib.figures.tokens import in_font

FRAME = {"title": "A finding of exactly fifty characters, as allowed.", "tier": "map"}
GPT3 = models.weights_only(models.gpt3()).parts()
CASES = {
    "weights": (GPT3, ("one head of one layer", 6_291_456)),
    "file": (models.gpt3().parts(), None),
    "shared keys": (models.SMOLLM2.parts(), ("one MLP", 2_654_208)),
    "experts": (models.MIXTRAL_8X7B.parts(), None),
    "two stacks": (models.T5_SMALL.parts(), ("one layer's MLP", 2_097_152)),
    "many tables": (models.BERT_BASE.parts(), None),
    "narrow attention": (models.GEMMA_7B.parts(), None),
    "all parts alike": (dict.fromkeys(PARTS, 7), None),
    "all parts, one huge": (dict.fromkeys(PARTS, 7) | {"router": 10**9}, None),
    "one": ({"key": 1}, None),
    "huge": ({"query": 1, "embedding": 10**300, "norms": 10**299}, None),
}


def description(ax):
    (found,) = ax.figure.course_descriptions
    return found


def boxes(ax):
    """Read the drawn areas back, by part."""
    found = [p for p in ax.findobj(Rectangle) if p.get_gid() in PARTS]
    return {box.get_gid(): box.get_width() * box.get_height() for box in found}


@pytest.fixture(params=CASES, scope="module")
def drawn(request):
    counts, unit = CASES[request.param]
    return plot_parameter_map(counts, unit=unit, **FRAME), counts


def test_words_neither_overlap_nor_leave_the_canvas_nor_are_small(drawn):
    assert problems(drawn[0].figure) == []


def test_the_font_has_every_character(drawn):
    words = "".join(text.get_text() for text in drawn[0].figure.findobj(Text))
    assert [c for c in words if c != "\n" and not in_font(c)] == []


def test_the_sentence_is_short_and_the_numbers_are_complete(drawn):
    ax, counts = drawn
    sentence, numbers = description(ax)
    assert 20 < len(sentence) <= 300
    for part in counts:
        assert f"\n{part}: " in numbers


@pytest.mark.parametrize("name", [n for n in CASES if n != "huge"])
def test_areas_are_shares(name):
    counts, _ = CASES[name]
    found = layout(counts, 5.0, 3.0)
    total = sum(counts.values())
    for part, (_, _, width, height) in found.items():
        assert width * height == pytest.approx(15 * counts[part] / total)
    for (_, one), (_, two) in itertools.combinations(found.items(), 2):
        shared_x = min(one[0] + one[2], two[0] + two[2]) - max(one[0], two[0])
        shared_y = min(one[1] + one[3], two[1] + two[3]) - max(one[1], two[1])
        assert min(shared_x, shared_y) < 1e-9


def test_what_is_drawn_is_the_layout():
    ax = plot_parameter_map(GPT3, **FRAME)
    areas = boxes(ax)
    assert set(areas) == set(GPT3)
    assert areas["MLP up"] / areas["query"] == pytest.approx(4, rel=0.03)
    assert areas["query"] == pytest.approx(areas["value up"])


def test_the_unit_is_to_scale():
    ax = plot_parameter_map(GPT3, unit=("a tenth", GPT3["query"] // 10), **FRAME)
    (unit,) = [p for p in ax.findobj(Rectangle) if p.get_gid() == "unit"]
    area = unit.get_width() * unit.get_height()
    assert area / boxes(ax)["query"] == pytest.approx(0.1, rel=0.05)


def test_every_part_is_named_inside_beside_or_below():
    for counts, unit in CASES.values():
        if len(counts) > 12:
            continue
        ax = plot_parameter_map(counts, unit=unit, **FRAME)
        words = "\n".join(t.get_text() for t in ax.figure.findobj(Text))
        for part in counts:
            short = part.replace(" down", " ").replace(" up", " ").split(" ")[0]
            assert short.removesuffix("ding") in words, part


def test_each_share_stands_over_its_own_ruler_or_is_tied_to_it():
    ax = plot_parameter_map(models.MIXTRAL_8X7B.parts(), **FRAME)
    rulers = {line.get_gid(): line.get_xdata() for line in ax.lines if line.get_gid()}
    assert [*rulers] == ["attention", "MLP", "words"]  # the rest cannot be seen
    ends = [tuple(line.get_xdata()) for line in ax.lines if not line.get_gid()]
    for group, (left, right) in rulers.items():
        said = [t for t in ax.texts if "%" in t.get_text()]
        (share,) = [t for t in said if t.get_text().startswith(f"{group} ")]
        x = share.get_position()[0]
        tied = any(left <= a <= right and b == pytest.approx(x) for a, b in ends)
        assert tied or left < x < right, group


def test_what_cannot_be_seen_has_no_leader_and_stands_in_the_note():
    ax = plot_parameter_map(models.MIXTRAL_8X7B.parts(), **FRAME)
    assert "norms" not in [t.get_text() for t in ax.texts]
    (note,) = [t.get_text() for t in ax.texts if "too small" in t.get_text()]
    first, second = note.split("\n")
    assert "rest: norms 266,240" in second
    assert len(second) > len(first) / 2  # no orphan on the second line


def test_a_circle_shows_a_speck_and_no_more():
    def rings(unit):
        drawn = plot_parameter_map(GPT3, unit=("it", unit), **FRAME)
        return len(drawn.findobj(Circle))

    assert rings(6_291_456) == 1
    assert rings(GPT3["query"] // 10) == 0


@pytest.mark.parametrize("part", GPT3)
def test_moving_any_count_by_a_tenth_changes_the_stored_text(part):
    before = description(plot_parameter_map(GPT3, **FRAME))
    moved = GPT3 | {part: GPT3[part] + sum(GPT3.values()) // 10}
    assert description(plot_parameter_map(moved, **FRAME)) != before


@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(list(PARTS)), st.integers(1, 10**40), min_size=1, max_size=16
    )
)
@example({"embedding": 193, "query": 1, "MLP gate": 516635372437})
def test_any_counts_are_drawn(counts):
    ax = plot_parameter_map(counts, **FRAME)
    assert set(boxes(ax)) == set(counts)
    assert problems(ax.figure) == []


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**50))
def test_amounts_keep_three_digits(n):
    text = amount(n).replace(",", "")
    number, _, name = text.partition(" ")
    powers = {"": 0, "million": 6, "billion": 9, "trillion": 12, "quadrillion": 15}
    assert float(number) * 10 ** powers[name] == pytest.approx(n, rel=0.0051)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 10**50), min_size=1, max_size=9))
def test_percents_of_parts_add_up_to_about_a_hundred(counts):
    total = sum(counts)
    if total == 0:
        return
    shares = [percent(n, total).removeprefix("under ").rstrip("%") for n in counts]
    assert abs(sum(map(float, shares)) - 100) <= 0.1 * len(counts)


@pytest.mark.parametrize(
    ("counts", "more", "message"),
    [
        ({"heads": 3}, {}, r"counts names \['heads'\]"),
        ({"query": 1.5}, {}, r"counts\['query'\] is 1.5, expected a whole number"),
        ({"query": -1}, {}, "expected at least 0"),
        ({}, {}, "counts holds nothing above 0"),
        ({"query": 0}, {}, "counts holds nothing above 0"),
        ({"query": 9}, {"unit": ("all", 9)}, "unit has 9 parameters"),
    ],
)
def test_bad_counts(counts, more, message):
    with pytest.raises(ValueError, match=message):
        plot_parameter_map(counts, **more, **FRAME)
