"""Each claim of a lesson fails when the input that it is about is changed.

A cell that proves a claim carries its id as tag (`C05a`) and holds an assertion. The
lesson runs here cell by cell; before each such cell one thing is spoiled in a copy of
its variables, and the assertion must notice. What the lesson asks of the real model is
read from the records, as on a machine without it: nbval runs the same assertions live.
A stand-in may ask what was recorded, and nothing else.
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
        "drift": "real_model = Alike()",
        "paths": "real_model = Restless()",
        "says": "phrases = phrases[::-1]",
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
    "03_values_and_the_update": {
        "shares": "weights = weights.copy(); weights[3] *= 0.9",
        "update": "v = -v",
        "arrows": "weights = weights[[0, 1, 2, 2, 4, 5, 6, 7]]",
        "forest": "dE = dE[::-1]",
        "down-up": "v = np.hstack([v, v])",
        "one-w-o": "value_maps = Doubled()",
        "train": "train = lambda *a, **b: None",
        "trained-grid": "head = AdjectiveHead(seed=0).double()",
        "controls": "AdjectiveHead = lambda **changed: head",
        "real-heads": "noun_looks = OneBack()",
        "real-bars": "mean = {name: m[::-1] for name, m in mean.items()}",
        "knock-out": "knock_out = Missed()",
        "operate": "attention_off = mlps_off = None; operating_table = Numb()",
        "residual": "residual = head",
        "value-spectrum": "value_maps = Doubled()",
    },
    "04_masking": {
        "triangle": "causal_mask = lambda n: np.tri(n, k=1, dtype=bool)",
        "four-ways": "scores = 0 * scores",
        "empty-row": "softmax = one_more",
        "padding": "padding_mask = lambda is_word: is_word[:, :, None]",
        "change": "causal_mask = lambda n: np.tri(n, k=1, dtype=bool)",
        "real-change": "looking_ahead = Leaking()",
        "pairs": "looking_ahead = Leaking()",
        "twice": "looking_ahead = Tight()",
        "reach": "triangle = lambda n: np.tri(n, k=1, dtype=bool)",
    },
    "05_many_heads": {
        "concat": "head_1 = head_1[::-1]",
        "real-sum": "head_updates = TwiceTheParts()",
        "permute": "forum_heads = lambda q, k, v, n_heads: (q, k)",
        "by-hand-whole": "W_o = W_o[::-1]",
        "scores": "gallery = Unremarkable(); real_model = Unrecorded()",
        "knock-outs": "gallery = Unremarkable(); real_model = Unrecorded()",
        "torch-equal": "multi_head_attention = lambda x, *given: (x, given[-1])",
    },
    "06_positions": {
        "shuffle": "scaled_dot_product_attention = in_order",
        "shuffle-masked": "causal_mask = lambda n: np.ones((n, n), bool)",
        "task": "sinusoidal = lambda p, d: np.zeros((len(p), d))",
        "by-hand": "sinusoidal = lambda p, d: positions.sinusoidal(p, d, 1_000)",
        "shift": "shift = lambda by, d: positions.shift(by, d, 1_000)",
        "carpet": "my_positions = sinusoidal = numbered",
        "unique": "sinusoidal = lambda p, d: positions.sinusoidal(p % 50_000, d)",
        "waves": "speeds = lambda d: positions.speeds(d, 1_000)",
        "precedence": "speeds = lambda d: positions.speeds(d) ** 2",
        "halves": "sinusoidal = numbered",
        "rotary": "reposition = Unsteady()",
        "fourier": "shift = lambda by, d: positions.shift(by / 2, d)",
        "rotary-own": "yours_or = lambda *_: numbered_turn",
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
def test_every_claim_notices_a_spoiled_input(lesson, monkeypatch, tmp_path):
    monkeypatch.setenv("COURSE_MODEL_DIR", str(tmp_path))
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
