"""The explorer of positions in Chromium: by hand, by keyboard, in both themes."""

import numpy as np
import pytest

from course_lib import explorer
from course_lib.figures.clock import saying

SHOWN = explorer.two_positions(3, 7, 0, d_model=16)
SLIDERS = ("first", "second", "clock")


def load(page, *shown):
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_content("<!doctype html>" + "".join(one.html for one in shown))
    return problems


def inside(page, script, which=0):
    root = f"document.querySelectorAll('.positions-x')[{which}].shadowRoot"
    return page.evaluate(f"(() => {{ const root = {root}; return {script}; }})()")


def said(page, which=0):
    return inside(page, "root.querySelector('p').textContent", which)


def slide(page, slider, value):
    page.locator("input").nth(SLIDERS.index(slider)).fill(str(value))


@pytest.mark.parametrize("seed", range(3))
def test_the_browser_says_what_python_says(page, seed):
    rng = np.random.default_rng(seed)
    d_model = int(rng.choice([2, 8, 16, 32]))
    shown = explorer.two_positions(0, 0, 0, d_model=d_model)
    assert load(page, shown) == []
    for _ in range(20):
        first, second = (int(p) for p in rng.integers(0, 100, 2))
        clock = int(rng.integers(d_model // 2))
        for slider, value in zip(SLIDERS, (first, second, clock), strict=True):
            slide(page, slider, value)
        assert said(page) == saying(first, second, clock, d_model)


def test_the_lesson_s_question_has_its_answer(page):
    assert load(page, explorer.two_positions(0, 7, 0, d_model=16)) == []
    slide(page, "second", 44)
    assert "0 and 44 are 1° apart" in said(page)
    slide(page, "clock", 1)
    assert "0 and 44 are 77° apart" in said(page)


def test_hands_point_where_sine_and_cosine_say(page):
    load(page, SHOWN)
    path = inside(page, "root.querySelector('.hand').getAttribute('d')")
    across, down = (float(part) for part in path.split("l")[1].split(" "))
    assert across / down == pytest.approx(np.sin(3) / -np.cos(3), rel=1e-3)


def test_it_works_by_keyboard_and_two_do_not_disturb_each_other(page):
    assert load(page, SHOWN, SHOWN) == []
    before = said(page)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert said(page) == saying(4, 7, 0, 16)
    assert said(page, 1) == before
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    assert said(page) == saying(4, 7, 7, 16)


@pytest.mark.parametrize(("light", "ground"), [("true", 255), ("false", 27)])
def test_it_follows_the_theme_of_jupyterlab(page, light, ground):
    load(page, SHOWN)
    page.evaluate(f"document.body.dataset.jpThemeLight = '{light}'")
    color = inside(page, "getComputedStyle(root.querySelector('div')).backgroundColor")
    assert color.startswith(f"rgb({ground},")
    page.evaluate("delete document.body.dataset.jpThemeLight")


@pytest.mark.parametrize("width", [476, 900, 1280])
@pytest.mark.parametrize("at", [(0, 99, 0), (0, 0, 7), (25, 50, 1)])
def test_nothing_sticks_out_of_the_card_and_fingers_can_slide(page, width, at):
    page.set_viewport_size({"width": width, "height": 1000})
    shown = explorer.two_positions(*at, d_model=16)
    assert load(page, shown) == []
    script = """(() => { const box = root.querySelector('div').getBoundingClientRect();
        return [...root.querySelectorAll('text,circle,input,path')].filter(e => {
            const r = e.getBoundingClientRect();
            return r.width && (r.right > box.right || r.left < box.left
                || r.bottom > box.bottom || r.top < box.top);
        }).map(e => e.outerHTML); })()"""
    assert inside(page, script) == []
    heights = "[...root.querySelectorAll('input')].map(b => b.offsetHeight)"
    assert min(inside(page, heights)) >= 44
    page.set_viewport_size({"width": 900, "height": 1000})
