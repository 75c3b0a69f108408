"""The heads explorer in Chromium."""

import numpy as np
import pytest

from course_lib import explorer
from course_lib.attention import softmax

WORDS = ["\n", " apple", " river", " apple", " river"]


def found(tokens=WORDS, layers=30, heads=9, seed=0):
    n = len(tokens)
    scores = np.random.default_rng(seed).normal(0, 2, (layers, heads, n, n))
    weights = softmax(np.where(np.tri(n) > 0, scores, -np.inf))
    return {"tokens": tokens, "weights": weights}


OTHER = ["\n", " A", " blue", " mole"]
TEXTS = {"apple river apple river": found(), "A blue mole": found(OTHER, seed=1)}


def load(page, *shown):
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_content("<!doctype html>" + "".join(one.html for one in shown))
    return problems


def inside(page, script, which=0):
    root = f"document.querySelectorAll('.heads-x')[{which}].shadowRoot"
    return page.evaluate(f"(() => {{ const root = {root}; return {script}; }})()")


def said(page, which=0):
    return inside(page, "root.querySelector('p').textContent", which)


def last(shown):
    """The finding and the row, as Python says them."""
    return " ".join(shown.text.split("\n")[-2:])


@pytest.mark.parametrize("seed", range(6))
def test_the_browser_says_what_python_says(page, seed):
    layer, head = 5 * seed, seed
    texts = {"t": found(seed=seed)}
    shown = explorer.heads(texts, layer=layer, head=head, color="itself")
    assert load(page, shown) == []
    assert said(page) == last(shown)
    listed = shown.text.split("\n")
    start = listed.index(f"Weights of head {layer}.{head}, a row per query:") + 1
    labels = inside(page, "[...root.querySelectorAll('.row')].map(g => g.ariaLabel)")
    for label, line in zip(labels, listed[start : start + len(WORDS)], strict=True):
        weights = [part.rsplit(" ", 1)[1] for part in label.split(": ")[1].split(", ")]
        assert weights == line.split(": ")[1].split()


def test_ties_are_named_in_order_in_both(page):
    even = np.tri(4) / np.arange(1, 5)[:, None]
    texts = {
        "t": {"tokens": ["a", "b", "c", "d"], "weights": np.tile(even, (2, 1, 1, 1))}
    }
    shown = explorer.heads(texts, layer=1, head=0)
    assert load(page, shown) == []
    assert said(page) == last(shown)
    assert said(page).endswith("c looks at a .33, b .33, itself .33.")


def test_sliders_and_strip_choose_the_same_head(page):
    assert load(page, explorer.heads(TEXTS)) == []
    page.locator("input").nth(0).fill("29")
    page.locator("input").nth(1).fill("8")
    assert said(page).startswith("Head 29.8, mean weights: first piece ")
    assert last(explorer.heads(TEXTS, layer=29, head=8)).split(" Strongest")[0] in (
        said(page)
    )
    page.locator("rect.cell").nth(18 * 9 + 6).click()
    assert said(page).startswith("Head 18.6,")
    values = inside(page, "[...root.querySelectorAll('input')].map(i => i.value)")
    assert values == ["18", "6"]
    on = "[...root.querySelectorAll('.cell')].findIndex(e => e.matches('.on'))"
    assert inside(page, on) == 18 * 9 + 6


def test_the_strip_shows_the_share_that_was_chosen(page):
    load(page, explorer.heads(TEXTS))
    weights = TEXTS["apple river apple river"]["weights"]
    for name, table in (
        ("first piece", weights[..., 1:, 0].mean(-1)),
        ("piece after the same", (weights[..., 3, 2] + weights[..., 4, 3]) / 2),
    ):
        page.locator("select").nth(1).select_option(label=name)
        cells = "[...root.querySelectorAll('.cell')]"
        ink = inside(page, f"{cells}.map(e => +e.getAttribute('fill-opacity'))")
        ink = np.array(ink).reshape(30, 9)
        np.testing.assert_allclose((ink - 0.03) / 0.97, table, atol=0.0051)
        label = inside(page, "root.querySelectorAll('.cell')[13].ariaLabel")
        assert label.startswith("head 1.4: ")
        assert label.endswith(f"on {name}")


