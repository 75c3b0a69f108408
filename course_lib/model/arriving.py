"""How much of a download has arrived, in one line of a terminal."""

import sys
import threading
from contextlib import contextmanager


@contextmanager
def arriving(folder, n_bytes):
    """Show the size of the largest file in a folder while the body runs.

    folder: Path, where another program puts what it downloads, at any depth.
    n_bytes: int, the size that is expected. In a file or a pipe nothing is shown.
    """
    if not sys.stdout.isatty():
        yield
        return
    over = threading.Event()
    teller = threading.Thread(target=_tell, args=(folder, n_bytes, over), daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()
        sys.stdout.write("\r" + " " * 40 + "\r")
        sys.stdout.flush()


def _tell(folder, n_bytes, over):
    while not over.wait(0.3):
        size = largest(folder)
        sys.stdout.write(f"\r  {size / 1e6:.0f} of {n_bytes / 1e6:.0f} MB")
        sys.stdout.flush()


def largest(folder):
    """Return the bytes of the largest file below a folder; 0 when there is none."""
    sizes = [0]
    for path in folder.rglob("*"):
        try:
            sizes.append(path.stat().st_size)
        except OSError:
            pass  # moved away between two looks
    return max(sizes)
