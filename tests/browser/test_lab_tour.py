"""Every lesson in JupyterLab, in Chromium: opened, run, explored and answered."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect
from started_lab import started_lab

from course_lib.commands import places

LESSONS = [lesson.stem for lesson in places.lessons()]
# The name of each lesson's explorer in the page; lesson 00 has none.
EXPLORERS = {
    "01": "context",
    "02": "scores",
    "03": "update",
    "04": "mask",
    "05": "heads",
    "06": "positions",
    "07": "counting",
}
NOTEBOOK = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook"
SCROLLER = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-WindowedPanel-outer"
# A lesson may be closed while JupyterLab asks its kernel whether it debugs.
EXPECTED = re.compile("404|Could not restore the debugger state")
LONG = 300_000  # ms: a whole lesson, on a busy machine


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """JupyterLab on fresh copies, without the model: (address, token, folder)."""
    folder = tmp_path_factory.mktemp("tour") / "work"
    no_model = tmp_path_factory.mktemp("no model")
    with started_lab(folder, COURSE_MODEL_DIR=str(no_model)) as first_page:
        found = re.match(r"(.+?)/lab\S*\?token=(\w+)", first_page)
        yield (*found.groups(), folder)


@pytest.fixture
def tab(page, lab):
    """A page that fails the test when it asks another machine, or complains."""
    asked, complaints = [], []
    page.set_viewport_size({"width": 1280, "height": 900})

    def note(message):
        if message.type == "error" and not EXPECTED.search(message.text):
            complaints.append(message.text)

    def ask(request):
        if not request.url.startswith((lab[0], "data:", "blob:", "ws://127.0.0.1")):
            asked.append(request.url)

    page.on("request", ask)
    page.on("console", note)
    yield page
    page.remove_listener("request", ask)
    page.remove_listener("console", note)
    assert asked == []
    assert complaints == []


def open_lesson(tab, lab, name):
    """Open a lesson from the list of files; the first comes with JupyterLab itself."""
    address, token, _ = lab
    if tab.url.startswith(address):
        tab.locator(".jp-DirListing-item", has_text=f"{name}.ipynb").dblclick()
    else:
        tab.goto(f"{address}/lab/tree/{name}.ipynb?token={token}&reset")
    tab.wait_for_selector(NOTEBOOK, timeout=LONG)
    tab.wait_for_selector(".jp-NotebookPanel-toolbar .jp-Toolbar-kernelName")
    tab.locator(f"{NOTEBOOK} .jp-Cell").first.click()
    wait_for_kernel(tab, lab, name)


def close_lesson(tab, lab):
    """Save and close the lesson that is shown, and end its kernel."""
    tab.get_by_role("menuitem", name="File", exact=True).click()
    tab.locator(".lm-Menu-item[data-command='docmanager:save']").click()
    tab.wait_for_selector(".lm-TabBar-tab.jp-mod-current:not(.jp-mod-dirty)")
    tab.locator(".lm-TabBar-tab.jp-mod-current .lm-TabBar-tabCloseIcon").click()
    tab.wait_for_selector(NOTEBOOK, state="detached")
    end_kernels(lab)


def wait_for_kernel(tab, lab, name):
    """Wait until the server says that the lesson's kernel has nothing to do."""
    address, token, _ = lab
    script = """async ([address, token, path]) => {
        const answer = await fetch(`${address}/api/sessions?token=${token}`);
        const mine = (await answer.json()).filter(s => s.path === path);
        return mine.length && mine[0].kernel.execution_state === 'idle'; }"""
    tab.wait_for_function(
        script, arg=[address, token, f"{name}.ipynb"], timeout=LONG, polling=300
    )


