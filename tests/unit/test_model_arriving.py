"""A download's one line: shown in a terminal alone, and gone at the end."""

import io
import time

from course_lib.model import arriving


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_what_has_arrived_is_shown_and_wiped(tmp_path, monkeypatch):
    (tmp_path / "pip-unpack").mkdir()
    (tmp_path / "pip-unpack" / "part.whl").write_bytes(bytes(2_000_000))
    (tmp_path / "small").write_bytes(b"x")
    terminal = Terminal()
    monkeypatch.setattr(arriving.sys, "stdout", terminal)
    with arriving.arriving(tmp_path, 93_000_000):
        end = time.monotonic() + 20
        while "MB" not in terminal.getvalue() and time.monotonic() < end:
            time.sleep(0.05)
    assert "\r  2 of 93 MB" in terminal.getvalue()
    assert "\n" not in terminal.getvalue()
    assert terminal.getvalue().endswith("\r" + " " * 40 + "\r")


def test_nothing_is_shown_in_a_file(tmp_path, capsys):
    with arriving.arriving(tmp_path, 1):
        pass
    assert capsys.readouterr().out == ""


def test_no_file_yet_is_nothing(tmp_path):
    assert arriving.largest(tmp_path) == 0
    assert arriving.largest(tmp_path / "missing") == 0
