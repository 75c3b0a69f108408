"""Make the README's pictures anew: figures that lessons store, an explorer, JupyterLab.

Run it in the course's environment when a lesson's picture has changed; without Chromium
it makes the figures alone: .venv/bin/python docs/pictures/make.py
"""

import base64
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from course_lib.commands import places, server
from course_lib.exercises import check

HERE = Path(__file__).parent
FIGURES = {"mole.png": ("01", "paths"), "head.png": ("02", "real-head")}
EXPLORER = ("03", "explorer")
ANSWERED, LETTER = "ex-02-1", "a"
WRONG = f'answer = "{LETTER}"'
WIDTH, HEIGHT = 1200, 860
# Cells that come into sight change their height: scroll until nothing moves any more.
SCROLLED = """async cell => {
    let top = null;
    while (cell.getBoundingClientRect().top !== top) {
        cell.scrollIntoView({block: "start"});
        top = cell.getBoundingClientRect().top;
        await new Promise(done => setTimeout(done, 500));
    }
}"""


def notebook(lesson):
    """Return a lesson's notebook as a dict."""
    path = next(path for path in places.lessons() if path.stem[:2] == lesson)
    return json.loads(path.read_text(encoding="utf-8"))


def outputs(lesson, cell_id):
    """Return the data of the outputs that a cell has stored."""
    cell = next(c for c in notebook(lesson)["cells"] if c["id"] == cell_id)
    return [output["data"] for output in cell["outputs"] if "data" in output]


def figure(lesson, cell_id):
    """Return the PNG that a cell has stored, and its description."""
    data = next(data for data in outputs(lesson, cell_id) if "image/png" in data)
    alt = "".join(data["text/plain"]).splitlines()[0]
    return base64.b64decode("".join(data["image/png"])), alt


def explorer(browser):
    """Write a picture of the explorer of updates, as it opens."""
    html = next(
        "".join(data["text/html"])
        for data in outputs(*EXPLORER)
        if "<script" in "".join(data.get("text/html", ""))
    )
    page = browser.new_page(viewport={"width": 900, "height": 900})
    page.set_content(f"<body style='margin:12px'>{html}</body>")
    page.locator("body > div").first.screenshot(path=HERE / "explorer.png")
    page.close()


def answered_wrongly():
    """Return lesson 02 with its first exercise answered wrongly, outputs unfolded."""
    made = notebook("02")
    for cell in made["cells"]:
        cell["metadata"].pop("jupyter", None)
        if cell["id"] == ANSWERED:
            cell["source"] = "".join(cell["source"]).replace("answer = ...", WRONG)
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                check("02.1", LETTER)
            text = {"output_type": "stream", "name": "stdout", "text": said.getvalue()}
            cell["outputs"] = [text]
    return made


def lab(browser):
    """Write a picture of JupyterLab with that lesson, scrolled to the exercise."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as run:
        name = "02_queries_and_keys.ipynb"
        Path(folder, name).write_text(json.dumps(answered_wrongly()), encoding="utf-8")
        env = server.environment(folder) | {"JUPYTER_RUNTIME_DIR": run}
        env["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        command = [sys.executable, "-m", "jupyterlab"]
        command += server.settings(folder, browser=False)
        process = subprocess.Popen(command, cwd=folder, env=env, start_new_session=True)
        found = None
        try:
            found = server.wait_for(process, Path(run))
            address = f"{found['url']}lab/tree/{name}?token={found['token']}"
            shoot(browser, address)
        finally:
            server.end_server(process, found)


def shoot(browser, address):
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    page.goto(address)
    cell = page.locator(".jp-CodeCell", has_text=WRONG)
    cell.wait_for()
    page.get_by_role("contentinfo").get_by_text("Idle").wait_for()
    page.keyboard.press("Control+b")  # the list of files away
    cell.click()
    page.keyboard.press("Escape")
    asked = page.locator(".jp-MarkdownCell", has_text="Exercise 02.1")
    asked.evaluate(SCROLLED)
    page.screenshot(path=HERE / "lab.png")
    page.close()


def main():
    for name, place in FIGURES.items():
        png, alt = figure(*place)
        (HERE / name).write_bytes(png)
        print(f"{name}: {alt}")
    if not places.chromium():
        sys.exit("There is no Chromium: explorer.png and lab.png stay as they were.")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=places.chromium(), args=["--no-sandbox"]
        )
        explorer(browser)
        lab(browser)
        browser.close()


if __name__ == "__main__":
    main()
