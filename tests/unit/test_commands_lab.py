"""`lab`: the copies it opens, and JupyterLab itself, started and ended."""

import argparse
import http.cookiejar
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
from types import SimpleNamespace

import psutil
import pytest
import websocket

from course_lib.commands import lab, places, server
from course_lib.commands.bench_learner import Kernel

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


@pytest.fixture
def spare(tmp_path, monkeypatch):
    """Where copies go that work/ cannot take, in a temporary directory of our own."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(lab.tempfile, "tempdir", str(temporary))
    return lab.spare_folder(tmp_path / "work")


def refuse(**_):
    raise PermissionError(13, "Permission denied")


def test_a_file_named_work_is_said_in_one_sentence(lesson, tmp_path, capsys, spare):
    work = tmp_path / "work"
    work.write_text("a file, where a folder should be")
    assert lab.prepare_copies([lesson], work) == spare
    assert capsys.readouterr().out == (
        f"{work} is a file, not a folder: move or rename it, then start again; until "
        f"then your copies are in {spare}.\n"
    )
    assert spare.stat().st_mode & 0o077 == 0 or os.name == "nt"
    assert lab.farewell(spare).startswith(
        f"JupyterLab has ended. Your copies are in {spare}: "
    )


def test_work_that_cannot_be_written_is_carried_over_once(
    lesson, tmp_path, capsys, monkeypatch, spare
):
    work = tmp_path / "work"
    lab.prepare_copies([lesson], work)
    (work / lesson.name).write_text("mine")
    with monkeypatch.context() as patch:
        patch.setattr(lab.tempfile, "TemporaryFile", refuse)
        assert lab.prepare_copies([lesson], work) == spare
        said = capsys.readouterr().out
        assert said.startswith(f"{work} cannot be written (Permission denied): mend")
        assert (spare / lesson.name).read_text() == "mine"
        (spare / lesson.name).write_text("mine, worked on")
        (spare / "progress.json").write_text('{"02.1": {"right": true}}')
        assert lab.prepare_copies([lesson], work) == spare
        assert (spare / lesson.name).read_text() == "mine, worked on"
    capsys.readouterr()
    assert lab.prepare_copies([lesson], work) == work
    assert f"are still in {spare}: " in capsys.readouterr().out
    assert (work / lesson.name).read_text() == "mine"
    assert json.loads((work / "progress.json").read_text())["02.1"]["right"]


def test_each_course_has_a_spare_folder_of_its_own(tmp_path):
    folders = {lab.spare_folder(tmp_path / name) for name in "ab"}
    assert len(folders) == 2
    assert lab.spare_folder(tmp_path / "a") in folders


@pytest.mark.parametrize("theirs", ["a file", "a link"])
def test_a_place_that_somebody_else_made_is_not_used(lesson, tmp_path, spare, theirs):
    (tmp_path / "work").write_text("a file")
    if theirs == "a link":
        spare.symlink_to(tmp_path)
    else:
        spare.write_text("theirs")
    with pytest.raises(lab.NoPlaceError, match="is a file.* cannot be used either"):
        lab.prepare_copies([lesson], tmp_path / "work")


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no root")
@pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
def test_only_root_needs_to_be_allowed(user, allowed, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: user)
    settings = server.settings(Path("work"))
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
    monkeypatch.setattr(places, "torch_is_ready", lambda: False)
    (helper,) = lab.start_torch(argparse.Namespace(no_torch=False))
    said = capsys.readouterr().out
    assert "200 MB" in said
    assert "--no-torch leaves it out, and only lessons 03 and 05 need it" in said
    assert helper.wait() == 0
    assert lab.start_torch(argparse.Namespace(no_torch=True)) == []


def test_nothing_is_said_of_torch_once_it_is_there(monkeypatch, capsys):
    monkeypatch.setattr(places, "torch_is_ready", lambda: True)
    assert lab.start_torch(argparse.Namespace(no_torch=False)) == []
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("text", ["0", "65536", "-1", "80.5", "http", ""])
def test_a_port_that_is_none_is_said_in_one_sentence(text):
    with pytest.raises(argparse.ArgumentTypeError, match="from 1 to 65535, and this"):
        lab.port(text)
    assert lab.port("8888") == 8888


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
    """Start it for a user whose own settings, if they were read, would break it."""
    home = folder / "home"
    (home / ".jupyter").mkdir(parents=True)
    broken = home / ".jupyter" / "jupyter_server_config.py"
    broken.write_text("raise SystemExit('the settings of the user are read')")
    (folder / "temporary").mkdir()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = ["lab", "--no-browser", "--no-torch", "--port", str(port)]
    own = ("JUPYTER", "IPYTHON", "MPL", "XDG_")
    env = {k: v for k, v in os.environ.items() if not k.startswith(own)}
    env.update(HOME=str(home), USERPROFILE=str(home), PYTHONUNBUFFERED="1")
    env.update(TMPDIR=str(folder / "temporary"))
    env.update(JUPYTER_CONFIG_PATH=str(home / ".jupyter"), JUPYTER_TOKEN="known")
    return subprocess.Popen(
        [sys.executable, "-m", "course_lib.commands", *arguments],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def fetch(address, data=None):
    with urllib.request.urlopen(address, data, timeout=20) as answer:
        return answer.read().decode()


def start_kernel(address, token):
    """Start a kernel through the server, as a browser does, and let it answer."""
    started = json.loads(fetch(f"{address}/api/kernels?token={token}", data=b"{}"))
    someone = SimpleNamespace(address=address, token=token, cells=[])
    someone.deadline = time.monotonic() + 60
    kernel = Kernel(someone, started["id"])
    assert kernel.run("print(6 * 7)") == "42\n"
    kernel.socket.close()


def refused(address, data=None, **headers):
    """The number of the refusal that a request gets."""
    headers = {name.replace("_", "-"): text for name, text in headers.items()}
    request = urllib.request.Request(address, data, headers)
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=20)
    caught.value.close()
    return caught.value.code


def check_who_is_let_in(base, token):
    """Nobody without the token, by another name, or from another page."""
    port = base.rpartition(":")[2]
    assert refused(f"{base}/api/contents") == 403
    assert refused(f"{base}/api/contents?token=known") == 403
    assert refused(f"{base}/api/kernels", Cookie=f"_xsrf=1; username-{port}=x") == 403
    let_in = f"{base}/api/contents?token={token}"
    # A page whose name was pointed at 127.0.0.1 sends its own name as the host.
    assert refused(let_in, Host="evil.example") == 403
    assert refused(let_in, Host=f"evil.example:{port}") == 403
    check_a_browser_that_is_logged_in(base, token)


def check_a_browser_that_is_logged_in(base, token):
    """Its cookie is not enough for a page from elsewhere: to read, write or run."""
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    browser.open(f"{base}/lab?token={token}", timeout=20).close()
    with browser.open(f"{base}/api/kernels", timeout=20) as own:  # the cookie alone
        assert "frame-ancestors 'self'" in own.headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in own.headers
    cookie = "; ".join(f"{c.name}={c.value}" for c in jar)
    elsewhere = {"Cookie": cookie, "Origin": "http://evil.example"}
    assert refused(f"{base}/api/contents", **elsewhere) == 404
    assert refused(f"{base}/api/kernels", b"{}", **elsewhere) in (403, 404)
    assert refused(f"{base}/api/kernels", b"{}", Cookie=cookie) == 403  # no _xsrf
    events = f"{base.replace('http', 'ws')}/api/events/subscribe"
    direct = {"cookie": cookie, "http_no_proxy": ["127.0.0.1"]}
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        websocket.create_connection(events, origin="http://evil.example", **direct)
    websocket.create_connection(events, origin=base, **direct).close()


def check_where_it_listens(process):
    """The server, its kernels and all else are to be had from this machine alone."""
    tree = psutil.Process(process.pid).children(recursive=True)
    addresses = {
        connection.laddr.ip
        for member in tree
        for connection in member.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    }
    assert addresses == {"127.0.0.1"}


def files(folder):
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file()
    )


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
        check_who_is_let_in(base, token)
        listing = json.loads(fetch(f"{base}/api/contents?token={token}"))
        assert [item["name"] for item in listing["content"]] == ["02_queries.ipynb"]
        asks = fetch(
            f"{base}/lab/api/settings/@jupyterlab/apputils-extension:notification"
            f"?token={token}"
        )
        assert (
            json.loads(asks)["schema"]["properties"]["fetchNews"]["default"] == "false"
        )
        start_kernel(base, token)
        check_where_it_listens(process)
        process.send_signal(signal.SIGINT)
        words += process.communicate(timeout=30)[0]
    finally:
        process.terminate()
        process.wait(timeout=30)
        process.stdout.close()
    assert process.returncode == 0
    assert re.sub(token, "TOKEN", words).splitlines() == [
        "torch is not installed: only lessons 03 and 05 need it.",
        "Starting JupyterLab; Ctrl-C here ends it.",
        f"Open this address in a browser: {base}/lab{lesson}?token=TOKEN",
        "",
        "JupyterLab has ended. The same command opens your copies again.",
    ]
    assert token != "known"
    assert files(tmp_path / "home") == [".jupyter/jupyter_server_config.py"]
    assert os.listdir(tmp_path / "temporary") == []
    assert {"ipython", "data"} <= set(os.listdir(tmp_path / "work" / ".jupyter"))
    with pytest.raises(urllib.error.URLError):
        fetch(f"{base}/api")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_kernels_take_no_port_where_the_name_of_their_file_may_be_that_long():
    assert server.kernels_take_no_port("/tmp/course-jupyter-abcdefgh")
    assert not server.kernels_take_no_port("/tmp/" + "a long name" * 5)


class Ended:
    """A JupyterLab that ends once it has been asked twice."""

    returncode, asked = 1, 0

    def poll(self):
        self.asked += 1
        return None if self.asked < 2 else self.returncode


def test_a_port_that_somebody_else_took_is_not_given_out(tmp_path, monkeypatch):
    theirs = tmp_path / "jpserver-1.json"
    theirs.write_text(json.dumps({"url": "http://127.0.0.1:9/", "token": "ours"}))
    monkeypatch.setattr(server, "_answers", lambda server: False)
    with pytest.raises(server.PortTakenError):
        server.wait_for(Ended(), tmp_path)
    theirs.unlink()
    assert server.wait_for(Ended(), tmp_path) is None


def test_where_ports_are_taken_jupyterlab_is_started_again(
    tmp_path, monkeypatch, capsys
):
    starts = []

    def start(command, folder, env, runtime, page):
        starts.append(env["JUPYTER_TOKEN_FILE"])
        if len(starts) < more:
            raise server.PortTakenError
        return 0

    monkeypatch.setattr(server, "_serve_once", start)
    more = 3
    assert server.serve(tmp_path) == 0
    assert capsys.readouterr().out.count("quicker to take its port") == 2
    starts, more = [], 99
    assert server.serve(tmp_path) == 1
    assert len(starts) == server.TRIES
