"""JupyterHub for a class on one machine: docs/classroom.md says how to start it.

Four variables set it: COURSE_PASSWORD (needed), COURSE_MODEL_DIR, COURSE_CLASS_DIR and
COURSE_BIND.
"""

import os
import sys
from pathlib import Path

from course_lib.commands import seat, server

if os.geteuid() == 0:
    sys.exit(
        "This class runs every learner's code as the account that starts it, and this "
        "is root: start it from an ordinary account that owns nothing else."
    )
password = os.environ.get("COURSE_PASSWORD", "")
if len(password) < 8:
    sys.exit(
        f"COURSE_PASSWORD has {len(password)} characters, expected 8 or more: set it "
        "to the word that the class will log in with, and start again."
    )
folder = Path(os.environ.get("COURSE_CLASS_DIR") or Path.home() / "attention-class")
folder.mkdir(mode=0o700, parents=True, exist_ok=True)

c = get_config()  # noqa: F821  # JupyterHub gives it

# This machine only; a reverse proxy with TLS stands before it.
c.JupyterHub.bind_url = os.environ.get("COURSE_BIND", "http://127.0.0.1:8000")
c.JupyterHub.db_url = f"sqlite:///{folder}/jupyterhub.sqlite"
c.JupyterHub.cookie_secret_file = f"{folder}/cookie_secret"
c.ConfigurableHTTPProxy.pid_file = f"{folder}/proxy.pid"

# One password for the class; a name is a folder, so it must not climb out of its own.
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = password
c.Authenticator.allow_all = True
c.Authenticator.username_pattern = r"[a-z][a-z0-9-]{0,30}"

# Each learner: a home, own copies of the lessons, one BLAS thread, 1 GB a process.
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = f"{folder}/homes/{{username}}"
c.Spawner.cmd = [sys.executable, "-m", "course_lib.commands.seat"]
c.Spawner.cmd += [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.args = server.flags(server.class_settings())
c.Spawner.notebook_dir = f"~/{seat.FOLDER}"
c.Spawner.default_url = f"/{server.first_page()}"
c.Spawner.mem_limit = "1G"
if "COURSE_MODEL_DIR" in os.environ:
    c.Spawner.environment = {"COURSE_MODEL_DIR": os.environ["COURSE_MODEL_DIR"]}
# Twenty at once on two cores take their time.
c.Spawner.start_timeout = c.Spawner.http_timeout = 180
