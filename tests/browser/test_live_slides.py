"""A lesson presented live: jupyterlab-rise in Chromium, on a screen of 1280 by 720."""

import re

import pytest
from started_lab import started_lab

LONG = 120_000  # ms: a busy machine


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address that `lab --present 02` prints."""
    folder = tmp_path_factory.mktemp("class")
    with started_lab(folder, "--present", "02") as address:
        yield address


def go_on(page):
    here = page.url
    page.keyboard.press("Space")
    page.wait_for_url(lambda url: url != here)


def size(page, selector):
    element = page.locator(f"section.present {selector}").first
    return element.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")


def run(page, text):
    """Click into the cell on the slide, and run it."""
    page.locator("section.present .cm-line").filter(has_text=text).first.click()
    page.keyboard.press("Control+Enter")  # it stays on its slide


def test_a_lesson_runs_as_slides_that_the_last_row_can_read(page, address):
    outside = []
    page.on("request", lambda request: outside.append(request.url))
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(address)
    page.locator("section.present h1").get_by_text("02 ·").wait_for(timeout=LONG)
    styled = "getComputedStyle(document.querySelector('section.present p')).fontSize"
    page.wait_for_function(f"{styled} == '24px'", timeout=LONG)  # it comes last
    assert size(page, "li") >= 24
    notes = page.get_by_text(re.compile("Minutes 0-3"))
    assert not any(note.is_visible() for note in notes.all())
    page.locator(".slide-number").get_by_text("1").first.wait_for(timeout=LONG)
    go_on(page)
    assert size(page, ".cm-line") >= 18
    run(page, "import numpy")
    page.locator(".jp-InputPrompt").get_by_text("[1]:").wait_for(
        state="attached", timeout=LONG
    )
    page.keyboard.press("Escape")
    go_on(page)
    page.locator("section.present h2").get_by_text("Where we are").wait_for()
    go_on(page)
    run(page, "show(figures.plot_map")
    picture = page.locator("section.present .jp-RenderedImage img")
    picture.wait_for(timeout=LONG)
    box = picture.bounding_box()
    assert box["width"] > 700
    assert box["y"] + box["height"] < 720
    own = address.partition("/rise")[0]
    local = (own, "data:", "blob:", "ws:" + own.partition(":")[2])
    assert [url for url in outside if not url.startswith(local)] == []
