"""Faults of lesson 04: masks that leak, hide the wrong side, or come too late."""

from check import outputs, tests
from fault import Fault, in_output, in_source, replaced

LESSON = "notebooks/04_masking.ipynb"
MASKS = "course_lib/masks.py"
CLAIMS = tests(
    "tests/notebooks/test_claims.py"
    "::test_every_claim_notices_a_spoiled_input[04_masking]"
)
PROSE_NUMBERS = tests(
    "tests/notebooks/test_prose_numbers.py"
    "::test_each_number_of_the_prose_was_computed[04_masking]"
)


def unit(name, file, old, new, *targets):
    """Seed a fault in the library that unit tests have to notice."""
    return Fault(name, replaced(file, old, new), tests(*targets))


def shown(name, cell, old, new, *needed):
    """Seed a fault in a cell that comparing its output has to notice."""
    check = outputs(LESSON, "imports", *needed, cell)
    return Fault(name, in_source(cell, old, new, LESSON), check)


FAULTS = (
    unit(
        "padding hides rows, not columns",
        MASKS,
        "return is_word[..., None, :]",
        "return is_word[..., :, None]",
        "tests/unit/test_masks.py",
    ),
    unit(
        "a window is one word too wide",
        MASKS,
        "k=-width, dtype=bool)",
        "k=-width - 1, dtype=bool)",
        "tests/unit/test_masks.py",
    ),
    unit(
        "a word forgets itself from layer to layer",
        MASKS,
        "known = (mask | itself) @ known",
        "known = mask @ known",
        "tests/unit/test_masks.py",
    ),
    unit(
        "the cut without a mask keeps the mask",
        "course_lib/cuts.py",
        "def _no_mask(q, k, v, mask=None):\n"
        "    return scaled_dot_product_attention(q, k, v)",
        "def _no_mask(q, k, v, mask=None):\n"
        "    return scaled_dot_product_attention(q, k, v, mask)",
        "tests/unit/test_operating_table.py::test_another_cut_is_refused",
    ),
    unit(
        "the mask after softmax is applied before it",
        "course_lib/cuts.py",
        "weights = softmax(q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])) * mask",
        "weights = softmax(np.where(mask, q @ k.T / math.sqrt(q.shape[-1]), -np.inf))",
        "tests/unit/test_operating_table.py::test_another_cut_is_refused",
    ),
    unit(
        "the mask explorer looks back from column to row",
        "course_lib/explorer/mask.html",
        "all.some(j => M[q][j] && known[j][k])",
        "all.some(j => M[j][q] && known[j][k])",
        "tests/browser/test_mask_page.py",
    ),
    unit(
        "the boxes of reach stand in the wrong cells",
        "course_lib/figures/reach.py",
        "for q, k in np.argwhere(known):",
        "for k, q in np.argwhere(known):",
        "tests/unit/test_figures_masks.py",
    ),
    unit(
        "the causal mask of 04.3 accepts one piece too far",
        "course_lib/exercises/lesson_04/triangle.py",
        "return place[None, :] <= place[:, None]",
        "return place[None, :] <= place[:, None] + 1",
        "tests/exercises/test_lessons.py::test_right_answers_in_every_style_pass",
    ),
    unit(
        "the wrong prediction without a mask is the right letter",
        "course_lib/exercises/lesson_04/choices.py",
        'NO_MASK_LETTER = "d"',
        'NO_MASK_LETTER = "c"',
        "tests/exercises/test_lesson_04.py",
    ),
    shown(
        "a cell adds minus infinity where words may look",
        "four-ways",
        '"-inf before softmax": softmax(np.where(may_look, row, -np.inf))',
        '"-inf before softmax": softmax(np.where(may_look, -np.inf, row))',
        "scores",
    ),
    shown(
        "a cell's mask after softmax is shared out again",
        "change",
        "np.float32(q.shape[-1]))) * mask\n",
        "np.float32(q.shape[-1]))) * mask\n"
        "    weights = weights / weights.sum(axis=-1, keepdims=True)\n",
    ),
    shown(
        "the least number is added once where it should be twice",
        "float16",
        "half + least, half + least + least",
        "half + least, half + least",
        "scores",
        "empty-row",
        "torch-here",
    ),
    shown(
        "dropout does not enlarge what stays",
        "dropout",
        "0, w / 0.9)",
        "0, w)",
        "scores",
    ),
    Fault(
        "a stored weight under the mask is not 0",
        in_output(
            "triangle", "text/plain", "mole: .73 .27 0", "mole: .73 .26 .01", LESSON
        ),
        outputs(LESSON, "imports", "scores", "triangle"),
    ),
    Fault(
        "the prose quotes another loss without the mask",
        in_source("cut-mask-after", "from 3.81 to 1.38", "from 3.81 to 1.83", LESSON),
        PROSE_NUMBERS,
    ),
    Fault(
        "a claim about the past is no longer asserted",
        in_source(
            "real-change",
            'assert apart["nothing cut"].shape == (31, 2) and '
            'apart["nothing cut"].max() < 1e-5',
            'assert apart["nothing cut"].shape == (31, 2)',
            LESSON,
        ),
        CLAIMS,
    ),
)
