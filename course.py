"""Set up the course, then do what is asked: python course.py lab (or test, model, ...).

Standard library only, and nothing that Python 2.7 or 3.6 cannot parse: on those this
file still has to say, in one sentence, that they are too old.
"""

# ruff: noqa: B904, UP031
import hashlib
import json
import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.realpath(__file__))
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "course.json")
LOG = os.path.join(VENV, "pip.log")
PROGRAMS = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(PROGRAMS, "python.exe" if os.name == "nt" else "python")

# What each verb needs installed. `lab` leaves torch out: it is large, only later
# lessons need it, and `lab` has it installed beside the running JupyterLab (last verb).
NEEDS = {
    "lab": ["lessons"],
    "model": ["lessons"],
    "normalise": ["lessons", "torch"],
    "slides": ["lessons", "publish"],
    "site": ["lessons", "publish"],
    "edition": ["lessons"],
    "test": ["lessons", "torch", "tests", "publish"],
    "bench": ["lessons", "torch", "tests"],
    "offline": ["lessons", "torch", "tests"],
    "versions": ["lessons"],
    "--torch-beside": ["lessons", "torch"],
}
NAMES = {
    "lessons": "the lessons' packages",
    "torch": "torch",
    "tests": "test tools",
    "publish": "what makes slides and the site",
}
LISTED = {"tests": "tests/requirements.txt", "publish": "docs/requirements.txt"}
LEAKS = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONUSERBASE", "PIP_TARGET")
LEAKS += ("PIP_PREFIX", "PIP_ROOT", "PIP_PYTHON", "__PYVENV_LAUNCHER__")
OFFLINE = ("Retrying (Retry", "Max retries", "new connection", "ConnectionError")
OFFLINE += ("getaddrinfo", "name resolution", "timed out", "SSLError", "ProxyError")
OFFLINE += ("(from versions: none)",)
FULL = ("Errno 28]", "No space left", "quota exceeded", "not enough space on the disk")
STEPS = ("Collecting", "Downloading", "Using cached", "Building", "Installing")
AGAIN = "then run the same command again"


class Stop(Exception):
    """A reason to stop: one sentence, with a way on."""


