"""The update explorer in Chromium."""

import numpy as np
import pytest

from course_lib import explorer

WORDS = "A fluffy blue creature".split()
E = np.array([[0, 0], [1, 0], [0, 1], [0.4, -0.2]])
SCORES = np.where(np.tri(4) > 0, np.arange(16.0).reshape(4, 4) % 5 / 2, -np.inf)
PLANE = {"plane": "soft across, hue up"}


def load(page, *shown):
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_content("<!doctype html>" + "".join(one.html for one in shown))
    return problems


def inside(page, script, which=0):
    root = f"document.querySelectorAll('.update-x')[{which}].shadowRoot"
    return page.evaluate(f"(() => {{ const root = {root}; return {script}; }})()")


def said(page, which=0):
    return inside(page, "root.querySelector('p').textContent", which)


@pytest.mark.parametrize("start", [0, 0.5, 1, 4])
@pytest.mark.parametrize("seed", range(4))
def test_the_browser_says_what_python_says_of_every_word(page, start, seed):
    rng = np.random.default_rng(seed)
    scores = np.where(np.tri(4) > 0, rng.normal(0, 1, (4, 4)), -np.inf)
    vectors, values = rng.normal(0, 1, (2, 4, 2))
    for focus in range(4):
        more = PLANE | {"start": start, "focus": focus}
        shown = explorer.update(WORDS, vectors, scores, values, **more)
        if not focus:
            assert load(page, shown) == []
        page.locator("button").nth(focus).click()
        assert shown.text.endswith(f": {said(page)}")


@pytest.mark.parametrize("start", [0, 1])
def test_ties_come_in_the_same_order_with_the_same_shares(page, start):
    words, scores = [f"w{i}" for i in range(8)], np.tile([1.0, 1.0, 0.3, 1.0], (8, 2))
    values = np.random.default_rng(0).normal(0, 1, (8, 2))
    more = PLANE | {"start": start}
    shown = explorer.update(words, values, scores, values, **more)
    assert load(page, shown) == []
    assert shown.text.endswith(f": {said(page)}")


def test_arrows_add_up_to_the_new_vector(page):
    assert load(page, explorer.update(WORDS, E, SCORES, E, **PLANE)) == []
    script = "[...root.querySelectorAll('.{} .head')].pop().getAttribute('transform')"

    def tip(kind):
        text = inside(page, script.format(kind))
        return text.split("(")[1].split(")")[0].split(",")

    heads = inside(
        page,
        "[...root.querySelectorAll('.step .head')]"
        ".map(h => h.getAttribute('transform').split(')')[0])",
    )
    assert np.allclose(np.array(tip("sum"), float), np.array(tip("word"), float))
    last = heads[-1].split("(")[1].split(",")
    assert np.allclose(np.array(last, float), np.array(tip("word"), float), atol=2)


def test_it_works_by_keyboard_and_two_do_not_disturb_each_other(page):
    shown = explorer.update(WORDS, E, SCORES, E, focus="creature", **PLANE)
    assert load(page, shown, shown) == []
    before = said(page)
    page.keyboard.press("Tab")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    assert inside(page, "root.querySelector('output').value") == "× 2.0"
    assert said(page) != before
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert said(page).startswith("blue: shares ")
    pressed = "[...root.querySelectorAll('button')].map(b => b.ariaPressed)"
    assert inside(page, pressed) == ["false", "false", "true", "false"]
    beside = "[...root.querySelectorAll('button b')].map(b => b.textContent)"
    assert inside(page, beside)[3] == "masked"
    assert said(page, 1) == before


@pytest.mark.parametrize(("light", "ground"), [("true", 255), ("false", 27)])
def test_it_follows_the_theme_of_jupyterlab(page, light, ground):
    load(page, explorer.update(WORDS, E, SCORES, E, **PLANE))
    page.evaluate(f"document.body.dataset.jpThemeLight = '{light}'")
    color = inside(page, "getComputedStyle(root.querySelector('div')).backgroundColor")
    assert color.startswith(f"rgb({ground},")
    page.evaluate("delete document.body.dataset.jpThemeLight")


@pytest.mark.parametrize("width", [360, 476, 900])
def test_nothing_sticks_out_of_the_card_and_fingers_can_press(page, width):
    page.set_viewport_size({"width": width, "height": 1000})
    words = [f"twelve words{i}" for i in range(8)]
    rng = np.random.default_rng(1)
    values = rng.normal(0, 1, (8, 2))
    plane = "soft across, hue up: blue above 0, green below"
    scores = rng.normal(0, 1, (8, 8))
    shown = explorer.update(words, values, scores, values, plane=plane)
    assert load(page, shown) == []
    script = """(() => { const box = root.querySelector('div').getBoundingClientRect();
        return [...root.querySelectorAll('text,circle,button,path,em')].filter(e => {
            const r = e.getBoundingClientRect();
            return r.width && (r.right > box.right || r.left < box.left);
        }).length; })()"""
    lines = "root.querySelector('small').getClientRects().length"
    assert inside(page, lines) == 1  # the badge
    for button in range(8):
        page.locator("button").nth(button).click()
        assert inside(page, script) == 0
    heights = "[...root.querySelectorAll('button,input')].map(b => b.offsetHeight)"
    assert min(inside(page, heights)) >= 44
    page.set_viewport_size({"width": 900, "height": 1000})
