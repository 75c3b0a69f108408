"""The calculator of parameters in Chromium."""

import random

import pytest

from course_lib import explorer
from course_lib.counting import TransformerShape, models
from course_lib.explorer.counting_explorer import HIGHEST, counts_of, finding

GPT3 = models.weights_only(models.gpt3())
SHOWN = {"GPT-3": GPT3, "SmolLM2": models.SMOLLM2}


def load(page, *shown):
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_content("<!doctype html>" + "".join(one.html for one in shown))
    return problems


def inside(page, script, which=0):
    root = f"document.querySelectorAll('.counting-x')[{which}].shadowRoot"
    return page.evaluate(f"(() => {{ const root = {root}; return {script}; }})()")


def said(page, which=0):
    return inside(page, "root.querySelector('p').textContent", which)


def typed(page, name, value):
    page.get_by_label(name, exact=True).first.fill(str(value))


def any_shape(seed):
    rng = random.Random(seed)
    kv_heads = rng.randint(1, 1000)
    return TransformerShape(
        layers=rng.randint(1, HIGHEST),
        d_model=rng.randint(1, HIGHEST),
        heads=kv_heads * rng.randint(1, 1000),
        kv_heads=kv_heads,
        d_head=rng.randint(1, HIGHEST),
        d_ff=rng.randint(1, HIGHEST),
        vocabulary=rng.randint(1, HIGHEST),
        gated=rng.random() < 0.5,
        tied=rng.random() < 0.5,
    )


@pytest.mark.parametrize("shape", [*SHOWN.values(), *map(any_shape, range(6))])
def test_the_browser_counts_what_python_counts_to_the_last_digit(page, shape):
    shown = explorer.counting({"x": shape})
    assert load(page, shown) == []
    assert said(page) == finding(counts_of(shape))
    assert shown.text.endswith(said(page))
    rows = inside(
        page,
        "[...root.querySelectorAll('tr')].filter(r => !r.hidden)"
        ".map(r => [...r.cells].map(c => c.textContent))",
    )
    wanted = {name: f"{count:,}" for name, count in counts_of(shape).items()}
    assert {name: count for name, count, _ in rows} == wanted


def test_sizes_are_typed_and_models_chosen(page):
    assert load(page, explorer.counting(SHOWN)) == []
    typed(page, "MLP width", 24_576)
    assert "attention 49.5%, MLP 49.5%, words 1.1%" in said(page)
    page.get_by_label("tied unembedding").check()
    assert "words 0.5%" in said(page)
    page.get_by_label("gated MLP").check()
    assert "MLP 59.7%" in said(page)
    page.get_by_label("begin with").select_option("SmolLM2")
    assert said(page).startswith("134,479,872 parameters: attention 19.7%")


def test_it_works_by_keyboard_and_two_do_not_disturb_each_other(page):
    shown = explorer.counting(SHOWN)
    assert load(page, shown, shown) == []
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    assert said(page).startswith("134,479,872")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    assert inside(page, "root.querySelector('input').value") == "31"
    assert said(page, 1).startswith("175,181,291,520")


@pytest.mark.parametrize("value", ["", "0", "-3", "2.5", "1e3", "1000000001", "9" * 30])
def test_what_is_no_size_gets_one_sentence(page, value):
    load(page, explorer.counting(SHOWN))
    typed(page, "d_model", value)
    assert said(page) == "Whole numbers from 1 to 1,000,000,000, please: d_model."
    assert inside(page, "root.querySelectorAll('[aria-invalid=true]').length") == 1
    typed(page, "d_model", 12_288)
    assert said(page).startswith("175,181,291,520")


def test_heads_that_cannot_be_shared_get_one_sentence(page):
    load(page, explorer.counting(SHOWN))
    typed(page, "key/value heads", 36)
    assert said(page) == "96 heads cannot share 36 key/value heads evenly."


def test_the_extremes_survive(page):
    problems = load(page, explorer.counting(SHOWN))
    names = ["layers", "d_model", "heads", "d_head", "key/value heads"]
    for value in (1, HIGHEST):
        for name in [*names, "MLP width", "vocabulary"]:
            typed(page, name, value)
        areas = inside(
            page,
            "[...root.querySelectorAll('rect')].map(r => r.width.baseVal.value)",
        )
        assert min(areas) >= 0
        assert "NaN" not in said(page)
    sizes = dict.fromkeys(["layers", "d_model", "heads", "d_head"], HIGHEST)
    giant = TransformerShape(**sizes, d_ff=HIGHEST, vocabulary=HIGHEST, tied=False)
    assert said(page) == finding(counts_of(giant))
    assert problems == []


@pytest.mark.parametrize(("light", "ground"), [("true", 255), ("false", 27)])
def test_it_follows_the_theme_of_jupyterlab(page, light, ground):
    load(page, explorer.counting(SHOWN))
    page.evaluate(f"document.body.dataset.jpThemeLight = '{light}'")
    color = inside(page, "getComputedStyle(root.querySelector('div')).backgroundColor")
    assert color.startswith(f"rgb({ground},")


@pytest.mark.parametrize("width", [476, 900])
def test_nothing_sticks_out_of_the_card(page, width):
    page.set_viewport_size({"width": width, "height": 1000})
    sizes = dict.fromkeys(["layers", "d_model", "heads", "d_head"], HIGHEST)
    giant = TransformerShape(**sizes, vocabulary=HIGHEST, d_ff=HIGHEST)
    assert load(page, explorer.counting({"giant": giant})) == []
    script = """(() => { const box = root.querySelector('div').getBoundingClientRect();
        return [...root.querySelectorAll('text,rect,td,input,p')].filter(e => {
            const r = e.getBoundingClientRect();
            return r.width && (r.right > box.right || r.left < box.left);
        }).length; })()"""
    assert inside(page, script) == 0
    assert inside(page, "root.querySelector('input').offsetHeight") == 44
    page.set_viewport_size({"width": 900, "height": 1000})