def test_another_sentence_keeps_the_head_and_drops_what_it_lacks(page):
    load(page, explorer.heads(TEXTS, layer=13, head=1, color="piece after the same"))
    page.locator("select").nth(0).select_option(label="A blue mole")
    alone = explorer.heads({"A blue mole": TEXTS["A blue mole"]}, color="first piece")
    assert said(page) == last(alone)
    kinds = "[...root.querySelectorAll('select')[1].options].map(o => o.value)"
    assert inside(page, kinds) == ["first piece", "piece before", "itself"]
    assert inside(page, "root.querySelectorAll('circle').length") == 10


def test_it_works_by_keyboard_and_two_do_not_disturb_each_other(page):
    shown = explorer.heads(TEXTS, focus=2)
    assert load(page, shown, shown) == []
    for _ in range(3):
        page.keyboard.press("Tab")  # sentence, color, strip: one stop
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert said(page).startswith("Head 14.2,")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert said(page).startswith("Head 15.2,")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # the grid is one stop
    page.keyboard.press("ArrowDown")
    assert " apple looks at " in said(page)
    for _ in range(9):
        page.keyboard.press("ArrowDown")
    assert " river looks at " in said(page)
    assert said(page, 1) == last(shown)
    page.keyboard.press("Tab")
    hosts = "[...document.querySelectorAll('.heads-x')].indexOf(document.activeElement)"
    assert page.evaluate(hosts) == 1


def test_the_corners_of_the_strip_hold(page):
    load(page, explorer.heads(TEXTS, layer=0, head=0))
    page.locator("rect.cell").nth(0).focus()
    for key in ("ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    assert said(page).startswith("Head 0.0,")
    for _ in range(32):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    assert said(page).startswith("Head 29.8,")


def test_a_dot_s_area_is_its_weight(page):
    load(page, explorer.heads(TEXTS, layer=13, head=1))
    radii = "[...root.querySelectorAll('circle')].map(c => +c.getAttribute('r'))"
    table = TEXTS["apple river apple river"]["weights"][13, 1]
    drawn = np.array(inside(page, radii)) ** 2
    np.testing.assert_allclose(drawn / drawn[0], table[np.tril_indices(5)], atol=0.0051)


@pytest.mark.parametrize(("light", "ground"), [("true", 255), ("false", 27)])
def test_it_follows_the_theme_of_jupyterlab(page, light, ground):
    load(page, explorer.heads(TEXTS))
    page.evaluate(f"document.body.dataset.jpThemeLight = '{light}'")
    color = inside(page, "getComputedStyle(root.querySelector('div')).backgroundColor")
    assert color.startswith(f"rgb({ground},")


@pytest.mark.parametrize("width", [476, 900])
def test_nothing_sticks_out_of_the_card_and_fingers_can_press(page, width):
    page.set_viewport_size({"width": width, "height": 1000})
    tokens = [" internationally"] * 16
    texts = {"a rather long text " * 9: found(tokens), "short": found()}
    assert load(page, explorer.heads(texts, color="earlier same piece")) == []
    script = """(() => { const box = root.querySelector('div').getBoundingClientRect();
        return [...root.querySelectorAll('text,circle,rect,select,input')].filter(e => {
            const r = e.getBoundingClientRect();
            return r.width && (r.right > box.right || r.left < box.left);
        }).map(e => e.outerHTML.slice(0, 200)); })()"""
    assert inside(page, script) == []
    heights = "[...root.querySelectorAll('select,input')].map(e => e.offsetHeight)"
    assert min(inside(page, heights)) >= 44
    page.set_viewport_size({"width": 900, "height": 1000})
