"""course.py on machines of other people: full disks, conda, an index of their own."""

import contextlib
import functools
import os
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest
from small_disk import small_disk
from toy_course import load, make_project, make_wheel, run, said


def test_a_full_disk_is_one_sentence_and_the_same_command_goes_on(tmp_path):
    with small_disk(tmp_path / "disk", megabytes=12) as change:
        project = make_project(tmp_path / "disk" / "course")
        assert_told_of_no_room(run(project, "model"), project)  # no room for pip

        change("size=60m")
        assert said(run(project, "model"))["toy"] == "1.0"

        make_wheel(project, "2.0", megabytes=60)
        (project / "requirements.txt").write_text("./toy-2.0-py3-none-any.whl\n")
        assert_told_of_no_room(run(project, "model"), project)  # none for a package

        change("size=200m")
        assert said(run(project, "model"))["toy"] == "2.0"


def assert_told_of_no_room(ended, project):
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"There is no room left in {project}")
    assert "free 1 GB" in ended.stderr
    assert "larger disk, then run the same command again." in ended.stderr
    assert ended.stderr.count("\n") == 1


class Index(SimpleHTTPRequestHandler):
    """A package index: folders of files, which a web server lists by itself."""

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """Serve a folder on this computer alone; yields its address."""
    handler = functools.partial(Index, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def conda(folder):
    """The variables of an active conda environment, whose programs would all fail."""
    programs = folder / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "python3", "pip", "conda"):
        (programs / name).write_text("#!/bin/sh\nexit 99\n")
        (programs / name).chmod(0o755)
    return {
        "CONDA_PREFIX": str(folder),
        "CONDA_DEFAULT_ENV": "other",
        "CONDA_SHLVL": "1",
        "CONDA_PYTHON_EXE": str(programs / "python"),
        "PATH": str(programs) + os.pathsep + os.environ["PATH"],
    }


def test_conda_and_pip_user_do_not_disturb_and_an_own_index_gives_torch(tmp_path):
    """As the README says it: the CPU builds of torch from an extra index."""
    for index, version in (("usual", "2.13.0"), ("cpu", "2.13.0+cpu")):
        place = tmp_path / "served" / index / "torch"
        place.mkdir(parents=True)
        make_wheel(place, version, name="torch")
    project = make_project(tmp_path / "course")
    requirements = project / "requirements.txt"
    requirements.write_text(requirements.read_text() + "torch==2.13.0\n")
    settings = tmp_path / "pip.conf"
    disturbing = conda(tmp_path / "conda") | {
        "PIP_USER": "1",
        "PIP_REQUIRE_VIRTUALENV": "1",
        "PYTHONUSERBASE": str(tmp_path / "user"),
        "PIP_CONFIG_FILE": str(settings),
    }
    with served(tmp_path / "served") as address:
        settings.write_text(
            f"[global]\nindex-url = {address}/usual\nextra-index-url = {address}/cpu\n"
            "[install]\nuser = true\n"
        )
        first = run(project, "lab", **disturbing)
        assert first.returncode == 0, first.stderr
        assert (said(first)["toy"], said(first)["torch"]) == ("1.0", None)
        second = run(project, "normalise", **disturbing)
    assert second.returncode == 0, second.stderr
    assert said(second)["torch"] == "2.13.0+cpu"
    assert Path(said(second)["prefix"]) == project / ".venv"
    assert not (tmp_path / "user").exists()


@pytest.fixture
def course(tmp_path):
    """course.py of a toy project, loaded as a module; its environment is empty."""
    module = load(make_project(tmp_path / "course"))
    os.mkdir(module.VENV)
    return module


@pytest.mark.parametrize(
    "words",
    [
        "OSError: [Errno 28] No space left on device\n",
        "ERROR: Could not install packages: [Errno 122] Disk quota exceeded\n",
        "OSError: [WinError 112] There is not enough space on the disk\n",
    ],
)
def test_each_systems_words_for_a_full_disk_are_known(course, monkeypatch, words):
    monkeypatch.setattr(course, "run", lambda *_: (1, words))
    told = "There is no room left in .*TMPDIR"
    with pytest.raises(course.Stop, match=told):
        course.make_environment()
    with pytest.raises(course.Stop, match=told):
        course.pip_install("torch", [], False)


def test_a_full_disk_is_known_by_its_room_too(course, monkeypatch):
    """Where venv says no more than that ensurepip failed."""
    words = "Command 'python -m ensurepip' returned non-zero exit status 1.\n"
    monkeypatch.setattr(course, "run", lambda *_: (1, words))
    room = SimpleNamespace(free=100_000)
    monkeypatch.setattr(course.shutil, "disk_usage", lambda _: room)
    with pytest.raises(course.Stop, match="There is no room left"):
        course.make_environment()
