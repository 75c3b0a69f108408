"""A learner's seat in a class: own copies in the own home, then the server asked for.

`python -m course_lib.commands.seat COMMAND ...` is what JupyterHub and Binder start for
each learner, in place of COMMAND: see docs/classroom.md.
"""

import os
import sys
from pathlib import Path

from course_lib.commands import copies, lab, places

FOLDER = "work"  # in the home of the learner: the name that the lessons know


def run(command):
    """Prepare the seat, and become the command.

    Parameters
    ----------
    command : list of str
    """
    lab.skip_the_news()
    for sentence in make_copies(Path.home() / FOLDER):
        print(sentence, file=sys.stderr)
    limit_memory(os.environ.get("MEM_LIMIT", ""))
    sys.stderr.flush()
    os.execvpe(command[0], command, places.environment())


def make_copies(folder):
    """Copy the lessons; returns sentences about what changed or could not be written.

    A full disk keeps nobody out: what is there can still be read, and deleted.
    """
    try:
        return copies.copy_lessons(places.lessons(), folder)
    except OSError as error:
        return [
            f"{folder} cannot be written ({error.strerror or error}): free the disk or "
            "mend its rights, and start this server again for the missing lessons."
        ]


def limit_memory(text):
    """Let no process of this learner hold more than some bytes of its own (on Unix).

    JupyterHub's simple spawner promises ``mem_limit`` and leaves it to the system;
    under this limit a learner's array that is too large raises a MemoryError in the
    cell, and the class goes on. The model's weights are a mapped file and do not count.

    Parameters
    ----------
    text : str, MEM_LIMIT as JupyterHub sets it; no number, no limit
    """
    if text.isdigit() and os.name != "nt":
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        bounds = [int(text)] if hard == resource.RLIM_INFINITY else [int(text), hard]
        resource.setrlimit(resource.RLIMIT_DATA, (min(bounds), min(bounds)))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("Name what to start: python -m course_lib.commands.seat COMMAND ...")
    run(sys.argv[1:])
