"""What is done survives: full and read-only disks, kills, two lessons at once."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import filelock
import pytest
from small_disk import small_disk

from course_lib.commands import copies
from course_lib.exercises import check, hint, record, solution

ROOT = Path(__file__).resolve().parents[2]
DONE = {"02.1": {"right": True, "tried": True}}


@pytest.fixture
def work(tmp_path, monkeypatch):
    """A folder of copies, and a kernel that was started there."""
    folder = tmp_path / "work"
    folder.mkdir()
    start_in(folder, monkeypatch)
    return folder


def start_in(folder, monkeypatch):
    """Be a new kernel in a folder of copies."""
    monkeypatch.setattr(record, "_here", {})
    monkeypatch.setattr(record, "_told", set())
    monkeypatch.setattr(record, "folder", folder)
    monkeypatch.setattr(record.atexit, "register", lambda _: None)


def stored(folder):
    return json.loads((folder / record.FILE).read_text(encoding="utf-8"))


def start(folder, program):
    """Start a kernel's Python in a folder."""
    program = "from course_lib.exercises import record, check\n" + program
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program]
    return subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE)


def run(folder, program):
    """Run a program in a kernel's Python: what it printed, on one line, and its end."""
    with start(folder, program) as process:
        said = process.communicate(timeout=60)[0].decode()
    return " ".join(said.split()), process.returncode


@pytest.fixture
def copied(tmp_path):
    """A folder that `lab` has copied lessons to."""
    (tmp_path / copies.RECORD).write_text("{}")
    return tmp_path


def test_what_was_done_is_in_the_file_and_known_to_the_next_kernel(
    work, monkeypatch, capsys
):
    check("02.1", "z")
    hint("02.2")
    hint("02.2")
    solution("02.3", insist=True)
    check("02.4", ...)
    assert stored(work) == {
        "02.1": {"tried": True, "right": False},
        "02.2": {"hints": 2},
        "02.3": {"solution": True},
    }
    start_in(work, monkeypatch)
    capsys.readouterr()
    solution("02.1")
    assert "try it first" not in capsys.readouterr().out
    check("02.1", "b")
    check("02.1", "z")
    assert stored(work)["02.1"] == {"tried": True, "right": True, "solution": True}


def test_only_copies_are_written_beside(tmp_path):
    for folder in (ROOT, ROOT / "notebooks", ROOT / "tests", tmp_path):
        assert record.folder_of_copies(folder) is None
    own = tmp_path / "work" / "mine"
    own.mkdir(parents=True)
    (tmp_path / "work" / copies.RECORD).write_text("{}")
    assert record.folder_of_copies(own) == tmp_path / "work"
    assert record.folder_of_copies(tmp_path / "work") == tmp_path / "work"


def test_elsewhere_nothing_is_written_and_nothing_said(tmp_path):
    said, _ = run(tmp_path, "check('02.1', 'b')")
    assert said.startswith("02.1 right.")
    assert "stored" not in said
    assert list(tmp_path.iterdir()) == []


def test_a_learner_who_goes_elsewhere_is_not_lost(copied):
    (copied / "data").mkdir()
    run(copied, "import os; os.chdir('data'); check('02.1', 'b')")
    assert stored(copied) == DONE


def test_two_lessons_at_once_lose_nothing(copied):
    # Each forgets what it wrote, so that writing it again cannot make up for a loss.
    program = (
        "record.PATIENCE = 60\nfor i in range(100):\n"
        "    record.note(f'NAME.{i}', tried=True); record._here.clear()"
    )
    lessons = [start(copied, program.replace("NAME", name)) for name in "ab"]
    for lesson in lessons:
        assert lesson.communicate(timeout=60)[0] == b""
    assert set(stored(copied)) == {f"{n}.{i}" for n in "ab" for i in range(100)}


KILLED = "import os, signal\ndef die(*_, **__): os.kill(os.getpid(), signal.SIGKILL)\n"


@pytest.mark.skipif(os.name == "nt", reason="a signal that Windows does not have")
@pytest.mark.parametrize("moment", ["fsync", "replace", "open"])
def test_killed_in_the_middle_of_a_write_the_file_is_as_it_was(copied, moment):
    run(copied, "check('02.1', 'b')")
    where = "record" if moment == "open" else "os"
    program = f"{KILLED}{where}.{moment} = die\ncheck('02.5', 'b')"
    assert run(copied, program)[1] == -signal.SIGKILL
    assert stored(copied) == DONE
    run(copied, "check('00.1', 'b')")
    assert set(stored(copied)) == {"02.1", "00.1"}
    assert len(list(copied.iterdir())) == 3  # lab's record, ours, and the lock


