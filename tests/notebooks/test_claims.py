"""Each claim of a lesson fails when the input that it is about is changed.

A cell that proves a claim carries its id as tag (`C05a`) and holds an assertion. The
lesson runs here cell by cell; before each such cell one thing is spoiled in a copy of
its variables, and the assertion must notice.
"""

import json
import re
from pathlib import Path

import matplotlib.figure
import numpy as np
import pytest
import spoilers

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
CLAIM = re.compile(r"C\d\d[a-z]?$")

# cell id -> what is spoiled before it runs
SPOILED = {
    "01_words_become_vectors": {
        "neighbors": "words = Strangers()",
        "agreement": "relations = Shuffled()",
        "plural": "relations = Shuffled()",
        "analogy": "words = Strangers()",
        "causal": "real_model = Restless()",
        "drift": "senses = senses[:1] * 2",
        "paths": "real_model = Restless()",
        "says": "frame = ''",
        "transplant": "real_model = Blank()",
        "eiffel": "real_model = Blank()",
        "miniature": "real_model = Blank()",
        "landmarks": "real_model = Blank()",
    },
    "02_queries_and_keys": {
        "queries-keys": "E = E[:7]",
        "score-table": "q = q[:5]",
        "far-apart": "W_k = 2 * W_k",
        "creature-row": "causal_mask = lambda n: np.ones((n, n), bool)",
        "grid": "scores = scores.copy(); scores[7, 1] = 0",
        "rows-columns": "q = q[::-1]",
        "stable": "softmax = lambda x: np.exp(x - 9000.0) / np.exp(x - 9000.0).sum()",
        "spread": "rng = Wider()",
        "sharpness": "widths = np.array([4, 4, 4, 4, 4])",
        "low-rank": "scores = scores + scores.T",
        "spectrum": "real_model = Flat()",
        "misprint": (
            "scaled_dot_product_attention = lambda q, k, v: (v, softmax(q @ k.T))"
        ),
    },
    "07_counting_gpt3": {
        "heads": "d_head = 64",
        "total": "attention = one_layer",
        "parameter-map": "total = total + 1",
        "second-way": "gpt3 = replace(gpt3, tied=False)",
        "table": "models = Mended()",
        "repairs": "replace = lambda shape, **changed: shape",
        "training": "gpt3 = replace(gpt3, tied=False)",
    },
}


def code_cells(lesson):
    """Return the code cells of a lesson as they are stored."""
    text = (NOTEBOOKS / f"{lesson}.ipynb").read_text(encoding="utf-8")
    return [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]


def claims(cell):
    """Return the claim ids among a cell's tags."""
    return [t for t in cell["metadata"].get("tags", []) if CLAIM.match(t)]


def fails(source, names):
    """Run a cell and return whether an assertion of its own failed."""
    try:
        exec(source, names)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("lesson", sorted(p.stem for p in NOTEBOOKS.glob("*.ipynb")))
def test_every_claim_notices_a_spoiled_input(lesson, monkeypatch):
    monkeypatch.setattr(matplotlib.figure.Figure, "savefig", lambda *_, **__: None)
    spoiled = SPOILED.get(lesson, {})
    names, noticed = vars(spoilers).copy(), set()
    for cell in code_cells(lesson):
        source = "".join(cell["source"])
        if claims(cell):
            assert "assert " in source, f"{cell['id']} claims without an assertion"
            spoiled_names = dict(names)
            exec(spoiled[cell["id"]], spoiled_names)
            with np.errstate(all="ignore"):
                assert fails(source, spoiled_names), f"{cell['id']} noticed nothing"
            noticed.add(cell["id"])
        exec(compile(source, cell["id"], "exec"), names)
    assert noticed == set(spoiled)
