"""Faults in the gallery of heads, in its figures and in its explorer."""

from check import model_tests, tests
from fault import Fault, replaced

RECORDED = tests("tests/unit/test_gallery.py")
PLACES = tests("tests/unit/test_gallery_places.py")
TEXTS = tests("tests/unit/test_gallery_texts.py")
WEIGHTS = tests("tests/unit/test_head_weights.py")
FIGURES = tests("tests/unit/test_figures_heads.py")
EXPLORER = tests("tests/unit/test_explorer_heads.py")
LIVE = model_tests("tests/model/test_batch_and_contribution.py")


def seeded(name, file, old, new, check):
    return Fault(name, replaced(f"course_lib/{file}", old, new), check)


FAULTS = (
    seeded(
        "the gallery names a neighbor of the induction head",
        "gallery.py",
        '"induction": (18, 6)',
        '"induction": (18, 5)',
        RECORDED,
    ),
    seeded(
        "heads are searched for without their control",
        "gallery.py",
        "np.where(control < score / 2, score, -np.inf)",
        "score",
        RECORDED,
    ),
    seeded(
        "heads are measured on the texts on which they were found",
        "gallery_texts.py",
        ".index(which) :: 2]",
        '.index("search") :: 2]',
        TEXTS,
    ),
    seeded(
        "an induction head is to look at the same word, not at the next",
        "gallery_places.py",
        "return asks, asks - LIST + 1",
        "return asks, asks - LIST",
        PLACES,
    ),
    seeded(
        "the control of the adjective head has adjectives",
        "gallery_places.py",
        '("WITHOUT_ADJECTIVES", before_nouns)',
        '("SENTENCES", before_nouns)',
        PLACES,
    ),
    seeded(
        "shares are averaged over all heads",
        "head_weights.py",
        "*np.transpose(pairs)].mean(-1)",
        "*np.transpose(pairs)].mean()",
        WEIGHTS,
    ),
    seeded(
        "old records are recorded again",
        "recording.py",
        "if is_listening() or name not in traces.names():",
        "if name not in traces.names():",
        WEIGHTS,
    ),
    seeded(
        "the grids of heads are drawn on their side",
        "figures/heads.py",
        "_dot(ax, q, k, weights[q, k])",
        "_dot(ax, k, q, weights[q, k])",
        FIGURES,
    ),
    seeded(
        "layers and heads change places in the picture of all heads",
        "figures/all_heads.py",
        "cell = Rectangle((layer, head), 1, 1, facecolor",
        "cell = Rectangle((head, layer), 1, 1, facecolor",
        FIGURES,
    ),
    seeded(
        "the heads explorer holds the transposed weights",
        "explorer/head_explorer.py",
        '_bytes(one["weights"][..., rows, columns])',
        '_bytes(one["weights"][..., columns, rows])',
        EXPLORER,
    ),
    seeded(
        "the heads explorer shows the average of a layer's heads",
        "explorer/head_explorer.py",
        '"weights": hundredths(weights),',
        '"weights": hundredths(0 * weights + weights.mean(1, keepdims=True)),',
        EXPLORER,
    ),
    seeded(
        "a head's contribution goes through another head's block of W_o",
        "culprits.py",
        "added = heads @ blocks",
        "added = heads @ blocks[::-1]",
        LIVE,
    ),
    seeded(
        "a resumed run leaves out the layer of the head",
        "model/batch.py",
        "layer for layer in KEPT if layer <= lowest",
        "layer for layer in KEPT if layer <= lowest + 3",
        LIVE,
    ),
)