@pytest.mark.skipif(os.name == "nt", reason="a signal that Windows does not have")
def test_killed_at_any_moment_all_that_was_said_to_be_stored_is(copied):
    program = (
        "import itertools\nfor i in itertools.count():\n"
        "    record.note(f'NAME.{i}', tried=True); print(i, flush=True)"
    )
    for name in "abc":
        with start(copied, program.replace("NAME", name)) as lesson:
            last = [int(lesson.stdout.readline()) for _ in range(5)][-1]
            lesson.kill()
        assert {f"{name}.{i}" for i in range(last + 1)} <= set(stored(copied))
    assert {"a.0", "c.0"} <= set(stored(copied))


def fill(folder):
    """Leave not a byte on a disk; returns the file that has them all."""
    ballast = folder / "everything"
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return ballast


def problems(capsys):
    """How often check said that it could not store, and that it said what it should."""
    said = " ".join(capsys.readouterr().out.split())
    assert "right." in said
    return said.count("could not be stored")


def test_a_full_disk_costs_one_sentence_and_nothing_is_lost(
    tmp_path, monkeypatch, capsys
):
    with small_disk(tmp_path / "small", megabytes=1):
        work = tmp_path / "small"
        start_in(work, monkeypatch)
        check("02.1", "b")
        assert problems(capsys) == 0
        ballast = fill(work)
        check("02.5", "b")
        check("00.1", "b")
        hint("02.2")
        said = " ".join(capsys.readouterr().out.split())
        assert said.count("stored") == 1
        assert f"{work / record.FILE} (No space left on device); this lesson" in said
        assert set(stored(work)) == {"02.1"}
        assert list(work.glob("*.part")) == list(work.glob(".*.part")) == []
        ballast.unlink()
        check("00.6", "a")
        assert problems(capsys) == 0
        assert set(stored(work)) == {"02.1", "02.5", "00.1", "02.2", "00.6"}


def test_a_disk_that_is_freed_before_the_kernel_ends_gets_it_all(tmp_path):
    with small_disk(tmp_path / "small", megabytes=1):
        work = tmp_path / "small"
        (work / copies.RECORD).write_text("{}")
        fill(work)
        said, _ = run(work, "check('02.1', 'b'); record.Path('everything').unlink()")
        assert "could not be stored" in said
        assert stored(work) == DONE


def test_a_read_only_disk_costs_one_sentence_and_is_still_read(
    tmp_path, monkeypatch, capsys
):
    with small_disk(tmp_path / "small", megabytes=1) as change:
        work = tmp_path / "small"
        start_in(work, monkeypatch)
        check("02.1", "b")
        change("ro")
        start_in(work, monkeypatch)
        check("02.1", "b")
        assert problems(capsys) == 0  # it is in the file
        check("00.1", "b")
        check("00.6", "a")
        assert problems(capsys) == 1
        assert set(record.everything()) == {"02.1", "00.1", "00.6"}
        change("rw")
        assert record.save() is None
        assert set(stored(work)) == {"02.1", "00.1", "00.6"}


@pytest.mark.parametrize(
    "content",
    [b"", b"[", b"[]", b"3", b'{"02.1": 3}', b'{"02.1": {"right": "yes"}}', b"\xff",
     b'{"02.1": [["right", 1]]}', b"[" * 100_000],
)  # fmt: skip
def test_a_damaged_file_is_set_aside_and_said_once(work, capsys, content):
    (work / record.FILE).write_bytes(content)
    assert record.everything() == {}
    check("02.1", "b")
    check("00.1", "b")
    said = " ".join(capsys.readouterr().out.split())
    assert said.count("could not be read: it is now progress.damaged-") == 1
    assert set(stored(work)) == {"02.1", "00.1"}
    (aside,) = work.glob("progress.damaged-*.json")
    assert aside.read_bytes() == content


def test_a_folder_in_the_way_is_said_once(work, capsys):
    (work / record.FILE).mkdir()
    check("02.1", "b")
    check("00.1", "b")
    assert problems(capsys) == 1


def test_a_lesson_that_holds_on_is_not_waited_for_long(work, capsys, monkeypatch):
    monkeypatch.setattr(record, "PATIENCE", 0.01)
    with filelock.FileLock(work / f".{record.FILE}.lock"):
        check("02.1", "b")
        assert "(another lesson is writing there)" in capsys.readouterr().out
        assert not (work / record.FILE).exists()
    check("00.1", "b")
    assert set(stored(work)) == {"02.1", "00.1"}


def test_a_disk_without_locks_does_without(work, capsys, monkeypatch):
    def refuse(*_, **__):
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(filelock.FileLock, "acquire", refuse)
    check("02.1", "b")
    assert problems(capsys) == 0
    assert stored(work) == DONE


def test_what_another_course_version_stored_is_kept(work):
    (work / record.FILE).write_text('{"99.1": {"right": true, "stars": 4}}')
    check("02.1", "b")
    assert stored(work) == DONE | {"99.1": {"right": True, "stars": 4}}
