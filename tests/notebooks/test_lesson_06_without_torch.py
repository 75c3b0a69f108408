"""The core path of lesson 06 runs where torch cannot be imported."""

import json
import subprocess
import sys
from pathlib import Path

LESSON = Path(__file__).parents[2] / "notebooks" / "06_positions.ipynb"
BLOCKED = """\
import sys


class NoTorch:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "torch":
            raise ImportError("torch is blocked here")


sys.meta_path.insert(0, NoTorch())
"""


def test_core_cells_import_no_torch():
    cells = json.loads(LESSON.read_text(encoding="utf-8"))["cells"]
    core = [
        "".join(cell["source"])
        for cell in cells
        if cell["cell_type"] == "code"
        and "deeper" not in cell["metadata"].get("tags", [])
    ]
    assert len(core) > 20
    program = "\n\n".join([BLOCKED, *core, "assert 'torch' not in sys.modules"])
    command = [sys.executable, "-W", "error", "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
