"""JupyterLab itself: how it is set, started, and ended."""

import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from pathlib import Path

from course_lib.commands import places

TRIES = 5  # starts: where a whole class starts at once, ports are taken in between
OWN = ".jupyter"  # in the folder of copies: Jupyter's settings, history, caches


class PortTakenError(Exception):
    """Another program was quicker to listen at the port that JupyterLab had found."""


def serve(folder, port=None, browser=True, page=None):
    """Run JupyterLab on a folder until it ends; an interruption ends it.

    Parameters
    ----------
    page : str, what the browser opens first (default: the first lesson)

    Returns
    -------
    int, its exit code
    """
    page = page or first_page()
    command = [sys.executable, "-m", "jupyterlab"]
    command += settings(folder, port, browser, page)
    print("Starting JupyterLab; Ctrl-C here ends it.", flush=True)
    # What lives as long as the server: not every disk can hide a file from others.
    with tempfile.TemporaryDirectory(
        prefix="course-jupyter-", ignore_cleanup_errors=True
    ) as runtime:
        token = Path(runtime, "token")
        token.write_text(secrets.token_hex(24), encoding="utf-8")
        env = environment(folder)
        env.update(JUPYTER_RUNTIME_DIR=runtime, JUPYTER_TOKEN_FILE=str(token))
        if kernels_take_no_port(runtime):
            command.append("--KernelManager.transport=ipc")
        for _ in range(TRIES):
            try:
                return _serve_once(command, folder, env, Path(runtime), page)
            except PortTakenError:
                print("Another program was quicker to take its port: starting again.")
        return 1


def _serve_once(command, folder, env, runtime, page):
    """Run JupyterLab until it ends; returns its exit code."""
    for path in runtime.glob("jpserver-*.json"):
        path.unlink()  # of a start before this one
    # In a session of its own, so that Ctrl-C reaches us alone: JupyterLab would ask
    # "shut down?" and wait.
    lab = subprocess.Popen(
        command, cwd=folder, env=env, start_new_session=os.name != "nt"
    )
    server = None
    try:
        server = wait_for(lab, runtime)
        if server:
            where = address(server, page)
            print(f"Open this address in a browser: {where}", flush=True)
        return lab.wait()
    finally:
        end_server(lab, server)


def kernels_take_no_port(runtime):
    """Whether kernels can be spoken to through files of a folder (Unix).

    Where a class shares a machine, a kernel may find its port taken by another's, and
    then never answers. The name of such a file has to be shorter than 100 characters.
    """
    return os.name != "nt" and len(f"{runtime}/kernel-{uuid.UUID(int=0)}-ipc-1") < 100


def first_page():
    """The page of the first lesson."""
    return "lab" + next((f"/tree/{lesson.name}" for lesson in places.lessons()), "")


def address(server, page):
    """The full address of a page, with the secret token."""
    return f"{server['url']}{page}?token={server['token']}"


def settings(folder, port=None, browser=True, page=None):
    """JupyterLab's options: this machine only, a token, and no network."""
    settings = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.root_dir": folder,
        "Application.log_level": "ERROR",
        "ServerApp.answer_yes": True,
        "ServerApp.open_browser": browser,
        "LabApp.default_url": f"/{page or first_page()}",
        **class_settings(),
    }
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        settings["ServerApp.allow_root"] = True
    if port:
        settings["ServerApp.port"] = port
    return flags(settings)


def class_settings():
    """What a hub's servers share with ours: no network, and private kernels."""
    settings = {
        "LabApp.news_url": None,
        "LabApp.extension_manager": "readonly",
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "LanguageServerManager.autodetect": False,  # it runs npm, which writes a log
    }
    if _can_encrypt():  # several learners may share this machine; and no warning then
        settings["KernelManager.transport_encryption"] = "auto"
    return settings


def flags(settings):
    """Settings as words of a command."""
    return [f"--{name}={value}" for name, value in settings.items()]


def _can_encrypt():
    import zmq

    return zmq.has("curve")


def environment(folder):
    """Variables that keep what Jupyter reads and writes beside the copies.

    So the home folder stays as it was, everybody in a class starts alike, and a new
    .venv does not forget anybody's theme or history.
    """
    own = Path(folder, OWN)
    places_of_its_own = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
        "MPLCONFIGDIR": "matplotlib",
    }
    changes = {name: str(own / place) for name, place in places_of_its_own.items()}
    others = ("JUPYTER_PATH", "JUPYTER_CONFIG_PATH", "JUPYTERLAB_DIR", "JUPYTER_TOKEN")
    return places.environment(**changes, **dict.fromkeys(others, ""))


def wait_for(lab, runtime):
    """What the server writes down, a dict, once it answers; None when it has ended.

    It looks for a free port, and listens there a moment later.

    Raises
    ------
    PortTakenError when it ended in between: at that address somebody else answers
    """
    server = None
    while lab.poll() is None:
        server = _written(runtime) or server
        if server and _answers(server):
            return server
        time.sleep(0.1)
    if server:
        raise PortTakenError
    print(f"JupyterLab ended before it was ready (exit code {lab.returncode}).")
    return None


def _written(runtime):
    for path in runtime.glob("jpserver-*.json"):
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            pass  # half written, or just removed
    return None


def _answers(server):
    try:
        _ask(server, "api/status")
    except (OSError, http.client.HTTPException):
        return False
    return True


def end_server(lab, server):
    """End JupyterLab: by its own means, for it answers a signal with a red line."""
    try:
        if lab.poll() is None and server:
            _ask(server, "api/shutdown", "POST")
            lab.wait(timeout=10)
        elif lab.poll() is None:
            lab.kill()  # not up yet: there are no kernels to end
            lab.wait()
    except (OSError, http.client.HTTPException, KeyboardInterrupt):
        pass
    except subprocess.TimeoutExpired:
        pass
    finally:
        end(lab)


def _ask(server, path, method="GET"):
    request = urllib.request.Request(
        server["url"] + path,
        method=method,
        headers={"Authorization": f"token {server['token']}"},
    )
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    direct.open(request, timeout=10).close()


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
