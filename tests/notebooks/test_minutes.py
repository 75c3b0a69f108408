"""A lesson's stated minutes are those of its words and its exercises."""

import json
import re
from pathlib import Path

import pytest

from course_lib.exercises.engine import find

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
WORDS_A_MINUTE = 200


def core_cells(path):
    """Return the cells that every reader meets: not deeper, not the speaker's."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        metadata = cell["metadata"]
        notes = metadata.get("slideshow", {}).get("slide_type") == "notes"
        if not notes and "deeper" not in metadata.get("tags", []):
            yield cell


@pytest.mark.parametrize(
    "path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda p: p.stem
)
def test_core_path_takes_the_stated_minutes(path):
    words = minutes = 0
    stated = None
    for cell in core_cells(path):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            words += len(source.split())
            found = re.search(r"core path (\d+) minutes", source)
            stated = stated or (found and int(found[1]))
        for exercise_id in re.findall(r'check\("(\d\d\.\d+)"', source):
            minutes += find(exercise_id).minutes
    computed = words / WORDS_A_MINUTE + minutes
    assert stated is not None, "the lesson does not state its core path's minutes"
    assert abs(computed - stated) <= 3, f"{words} words, {minutes} min of exercises"


@pytest.mark.parametrize(
    "path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda p: p.stem
)
def test_each_exercise_states_its_own_minutes(path):
    text = "".join(
        "".join(cell["source"])
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
    )
    stated = re.findall(r"Exercise (\d\d\.\d+) · [^·]+ · (\d+) minutes?\.", text)
    checked = set(re.findall(r'check\("(\d\d\.\d+)"', text))
    assert {exercise_id for exercise_id, _ in stated} == checked
    for exercise_id, minutes in stated:
        assert int(minutes) == find(exercise_id).minutes, exercise_id
