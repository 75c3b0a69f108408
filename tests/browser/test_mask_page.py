"""The mask explorer in Chromium."""

import numpy as np
import pytest

from course_lib import explorer
from course_lib.attention import softmax
from course_lib.explorer.mask_explorer import masks_to_choose
from course_lib.figures.reach import saying

WORDS = "One mole of carbon dioxide weighs".split()
SCORES = np.random.default_rng(3).normal(0, 1, (6, 6)).round(2)


def load(page, *shown):
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_content("<!doctype html>" + "".join(one.html for one in shown))
    return problems


def inside(page, script, which=0):
    root = f"document.querySelectorAll('.mask-x')[{which}].shadowRoot"
    return page.evaluate(f"(() => {{ const root = {root}; return {script}; }})()")


def said(page, which=0):
    return inside(page, "root.querySelector('p').textContent", which)


def press_preset(page, i):
    inside(page, f"root.querySelectorAll('button')[{i}].click()")


def set_layers(page, n):
    inside(
        page,
        f"(s => {{ s.value = {n}; s.dispatchEvent(new Event('input')); }})"
        "(root.querySelector('input'))",
    )


@pytest.mark.parametrize("layers", [1, 2, 5])
def test_the_browser_says_what_python_says(page, layers):
    shown = explorer.mask(WORDS, SCORES, n_layers=layers, focus="dioxide")
    assert load(page, shown) == []
    spoken = shown.text.split("\n")[-4:]
    for i, (name, mask) in enumerate(masks_to_choose(6).items()):
        press_preset(page, i)
        assert f"{name}: {said(page)}" == spoken[i]
        pressed = "[...root.querySelectorAll('button')].map(b => b.ariaPressed)"
        assert inside(page, pressed)[i] == "true"
        dots = "[...root.querySelectorAll('circle')].map(c => +c.getAttribute('r'))"
        area = np.array(inside(page, dots)).reshape(6, 6) ** 2
        weights = softmax(np.where(mask, SCORES, -np.inf))
        np.testing.assert_allclose(
            area / area.max(), weights / weights.max(), atol=0.01
        )


@pytest.mark.parametrize("seed", range(3))
def test_a_mask_drawn_by_clicks_gives_its_own_weights_and_reach(page, seed):
    rng = np.random.default_rng(seed)
    assert load(page, explorer.mask(WORDS, SCORES)) == []
    mask = masks_to_choose(6)["causal"].copy()
    for q, k in rng.integers(0, 6, (12, 2)):
        mask[q, k] = ~mask[q, k]
        click = "dispatchEvent(new MouseEvent('click', {bubbles: true}))"
        inside(page, f"root.querySelectorAll('.cell')[{6 * q + k}].{click}")
    set_layers(page, 3)
    weights = softmax(np.where(mask, SCORES, -np.inf))
    assert said(page) == saying(WORDS, weights, mask, 3, int(q))


def test_it_works_by_keyboard_and_two_do_not_disturb_each_other(page):
    shown = explorer.mask(WORDS, SCORES, focus="One")
    assert load(page, shown, shown) == []
    for _ in range(6):  # four presets, the slider, the grid: one stop
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert said(page).startswith("One looks at nothing.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert said(page).startswith("One looks at mole 1.")
    assert said(page, 1).startswith("One looks at One 1.")
    page.keyboard.press("ArrowDown")
    assert said(page).startswith("mole looks at One")
    page.keyboard.press("Tab")
    hosts = "[...document.querySelectorAll('.mask-x')].indexOf(document.activeElement)"
    assert page.evaluate(hosts) == 1


def test_it_works_by_touch(page):
    context = page.context.browser.new_context(has_touch=True)
    touched = context.new_page()
    assert load(touched, explorer.mask(WORDS, SCORES, focus="One")) == []
    box = inside(
        touched,
        "(r => [r.x + r.width / 2, r.y + r.height / 2])"
        "(root.querySelectorAll('.cell')[1].getBoundingClientRect())",
    )
    touched.touchscreen.tap(*box)
    assert said(touched).startswith("One looks at One")
    assert "mole" in said(touched).split(". After")[0]
    context.close()


@pytest.mark.parametrize(("light", "ground"), [("true", 255), ("false", 27)])
def test_it_follows_the_theme_of_jupyterlab(page, light, ground):
    load(page, explorer.mask(WORDS, SCORES))
    page.evaluate(f"document.body.dataset.jpThemeLight = '{light}'")
    color = inside(page, "getComputedStyle(root.querySelector('div')).backgroundColor")
    assert color.startswith(f"rgb({ground},")


@pytest.mark.parametrize("width", [476, 900])
def test_nothing_sticks_out_of_the_card(page, width):
    page.set_viewport_size({"width": width, "height": 1000})
    words = "one two three four five six seven internationalization".split()
    assert load(page, explorer.mask(words, np.zeros((8, 8)))) == []
    script = """(() => { const box = root.querySelector('div').getBoundingClientRect();
        return [...root.querySelectorAll('text,circle,button')].filter(e => {
            const r = e.getBoundingClientRect();
            return r.width && (r.right > box.right || r.left < box.left);
        }).length; })()"""
    assert inside(page, script) == 0
    assert inside(page, "root.querySelector('input').offsetHeight") == 44
    page.set_viewport_size({"width": 900, "height": 1000})
