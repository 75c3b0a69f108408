"""Every link, picture and script of the built pages leads somewhere, on this site."""

from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

LINKS = {("a", "href"), ("link", "href"), ("img", "src"), ("script", "src")}
LOADED = {"link", "img", "script"}


def broken(site):
    """Return a sentence for each link that leads nowhere, or out at loading time.

    Parameters
    ----------
    site : Path, a folder of HTML pages

    Returns
    -------
    list of str, sorted; empty when all is well
    """
    read = {path.resolve(): _read(path) for path in pages(site)}
    return sorted(
        f"{path.relative_to(site.resolve())}: {tag} {target} {trouble}"
        for path, page in read.items()
        for tag, target in page.links
        if (trouble := _trouble(path, tag, target, read))
    )


def pages(site):
    """Return the pages of a site; what the theme keeps in _static is none."""
    return sorted(set(site.rglob("*.html")) - set((site / "_static").rglob("*")))


class _Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.anchors = set(), {"", "top"}

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.anchors.add(value)
            if (tag, name) in LINKS:
                self.links.add((tag, value))


def _read(path):
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _trouble(path, tag, target, read):
    parts = urlsplit(target)
    if parts.scheme == "data":
        return None
    if parts.scheme or parts.netloc:
        return "is loaded from outside" if tag in LOADED else None
    file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not file.is_file():
        return "has no file"
    if file in read and unquote(parts.fragment) not in read[file].anchors:
        return "has no such place on its page"
    return None
