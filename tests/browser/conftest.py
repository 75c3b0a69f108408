"""A page in a real browser; tests that want one are skipped where there is none."""

import shutil

import pytest


@pytest.fixture(scope="module")
def page():
    driver = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no Chromium here")
    with driver.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": 900, "height": 1000})
        browser.close()
