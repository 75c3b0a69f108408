"""A lesson's notebook as a page: no speaker notes, cells that links can reach."""

import base64
import html
import json
import struct

from course_lib.publish.cells import CHECKED, is_folded

IMAGE = (
    '<p class="figure"><img src="{file}" alt="{alt}" width="{width}" '
    'height="{height}"></p><p class="full-size"><a href="{file}">Full size</a></p>'
)


def label(lesson, cell_id):
    """Return what a link to a cell is called: "lesson-02-spread"."""
    return f"lesson-{lesson}-{cell_id}"


def write_page(path, source):
    """Stage a lesson, and its figures as files."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    lesson = path.name[:2]
    page, pictures = page_of(notebook, lesson)
    text = json.dumps(page, ensure_ascii=False)
    (source / "notebooks" / path.name).write_text(text, encoding="utf-8")
    for name, png in pictures.items():
        (source / "_static" / "figures" / name).write_bytes(png)


def page_of(notebook, lesson):
    """Make the page's notebook, and the pictures that it shows.

    Parameters
    ----------
    notebook : dict, the parsed .ipynb with its outputs; it is not changed
    lesson : str, its two digits

    Returns
    -------
    (dict, dict), the new notebook and {file name: PNG as bytes}
    """
    cells, pictures = [], {}
    for cell in notebook["cells"]:
        if cell["metadata"].get("slideshow", {}).get("slide_type") == "notes":
            continue
        cells += [_markdown(f"({label(lesson, cell['id'])})=", len(cells)), cell]
        if cell["cell_type"] == "code":
            name = f"{lesson}-{cell['id']}"
            cells[-1] = _code(cell, name, pictures)
            cells += _links_to_help(cell, len(cells))
    return {**notebook, "cells": cells}, pictures


def _markdown(text, place):
    new = {"id": f"site-{place}", "cell_type": "markdown", "metadata": {}}
    return {**new, "source": text}


def _links_to_help(cell, place):
    """Say where the hints are, after a cell that checks an exercise."""
    for number in CHECKED.findall("".join(cell["source"])):
        anchor = f"exercise-{number.replace('.', '-')}"
        yield _markdown(f"[Hints and solution of {number}](#{anchor})", place)


def _code(cell, name, pictures):
    """A code cell whose pictures are files, folded where the notebook folds it."""
    outputs = []
    for number, output in enumerate(cell["outputs"]):
        data = output.get("data", {})
        if "image/png" in data:
            file = f"{name}-{number}.png"
            pictures[file] = base64.b64decode("".join(data["image/png"]))
            shown = image(file, described(output), pictures[file])
            output = {**output, "data": {"text/html": shown}}
        outputs.append(output)
    metadata = dict(cell["metadata"])
    if is_folded(cell):
        metadata["tags"] = [*metadata.get("tags", []), "hide-output"]
    return {**cell, "outputs": outputs, "metadata": metadata}


def described(output):
    """Return the sentence that describes an output's picture."""
    return "".join(output["data"]["text/plain"]).split("\n")[0]


def image(name, alt, png, top="../"):
    """Return the HTML of a picture: its description is its alternative text."""
    width, height = struct.unpack(">II", png[16:24])
    alt = html.escape(alt, quote=True)
    file = f"{top}_static/figures/{name}"
    return IMAGE.format(file=file, alt=alt, width=width, height=height)
