"""Open JupyterLab on your own copies of the lessons, in the folder work/.

JupyterLab listens on this machine only, and its address carries a secret token.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from course_lib.commands import copies, places

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
        help="do not install torch now (lessons 00-02 need none)",
    )
    parser.add_argument(
        "--port", type=int, help="the port to use (default: 8888 or next)"
    )


def run(options):
    try:
        _end_politely_on_signals()
        folder = prepare_copies(places.lessons(), places.WORK)
        _skip_the_news()
        helpers = [_warm_up()]
        if not places.torch_is_ready():
            helpers += start_torch(options)
        else:
            print("torch is ready: every lesson can be run.")
        try:
            return _serve(options, folder)
        finally:
            for helper in helpers:
                end(helper)
    except KeyboardInterrupt:
        print("\nJupyterLab has ended. The same command opens your copies again.")
        return 0


def prepare_copies(lessons, work):
    """Copy the lessons to work/, or where it cannot be written to a temporary folder.

    Returns
    -------
    Path, the folder that holds the copies
    """
    try:
        sentences = copies.copy_lessons(lessons, work)
        with tempfile.TemporaryFile(dir=work):
            pass  # an old, complete work/ may still be read-only
    except OSError as error:
        folder = Path(tempfile.mkdtemp(prefix="attention-"))
        reason = error.strerror or error
        print(f"{work} cannot be written ({reason}): your copies are in {folder}.")
        copies.carry_over(work, folder)
        work, sentences = folder, copies.copy_lessons(lessons, folder)
    for sentence in sentences:
        print(sentence)
    return work


def _serve(options, folder):
    """Run JupyterLab until it ends; raises KeyboardInterrupt after ending it."""
    command = [sys.executable, "-m", "jupyterlab", *jupyter_settings(options, folder)]
    print("Starting JupyterLab. Its address follows; Ctrl-C here ends it.", flush=True)
    # In a session of its own, so that Ctrl-C reaches us alone: JupyterLab would ask
    # "shut down?" and wait.
    lab = subprocess.Popen(
        command, cwd=folder, env=places.environment(), start_new_session=os.name != "nt"
    )
    try:
        return lab.wait()
    finally:
        end(lab)


def jupyter_settings(options, folder):
    """JupyterLab's options: this machine only, a token, and no network."""
    first = next((f"/tree/{lesson.name}" for lesson in places.lessons()), "")
    settings = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.root_dir": folder,
        "Application.log_level": "ERROR",
        "ServerApp.answer_yes": True,
        "ServerApp.open_browser": not options.no_browser,
        "LabApp.default_url": f"/lab{first}",
        "LabApp.news_url": None,
        "LabApp.extension_manager": "readonly",
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
    }
    if _can_encrypt():  # several learners may share this machine; and no warning then
        settings["KernelManager.transport_encryption"] = "auto"
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        settings["ServerApp.allow_root"] = True
    if options.port:
        settings["ServerApp.port"] = options.port
    return [f"--{name}={value}" for name, value in settings.items()]


def _can_encrypt():
    import zmq

    return zmq.has("curve")


def start_torch(options):
    """Start installing torch beside JupyterLab, after saying how much that is."""
    if options.no_torch:
        print("torch is not installed: only lessons 03 on need it.")
        return []
    size = TORCH_SIZE_LINUX if sys.platform.startswith("linux") else TORCH_SIZE
    print(f"Installing torch meanwhile, for lessons 03 on ({size}).", flush=True)
    # Started by the Python that made the environment, as course.py itself was.
    python = getattr(sys, "_base_executable", sys.executable)
    command = [python, str(places.ROOT / "course.py"), "--torch-beside"]
    return [subprocess.Popen(command, start_new_session=os.name != "nt")]


def _warm_up():
    """Let matplotlib list the fonts now: in a lesson that would take long, and warn."""
    command = [sys.executable, "-W", "ignore", "-c", "import matplotlib.pyplot"]
    return subprocess.Popen(
        command,
        env=places.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=os.name != "nt",
    )


def _skip_the_news():
    """Keep JupyterLab from asking whether it may fetch news from the network."""
    folder = Path(sys.prefix, "share", "jupyter", "lab", "settings")
    quiet = {"fetchNews": "false", "checkForUpdates": False}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"@jupyterlab/apputils-extension:notification": quiet})
        (folder / "overrides.json").write_text(text, encoding="utf-8")
    except OSError:
        pass  # an environment that is read-only: then it asks


def _end_politely_on_signals():
    def stop(number, frame):
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)


def end(process):
    """End a process that we started in its own session, and all that it started."""
    if process.poll() is not None:
        return
    if os.name == "nt":
        command = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    else:
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(timeout=10)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.kill()
        process.wait()
