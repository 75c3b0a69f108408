"""The site in Chromium: on a desk in light, and on a phone in dark.

Each page is opened once; the tests then look at what was found.
"""

import json
import re
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from axe_playwright_python.sync_playwright import Axe

from course_lib.commands import places
from course_lib.publish.site import links
from course_lib.publish.site.lessons import label

SCREENS = {"light": (1280, 900), "dark": (390, 844)}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LOOK = """() => {
    const shown = e => e.checkVisibility();
    document.querySelectorAll("details").forEach(e => { e.open = true; });
    const spill = e => e.scrollWidth - e.clientWidth;
    const wide = Math.max(0, document.documentElement.scrollWidth - innerWidth,
        spill(document.querySelector(".bd-article-container")));
    const misplaced = [...document.querySelectorAll("div.math")].filter(e => {
        const box = e.getBoundingClientRect();
        const formula = e.firstElementChild.getBoundingClientRect();
        const after = e.nextElementSibling?.getBoundingClientRect();
        const middle = (formula.left + formula.right - box.left - box.right) / 2;
        return formula.left < box.left - 1 || e.scrollHeight > e.clientHeight
            || formula.top < box.top || formula.bottom > box.bottom
            || (spill(e) > 0 ? getComputedStyle(e).overflowX != "auto"
                             : Math.abs(middle) > 2)
            || after && after.top - formula.bottom < 12;
    }).map(e => e.innerText);
    const cut = [...document.querySelectorAll("pre")].filter(
        e => shown(e) && spill(e) > 0).map(e => e.innerText);
    const math = [...document.querySelectorAll("math")];
    const alts = [...document.querySelectorAll(".figure img")].map(e => e.alt);
    const text = document.querySelector("main").innerText;
    return {
        wide, misplaced, cut, alts, text,
        formulas: math.length,
        flat: math.filter(e => shown(e) && e.getBoundingClientRect().width < 3).length,
        explorers: [...document.querySelectorAll("[data-numbers]")].map(
            e => Boolean(e.shadowRoot && e.shadowRoot.querySelector("svg"))),
    };
}"""

