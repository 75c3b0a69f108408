"""Removing the model: what we made goes, all else stays, and what went is said."""

import json
import os
import subprocess
import sys

import pytest
from small_disk import small_disk
from toy_course import ROOT

from course_lib.model import files, removal

OURS = {
    files.WEIGHTS_NAME: b"w" * 3_000_000,
    files.TOKENIZER_NAME: b"{}",
    files.MANIFEST_NAME: json.dumps(
        {"format": 1, "gguf": files.GGUF_SHA256, "sizes": {}}
    ).encode(),
}
OTHERS = {"notes.txt": b"mine", "partial-results": b"mine"}


@pytest.fixture
def place(tmp_path, monkeypatch):
    place = tmp_path / "model"
    monkeypatch.setenv("COURSE_MODEL_DIR", str(place))
    return place


def fill(place, contents):
    place.mkdir(exist_ok=True)
    for name, content in contents.items():
        (place / name).write_bytes(content)


def names(place):
    return sorted(path.name for path in place.iterdir())


def test_what_we_made_goes_and_all_else_stays(place):
    fill(place, OURS | OTHERS)
    fill(place / (files.PARTIAL + "x"), {"model.gguf": b"g" * 1_000_000})
    said = removal.remove()
    assert names(place) == sorted(OTHERS)
    assert all(name in said for name in OURS)
    assert f"from {place}, 4 MB" in said
    assert said.count("\n") == 0
    assert "nothing was removed" in removal.remove()


@pytest.mark.parametrize("manifest", [b"{}", b"[]", b"{", b'{"format": 1}'])
def test_files_of_another_model_stay(place, manifest):
    theirs = {files.TOKENIZER_NAME: b"{}", files.MANIFEST_NAME: manifest}
    fill(place, theirs)
    assert "nothing was removed" in removal.remove()
    assert names(place) == sorted(theirs)


def test_half_an_installation_goes(place):
    fill(place, {name: OURS[name] for name in list(OURS)[:2]})
    assert files.WEIGHTS_NAME in removal.remove()
    assert names(place) == []


def test_no_folder_at_all(place):
    assert removal.remove() == (
        f"There is no model in {place}, so nothing was removed."
    )


def test_a_model_that_cannot_be_removed_is_one_sentence(place):
    with small_disk(place, megabytes=10) as change:
        fill(place, OURS)
        change("ro")
        with pytest.raises(files.ModelFileError, match="Read-only.*whoever keeps"):
            removal.remove()
        assert len(names(place)) == 3


def test_the_command_asks_nothing_and_needs_no_environment(place):
    """Python alone: whoever removes the model must not install packages for that."""
    fill(place, OURS)
    ended = subprocess.run(
        [sys.executable, "-S", "-m", "course_lib.commands", "model", "--remove"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": ""},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("Removed manifest.json, smollm2-135m-float32.npy, ")
    assert names(place) == []
