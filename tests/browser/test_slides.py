"""Every slide of every lesson in Chromium, opened from the disk as in class."""

import re

import nbformat
import pytest

from course_lib.commands import places
from course_lib.publish import slide_cells, slides

LESSONS = places.lessons()
SIZES = [(1280, 720), (1920, 1080)]
SMALLEST = {"code": 18, "words": 24}  # pixels on a projector of 1280 by 720

# Goes to every slide, all its fragments shown, and returns what is wrong there.
WALK = """async () => {
    const found = [];
    for (const slide of Reveal.getSlides()) {
        const at = Reveal.getIndices(slide), frame = go => requestAnimationFrame(go);
        Reveal.slide(at.h, at.v, 99);
        // An explorer lays itself out in the frame after it came into view.
        if (slide.querySelector(".explorer")) await new Promise(go => frame(() => frame(go)));
        found.push(...problems(slide).map(one => `slide ${at.h}/${at.v ?? 0}: ${one}`));
    }
    return found;
}"""
PROBLEMS = """
function sizes(slide) {
    const found = [], texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const holder = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim()) continue;
        if (holder.closest("aside, mjx-container, script, style, .explorer")) continue;
        if (!holder.closest("pre") && holder.closest("code, sup, sub")) continue;
        const size = parseFloat(getComputedStyle(holder).fontSize)
            * (holder.currentCSSZoom ?? 1);
        const floor = holder.closest("pre") ? CODE : WORDS;
        if (size < floor) found.push(`${size} px: ${texts.currentNode.data.trim()}`);
    }
    return found;
}
function boxes(slide) {
    const range = document.createRange(), found = [];
    for (const block of slide.querySelectorAll(".body *")) {
        if (block.closest("mjx-assistive-mml, mjx-container svg")) continue;
        if (!block.offsetParent && !(block instanceof SVGElement)) continue;
        range.selectNodeContents(block);
        found.push([block, block.getBoundingClientRect()]);
        found.push(...[...range.getClientRects()].map(box => [block, box]));
    }
    for (const host of slide.querySelectorAll("[data-numbers]"))
        for (const part of host.shadowRoot.querySelectorAll("*"))
            found.push([host, part.getBoundingClientRect()]);
    return found.filter(([block, box]) => box.width && box.height);
}
function problems(slide) {
    const found = sizes(slide), foot = document.querySelector(".where");
    const low = foot.getBoundingClientRect().top;
    for (const [block, box] of boxes(slide))
        if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1
            || box.bottom > low + 1) found.push(`cut off: ${block.outerHTML.slice(0, 90)}`);
    const root = document.scrollingElement;
    for (const element of [root, document.body, ...slide.querySelectorAll("*")]) {
        const scrolls = /auto|scroll/.test(getComputedStyle(element).overflow);
        if ((scrolls || element === root) && (element.scrollHeight > element.clientHeight + 1
            || element.scrollWidth > element.clientWidth + 1))
            found.push(`scrolls: ${element.outerHTML.slice(0, 90)}`);
    }
    if (/\\$|\\\\[(a-z]/.test(prose(slide))) found.push(`math: ${prose(slide)}`);
    if (slide.querySelector("mjx-merror, [data-mjx-error]")) found.push("math in error");
    for (const notes of slide.querySelectorAll("aside"))
        if (notes.getClientRects().length) found.push("speaker notes show");
    if (!slide.querySelector(".body").innerText.trim()
        && !slide.querySelector("img, .explorer")) found.push("empty");
    return [...new Set(found)];
}
function prose(slide) {
    const words = slide.querySelector(".body").cloneNode(true);
    words.querySelectorAll("code, pre, mjx-container, script, style, .explorer")
        .forEach(part => part.remove());
    return words.textContent;
}
""".replace("CODE", str(SMALLEST["code"])).replace("WORDS", str(SMALLEST["words"]))


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
    page.wait_for_function("window.Reveal?.isReady?.()")
    page.add_script_tag(content=PROBLEMS)


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
        assert page.evaluate(WALK) == []
    outside = [
        one for one in noticed if not one.startswith((folder.as_uri(), "data:", "blob:"))
    ]
    assert outside == []
    alts = page.evaluate("[...document.querySelectorAll('.page img')].map(i => i.alt)")
    assert sorted(alts) == descriptions(lesson)
    math = page.evaluate("document.querySelectorAll('.body mjx-container > svg').length")
    assert math == formulas(lesson)


SEEDED = {
    "a block that is too tall": "body.append(tall)",
    "a line that is too wide": "body.style.whiteSpace = 'pre'; body.append(wide)",
    "a box that scrolls": "tall.style.height = '90px'; body.prepend(box); box.append(tall)",
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
    """The layout itself, on a slide of text, code and an answer that are far too long."""
    path = folder / "long.html"
    page_of_00 = (folder / f"{lesson('00').stem}.html").read_text(encoding="utf-8")
    start = page_of_00.index('<div class="jp-RenderedHTMLCommon')
    start = page_of_00.index(">", start) + 1
    long = "<details><summary>Q</summary>" + "<p>line</p>" * 60 + "</details>"
    long += f"<ol>{'<li>item</li>' * 60}</ol><p><img src='data:,' alt='none'>end</p>"
    path.write_text(page_of_00[:start] + long + page_of_00[start:], encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_function("window.Reveal?.isReady?.()")
    page.add_script_tag(content=PROBLEMS)
    assert page.evaluate(WALK) == []
    numbers = page.evaluate("[...document.querySelectorAll('.page ol')].map(o => o.start)")
    lengths = page.evaluate(
        "[...document.querySelectorAll('.page ol')].map(o => o.children.length)"
    )
    assert len(numbers) > 3
    assert numbers[1] == 1 + lengths[0]
    path.unlink()


def test_an_explorer_is_alive_and_keeps_its_keys(page, folder):
    open_slides(page, folder, lesson("02"))
    page.evaluate("""() => {
        const at = Reveal.getIndices(document.querySelector(".explorer").closest("section"));
        Reveal.slide(at.h, at.v);
        document.querySelector(".scores-x").shadowRoot.querySelector("input").focus();
    }""")
    said = "document.querySelector('.scores-x').shadowRoot.querySelector('p').textContent"
    before, slide = page.evaluate(said), page.evaluate("Reveal.getSlidePastCount()")
    page.keyboard.press("End")
    assert page.evaluate(said) != before
    assert page.evaluate("Reveal.getSlidePastCount()") == slide


def test_the_speaker_sees_notes_and_the_class_does_not(page, folder):
    open_slides(page, folder, lesson("02"))
    with page.expect_popup() as opened:
        page.keyboard.press("s")
    notes = opened.value.locator(".speaker-controls-notes .value")
    notes.get_by_text("Minutes 0-3.").wait_for()
    said = page.get_by_text("Minutes 0-3.")
    assert said.count() and not any(one.is_visible() for one in said.all())
    opened.value.close()


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
