"""Reveal.js slides of the lessons, in a folder that needs no network and no server."""

import html
import os
import shutil
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

import nbformat
from nbconvert import SlidesExporter

from course_lib.publish.slide_cells import on_slides

SHARED = "shared"  # in the folder of slides: what all lessons' pages load
OURS = files("course_lib.publish") / "course_slides"
REVEAL = files("sphinx_revealjs") / "_static" / "revealjs"
MATHJAX = files("mathjax") / "static" / "mathjax"
COPIED = {
    "reveal.js": REVEAL / "dist" / "reveal.js",
    "reveal.css": REVEAL / "dist" / "reveal.css",
    "reveal-license.txt": REVEAL / "LICENSE",
    "notes.js": REVEAL / "plugin" / "notes" / "notes.js",
    "mathjax.js": MATHJAX / "es5" / "tex-svg.js",
    "mathjax-license.txt": MATHJAX / "LICENSE",
    "slides.css": OURS / "slides.css",
    "slides.js": OURS / "slides.js",
    "pages.js": OURS / "pages.js",
}
INDEX = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Attention, Taken Apart: slides</title>
<link rel="stylesheet" href="{shared}/slides.css">
<body class="index"><h1>Attention, Taken Apart</h1><ul>
{items}
</ul></body></html>
"""


def build(lessons, folder, said=print):
    """Write a page a lesson, an index, and what they load, all into one folder.

    Everything is made beside the folder first and moved into it at the end, so that
    a failure leaves the slides of before.

    Parameters
    ----------
    lessons : list of Path, notebooks with their outputs
    folder : Path, made when it is missing; other files in it stay
    said : function of a sentence, called for each lesson

    Returns
    -------
    Path, the index page
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".slides-", dir=folder) as made:
        _copy_shared(Path(made, SHARED))
        for lesson in lessons:
            page = Path(made, lesson.stem + ".html")
            page.write_text(export(lesson), encoding="utf-8")
            said(f"{page.name}: {page.stat().st_size / 1e6:.1f} MB")
        shutil.rmtree(folder / SHARED, ignore_errors=True)
        for path in sorted(Path(made).iterdir()):
            os.replace(path, folder / path.name)
    return _write_index(folder)


def export(lesson):
    """Return a lesson's slides as HTML."""
    notebook = on_slides(nbformat.read(lesson, as_version=4))
    with as_file(OURS) as ours:
        exporter = SlidesExporter(
            template_name=ours.name,
            extra_template_basedirs=[str(ours.parent)],
            exclude_input_prompt=True,
            exclude_output_prompt=True,
            exclude_anchor_links=True,
        )
        resources = {"shared": SHARED, "title": title(notebook)}
        return exporter.from_notebook_node(notebook, resources)[0]


def title(notebook):
    """Return a lesson's title: the first heading of its first cell."""
    return notebook.cells[0].source.partition("\n")[0].lstrip("# ")


def _copy_shared(target):
    target.mkdir()
    for name, source in COPIED.items():
        (target / name).write_bytes(source.read_bytes())


def _write_index(folder):
    """List every lesson's page in the folder, those of earlier runs too."""
    index = folder / "index.html"
    items = [
        f'<li><a href="{page.name}">{_page_title(page)}</a></li>'
        for page in sorted(folder.glob("[0-9]*.html"))
    ]
    text = INDEX.format(shared=SHARED, items="\n".join(items))
    index.write_text(text, encoding="utf-8")
    return index


def _page_title(page):
    with open(page, encoding="utf-8") as file:
        head = file.read(2000)
    return html.escape(html.unescape(head.split("<title>")[1].split("</title>")[0]))
