"""A small disk in memory: how to fill a disk, or to make it read-only, even as root."""

import contextlib
import os
import subprocess
import sys

import pytest


@contextlib.contextmanager
def small_disk(folder, megabytes):
    """Mount an empty disk of this size on a new folder; skip where that is impossible.

    Yields a function that takes mount's options, such as "ro" or "size=50m".
    """
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root on Linux can mount a disk in memory")
    folder.mkdir()
    size = f"size={megabytes}m"
    mount = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("this machine does not let us mount a disk in memory")

    def change(options):
        command = ["mount", "-o", f"remount,{options}", str(folder)]
        subprocess.run(command, check=True)

    try:
        yield change
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
