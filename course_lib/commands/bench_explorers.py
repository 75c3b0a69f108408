"""How fast the explorers answer: milliseconds in headless Chromium, 95th percentile."""

import importlib.util

import numpy as np

from course_lib import explorer
from course_lib.commands import places

ROUNDS = 200
WORDS = "A fluffy blue creature roamed the verdant forest".split()
# Each input comes at another moment between two frames, as a reader's would. A message
# sent in a frame arrives when that frame has been painted.
MEASURE = """async ([kind, rounds]) => {
    const root = document.querySelector(`.${kind}-x`).shadowRoot;
    const slider = root.querySelector("input"), all = root.querySelectorAll("button");
    const act = i => {
        if (!slider) return all[i % all.length].click();
        slider.value = i % 41 / 10;
        slider.dispatchEvent(new Event("input"));
    };
    const painted = done => requestAnimationFrame(() => {
        const {port1, port2} = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
    });
    const times = [];
    for (let i = 0; i < rounds; i++) {
        await new Promise(done => setTimeout(done, 20 + 7 * i % 17));
        const start = performance.now();
        act(i);
        const handled = performance.now();
        await new Promise(painted);
        times.push([handled - start, performance.now() - start]);
    }
    return times;
}"""


def explorer_rows():
    """Yield (name, goal, measured): text, text, text; two rows an explorer."""
    measured = measure(shown())
    for kind in shown():
        handler, paint = ("not measured here",) * 2
        if measured:
            handler, paint = (f"{ms:.1f} ms" for ms in measured[kind])
        yield f"explorer {kind}: handler, 95th percentile", "<= 4 ms", handler
        yield f"explorer {kind}: painted, 95th percentile", "<= 34 ms", paint


def shown():
    """Return an explorer of each kind, of the size that lessons use."""
    scores = np.random.default_rng(0).normal(0, 1, (len(WORDS), len(WORDS)))
    steps = np.random.default_rng(1).normal(0, 1, (9, 2))
    contexts = {f"word {i}": step for i, step in enumerate(steps[:6])}
    senses = {f"sense {i}": 3 * place for i, place in enumerate(steps[6:])}
    return {
        "scores": explorer.scores(WORDS, np.where(np.tri(8) > 0, scores, -np.inf)),
        "context": explorer.context("mole", contexts, senses, start=[0, 1]),
        "update": explorer.update(
            WORDS,
            steps[:8],
            np.where(np.tri(8) > 0, scores, -np.inf),
            steps[1:],
            plane="",
        ),
        "mask": explorer.mask(WORDS, scores, n_layers=3),
        "positions": explorer.two_positions(0, 7, 0, d_model=16),
    }


def measure(explorers):
    """Return the 95th percentiles [2] in milliseconds, handler and painted, of each.

    None where playwright or Chromium is missing.
    """
    chromium = places.chromium()
    if chromium is None or importlib.util.find_spec("playwright") is None:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.set_content(
            "<!doctype html>" + "".join(e.html for e in explorers.values())
        )
        times = {k: page.evaluate(MEASURE, [k, ROUNDS]) for k in explorers}
        browser.close()
    return {kind: np.percentile(pairs, 95, axis=0) for kind, pairs in times.items()}
