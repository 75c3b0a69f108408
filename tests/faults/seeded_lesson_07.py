"""Faults in counting: the library, the parameter map, lesson 07 and its exercises."""

from check import outputs, tests
from fault import Fault, in_cell, in_output, in_source, replaced

LESSON = "notebooks/07_counting_gpt3.ipynb"
SHAPE = "course_lib/counting/shape.py"
COUNTS = tests("tests/unit/test_counting_shape.py")
COSTS = tests("tests/unit/test_counting_costs.py")
MAP = tests("tests/unit/test_figures_parameter_map.py")
EXERCISES = tests("tests/exercises/test_lesson_07.py")
PAGE = tests("tests/browser/test_counting_page.py")
CLAIMS = tests(
    "tests/notebooks/test_claims.py"
    "::test_every_claim_notices_a_spoiled_input[07_counting_gpt3]"
)
PROSE = tests(
    "tests/notebooks/test_prose_numbers.py"
    "::test_each_number_of_the_prose_was_computed[07_counting_gpt3]"
)
SUMS = outputs(LESSON, "imports", "one-matrix", "heads", "total", "parameter-map")


def shape(name, old, new):
    """Seed a fault in what a shape counts."""
    return Fault(name, replaced(SHAPE, old, new), COUNTS)


def drop_assertions(cell):
    cell["source"] = [line for line in cell["source"] if line[:7] != "assert "]


COUNTED = (
    shape(
        "d_head is derived by dividing",
        "d, wide = self.d_model, self.mlp_width\n        inner, shared = "
        "self.heads * self.d_head,",
        "d, wide = self.d_model, self.mlp_width\n        inner, shared = d,",
    ),
    shape(
        "keys are counted for each query head",
        '"key": (d, shared)',
        '"key": (d, inner)',
    ),
    shape(
        "biases are counted by rows",
        "name: columns * self.copies(name, active=active)\n            "
        "for name, (_, columns)",
        "name: columns * self.copies(name, active=active)\n            "
        "for name, (columns, _)",
    ),
    shape(
        "biases are counted twice",
        'found["biases"] = sum(',
        'found["biases"] = 2 * sum(',
    ),
    shape(
        "a tied table is counted twice",
        'found["unembedding"] = self.vocabulary * d * (not self.tied)',
        'found["unembedding"] = self.vocabulary * d',
    ),
    shape(
        "a decoder layer attends once",
        "self.layers + 2 * self.cross_layers",
        "self.layers + self.cross_layers",
    ),
    shape(
        "only active experts are counted",
        "self.active_experts if active else self.experts",
        "self.active_experts",
    ),
    shape(
        "whole numbers of NumPy wrap",
        "object.__setattr__(self, field.name, size)",
        "pass",
    ),
    shape(
        "heads that cannot share are let through",
        "if shape.heads % shape.n_kv_heads:",
        "if shape.n_kv_heads > shape.heads:",
    ),
    Fault(
        "layers and heads of GPT-2 XL change places",
        replaced(
            "course_lib/counting/models.py",
            "layers=48, d_model=1_600, heads=25",
            "layers=25, d_model=1_600, heads=48",
        ),
        EXERCISES,
    ),
    Fault(
        "the cache keeps keys alone",
        replaced(
            "course_lib/counting/costs.py",
            "a_layer = 2 * shape.n_kv_heads",
            "a_layer = shape.n_kv_heads",
        ),
        COSTS,
    ),
    Fault(
        "counting goes through floating point",
        replaced("course_lib/counting/costs.py", "numbers = 1\n", "numbers = 1.0\n"),
        COSTS,
    ),
)
DRAWN = (
    Fault(
        "a group of the parameter map is too wide",
        replaced(
            "course_lib/figures/parameter_layout.py",
            "wide, top = width * (column / total), height",
            "wide, top = width * (column / total) ** 0.9, height",
        ),
        MAP,
    ),
    Fault(
        "small parts of the parameter map are named nowhere",
        replaced(
            "course_lib/figures/parameter_map.py",
            "            unnamed.append(name)\n",
            "            pass\n",
        ),
        MAP,
    ),
    Fault(
        "the calculator counts in floating point",
        replaced("course_lib/explorer/counting.html", "s[n] = BigInt(v)", "s[n] = +v"),
        PAGE,
    ),
    Fault(
        "the calculator lets heads share unevenly",
        replaced(
            "course_lib/explorer/counting.html",
            "if (s.heads % s.kv_heads) {",
            "if (s.heads < s.kv_heads) {",
        ),
        PAGE,
    ),
)
IN_LESSON = (
    Fault(
        "one head is counted with three matrices",
        in_source("heads", "one_head = 4 *", "one_head = 3 *", LESSON),
        SUMS,
    ),
    Fault(
        "a stored sum has another digit",
        in_output("total", "stream", "175,181,291,520", "175,181,291,502", LESSON),
        SUMS,
    ),
    Fault(
        "the prose says another sum",
        in_source("map-text", "175,181,291,520.", "175,118,291,520.", LESSON),
        PROSE,
    ),
    Fault(
        "the second count loses its assertions",
        in_cell("second-way", drop_assertions, LESSON),
        CLAIMS,
    ),
    Fault(
        "the slip in forum_count is mended already",
        replaced(
            "course_lib/exercises/lesson_07/bug.py",
            "    each_layer = layers * attention + mlp\n    return heads * each_layer",
            "    each_layer = heads * attention + mlp\n    return layers * each_layer",
        ),
        EXERCISES,
    ),
)
FAULTS = (*COUNTED, *DRAWN, *IN_LESSON)