def run_all(tab, lab, name):
    """Run all cells by the menu, and save: the notebook that then lies on the disk."""
    tab.get_by_role("menuitem", name="Run", exact=True).click()
    tab.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    path = lab[2] / f"{name}.ipynb"
    for _ in range(LONG // 500):
        wait_for_kernel(tab, lab, name)
        tab.keyboard.press("Control+s")
        tab.wait_for_timeout(500)
        try:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        except ValueError:
            continue  # half written
        code = [c for c in cells if c["cell_type"] == "code" and "".join(c["source"])]
        if all(cell["execution_count"] for cell in code):
            return code
    raise AssertionError(f"{name} was not run to its end")


def end_kernels(lab):
    address, token, _ = lab
    with urllib.request.urlopen(f"{address}/api/sessions?token={token}") as answer:
        sessions = json.load(answer)
    for session in sessions:
        ask = f"{address}/api/sessions/{session['id']}?token={token}"
        urllib.request.urlopen(urllib.request.Request(ask, method="DELETE")).close()


def stored(name):
    lesson = json.loads((places.NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))
    return {cell["id"]: cell for cell in lesson["cells"]}


def texts(cell):
    """What a cell printed or described; a line of progress leaves only blanks."""
    said = []
    for output in cell["outputs"]:
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        said.append("".join(text))
    return [text for text in said if text.strip()]


def scroll_to(tab, locator):
    """Scroll down the lesson as a learner does, until an element is there."""
    tab.evaluate(f"document.querySelector('{SCROLLER}').scrollTop = 0")
    for _ in range(200):
        if locator.count():
            locator.first.scroll_into_view_if_needed()
            return locator.first
        tab.evaluate(f"document.querySelector('{SCROLLER}').scrollTop += 500")
        tab.wait_for_timeout(50)
    raise AssertionError("the lesson does not show it")


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_runs_and_its_explorer_answers_mouse_and_keys(tab, lab, name):
    open_lesson(tab, lab, name)
    cells = run_all(tab, lab, name)
    before = stored(name)
    for cell in cells:
        tags = before[cell["id"]]["metadata"].get("tags", [])
        failed = [o for o in cell["outputs"] if o["output_type"] == "error"]
        assert bool(failed) == ("raises-exception" in tags), cell["id"]
        # What a learner has solved is stored only here, beside the learner's copies.
        here = cell["id"] == "progress" or "nbval-ignore-output" in tags
        if not here and not failed:
            assert texts(cell) == texts(before[cell["id"]]), cell["id"]
    if name[:2] in EXPLORERS:
        work_explorer(tab, EXPLORERS[name[:2]])
    close_lesson(tab, lab)


def work_explorer(tab, name):
    """Change what an explorer says, by a click and then by a key."""
    host = scroll_to(tab, tab.locator(f".{name}-x"))
    said = "e => e.shadowRoot.querySelector('[aria-live]').textContent"
    answers = [host.evaluate(said)]
    assert answers[0]
    for act in (by_mouse, by_key):
        for control in host.locator("button, input, select").all():
            act(tab, control)
            if host.evaluate(said) != answers[-1]:
                break
        answers.append(host.evaluate(said))
    assert len(set(answers[:2])) == len(set(answers[1:])) == 2, answers


def by_mouse(tab, control):
    control.click()


def by_key(tab, control):
    """Press a button, or bring a slider to its start, or a list to its second line."""
    control.focus()
    is_button = control.evaluate("e => e.tagName === 'BUTTON'")
    for key in ("Enter",) if is_button else ("Home", "ArrowDown"):
        tab.keyboard.press(key)


def answer(tab, cell, code, told):
    """Write an answer into a cell of the lesson, run it, and wait for what is told."""
    cell.locator(".cm-content").click()
    tab.keyboard.press("Control+a")
    tab.keyboard.insert_text(code)
    tab.keyboard.press("Shift+Enter")
    cell.locator(".jp-OutputArea-output", has_text=told).wait_for(timeout=LONG)


def test_an_exercise_answered_wrongly_then_rightly_is_there_after_a_reload(tab, lab):
    name = LESSONS[0]
    open_lesson(tab, lab, name)
    first = tab.locator(".jp-CodeCell", has_text="from course_lib")
    scroll_to(tab, first).locator(".cm-content").click()
    tab.keyboard.press("Shift+Enter")
    cell = tab.locator(".jp-CodeCell", has_text='check("00.2", dot)')
    scroll_to(tab, cell)
    wrong = 'def dot(a, b):\n    return a * b\n\n\ncheck("00.2", dot)'
    answer(tab, cell, wrong, "00.2 not yet")
    answer(tab, cell, wrong.replace("a * b", "sum(a * b)"), "00.2 right.")
    tab.keyboard.press("Control+s")
    tab.wait_for_timeout(500)
    tab.reload()
    tab.wait_for_selector(NOTEBOOK, timeout=LONG)
    scroll_to(tab, cell)
    expect(cell).to_contain_text("sum(a * b)", timeout=LONG)
    expect(cell.locator(".jp-OutputArea-output")).to_contain_text("00.2 right.")
    close_lesson(tab, lab)
