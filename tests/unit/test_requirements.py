"""What is installed today is what is installed in a year: every package is pinned."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = ["requirements.txt", "tests/requirements.txt", "docs/requirements.txt"]


@pytest.mark.parametrize("file", FILES)
def test_every_package_has_one_exact_version(file):
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    packages = [line for line in lines if line.strip() and not line.startswith("#")]
    assert len(packages) > 2
    for line in packages:
        assert line == "-e ." or re.fullmatch(r"[\w.-]+==[\w.]+", line), line
