"""Run the tiers notebooks and exercises with the network cut off (on Linux)."""

import argparse
import shutil
import socket
import struct
import subprocess
import sys

from course_lib.commands import places, test

TIERS = ("notebooks", "exercises")
# From Linux's headers: ask for an interface's flags, set them, and the flag "up".
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1
REQUEST = "16sh14x"  # struct ifreq: the interface's name and its flags


def add_arguments(parser):
    pass


def run(options):
    cut_off = separate_network()
    if not cut_off:
        print(
            "The network cannot be cut off here: that needs Linux, and its unshare "
            "command with the right to make namespaces; unplug this computer and run "
            f"`python course.py test {' '.join(TIERS)}` instead."
        )
        return 1
    command = [*cut_off, sys.executable, "-m", "course_lib.commands.offline"]
    return subprocess.call(command, cwd=places.ROOT, env=places.environment())


def separate_network():
    """Return the start of a command that runs the rest in an empty network namespace.

    Returns a list of words, or None where that is not possible.
    """
    unshare = shutil.which("unshare")
    if not unshare or not sys.platform.startswith("linux"):
        return None
    for start in ([unshare, "--net"], [unshare, "--net", "--map-root-user"]):
        if subprocess.run([*start, "true"], capture_output=True).returncode == 0:
            return start
    return None


def raise_loopback():
    """Give the namespace 127.0.0.1, by which kernels are spoken to."""
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack(REQUEST, b"lo", 0)
        answer = fcntl.ioctl(any_socket, SIOCGIFFLAGS, request)
        name, flags = struct.unpack(REQUEST, answer)
        fcntl.ioctl(
            any_socket, SIOCSIFFLAGS, struct.pack(REQUEST, name, flags | IFF_UP)
        )


def outside_is_reachable():
    """Say whether a packet could leave: no route means that none is even sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        try:
            any_socket.connect(("192.0.2.1", 9))  # an address kept for examples
        except OSError:
            return False
    return True


def inside():
    """Run the tiers, once sure that the network really is cut off."""
    raise_loopback()
    if outside_is_reachable():
        print("The network is not cut off, so nothing was run.")
        return 1
    print("The network is cut off: only 127.0.0.1 answers.", flush=True)
    return test.run(argparse.Namespace(tiers=list(TIERS)))


if __name__ == "__main__":
    sys.exit(inside())
