"""Stops code that does not come to an end.

On the main thread of Linux and macOS a signal interrupts it, even in a long sleep.
Elsewhere (Windows, a second thread) a watchdog thread asks Python to raise in it; that
works between two steps of Python, so a single call into C is waited for.
"""

import ctypes
import signal
import threading
import time

AGAIN = 0.2  # seconds, until code that caught the interruption is interrupted again


class OutOfTime(BaseException):
    """Raised inside code that takes too long; ``except Exception`` lets it pass."""


def within(seconds, function):
    """Return function(), or raise OutOfTime when it takes longer.

    >>> within(1, lambda: 3)
    3
    """
    on_main_thread = threading.current_thread() is threading.main_thread()
    if on_main_thread and hasattr(signal, "setitimer"):
        return by_signal(seconds, function)
    return by_watchdog(seconds, function)


def by_signal(seconds, function):
    """Interrupt the main thread by an alarm; what was set before is set again."""

    def interrupt(signum, frame):
        raise OutOfTime

    handler = signal.signal(signal.SIGALRM, interrupt)
    timer = signal.getitimer(signal.ITIMER_REAL)

    def start():
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)

    def stop():
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler or signal.SIG_DFL)

    return between(start, function, stop)


def by_watchdog(seconds, function):
    """Have a second thread raise OutOfTime in this one.

    That may happen between any two steps, so nothing here holds a lock of Python's own
    classes: a bare lock is taken and given back in one step each.
    """
    thread, held, ended = threading.get_ident(), threading.Lock(), []
    held.acquire()

    def watch():
        wait = seconds
        while not held.acquire(timeout=wait):
            raise_in(thread, OutOfTime)
            wait = AGAIN
        ended.append(True)

    def stop():
        if held.locked():
            held.release()
        while not ended:
            time.sleep(0.0005)
        raise_in(thread, None)  # takes back what was asked for and not yet raised

    watcher = threading.Thread(target=watch, daemon=True)
    return between(watcher.start, function, stop)


def between(start, function, stop):
    """Return function() with a clock running, stopped whatever happens."""
    try:
        try:
            start()
            return function()
        finally:
            stop()
    except OutOfTime:
        stop()  # again: the time may have run out on the way to the first stop
        raise


def raise_in(thread, error):
    """Ask Python to raise an error in a thread; None takes it back."""
    error = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)
