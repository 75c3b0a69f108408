"""`offline`: the network really is cut off, and where it cannot be, that is said."""

import argparse
import subprocess
import sys

import pytest

from course_lib.commands import offline

PROBE = """
import socket
from course_lib.commands import offline
offline.raise_loopback()
with socket.create_server(("127.0.0.1", 0)) as server:
    socket.create_connection(server.getsockname(), timeout=5).close()
print(offline.outside_is_reachable(), [name for _, name in socket.if_nameindex()])
"""


def test_only_this_computer_can_be_reached():
    cut_off = offline.separate_network()
    if cut_off is None:
        pytest.skip("this machine does not let us make an empty network namespace")
    command = [*cut_off, sys.executable, "-c", PROBE]
    ended = subprocess.run(command, cwd=offline.places.ROOT, capture_output=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith(b"False ['lo'")


@pytest.mark.parametrize(("platform", "command"), [("darwin", "true"), ("linux", "")])
def test_where_it_cannot_be_done_one_sentence_says_so(
    monkeypatch, capsys, platform, command
):
    monkeypatch.setattr(offline.sys, "platform", platform)
    monkeypatch.setattr(offline.shutil, "which", lambda name: command or None)
    assert offline.run(argparse.Namespace()) == 1
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "python course.py test notebooks exercises" in said


def test_a_machine_that_forbids_namespaces_is_told_so(monkeypatch):
    monkeypatch.setattr(offline.sys, "platform", "linux")
    monkeypatch.setattr(offline.shutil, "which", lambda name: "false")
    assert offline.separate_network() is None


def test_nothing_runs_when_the_outside_still_answers(monkeypatch, capsys):
    monkeypatch.setattr(offline, "raise_loopback", lambda: None)
    monkeypatch.setattr(offline, "outside_is_reachable", lambda: True)
    monkeypatch.setattr(offline.test, "run", lambda options: 0)
    assert offline.inside() == 1
    assert "nothing was run" in capsys.readouterr().out


@pytest.mark.parametrize("code", [0, 1])
def test_the_tiers_result_is_the_commands(monkeypatch, code):
    ran = []
    monkeypatch.setattr(offline, "raise_loopback", lambda: None)
    monkeypatch.setattr(offline, "outside_is_reachable", lambda: False)
    monkeypatch.setattr(
        offline.test, "run", lambda options: ran.append(options.tiers) or code
    )
    assert offline.inside() == code
    assert ran == [["notebooks", "exercises"]]
