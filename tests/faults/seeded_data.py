"""Faults in recorded numbers and in the commands that guard lessons and checks."""

import hashlib
import json

import numpy as np
from check import model_tests, tests
from fault import Edit, EditDoesNotApply, Fault, replaced
from seeded_notebooks import CUTS

from course_lib import real_model, traces
from course_lib.operating_table import SENTENCE

HEAD = real_model.head.record_name(SENTENCE, 13, 1)
NUMBERS, INDEX = "data/traces/cuts.npz", "data/traces/trace.json"
TRACES = tests("tests/unit/test_traces.py")
TABLE = tests("tests/unit/test_operating_table.py")


def flip_a_byte(folder):
    content = bytearray((folder / NUMBERS).read_bytes())
    content[len(content) // 3] ^= 1
    (folder / NUMBERS).write_bytes(content)


def recorded(name, change):
    """Record another number under a name, and its SHA-256 with it."""

    def apply(folder):
        with np.load(folder / NUMBERS) as stored:
            arrays = dict(stored)
        if name not in arrays:
            raise EditDoesNotApply(f"{NUMBERS} holds no {name!r}, expected it.")
        arrays[name] = change(arrays[name]).astype(arrays[name].dtype)
        np.savez_compressed(folder / NUMBERS, **arrays)
        index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        digest = hashlib.sha256((folder / NUMBERS).read_bytes()).hexdigest()
        index["cuts.npz"]["sha256"] = digest
        (folder / INDEX).write_text(json.dumps(index), encoding="utf-8")

    return Edit((NUMBERS, INDEX), apply)


def listed(**values):
    """Change what the index says about the file."""

    def apply(folder):
        index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        if not index["cuts.npz"].keys() >= values.keys():
            raise EditDoesNotApply(f"{INDEX} says nothing of {', '.join(values)}.")
        index["cuts.npz"].update(values)
        (folder / INDEX).write_text(json.dumps(index), encoding="utf-8")

    return Edit((INDEX,), apply)


def moved(array):
    """Move one number of a recorded query by as little as a reader could not see."""
    array[4, 10] += 0.01
    return array


DATA = (
    Fault("a recorded file has one bit flipped", Edit((NUMBERS,), flip_a_byte), TRACES),
    Fault(
        "a recorded file has another SHA-256",
        listed(sha256="0" * 64),
        TRACES,
    ),
    Fault(
        "a recorded file has no license",
        listed(license=""),
        TRACES,
    ),
    Fault(
        "altered files are not noticed",
        replaced("course_lib/traces.py", "hexdigest() != sha256:", "hexdigest() == 0:"),
        TRACES,
    ),
    Fault(
        "pickles are loaded",
        replaced("course_lib/traces.py", "allow_pickle=False", "allow_pickle=True"),
        TRACES,
    ),
    Fault(
        "a recorded loss is another, SHA-256 and all",
        recorded("damage_of('no scale')/loss", lambda loss: loss + 0.1),
        CUTS,
    ),
    Fault(
        "the recorded words are in another order",
        recorded("damage_of('nothing cut')/words", lambda words: words[::-1]),
        CUTS,
    ),
    Fault(
        "a recorded query is off by a hundredth",
        recorded(f"{HEAD}/q", moved),
        model_tests(
            "tests/model/test_recorded.py::test_a_record_equals_the_live_measurement"
            f"[{traces.names().index(HEAD)}]"
        ),
    ),
    Fault(
        "a recorded cut is given to a function that does not make it",
        replaced(
            "course_lib/operating_table.py",
            "ours.shape == theirs.shape and np.allclose(ours, theirs, 1e-3, 1e-4)",
            "ours.shape == theirs.shape",
        ),
        TABLE,
    ),
)
COPIES = tests("tests/unit/test_commands_copies.py")
TIERS = "tests/unit/test_commands_test.py"
COMPARED = f"{TIERS}::test_outputs_are_compared_strictly_with_no_model"
COMMANDS = (
    Fault(
        "speaker notes reach the learner",
        replaced("course_lib/commands/copies.py", '!= "notes"', '!= "note"'),
        COPIES,
    ),
    Fault(
        "the learner's copy has outputs",
        replaced(
            "course_lib/commands/copies.py",
            "cell.update(outputs=[], execution_count=None)",
            "cell.update(execution_count=None)",
        ),
        COPIES,
    ),
    Fault(
        "a learner's file is overwritten",
        replaced(
            "course_lib/commands/copies.py",
            "if not (folder / lesson.name).exists():\n            _write_new(",
            "if True:\n            _write_atomically(",
        ),
        COPIES,
    ),
    Fault(
        "outputs are executed, but not compared",
        replaced("course_lib/commands/test.py", '["--nbval", ', '["--nbval-lax", '),
        tests(f"{COMPARED}[[1]\\n-FAILED]"),
    ),
    Fault(
        "the run without the model has it",
        replaced(
            "course_lib/commands/test.py",
            "compare_outputs(COURSE_MODEL_DIR=folder)",
            "compare_outputs()",
        ),
        tests(f"{COMPARED}[[]\\n-passed]"),
    ),
    Fault(
        "a package is not pinned",
        replaced("requirements.txt", "numpy==", "numpy>="),
        tests("tests/unit/test_requirements.py"),
    ),
    Fault(
        "a tier without tests is green",
        replaced(
            "course_lib/commands/test.py",
            "FAILED if subprocess.call(command, cwd=places.ROOT, env=env) else",
            "FAILED if subprocess.call(command, cwd=places.ROOT, env=env) == 1 else",
        ),
        tests(f"{TIERS}::test_a_tier_without_tests_fails"),
    ),
)
FAULTS = (*DATA, *COMMANDS)
