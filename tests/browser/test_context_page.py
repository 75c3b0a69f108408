"""The context explorer in Chromium: run by hand, with playwright, after changing it."""

import numpy as np
import pytest

from course_lib import explorer
from course_lib.figures.context import nearest

CONTEXTS = {"shrew": [-1.7, -0.3], "carbon dioxide": [2.6, -0.1], "biopsy": [0.7, 1.5]}
SENSES = {"animal": [-3.5, 2], "skin": [0, 4], "chemistry": [3.5, 2]}
SHOWN = explorer.context("mole", CONTEXTS, SENSES, start=[-0.7, 1.2])


def load(page, *shown):
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_content("<!doctype html>" + "".join(one.html for one in shown))
    return problems


def inside(page, script, which=0):
    root = f"document.querySelectorAll('.context-x')[{which}].shadowRoot"
    return page.evaluate(f"(() => {{ const root = {root}; return {script}; }})()")


def said(page, which=0):
    return inside(page, "root.querySelector('p').textContent", which)


def tip(page):
    """Where the head of the word's arrow is going to stand, in pixels."""
    script = "[...root.querySelectorAll('.word .head')].pop().style.transform"
    x, y = inside(page, script).split("translate(")[1].split(")")[0].split(",")
    return np.array([float(x.strip("px ")), float(y.strip("px "))])


@pytest.mark.parametrize("seed", range(4))
def test_the_browser_says_what_python_says(page, seed):
    rng = np.random.default_rng(seed)
    contexts = {f"word {i}": rng.normal(0, 2, 2) for i in range(4)}
    senses = {f"sense {i}": rng.normal(0, 2, 2) for i in range(4)}
    shown = explorer.context("it", contexts, senses, start=rng.normal(0, 1, 2))
    assert load(page, shown) == []
    *_, alone, first, second, third, fourth = shown.text.split("\n")
    assert said(page) == alone
    for button, line in enumerate((first, second, third, fourth)):
        page.locator("button").nth(button).click()
        assert said(page) == line
        page.locator("button").nth(button).click()
    assert said(page) == alone


def test_words_add_up_tip_to_tail_in_any_order(page):
    assert load(page, SHOWN) == []
    before = tip(page)
    for name in ("biopsy", "shrew"):
        page.get_by_role("button", name=name).click()
    start, steps = np.array([-0.7, 1.2]), np.array([[0.7, 1.5], [-1.7, -0.3]])
    ends = nearest(start + steps.sum(axis=0), SENSES)
    assert said(page) == f"mole + biopsy + shrew: {ends}"
    one = tip(page)
    moved = one - before
    assert moved[0] / moved[1] == pytest.approx(-1.0 / -1.2, rel=1e-3)  # up is −
    pressed = "[...root.querySelectorAll('button')].map(b => b.ariaPressed)"
    assert inside(page, pressed) == ["true", "false", "true"]
    assert inside(page, "root.querySelectorAll('.step:not(.off)').length") == 2
    near = "root.querySelector('.near').textContent"
    assert inside(page, near) == "animal"


def test_it_works_by_keyboard_and_two_do_not_disturb_each_other(page):
    assert load(page, SHOWN, SHOWN) == []
    alone = said(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert said(page).startswith(
        "mole + shrew + carbon dioxide: nearest in direction to"
    )
    assert said(page, 1) == alone
    page.keyboard.press("Space")
    assert said(page).startswith("mole + shrew: nearest in direction to animal")


@pytest.mark.parametrize(("light", "ground"), [("true", 255), ("false", 27)])
def test_it_follows_the_theme_of_jupyterlab(page, light, ground):
    load(page, SHOWN)
    page.evaluate(f"document.body.dataset.jpThemeLight = '{light}'")
    color = inside(page, "getComputedStyle(root.querySelector('div')).backgroundColor")
    assert color.startswith(f"rgb({ground},")
    page.evaluate("delete document.body.dataset.jpThemeLight")


def test_nothing_moves_by_itself_where_motion_is_not_wanted(page):
    time = "getComputedStyle(root.querySelector('.word path')).transitionDuration"
    load(page, SHOWN)
    assert inside(page, time) == "0.2s"
    page.emulate_media(reduced_motion="reduce")
    assert inside(page, time) == "0s"
    page.emulate_media(reduced_motion="no-preference")


@pytest.mark.parametrize("width", [476, 900, 1280])
def test_nothing_sticks_out_of_the_card_and_fingers_can_press(page, width):
    page.set_viewport_size({"width": width, "height": 1000})
    words = {f"sixteen letters{i}": [2 - i, 1] for i in range(6)}
    senses = {f"sixteen letters{i}": [3 * (2 - i), 2] for i in range(5)}
    shown = explorer.context("sixteen letters ", words, senses, start=[0, 1])
    assert load(page, shown) == []
    for button in range(6):
        page.locator("button").nth(button).click()
    script = """(() => { const box = root.querySelector('div').getBoundingClientRect();
        return [...root.querySelectorAll('text,circle,button,path')].filter(e => {
            const r = e.getBoundingClientRect();
            return r.width && (r.right > box.right || r.left < box.left);
        }).map(e => e.outerHTML); })()"""
    assert inside(page, script) == []
    heights = "[...root.querySelectorAll('button')].map(b => b.offsetHeight)"
    assert min(inside(page, heights)) >= 44
    page.set_viewport_size({"width": 900, "height": 1000})
