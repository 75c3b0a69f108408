"""traces.py: what is recorded can be had, and nothing altered passes."""

import hashlib
import json
import shutil

import numpy as np
import pytest

from course_lib import traces


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the traces that a test may damage."""
    copy = tmp_path / "traces"
    shutil.copytree(traces.FOLDER, copy)
    monkeypatch.setattr(traces, "FOLDER", copy)
    traces._index.cache_clear()
    traces._arrays.cache_clear()
    yield copy
    traces._index.cache_clear()
    traces._arrays.cache_clear()


def test_every_name_gives_float32_numbers_counts_or_words():
    for name in traces.names():
        parts = traces.get(name)
        assert parts, name
        for array in parts.values():
            assert array.dtype == np.float32 or array.dtype.kind in "Ui", name


def test_every_file_has_source_license_and_script():
    index = json.loads((traces.FOLDER / "trace.json").read_text(encoding="utf-8"))
    root = traces.FOLDER.parent.parent
    for entry in index.values():
        assert entry["source"]
        assert entry["license"]
        assert (root / entry["script"]).is_file()
    recorded = {path.name for path in traces.FOLDER.glob("*.npz")}
    assert recorded == set(index)


def test_traces_stay_small():
    size = sum(path.stat().st_size for path in traces.FOLDER.iterdir())
    assert size < 4_000_000


def test_an_unknown_name_names_the_way_on():
    with pytest.raises(ValueError, match=r"'spectrum\(0, 0\)' was.*course.py model"):
        traces.get("spectrum(0, 0)")


def test_an_altered_file_is_refused(folder):
    file = folder / "lesson_02.npz"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"lesson_02.npz was altered.*git checkout"):
        traces.get("spectrum(13, 1)")


@pytest.mark.parametrize("name", ["trace.json", "lesson_02.npz"])
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(ValueError, match=rf"{name} is missing.*git checkout"):
        traces.get("spectrum(13, 1)")


def test_a_pickle_is_refused(folder):
    file = folder / "lesson_02.npz"
    np.savez(file, **{"spectrum(13, 1)/value": np.array([{"a": 1}], dtype=object)})
    index = json.loads((folder / "trace.json").read_text(encoding="utf-8"))
    index["lesson_02.npz"]["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    (folder / "trace.json").write_text(json.dumps(index), encoding="utf-8")
    with pytest.raises(ValueError, match="allow_pickle"):
        traces.get("spectrum(13, 1)")
