"""JupyterLab, started by `lab` as its users do, but on copies of a test's own."""

import contextlib
import os
import re
import subprocess
import sys

from course_lib.commands import places

PROGRAM = """
import sys
from pathlib import Path
from course_lib.commands import __main__, lab, places

places.WORK = Path(sys.argv[1])
lab.PRESENTED = places.WORK / "present"
__main__.main(["lab", "--no-browser", "--no-torch", *sys.argv[2:]])
"""


@contextlib.contextmanager
def started_lab(folder, *options, **variables):
    """Give the address that `lab` prints; end it afterwards.

    folder: where the copies go. variables: of the environment.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder), *options],
        cwd=places.ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"} | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said = ""
        while not (found := re.search(r"http://127\S+", said)):
            line = process.stdout.readline()
            assert line, f"JupyterLab ended without an address:\n{said}"
            said += line
        yield found[0]
    finally:
        process.terminate()
        process.wait(timeout=60)
        process.stdout.close()
