"""One learner of the load run: starts `lab` and works in it, as a browser would."""

import argparse
import contextlib
import json
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request
import uuid
from pathlib import Path

from course_lib.commands import lab, places

ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+)/lab\S*\?token=(\w+)")


class Learner:
    """A JupyterLab of one's own; every wait ends at ``deadline`` (time.monotonic)."""

    def __init__(self, folder, deadline):
        self.folder = Path(folder)
        self.deadline = deadline
        self.kernels = {}
        self.cells = []  # seconds of each cell
        self.lab = None

    def start(self):
        """Start `lab`, and wait until its page can be had; returns seconds."""
        begin = time.monotonic()
        self.folder.mkdir(parents=True)
        self.lab = subprocess.Popen(
            [sys.executable, "-u", "-m", __name__, str(self.folder / "work")],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=places.ROOT,
            env=places.environment(TMPDIR=str(self.folder)),
            start_new_session=True,
        )
        self.address, self.token = self._read_address()
        self.ask("lab", parse=False)
        return time.monotonic() - begin

    def _read_address(self):
        words = ""
        for line in self.lab.stdout:
            words += line
            if found := ADDRESS.search(line):
                return found.groups()
        raise RuntimeError(f"lab ended without an address: {words}")

    def ask(self, path, body=None, method=None, parse=True):
        """Send a request with the token; returns what the server answers."""
        request = urllib.request.Request(
            f"{self.address}/{urllib.parse.quote(path)}",
            None if body is None else json.dumps(body).encode(),
            {"Authorization": f"token {self.token}"},
            method=method,
        )
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        seconds = max(1, self.deadline - time.monotonic())
        with direct.open(request, timeout=seconds) as answer:
            words = answer.read()
        return json.loads(words) if parse else words

    def open(self, name):
        """Open a copy as JupyterLab does, with a kernel; returns its cells."""
        session = {"path": name, "name": name, "type": "notebook"}
        session["kernel"] = {"name": "python3"}
        made = self.ask("api/sessions", session)
        self.kernels[name] = Kernel(self, made["kernel"]["id"])
        return self.ask(f"api/contents/{name}")["content"]["cells"]

    def save(self, name, text):
        """Write into the first cell of a copy, and save it."""
        model = self.ask(f"api/contents/{name}")
        model["content"]["cells"][0]["source"] = text
        body = {part: model[part] for part in ("type", "format", "content")}
        self.ask(f"api/contents/{name}", body, method="PUT")

    def processes(self):
        """All processes of this learner: lab, JupyterLab, kernels."""
        import psutil

        own = psutil.Process(self.lab.pid)
        return [own, *own.children(recursive=True)]

    def megabytes(self):
        """The memory that this learner takes: what is shared counts in shares (PSS)."""
        import psutil

        taken = 0
        for process in self.processes():
            with contextlib.suppress(psutil.Error):  # it has ended meanwhile
                taken += process.memory_full_info().pss
        return taken / 2**20

    def end(self):
        """End the lab as Ctrl-C would."""
        if self.lab:
            self.lab.terminate()
            try:
                self.lab.wait(30)
            finally:
                self.lab.kill()
                self.lab.stdout.close()


class Kernel:
    """The kernel of an open notebook, spoken to through the server's WebSocket."""

    def __init__(self, learner, kernel_id):
        self.learner, self.id, self.session = learner, kernel_id, uuid.uuid4().hex
        self.connect()

    def connect(self):
        """Connect, or again: what came meanwhile the server then sends."""
        import websocket  # comes with JupyterLab's server

        self.socket = websocket.create_connection(
            f"{self.learner.address.replace('http', 'ws', 1)}/api/kernels/{self.id}"
            f"/channels?session_id={self.session}&token={self.learner.token}",
            http_no_proxy=["127.0.0.1"],
        )

    def send(self, kind, content):
        """Send a message to the kernel; returns its number."""
        number = uuid.uuid4().hex
        header = {"msg_id": number, "msg_type": kind, "session": self.session}
        header |= {"username": "", "date": "2000-01-01T00:00:00Z", "version": "5.3"}
        message = {"header": header, "parent_header": {}, "metadata": {}}
        message |= {"content": content, "channel": "shell", "buffers": []}
        self.socket.send(json.dumps(message))
        return number

    def receive(self, until=None):
        """The next message; raises when none comes until then, or the deadline."""
        import websocket

        until = until or self.learner.deadline
        while True:
            self.socket.settimeout(max(0.01, until - time.monotonic()))
            try:
                return json.loads(self.socket.recv())
            except (ConnectionError, websocket.WebSocketConnectionClosedException):
                self.connect()  # as a browser does, when a busy server lets go

    def begin(self, source):
        """Ask the kernel to run a cell; returns the number of the message."""
        asked = {"silent": False, "store_history": True, "user_expressions": {}}
        asked |= {"code": source, "allow_stdin": False, "stop_on_error": True}
        return self.send("execute_request", asked)

    def run(self, source):
        """Run a cell; returns what it printed. Raises RuntimeError for its error."""
        start = time.monotonic()
        number, printed, waits = self.begin(source), "", {"execute_reply", "idle"}
        while waits:
            message = self.receive()
            if message["parent_header"].get("msg_id") != number:
                continue
            content = message["content"]
            if message["msg_type"] == "error":
                raise RuntimeError(f"{content['ename']}: {content['evalue']}")
            if message["msg_type"] == "stream":
                printed += content["text"]
            waits -= {message["msg_type"], content.get("execution_state")}
        self.learner.cells.append(time.monotonic() - start)
        return printed

    def kill(self):
        """Kill the kernel as the system does when memory is short; seconds until back.

        The server notices, and starts another one in its place.
        """
        start = time.monotonic()
        self._process().kill()
        while "restarting" not in str(self.receive()["content"]):
            pass
        while not self._answers():
            pass
        return time.monotonic() - start

    def _process(self):
        import psutil

        for process in self.learner.processes():
            try:
                if self.id in " ".join(process.cmdline()):
                    return process
            except psutil.Error:
                pass  # it has ended meanwhile
        raise RuntimeError(f"no process has the kernel {self.id}")

    def _answers(self):
        import websocket

        number, until = self.send("kernel_info_request", {}), time.monotonic() + 2
        if time.monotonic() > self.learner.deadline:
            raise TimeoutError("the kernel did not come back")
        try:
            while self.receive(until)["parent_header"].get("msg_id") != number:
                pass
        except websocket.WebSocketTimeoutException:
            return False
        return True


if __name__ == "__main__":
    places.WORK = Path(sys.argv[1])
    parser = argparse.ArgumentParser()
    lab.add_arguments(parser)
    sys.exit(lab.run(parser.parse_args(["--no-browser", "--no-torch"])))
