"""Open JupyterLab on your own copies of the lessons, in the folder work/.

JupyterLab listens on this machine only, and its address carries a secret token.
"""

import argparse
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from course_lib.commands import copies, places, server, slides

PRESENTED = places.WORK / "present"
TORCH_SIZE = "about 200 MB"
TORCH_SIZE_LINUX = (
    "about 3 GB with the CUDA build that Linux gets by default, about 200 MB when "
    "pip's settings name PyTorch's CPU builds: see README"
)


def add_arguments(parser):
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address, open no browser"
    )
    parser.add_argument(
        "--no-torch",
        action="store_true",
        help="do not install torch now (only lessons 03 and 05 need it)",
    )
    parser.add_argument(
        "--present",
        metavar="LESSON",
        help="open a lesson (02) as live slides, on a fresh copy with speaker notes",
    )
    parser.add_argument(
        "--port", type=port, help="the port to use (default: 8888 or next)"
    )


def port(text):
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(
            f"a port is a whole number from 1 to 65535, and this is {text!r}"
        )
    return int(text)


def run(options):
    folder, page, helpers = places.WORK, None, []
    try:
        _end_politely_on_signals()
        try:
            if options.present:
                folder, page = prepare_to_present(options.present)
            else:
                folder = prepare_copies(places.lessons(), places.WORK)
        except NoPlaceError as error:
            print(error)
            return 1
        skip_the_news()
        helpers.append(_warm_up(folder))
        helpers += start_torch(options)
        try:
            return server.serve(folder, options.port, not options.no_browser, page)
        finally:
            for helper in helpers:
                server.end(helper)
    except KeyboardInterrupt:
        print("\n" + farewell(folder))
        return 0


def farewell(folder):
    """What to know when JupyterLab has ended."""
    if folder == PRESENTED:
        return "JupyterLab has ended. The same command makes fresh copies to present."
    if folder == places.WORK:
        return "JupyterLab has ended. The same command opens your copies again."
    return (
        f"JupyterLab has ended. Your copies are in {folder}: copy what you want to "
        "keep from there, since the system may empty that place."
    )


def prepare_to_present(name):
    """Make fresh copies of all lessons to present, one of them to begin with.

    Returns
    -------
    Path and str, the folder of the copies and the page that opens

    Raises
    ------
    NoPlaceError when there is no such lesson, or they cannot be written
    """
    from course_lib.publish import live

    try:
        (lesson,) = slides.chosen([name], places.lessons())
        live.prepare(places.lessons(), PRESENTED)
        save_when_asked(PRESENTED)
    except ValueError as error:
        raise NoPlaceError(error) from None
    except OSError as error:
        raise NoPlaceError(
            f"{PRESENTED} cannot be written ({error.strerror or error}): mend that, "
            "then start again."
        ) from None
    print(f"Fresh copies to present are in {PRESENTED}; the next start replaces them.")
    return PRESENTED, f"rise/{lesson.name}"


def save_when_asked(folder):
    """Keep JupyterLab from saving by itself what is presented.

    The speaker's window opens the same file: two that save ask "File changed?".
    """
    settings = Path(server.environment(folder)["JUPYTERLAB_SETTINGS_DIR"])
    path = settings / "@jupyterlab/docmanager-extension/plugin.jupyterlab-settings"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"autosave": False}), encoding="utf-8")


class NoPlaceError(Exception):
    """There are no copies to open; the message says why, and what to do."""


def prepare_copies(lessons, work):
    """Copy the lessons to work/, or where it cannot be written to a spare folder.

    Returns
    -------
    Path, the folder that holds the copies

    Raises
    ------
    NoPlaceError when neither can be written
    """
    spare = spare_folder(work)
    try:
        sentences = copies.copy_lessons(lessons, work)
        with tempfile.TemporaryFile(dir=work):
            pass  # an old, complete work/ may still be read-only
        if _is_ours(spare):
            copies.carry_progress(spare, work)
            sentences.append(
                f"Copies from when {work} could not be written are still in {spare}: "
                "move here what you want to keep, and delete that folder."
            )
    except OSError as error:
        why = f"{work} cannot be written ({error.strerror or error}): mend that"
        if work.is_file():
            why = f"{work} is a file, not a folder: move or rename it"
        sentences = _use_spare(spare, lessons, work, why)
        work = spare
    for sentence in sentences:
        print(sentence)
    return work


def spare_folder(work):
    """The folder for copies that work/ cannot take: the same at each start.

    A user's own one, since several may share a course that they cannot write.
    """
    user = os.getuid() if hasattr(os, "getuid") else ""
    name = hashlib.sha256(f"{user} {work}".encode()).hexdigest()[:8]
    return Path(tempfile.gettempdir(), f"attention-copies-{name}")


def _is_ours(folder):
    """Whether the folder is there and nobody else has made it."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()


def _use_spare(spare, lessons, work, why):
    """Copy the lessons to the spare folder; returns sentences that say so."""
    try:
        spare.mkdir(mode=0o700, exist_ok=True)
        if not _is_ours(spare):
            raise PermissionError(1, "it belongs to somebody else")
        copies.carry_over(work, spare)
        changed = copies.copy_lessons(lessons, spare)
    except OSError as error:
        raise NoPlaceError(
            f"{why}, then start again; {spare}, where copies could go until then, "
            f"cannot be used either ({error.strerror or error})."
        ) from None
    said = f"{why}, then start again; until then your copies are in {spare}."
    return [said, *changed]


def start_torch(options):
    """Start installing torch beside JupyterLab, after saying how much that is."""
    if places.torch_is_ready():
        return []
    if options.no_torch:
        print("torch is not installed: only lessons 03 and 05 need it.")
        return []
    size = TORCH_SIZE_LINUX if sys.platform.startswith("linux") else TORCH_SIZE
    print(
        f"Installing torch meanwhile, for later lessons ({size}); --no-torch leaves it "
        "out, and only lessons 03 and 05 need it.",
        flush=True,
    )
    # Started by the Python that made the environment, as course.py itself was.
    python = getattr(sys, "_base_executable", sys.executable)
    command = [python, str(places.ROOT / "course.py"), "--torch-beside"]
    return [subprocess.Popen(command, start_new_session=os.name != "nt")]


def _warm_up(folder):
    """Let matplotlib list the fonts now: in a lesson that would take long, and warn."""
    command = [sys.executable, "-W", "ignore", "-c", "import matplotlib.pyplot"]
    return subprocess.Popen(
        command,
        env=server.environment(folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=os.name != "nt",
    )


def skip_the_news():
    """Keep JupyterLab from asking whether it may fetch news from the network."""
    folder = Path(sys.prefix, "share", "jupyter", "lab", "settings")
    quiet = {"fetchNews": "false", "checkForUpdates": False}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "overrides.json"
        text = json.dumps({"@jupyterlab/apputils-extension:notification": quiet})
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")  # never while another reads it
    except OSError:
        pass  # an environment that is read-only: then it asks


def _end_politely_on_signals():
    def stop(number, frame):
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)