# Of thousands of colored words of code, one of each kind is enough: it saves minutes.
ONE_OF_EACH = """() => {
    const kinds = new Set();
    document.querySelectorAll(".highlight span[class]").forEach(e => {
        if (kinds.has(e.className)) e.remove();
        kinds.add(e.className);
    });
    document.querySelectorAll("pre").forEach(e => e.normalize());
}"""
FOLDS = """() => {
    const folds = [...document.querySelectorAll("main details")];
    folds.forEach(e => { e.open = true; });
    const closed = folds.map(e => e.innerText).join(" ");
    folds.forEach(e => e.remove());
    return [closed, document.querySelector("main").innerText].map(
        text => text.toLowerCase());
}"""
WHAT_SCROLLS_IS_REACHED = """() => [
    ...document.querySelectorAll("pre, .pst-scrollable-table-container")
].every(e => e.scrollWidth <= e.clientWidth || e.tabIndex == 0)"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    out = tmp_path_factory.mktemp("site") / "html"
    verb = [sys.executable, "-m", "course_lib.commands", "site", "--out", str(out)]
    done = subprocess.run(verb, cwd=places.ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(scope="module")
def address(built):
    handler = partial(Quiet, directory=built)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def found(page, built, address):
    """What every page shows and says, by theme and by name of the page."""
    messages, requests = [], []
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.on("console", lambda m: m.type == "error" and messages.append(m.text))
    page.on("request", lambda request: requests.append(request.url))
    report = {}
    for path in links.pages(built):
        name = path.relative_to(built).as_posix()
        page.goto("about:blank")  # what is not shown need not be laid out again
        take(page, "dark")
        page.goto(address + name)
        report["dark", name] = page.evaluate(LOOK)
        page.evaluate(ONE_OF_EACH)
        report["dark", name]["axe"] = violations(page)
        take(page, "light")
        page.wait_for_function("document.documentElement.dataset.theme == 'light'")
        report["light", name] = page.evaluate(LOOK)
        report["light", name]["axe"] = violations(page)
    outside = [u for u in requests if not u.startswith((address, "data:", "blob:"))]
    return {"pages": report, "messages": messages, "outside": outside}


def take(page, theme):
    width, height = SCREENS[theme]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")


def violations(page):
    page.wait_for_function(WHAT_SCROLLS_IS_REACHED, polling=100)
    rules = {"type": "tag", "values": WCAG}
    options = {"runOnly": rules, "preload": False, "resultTypes": ["violations"]}
    result = Axe().run(page, options=options).response
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in result["violations"]
        for node in one["nodes"]
    ]


def those(found, what):
    return {page: seen[what] for page, seen in found["pages"].items() if seen[what]}


def test_nothing_keeps_anybody_from_using_a_page(found):
    assert those(found, "axe") == {}


def test_no_page_scrolls_sideways(found):
    assert those(found, "wide") == {}


def test_formulas_of_their_own_line_stand_in_its_middle_whole(found):
    assert those(found, "misplaced") == {}


def test_lines_of_88_columns_are_seen_whole_on_a_desk(found):
    cut = those(found, "cut")
    assert [page for page in cut if page[0] == "light"] == []
    assert [page for page in cut if page[1].startswith(("notebooks", "exer"))] == []


def test_nothing_is_loaded_from_outside_and_no_script_complains(found):
    assert found["outside"] == []
    assert found["messages"] == []


def test_formulas_are_drawn(found):
    assert those(found, "flat") == {}
    lesson = found["pages"]["light", "notebooks/02_queries_and_keys.html"]
    assert lesson["formulas"] > 5
    for page, seen in found["pages"].items():
        assert "\\sqrt" not in seen["text"], page
        assert "\\text" not in seen["text"], page


@pytest.mark.parametrize("lesson", places.lessons(), ids=lambda path: path.stem)
def test_every_picture_is_described_by_its_own_words(found, lesson):
    cells = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    outputs = [one for cell in cells for one in cell.get("outputs", [])]
    pictures = [one["data"] for one in outputs if "image/png" in one.get("data", {})]
    wanted = ["".join(data["text/plain"]).split("\n")[0] for data in pictures]
    shown = found["pages"]["light", f"notebooks/{lesson.stem}.html"]
    assert len(wanted) > 3
    assert shown["alts"] == wanted


def test_explorers_live(found):
    alive = those(found, "explorers")
    assert len(alive) == 2 * 7
    assert all(all(each) for each in alive.values())


def test_no_speaker_note_is_told(found):
    for page, seen in found["pages"].items():
        assert "Ask before running" not in seen["text"], page


def test_a_link_of_the_index_lands_on_its_cell(page, address):
    page.goto(address + "notebooks/README.html")
    page.get_by_role("link", name="Why divide by the root of").click()
    anchor = label("02", "spread")
    page.wait_for_url(f"**/02_queries_and_keys.html#{anchor}")
    assert page.locator(f"#{anchor}").bounding_box()["y"] < 300


def test_answers_stay_closed_until_they_are_opened(page, address):
    page.goto(address + "notebooks/02_queries_and_keys.html")
    picture = page.locator(f"#{label('02', 'grid')} img")
    assert not picture.is_visible()
    fold = page.locator(f"#{label('02', 'grid')} summary").first
    fold.focus()
    page.keyboard.press("Enter")
    assert picture.is_visible()
    page.get_by_role("link", name="Hints and solution of 02.1", exact=True).click()
    page.wait_for_url("**/exercises/02.html#exercise-02-1")
    assert not page.get_by_text('answer = "b"').first.is_visible()


def test_an_explorer_answers_a_key(page, address):
    page.goto(address + "notebooks/04_masking.html")
    slider = page.locator(".mask-x input")
    said = page.locator(".mask-x p")
    before = said.inner_text()
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert said.inner_text() != before


def test_search_finds_without_network(page, address):
    page.goto(address + "search.html?q=softmax")
    result = page.locator("#search-results a").first
    result.wait_for()
    assert "softmax" in page.locator("#search-results").inner_text().lower()


def test_search_leads_to_lessons_and_tells_none_of_their_answers(page, address):
    lesson = "notebooks/02_queries_and_keys.html"
    page.goto(address + lesson)
    closed, said = page.evaluate(FOLDS)
    words = sorted(re.findall("[a-z]{7,}", closed))
    word = max((one for one in words if one[:5] not in said), key=len)
    page.goto(address + f"search.html?q={word}")
    found = page.locator("#search-results li").filter(
        has=page.locator(f"a[href^='{lesson}']")
    )
    found.locator(".context").wait_for()
    cited = found.locator(".context").inner_text().lower()
    assert word not in cited
    assert "light dark" not in cited  # the theme's menu
    assert page.locator("#search-results a[href^='exercises/0']").count() == 0


def test_solutions_lead_back_to_their_lesson_and_on_to_the_next(page, address):
    page.goto(address + "exercises/02.html")
    current = page.locator(".bd-sidebar-primary li.current > a")
    assert current.text_content() == "Hints and solutions"
    assert page.locator("a.right-next").get_attribute("href") == "03.html"
    page.locator("article").get_by_role("link", name="Lesson 02", exact=True).click()
    page.wait_for_url("**/02_queries_and_keys.html")


def test_explorers_follow_the_theme_that_is_chosen(page, address):
    page.emulate_media(color_scheme="light")
    page.goto(address + "notebooks/04_masking.html")
    ground = "getComputedStyle(document.querySelector('.mask-x').shadowRoot"
    ground += ".querySelector('.box')).backgroundColor"
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.evaluate(ground) == "rgb(27, 29, 33)"
