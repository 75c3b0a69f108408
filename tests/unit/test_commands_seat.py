"""A learner's seat in a class: copies, limits, and what the class's files say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_commands_lab import make_course

from course_lib.commands import seat

ROOT = Path(__file__).parents[2]
PROBE = """
import os, sys
print(sorted(p for p in os.listdir(os.path.expanduser("~/work"))), sys.argv[1:])
print(os.environ["OPENBLAS_NUM_THREADS"], os.environ["OMP_NUM_THREADS"])
try:
    bytearray(400_000_000)
except MemoryError:
    print("refused")
bytearray(50_000_000)
"""


@pytest.mark.skipif(os.name == "nt", reason="hubs run on Unix")
def test_a_learner_gets_copies_one_thread_and_no_more_memory(tmp_path):
    make_course(tmp_path)
    command = [sys.executable, "-c", PROBE, "--port=1"]
    home = tmp_path / "home"
    home.mkdir()
    env = {k: v for k, v in os.environ.items() if not k.endswith("_NUM_THREADS")}
    ran = subprocess.run(
        [sys.executable, "-m", "course_lib.commands.seat", *command],
        cwd=tmp_path,
        env={**env, "HOME": str(home), "MEM_LIMIT": "300000000"},
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == [
        "['.lessons.json', '02_queries.ipynb'] ['--port=1']",
        "1 1",
        "refused",
    ]


def test_a_home_that_cannot_be_written_keeps_nobody_out(tmp_path):
    (tmp_path / "work").write_text("a file, where a folder should be")
    (said,) = seat.make_copies(tmp_path / "work")
    assert said.startswith(f"{tmp_path / 'work'} cannot be written (File exists): free")


@pytest.mark.parametrize("text", ["", "1G", "-1"])
def test_no_number_is_no_limit(text):
    seat.limit_memory(text)  # a limit of some bytes would end this process


def packages(file):
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_binder_installs_what_the_lessons_need_but_torch():
    wanted = [line for line in packages("requirements.txt") if "torch" not in line]
    assert packages(".binder/requirements.txt") == wanted
    assert packages(".binder/runtime.txt") == ["python-3.11"]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such right")
def test_binder_starts_at_the_seat():
    start = ROOT / ".binder" / "start"
    assert os.access(start, os.X_OK)
    assert 'exec python -m course_lib.commands.seat "$@"' in start.read_text()


def test_the_class_opens_the_first_lesson_where_the_copies_are():
    first = min(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
    page = f"lab/tree/{seat.FOLDER}/{first}"
    assert f"urlpath={page}" in (ROOT / "docs/classroom.md").read_text()
    assert f"defaultUrl: /{page}" in (ROOT / "docs/class/values.yaml").read_text()


class Settings:
    """Stands in for JupyterHub's c: any attribute of any section can be set."""

    def __getattr__(self, name):
        self.__dict__[name] = Settings()
        return self.__dict__[name]


def hub(monkeypatch, tmp_path, user=1000, **variables):
    """Run the hub's configuration, and return what it has set."""
    for name in ("PASSWORD", "MODEL_DIR", "BIND"):
        monkeypatch.delenv(f"COURSE_{name}", raising=False)
    monkeypatch.setenv("COURSE_CLASS_DIR", str(tmp_path / "class"))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    c = Settings()
    c.Spawner.cmd = []
    file = ROOT / "docs" / "class" / "jupyterhub_config.py"
    exec(file.read_text(encoding="utf-8"), {"get_config": lambda: c})
    return c


def test_the_hub_listens_on_this_machine_and_asks_for_a_password(monkeypatch, tmp_path):
    c = hub(monkeypatch, tmp_path, COURSE_PASSWORD="fluffy-blue")
    assert c.JupyterHub.bind_url == "http://127.0.0.1:8000"
    assert c.JupyterHub.authenticator_class == "shared-password"
    assert c.SharedPasswordAuthenticator.user_password == "fluffy-blue"
    for name in ("..", "a/b", "../up", ".ssh", "", "Ann", "a b"):
        assert not re.fullmatch(c.Authenticator.username_pattern, name)
    assert re.fullmatch(c.Authenticator.username_pattern, "ann-2")
    assert "--LabApp.extension_manager=readonly" in c.Spawner.args
    assert "environment" not in vars(c.Spawner)
    assert (tmp_path / "class").stat().st_mode & 0o077 == 0 or os.name == "nt"
    c = hub(monkeypatch, tmp_path, COURSE_PASSWORD="12345678", COURSE_MODEL_DIR="/m")
    assert c.Spawner.environment == {"COURSE_MODEL_DIR": "/m"}


@pytest.mark.parametrize(
    ("user", "password", "said"),
    [
        (1000, "", "COURSE_PASSWORD has 0 characters, expected 8 or more"),
        (1000, "1234567", "COURSE_PASSWORD has 7 characters"),
        (0, "fluffy-blue", "this is root: start it from an ordinary account"),
    ],
)
def test_the_hub_refuses_what_would_leave_it_open(
    monkeypatch, tmp_path, user, password, said
):
    with pytest.raises(SystemExit, match=said):
        hub(monkeypatch, tmp_path, user, COURSE_PASSWORD=password)
    assert not (tmp_path / "class").exists()
