"""`lab`: the copies it opens, and JupyterLab itself, started and ended."""

import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from course_lib.commands import lab, places

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture
def lesson(tmp_path):
    path = tmp_path / "notebooks" / "02_queries.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps(NOTEBOOK))
    return path


def test_copies_are_made_in_work(lesson, tmp_path, capsys):
    assert lab.prepare_copies([lesson], tmp_path / "work") == tmp_path / "work"
    assert (tmp_path / "work" / lesson.name).exists()
    assert capsys.readouterr().out == ""


def test_a_broken_work_is_said_in_one_sentence(lesson, tmp_path, capsys):
    (tmp_path / "work").write_text("a file, where a folder should be")
    folder = lab.prepare_copies([lesson], tmp_path / "work")
    said = capsys.readouterr().out
    assert said.startswith(f"{tmp_path / 'work'} cannot be written (")
    assert said.endswith(f"your copies are in {folder}.\n")
    assert said.count("\n") == 1
    assert (folder / lesson.name).exists()
    shutil.rmtree(folder)


def test_work_that_cannot_be_written_is_carried_over(
    lesson, tmp_path, capsys, monkeypatch
):
    work = tmp_path / "work"
    lab.prepare_copies([lesson], work)
    (work / lesson.name).write_text("mine")

    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(lab.tempfile, "TemporaryFile", refuse)
    folder = lab.prepare_copies([lesson], work)
    assert "cannot be written (Permission denied)" in capsys.readouterr().out
    assert folder != work
    assert (folder / lesson.name).read_text() == "mine"
    shutil.rmtree(folder)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no root")
@pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
def test_only_root_needs_to_be_allowed(user, allowed, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: user)
    options = argparse.Namespace(no_browser=True, port=None)
    settings = lab.jupyter_settings(options, Path("work"))
    assert ("--ServerApp.allow_root=True" in settings) == allowed
    assert "--ServerApp.ip=127.0.0.1" in settings


@pytest.mark.parametrize(
    ("stamp", "ready"),
    [
        (None, False),
        ("[", False),
        ('{"torch": ""}', False),
        ('{"torch": "torch==1.0"}', False),
        ('{"torch": "torch==2.13.0"}', True),
    ],
)
def test_torch_is_ready_when_recorded(stamp, ready, tmp_path, monkeypatch):
    (tmp_path / "requirements.txt").write_text("-e .\ntorch==2.13.0\n")
    monkeypatch.setattr(places, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    if stamp is not None:
        (tmp_path / "course.json").write_text(stamp)
    assert places.torch_is_ready() == ready


def test_size_of_torch_is_said_before_it_is_installed(tmp_path, monkeypatch, capsys):
    (tmp_path / "course.py").write_text(
        "import sys; sys.exit(sys.argv[1:] != ['--torch-beside'])"
    )
    monkeypatch.setattr(places, "ROOT", tmp_path)
    (helper,) = lab.start_torch(argparse.Namespace(no_torch=False))
    assert "200 MB" in capsys.readouterr().out
    assert helper.wait() == 0
    assert lab.start_torch(argparse.Namespace(no_torch=True)) == []


def make_course(folder):
    """A course with one empty lesson, whose `lab` needs no set-up."""
    shutil.copytree(
        ROOT / "course_lib" / "commands", folder / "course_lib" / "commands"
    )
    (folder / "course_lib" / "__init__.py").write_text("")
    (folder / "requirements.txt").write_text("torch==0\n")
    (folder / "notebooks").mkdir()
    (folder / "notebooks" / "02_queries.ipynb").write_text(json.dumps(NOTEBOOK))


def start_lab(folder):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = ["lab", "--no-browser", "--no-torch", "--port", str(port)]
    folders = {
        f"JUPYTER_{n}_DIR": str(folder / n) for n in ("CONFIG", "DATA", "RUNTIME")
    }
    return subprocess.Popen(
        [sys.executable, "-m", "course_lib.commands", *arguments],
        cwd=folder,
        env={**os.environ, **folders, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def wait_until_it_listens(address, seconds=20):
    """JupyterLab prints its address a moment before it listens there."""
    host, port = address.removeprefix("http://").split(":")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            return socket.create_connection((host, int(port))).close()
        except ConnectionRefusedError:
            time.sleep(0.05)


def fetch(address):
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.read().decode()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_jupyterlab_starts_on_loopback_with_a_token_and_ends_on_ctrl_c(tmp_path):
    make_course(tmp_path)
    process = start_lab(tmp_path)
    try:
        words = ""
        while not (found := re.search(r"(http://\S+)/lab(\S*)\?token=(\w+)", words)):
            line = process.stdout.readline()
            assert line, f"JupyterLab ended without an address:\n{words}"
            words += line
        base, lesson, token = found.groups()
        assert base.startswith("http://127.0.0.1:")
        assert lesson == "/tree/02_queries.ipynb"
        wait_until_it_listens(base)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            fetch(f"{base}/api/contents")
        listing = json.loads(fetch(f"{base}/api/contents?token={token}"))
        assert [item["name"] for item in listing["content"]] == ["02_queries.ipynb"]
        asks = fetch(
            f"{base}/lab/api/settings/@jupyterlab/apputils-extension:notification"
            f"?token={token}"
        )
        assert (
            json.loads(asks)["schema"]["properties"]["fetchNews"]["default"] == "false"
        )
        process.send_signal(signal.SIGINT)
        words += process.communicate(timeout=30)[0]
    finally:
        process.terminate()
        process.wait(timeout=30)
        process.stdout.close()
    assert process.returncode == 0
    assert "Traceback" not in words
    assert "[y/N]" not in words
    assert words.rstrip().endswith("opens your copies again.")
    with pytest.raises(urllib.error.URLError):
        fetch(f"{base}/api")