def say(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


def read(*names):
    with open(os.path.join(ROOT, *names), encoding="utf-8") as file:
        return file.read()


def is_torch(line):
    return line.startswith("torch=")


def what_installs(pyproject):
    """The text of pyproject.toml without our tools' settings, which come last in it."""
    for table in ("[tool.ruff", "[tool.pytest"):
        pyproject = pyproject.split("\n" + table)[0]
    return pyproject


def wanted():
    """What a complete environment has recorded, part by part."""

    def digest(text):
        return hashlib.sha256(text.encode("utf-8")).hexdigest()

    requirements = read("requirements.txt")
    torch = [line.strip() for line in requirements.splitlines() if is_torch(line)]
    goal = {
        "lessons": digest(requirements + what_installs(read("pyproject.toml"))),
        "torch": "".join(torch),
    }
    for part in LISTED:
        if os.path.exists(os.path.join(ROOT, LISTED[part])):  # not for learners only
            goal[part] = digest(read(LISTED[part]))
    return goal


def read_stamp():
    try:
        with open(STAMP, encoding="utf-8") as file:
            return dict(json.load(file))
    except (OSError, ValueError, TypeError):
        return {}


def write_stamp(stamp):
    with open(STAMP + ".new", "w", encoding="utf-8") as file:
        json.dump(stamp, file, indent=1, sort_keys=True)
    os.replace(STAMP + ".new", STAMP)


def is_full(words):
    """Whether words of pip or of the system tell of a full disk."""
    return any(sign in words for sign in FULL) or shutil.disk_usage(ROOT).free < 1 << 20


def no_room():
    return Stop(
        "There is no room left in %s (or in the folder for temporary files, TMPDIR): "
        "free 1 GB there, or 5 GB for torch on Linux, or move the course's folder to a "
        "larger disk, %s." % (ROOT, AGAIN)
    )


def python_version():
    return "%d.%d.%d" % sys.version_info[:3]


def environment():
    """Our variables for what we start: other Pythons' settings must not leak in.

    The index, proxy and certificates of pip's own settings stay in force.
    """
    env = {name: os.environ[name] for name in os.environ if name not in LEAKS}
    env.update(PIP_USER="0", PYTHONNOUSERSITE="1", PYTHONUTF8="1", VIRTUAL_ENV=VENV)
    env.update(JUPYTER_PREFER_ENV_PATH="1", OPENBLAS_NUM_THREADS="1")
    env.update(OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
    env["PATH"] = PROGRAMS + os.pathsep + env.get("PATH", "")
    return env


def succeeds(*command):
    try:
        with open(os.devnull, "w") as nowhere:
            streams = {"stdout": nowhere, "stderr": nowhere}
            return subprocess.call(command, env=environment(), **streams) == 0
    except OSError:
        return False


def why_make(stamp):
    """Why the environment has to be made (again); None when it is sound."""
    if not os.path.lexists(VENV):
        return "Making an environment for the course, in .venv"
    if not stamp:
        return "The environment in .venv is unfinished: making it again"
    if stamp.get("folder") != ROOT:
        return "The course's folder was moved: making its environment again"
    if stamp.get("python") != python_version():
        return "Another Python (%s): making the environment again" % python_version()
    if not succeeds(PYTHON, "-c", "import pip"):
        return "The environment in .venv is broken: making it again"
    return None


def make_environment():
    try:
        if os.path.islink(VENV) or os.path.isfile(VENV):
            os.remove(VENV)
        elif os.path.isdir(VENV):
            say("Removing the old environment first (it can take a minute)")
            if os.path.exists(STAMP):
                os.remove(STAMP)  # cut short from here on, it counts as unfinished
            shutil.rmtree(VENV)
    except OSError as error:
        raise Stop(
            "The old .venv cannot be removed (%s): close what uses it, or delete it "
            "yourself, %s." % (error, AGAIN)
        )
    code, words = run([sys.executable, "-m", "venv", VENV])
    if code and is_full(words):  # first: on a full disk it is ensurepip that fails
        raise no_room()
    if code and "ensurepip" in words:
        raise Stop(
            "This Python comes without ensurepip and cannot make an environment: "
            "install it (Debian, Ubuntu: sudo apt install python3-venv), %s." % AGAIN
        )
    if code:
        raise Stop(
            "The environment could not be made in %s (%s): mend that, %s."
            % (VENV, last_line(words), AGAIN)
        )


def run(command, show=False):
    """Run a command quietly: its exit code, all its words; pip's steps are shown."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(command, env=environment(), cwd=ROOT, **streams)
    words = ""
    for line in iter(process.stdout.readline, b""):
        line = line.decode("utf-8", "replace")
        words += line
        if show and line.strip().startswith(STEPS):
            say("\r  " + line.strip()[:74].ljust(74), end="")
    process.stdout.close()
    if show:
        say("\r" + " " * 76, end="\r")
    return process.wait(), words


def last_line(words):
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    errors = [line[6:].strip() for line in lines if line.startswith("ERROR:")]
    return (errors[-1:] or lines[-1:] or ["no reason given"])[0].rstrip(".")


def pip_install(what, arguments, show):
    """Run pip; its words go to a file, and a failure becomes one sentence."""
    command = [PYTHON, "-m", "pip", "install", "--no-input"]
    command += ["--disable-pip-version-check"]
    code, words = run(command + arguments, show and sys.stdout.isatty())
    if code and is_full(words):
        raise no_room()
    with open(LOG, "w", encoding="utf-8") as file:
        file.write(words)
    if not code:
        return
    end = "%s; pip's own words are in %s." % (AGAIN, os.path.relpath(LOG, ROOT))
    if any(sign in words for sign in OFFLINE):
        raise Stop(
            "Installing %s failed, because pip could not reach its package index: "
            "check the connection (and the proxy or index in pip's settings), %s"
            % (what, end)
        )
    reason = last_line(words)
    raise Stop("Installing %s failed (%s): mend that, %s" % (what, reason, end))


def install(parts, show):
    """Install the missing parts, in one call to pip."""
    lines = read("requirements.txt").splitlines()
    if "torch" not in parts:
        lines = [line for line in lines if not is_torch(line)]
    if "lessons" not in parts:  # the project is there; its pins must still hold
        lines = [line for line in lines if not line.startswith("-")]
    listed = os.path.join(VENV, "requirements.txt")
    with open(listed, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    arguments = ["-r", listed]
    for part in sorted(set(LISTED).intersection(parts)):
        arguments += ["-r", os.path.join(ROOT, LISTED[part])]
    what = " and ".join(NAMES[part] for part in parts)
    if show:
        say("Installing %s (once; it can take a few minutes)" % what)
    pip_install(what, arguments, show)
    torch = wanted()["torch"]
    if "torch" in parts and torch and not succeeds(PYTHON, "-c", "import torch"):
        # An install that was cut short can look complete to pip.
        pip_install("torch", ["--force-reinstall", "--no-deps", torch], show)


def one_at_a_time():
    """Wait for another set-up of this folder; ours holds until the file is closed."""
    handle = open(os.path.join(ROOT, "course.py"))
    try:
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another set-up of this course to end")
            fcntl.flock(handle, fcntl.LOCK_EX)
    except (ImportError, OSError):
        pass  # Windows and some network disks have no such lock: go on without
    return handle


def set_up(needs, show=True):
    """Make the environment hold what is needed; quick when it does already."""
    goal = wanted()

    def missing(stamp):
        return [part for part in needs if stamp.get(part, "") != goal.get(part, "")]

    stamp = read_stamp()
    if not missing(stamp) and not why_make(stamp):
        return
    with one_at_a_time():
        stamp = read_stamp()
        reason = why_make(stamp)
        if reason:
            say(reason)
            make_environment()
            stamp = {}
        parts, old = missing(stamp), dict(stamp)
        if "lessons" in parts and stamp:
            os.remove(STAMP)  # cut short from here on, it counts as unfinished
        try:
            if parts:
                install(parts, show)
        except Stop:
            if old:
                write_stamp(old)  # pip has changed nothing: what was there still works
            raise
        stamp.update({part: goal[part] for part in parts})
        stamp.update(folder=ROOT, python=python_version())
        write_stamp(stamp)


def hand_over(python, arguments):
    """Run Python in the course's folder; where the system can, become it."""
    os.chdir(ROOT)
    if os.name == "nt":
        return subprocess.call([python] + arguments, env=environment())
    os.execve(python, [python] + arguments, environment())


def main(arguments):
    if sys.version_info < OLDEST:
        raise Stop(
            "This course needs Python %d.%d or newer, and this is Python %s: install a "
            "newer one from https://www.python.org/downloads/, and run this with it."
            % (OLDEST + (python_version(),))
        )
    if os.path.realpath(sys.prefix) == VENV:  # do not saw off the branch we sit on
        return hand_over(sys._base_executable, [os.path.realpath(__file__)] + arguments)
    arguments = arguments or ["--help"]
    command = ["-m", "course_lib.commands"] + arguments
    verb = arguments[0]
    if verb not in NEEDS or {"-h", "--help", "--remove"}.intersection(arguments):
        return hand_over(sys.executable, command)  # these need no environment
    if verb == "--torch-beside":
        return torch_beside()
    lists = [LISTED[part] for part in NEEDS[verb] if part in LISTED]
    for name in lists:
        if not os.path.exists(os.path.join(ROOT, name)):
            raise Stop(
                "`%s` needs %s, which editions of the course leave out: run it in the "
                "full course; `lab` and `model` work here." % (verb, name)
            )
    set_up(NEEDS[verb])
    return hand_over(PYTHON, command)


def torch_beside():
    """Install torch while JupyterLab runs, and say how that went."""
    try:
        set_up(NEEDS["--torch-beside"], show=False)
    except Stop as stop:
        raise Stop("%s Only lessons 03 and 05 need torch." % stop)
    say("torch is ready: every lesson can be run.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Stop as stop:
        sys.exit(str(stop))
    except OSError as error:
        if not is_full(str(error)):
            raise
        sys.exit(str(no_room()))
    except KeyboardInterrupt:
        sys.exit("Stopped; the same command goes on from here.")
