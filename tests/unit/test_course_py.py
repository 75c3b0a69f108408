"""course.py: what runs before the environment exists."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from toy_course import ROOT, load, make_project, make_wheel, run, said

VERBS = ("lab", "test", "model", "bench", "normalise", "offline")


@pytest.fixture
def course(tmp_path):
    """course.py of a toy project, loaded as a module; making and pip are only noted."""
    module = load(make_project(tmp_path / "toy course"))
    done = []

    def make():
        done.append("make")
        shutil.rmtree(module.VENV, ignore_errors=True)
        os.mkdir(module.VENV)

    module.make_environment = make
    module.pip_install = lambda what, arguments, show: done.append(what)
    module.succeeds = lambda *command: True
    module.done = done
    return module


def test_setup_survives_spaces_changes_and_moving(tmp_path):
    project = make_project(tmp_path / "a course")
    first = run(project, "model", "--seven", PYTHONPATH="/elsewhere", PIP_USER="1")
    assert first.returncode == 7, first.stderr
    assert "Making an environment" in first.stdout
    assert "Installing the lessons' packages" in first.stdout
    told = said(first)
    assert Path(told["prefix"]) == project / ".venv"
    assert told["arguments"] == ["model", "--seven"]
    assert told["toy"] == "1.0"
    assert Path(told["folder"]) == project
    assert told["PYTHONPATH"] is None
    assert told["PIP_USER"] == "0"
    assert told["OPENBLAS_NUM_THREADS"] == "1"

    again = run(project, "model", PIP_INDEX_URL="https://example.org/simple")
    assert again.stdout.count("\n") == 1, "the second time there is nothing to say"
    assert said(again)["PIP_INDEX_URL"] == "https://example.org/simple"

    make_wheel(project, "2.0")
    (project / "requirements.txt").write_text("./toy-2.0-py3-none-any.whl\n")
    assert said(run(project, "model"))["toy"] == "2.0"

    moved = project.rename(tmp_path / "another course")
    after = run(moved, "model")
    assert "moved" in after.stdout
    assert Path(said(after)["prefix"]) == moved / ".venv"


def test_no_network_at_first_setup_is_one_sentence(tmp_path):
    project = make_project(tmp_path / "offline", "numpy==2.4.6")
    closed = "http://127.0.0.1:9/simple"
    ended = run(project, "lab", PIP_INDEX_URL=closed, PIP_RETRIES="0")
    assert ended.returncode == 1
    assert ended.stderr.startswith(
        "Installing the lessons' packages failed, because pip "
    )
    assert "check the connection" in ended.stderr
    assert "run the same command again" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not (project / ".venv" / "course.json").exists()


def old_python(version):
    """A command that runs this old Python, or None when the machine has none."""
    if shutil.which("pyenv"):
        known = subprocess.run(
            ["pyenv", "versions", "--bare"], capture_output=True, text=True
        ).stdout.split()
        for name in known:
            if name.startswith(version + "."):
                return ["env", f"PYENV_VERSION={name}", "pyenv", "exec", "python"]
    command = shutil.which(f"python{version}")
    works = command and subprocess.run([command, "--version"], capture_output=True)
    return [command] if works and works.returncode == 0 else None


@pytest.mark.parametrize("version", ["2.7", "3.6"])
def test_old_python_is_told_so_in_one_sentence(version, tmp_path):
    command = old_python(version)
    if command is None:
        pytest.skip(f"there is no Python {version} on this machine")
    shutil.copy(ROOT / "course.py", tmp_path)
    ended = subprocess.run(
        [*command, str(tmp_path / "course.py"), "lab"], capture_output=True, text=True
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith(
        f"This course needs Python 3.11 or newer, and this is Python {version}"
    )
    assert "https://www.python.org/downloads/" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert os.listdir(tmp_path) == ["course.py"]


def copy_commands(folder):
    """Copy what --help needs: course.py and the commands, no library."""
    shutil.copy(ROOT / "course.py", folder)
    shutil.copytree(
        ROOT / "course_lib" / "commands", folder / "course_lib" / "commands"
    )
    (folder / "course_lib" / "__init__.py").write_text("")


@pytest.mark.parametrize("verb", VERBS)
def test_help_sets_nothing_up(verb, tmp_path):
    copy_commands(tmp_path)
    ended = run(tmp_path, verb, "--help")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith(f"usage: python course.py {verb}")
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize("arguments", [[], ["--help"], ["slidez"]])
def test_no_verb_or_a_wrong_one_lists_the_verbs(arguments, tmp_path):
    copy_commands(tmp_path)
    ended = run(tmp_path, *arguments)
    assert all(verb in ended.stdout + ended.stderr for verb in VERBS)
    assert ended.returncode == (2 if arguments == ["slidez"] else 0)
    assert not (tmp_path / ".venv").exists()


def test_commands_start_with_the_standard_library_alone():
    subprocess.run(
        [sys.executable, "-S", "-E", "-c", "import course_lib.commands.__main__"],
        cwd=ROOT,
        check=True,
    )


def test_each_verb_installs_what_it_needs_once(course):
    for needs, done in [
        (["lessons"], ["make", "the lessons' packages"]),
        (["lessons"], []),
        (["lessons", "torch", "tests"], ["test tools"]),  # the toy course has no torch
        (["lessons", "torch"], []),
        (["lessons", "publish"], ["what makes slides and the site"]),
    ]:
        course.done.clear()
        course.set_up(needs)
        assert course.done == done


@pytest.mark.parametrize(
    ("change", "done"),
    [
        ("requirements.txt", ["the lessons' packages"]),
        ("pyproject.toml", ["the lessons' packages"]),
        ("tests/requirements.txt", ["test tools"]),
        ("docs/requirements.txt", ["what makes slides and the site"]),
    ],
)
def test_changed_files_are_installed_again(course, change, done):
    course.set_up(["lessons", "tests", "publish"])
    course.done.clear()
    path = Path(course.ROOT, change)
    path.write_text(path.read_text() + "# changed\n")
    course.set_up(["lessons", "tests", "publish"])
    assert course.done == done


def test_a_folder_without_the_makers_lists_is_set_up_for_learners(course):
    for file in course.LISTED.values():
        Path(course.ROOT, file).unlink()
    course.set_up(["lessons"])
    assert course.done == ["make", "the lessons' packages"]


def test_a_changed_setting_of_our_tools_installs_nothing(course):
    path = Path(course.ROOT, "pyproject.toml")
    path.write_text("[project]\n\n[tool.ruff]\nline-length = 88\n")
    course.set_up(["lessons"])
    course.done.clear()
    path.write_text("[project]\n\n[tool.pytest.ini_options]\n\n[tool.ruff.lint]\n")
    course.set_up(["lessons"])
    assert course.done == []


def test_all_that_installs_stands_before_our_tools_settings(course):
    whole = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    settings = tomllib.loads(whole)
    del settings["tool"]["ruff"], settings["tool"]["pytest"]
    assert tomllib.loads(course.what_installs(whole)) == settings


def test_unsound_environments_are_made_again(course, capsys):
    course.set_up(["lessons"])
    for spoil, word in [
        (lambda: os.remove(course.STAMP), "unfinished"),
        (lambda: Path(course.STAMP).write_text("{"), "unfinished"),
        (lambda: Path(course.STAMP).write_text("[1]"), "unfinished"),
        (lambda: change_stamp(course, python="3.11.99"), "Another Python"),
        (lambda: change_stamp(course, folder="/elsewhere"), "moved"),
    ]:
        spoil()
        course.done.clear()
        course.set_up(["lessons"])
        assert course.done == ["make", "the lessons' packages"]
        assert word in capsys.readouterr().out
    course.succeeds = lambda *command: False
    assert "broken" in course.why_make(course.read_stamp())


def change_stamp(course, **changes):
    course.write_stamp({**course.read_stamp(), **changes})


def test_a_failed_update_leaves_the_old_environment_in_use(course):
    course.set_up(["lessons"])
    before = course.read_stamp()
    Path(course.ROOT, "requirements.txt").write_text("./toy-9.9-py3-none-any.whl\n")

    def fail(*_):
        raise course.Stop("no")

    course.pip_install = fail
    with pytest.raises(course.Stop):
        course.set_up(["lessons"])
    assert course.read_stamp() == before


def test_an_update_that_is_cut_short_counts_as_unfinished(course):
    course.set_up(["lessons"])
    Path(course.ROOT, "requirements.txt").write_text("./toy-9.9-py3-none-any.whl\n")

    def interrupt(*_):
        raise KeyboardInterrupt

    course.pip_install = interrupt
    with pytest.raises(KeyboardInterrupt):
        course.set_up(["lessons"])
    assert "unfinished" in course.why_make(course.read_stamp())


def test_torch_is_left_out_at_first_and_added_alone(course):
    requirements = "-e .\nnumpy==2.4.6\ntorchvision==1\ntorch==2.13.0\n"
    Path(course.ROOT, "requirements.txt").write_text(requirements)
    listed = Path(course.VENV, "requirements.txt")
    course.set_up(["lessons"])
    assert listed.read_text() == "-e .\nnumpy==2.4.6\ntorchvision==1\n"
    assert "torch" not in course.read_stamp()
    course.set_up(["lessons", "torch"], show=False)
    assert listed.read_text() == "numpy==2.4.6\ntorchvision==1\ntorch==2.13.0\n"
    assert course.read_stamp()["torch"] == "torch==2.13.0"


def test_torch_that_pip_believes_to_be_whole_is_mended(course):
    Path(course.ROOT, "requirements.txt").write_text("torch==2.13.0\n")
    course.succeeds = lambda *command: "import torch" not in command
    course.set_up(["lessons", "torch"])
    assert course.done == ["make", "the lessons' packages and torch", "torch"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "ERROR: Could not find it\nERROR: No matching distribution",
            "(No matching di",
        ),
        ("ERROR: x\nWARNING: Retrying (Retry(total=0", "could not reach its package"),
        ("", "(no reason given)"),
    ],
)
def test_what_pip_says_becomes_one_sentence(course, monkeypatch, words, sentence):
    real = load(Path(course.ROOT))
    os.makedirs(real.VENV)
    monkeypatch.setattr(real, "run", lambda command, show: (1, words))
    with pytest.raises(real.Stop) as stopped:
        real.pip_install("torch", [], False)
    text = str(stopped.value)
    assert text.startswith("Installing torch failed")
    assert sentence in text
    assert text.endswith(f"pip's own words are in {Path('.venv', 'pip.log')}.")
    assert "\n" not in text
    assert Path(real.LOG).read_text() == words


def test_of_pips_words_only_its_steps_are_shown(course, capsys):
    words = "Collecting numpy\nWARNING: Retrying\nerror: x\n  \u2570\u2500> [9 lines]\n"
    program = f"import sys; sys.stdout.buffer.write({words!r}.encode())"
    assert course.run([sys.executable, "-c", program], show=True) == (0, words)
    shown = [line.strip() for line in capsys.readouterr().out.split("\r")]
    assert [line for line in shown if line] == ["Collecting numpy"]


def test_the_old_environment_is_removed_with_a_word(course, capsys, monkeypatch):
    real = load(Path(course.ROOT))
    os.makedirs(real.VENV)
    Path(real.STAMP).write_text("{}")

    def interrupt(folder):
        assert not os.path.exists(real.STAMP)
        raise KeyboardInterrupt

    monkeypatch.setattr(real.shutil, "rmtree", interrupt)
    with pytest.raises(KeyboardInterrupt):
        real.make_environment()
    assert capsys.readouterr().out.startswith("Removing the old environment first (")
    assert "unfinished" in real.why_make(real.read_stamp())


def test_lessons_that_need_no_torch_are_named_when_it_cannot_be_had(course):
    def fail(*_):
        raise course.Stop("Installing torch failed.")

    course.pip_install = fail
    with pytest.raises(course.Stop, match="Only lessons 03 and 05 need torch.$"):
        course.main(["--torch-beside"])


def test_python_without_ensurepip_is_told_what_to_install(course, monkeypatch):
    real = load(Path(course.ROOT))
    words = "The virtual environment was not created ... ensurepip is not available.\n"
    monkeypatch.setattr(real, "run", lambda command: (1, words))
    with pytest.raises(real.Stop, match="sudo apt install python3-venv"):
        real.make_environment()
