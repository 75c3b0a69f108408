"""Every slide of every lesson in Chromium, opened from the disk as in class."""

import re
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from course_lib.commands import places
from course_lib.publish import slide_cells, slides

LESSONS = places.lessons()
SIZES = [(1280, 720), (1920, 1080)]
LONG = 120_000  # ms: a busy machine
CHECKS = Path(__file__).with_name("slide_checks.js")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slides")
    slides.build(LESSONS, folder, said=lambda sentence: None)
    return folder


@pytest.fixture(scope="module")
def noticed(page):
    """What the page asks for and complains about, gathered from here on."""
    noticed = []
    page.on("pageerror", lambda error: noticed.append(f"error: {error}"))
    page.on("console", lambda said: noticed.append(f"{said.type}: {said.text}"))
    page.on("requestfailed", lambda request: noticed.append(f"failed: {request.url}"))
    page.on("request", lambda request: noticed.append(request.url))
    return noticed


def open_slides(page, folder, lesson, size=SIZES[0]):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto((folder / f"{lesson.stem}.html").as_uri())
    page.wait_for_function("window.Reveal?.isReady?.()", timeout=LONG)
    page.add_script_tag(path=CHECKS)


def descriptions(lesson):
    outputs = [
        output
        for cell in nbformat.read(lesson, as_version=4).cells
        if cell.metadata.get("slideshow", {}).get("slide_type") != "skip"
        for output in cell.get("outputs", [])
    ]
    shown = [one for one in outputs if "image/png" in one.get("data", {})]
    return sorted(one.data["text/plain"].partition("\n")[0] for one in shown)


def formulas(lesson):
    """How many formulas the cells hold that are shown."""
    cells = slide_cells.on_slides(nbformat.read(lesson, as_version=4)).cells
    shown = [
        re.sub(r"`[^`]*`", "", cell.source)
        for cell in cells
        if cell.cell_type == "markdown"
        and slide_cells.slide_type(cell) not in ("notes", "skip")
    ]
    return sum(len(re.findall(r"\$\$.+?\$\$|\$.+?\$", text)) for text in shown)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_every_slide_is_whole(page, folder, noticed, lesson):
    noticed.clear()
    for size in SIZES:
        open_slides(page, folder, lesson, size)
        assert page.evaluate("walk()") == []
    own = (folder.as_uri(), "data:", "blob:")
    assert [one for one in noticed if not one.startswith(own)] == []
    alts = page.evaluate("[...document.querySelectorAll('.page img')].map(i => i.alt)")
    assert sorted(alts) == descriptions(lesson)
    assert page.locator(".body mjx-container > svg").count() == formulas(lesson)


SEEDED = {
    "a block that is too tall": "body.append(tall)",
    "a line that is too wide": "body.style.whiteSpace = 'pre'; body.append(wide)",
    "a box that scrolls": "body.prepend(box); box.append(wide)",
    "small print": "wide.textContent = 'small'; wide.style.fontSize = '20px';"
    "body.prepend(wide)",
    "math as typed": "wide.textContent = 'so $x$'; body.prepend(wide)",
    "notes on the slide": "slide.querySelector('aside').style.display = 'block'",
}


@pytest.mark.parametrize("seed", SEEDED.values(), ids=SEEDED)
def test_the_walk_notices(page, folder, seed):
    open_slides(page, folder, LESSONS[0])
    assert page.evaluate("problems(Reveal.getCurrentSlide())") == []
    page.evaluate(f"""() => {{
        const slide = Reveal.getCurrentSlide(), body = slide.querySelector(".body");
        const tall = document.createElement("p"), wide = document.createElement("p");
        const box = document.createElement("div");
        box.style = "height: 50px; overflow: auto";
        tall.textContent = "tall";
        tall.style.height = "900px";
        wide.textContent = "wide ".repeat(300);
        {seed};
    }}""")
    assert len(page.evaluate("problems(Reveal.getCurrentSlide())")) >= 1


def lesson(number):
    return next(path for path in LESSONS if path.stem.startswith(number))


