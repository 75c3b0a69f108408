"""Links and pictures in what is read on GitHub: README, docs, CONTRIBUTING."""

import re
from urllib.parse import unquote

import pytest

from course_lib.commands import places

DOCUMENTS = sorted(
    path.relative_to(places.ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "notebooks/*.md", "data/*.md")
    for path in places.ROOT.glob(pattern)
)
CODE = re.compile(r"```.*?```|^ {4,}.*?$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
IMAGE = re.compile(r"<img\b[^>]*>")


def text(name):
    return (places.ROOT / name).read_text(encoding="utf-8")


def links(name):
    """Return (is a picture, words, target) of each link outside code."""
    return [
        (bool(mark), words, target)
        for mark, words, target in LINK.findall(CODE.sub("", text(name)))
    ]


def anchors(markdown):
    """Return what GitHub makes of headings, for links: "The room" is #the-room."""
    headings = re.findall(r"^#+ (.+)$", markdown, re.MULTILINE)
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in kept}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_link_leads_somewhere_in_the_repository(name):
    for _, words, target in links(name):
        path, _, anchor = unquote(target).partition("#")
        if re.match(r"https?://", path):
            continue  # the world outside is not tested: tests run without a network
        there = (places.ROOT / name).parent / path if path else places.ROOT / name
        assert there.exists(), f"[{words}]({target})"
        if anchor:
            assert anchor in anchors(there.read_text(encoding="utf-8")), target


def test_documents_have_links():
    assert sum(len(links(name)) for name in DOCUMENTS) > 50


def pictures(name):
    """Return (alt, source) of each picture of a document, in Markdown or HTML."""
    found = [(words, target) for mark, words, target in links(name) if mark]
    for tag in IMAGE.findall(text(name)):
        said = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        found.append((said.get("alt", ""), said["src"]))
    return found


def test_the_readme_shows_what_the_course_looks_like():
    assert 3 <= len(pictures("README.md")) <= 6


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_picture_is_there_small_and_described(name):
    for alt, source in pictures(name):
        path = (places.ROOT / name).parent / source
        assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n", source
        assert path.stat().st_size < 150_000, source
        assert 40 <= len(alt) <= 300, f"{source}: {alt!r}"


def test_no_picture_lies_about_unused():
    shown = {
        ((places.ROOT / name).parent / source).resolve()
        for name in DOCUMENTS
        for _, source in pictures(name)
    }
    assert set((places.ROOT / "docs").rglob("*.png")) == shown
