"""The scores explorer in Chromium."""

import numpy as np
import pytest

from course_lib import explorer

WORDS = "A fluffy blue creature".split()
SCORES = np.where(np.tri(4) > 0, np.arange(16.0).reshape(4, 4) % 5 / 2, -np.inf)


def load(page, *shown):
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_content("<!doctype html>" + "".join(one.html for one in shown))
    return problems


def inside(page, script, which=0):
    root = f"document.querySelectorAll('.scores-x')[{which}].shadowRoot"
    return page.evaluate(f"(() => {{ const root = {root}; return {script}; }})()")


def said(page, which=0):
    return inside(page, "root.querySelector('p').textContent", which)


@pytest.mark.parametrize("start", [0, 0.5, 1, 4])
@pytest.mark.parametrize("seed", range(4))
def test_the_browser_says_what_python_says(page, start, seed):
    scores = np.random.default_rng(seed).normal(0, 1, (4, 4))
    scores = np.where(np.tri(4) > 0, scores, -np.inf)
    shown = explorer.scores(WORDS, scores, start=start, focus=seed)
    assert load(page, shown) == []
    assert shown.text.endswith(said(page))
    labels = inside(page, "[...root.querySelectorAll('g')].map(g => g.ariaLabel)")
    listed = shown.text.split("\n")[3:-1]
    for label, line in zip(labels, listed, strict=True):
        weights = [part.rsplit(" ", 1)[1] for part in label.split(": ")[1].split(", ")]
        assert [w for w in weights if w != "masked"] == line.split(": ")[1].split()


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("n", [3, 4, 8, 12])
def test_ties_are_all_named_with_equal_shares_in_both(page, start, n):
    words = [f"w{i}" for i in range(n)]
    scores = np.tile([1.0, 1.0, 0.3], (n, n))[:, :n]
    shown = explorer.scores(words, scores, start=start, focus=2)
    assert load(page, shown) == []
    assert shown.text.endswith(said(page))
    named = [part.split() for part in said(page).split(" looks at ")[1].split(", ")]
    tied = [i for i in range(n) if i != 2 and (start == 0 or i % 3 < 2)]
    assert [word for word, *_ in named[:-1]][: len(tied)] == [f"w{i}" for i in tied]
    assert len({share.rstrip(".") for _, share in named[: len(tied)]}) == 1


def test_it_works_by_keyboard_and_two_do_not_disturb_each_other(page):
    shown = explorer.scores(WORDS, SCORES, focus="creature")
    assert load(page, shown, shown) == []
    page.keyboard.press("Tab")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    value = inside(page, "root.querySelector('output').value")
    assert value == "× 2.0 (temperature 0.50)"
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    assert said(page).startswith("blue looks at")
    assert said(page, 1).startswith("creature looks at")
    page.keyboard.press("Tab")  # the grid is one stop
    hosts = (
        "[...document.querySelectorAll('.scores-x')].indexOf(document.activeElement)"
    )
    assert page.evaluate(hosts) == 1


@pytest.mark.parametrize(("light", "ground"), [("true", 255), ("false", 27)])
def test_it_follows_the_theme_of_jupyterlab(page, light, ground):
    load(page, explorer.scores(WORDS, SCORES))
    page.evaluate(f"document.body.dataset.jpThemeLight = '{light}'")
    color = inside(page, "getComputedStyle(root.querySelector('div')).backgroundColor")
    assert color.startswith(f"rgb({ground},")


@pytest.mark.parametrize("width", [476, 900])
def test_nothing_sticks_out_of_the_card(page, width):
    page.set_viewport_size({"width": width, "height": 1000})
    words = "one two three four five six seven eight nine ten eleven twelve".split()
    assert load(page, explorer.scores(words, np.zeros((12, 12)))) == []
    script = """(() => { const box = root.querySelector('div').getBoundingClientRect();
        return [...root.querySelectorAll('text,circle')].filter(e => {
            const r = e.getBoundingClientRect();
            return r.width && (r.right > box.right || r.left < box.left);
        }).length; })()"""
    assert inside(page, script) == 0
    assert inside(page, "root.querySelector('input').offsetHeight") == 44
    page.set_viewport_size({"width": 900, "height": 1000})