def test_what_a_page_cannot_hold_goes_on_to_the_next(page, folder):
    """The layout itself, on an answer and a list that are far too long."""
    path = folder / "long.html"
    page_of_00 = (folder / f"{lesson('00').stem}.html").read_text(encoding="utf-8")
    start = page_of_00.index('<div class="jp-RenderedHTMLCommon')
    start = page_of_00.index(">", start) + 1
    long = "<details><summary>Q</summary>" + "<p>line</p>" * 60 + "</details>"
    long += f"<ol>{'<li>item</li>' * 60}</ol><p><img src='data:,' alt='none'>end</p>"
    path.write_text(page_of_00[:start] + long + page_of_00[start:], encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_function("window.Reveal?.isReady?.()", timeout=LONG)
    page.add_script_tag(path=CHECKS)
    assert page.evaluate("walk()") == []
    lists = page.locator(".page ol").evaluate_all(
        "lists => lists.map(list => [list.start, list.children.length])"
    )
    (first, length), (second, _), *more = lists[:-1]  # the last is the lesson's own
    assert more
    assert second == first + length
    path.unlink()


def test_an_explorer_is_alive_and_keeps_its_keys(page, folder):
    open_slides(page, folder, lesson("02"))
    page.locator(".explorer").evaluate("""explorer => {
        const at = Reveal.getIndices(explorer.closest("section"));
        Reveal.slide(at.h, at.v);
    }""")
    said = page.locator(".scores-x p")
    before, slide = said.text_content(), page.evaluate("Reveal.getSlidePastCount()")
    page.locator(".scores-x input").focus()
    page.keyboard.press("End")
    assert said.text_content() != before
    assert page.evaluate("Reveal.getSlidePastCount()") == slide


def test_the_speaker_sees_notes_and_the_class_does_not(page, folder):
    open_slides(page, folder, lesson("02"))
    with page.expect_popup() as opened:
        page.keyboard.press("s")
    notes = opened.value.locator(".speaker-controls-notes .value")
    notes.get_by_text("Minutes 0-3.").wait_for()
    said = page.get_by_text("Minutes 0-3.")
    assert said.count()
    assert not any(one.is_visible() for one in said.all())
    opened.value.close()


def test_notes_are_on_each_page_of_their_part_once(page, folder):
    open_slides(page, folder, lesson("02"))
    explorer = page.locator(".page", has=page.locator(".explorer"))
    notes = explorer.locator("aside.notes", has_text="Show the slider at 1")
    assert notes.count() == 1
    pages = page.locator(".page").evaluate_all(
        """pages => pages.map(
            page => [...page.querySelectorAll("aside")].map(note => note.innerText))"""
    )
    assert all(len(set(notes)) == len(notes) for notes in pages)


def test_after_a_jump_back_no_page_is_left_out(page, folder):
    open_slides(page, folder, lesson("02"))
    at = "Reveal.getSlidePastCount()"
    for _ in range(40):
        page.keyboard.press("Space")
    assert page.evaluate(at) > 10
    page.keyboard.press("Home")
    assert page.evaluate(at) == 0
    seen = [0]
    for _ in range(20):
        page.keyboard.press("Space")
        seen.append(page.evaluate(at))
    assert max(now - before for before, now in zip(seen, seen[1:], strict=False)) == 1


def test_an_answer_comes_with_the_next_step(page, folder):
    open_slides(page, folder, lesson("02"))
    answer = page.locator("section.page.whole .answer").first
    at = answer.evaluate("e => Reveal.getIndices(e.closest('section'))")
    page.evaluate(f"Reveal.slide({at['h']}, {at['v']})")
    picture = page.locator("section.present.whole img")
    tall = picture.bounding_box()["height"]
    assert not answer.is_visible()
    page.keyboard.press("Space")
    answer.wait_for()
    assert 400 < picture.bounding_box()["height"] < tall


def test_a_class_predicts_before_it_sees_the_code(page, folder):
    """A picture's title stands in its code, and tells the answer."""
    open_slides(page, folder, lesson("02"))
    code = page.locator(".run .highlight", has_text="Four times as wide")
    at = code.evaluate("e => Reveal.getIndices(e.closest('section'))")
    page.evaluate(f"Reveal.slide({at['h']}, {at['v']}, -1)")
    assert page.locator("section.present", has_text="Before you run this").count()
    expect(code).to_have_css("visibility", "hidden")
    page.keyboard.press("Space")
    expect(code).to_have_css("visibility", "visible")
    assert page.locator(".where mjx-container").count() == 1  # the section's root


def test_an_exercise_is_the_last_on_its_page(page, folder):
    open_slides(page, folder, lesson("02"))
    after = page.locator(".run", has_text='check("02.1"').evaluate_all(
        "runs => runs.map(run => run.nextElementSibling)"
    )
    assert after == [None]
