"""A page in a real browser: Debian's Chromium, found and never downloaded."""

import pytest
from playwright.sync_api import sync_playwright

from course_lib.commands import places


@pytest.fixture(scope="module")
def page():
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=places.chromium(), args=["--no-sandbox"]
        )
        yield browser.new_page(viewport={"width": 900, "height": 1000})
        browser.close()
