"""Stops code that does not come to an end.

On the main thread of Linux and macOS a signal interrupts it, even in a long sleep.
Elsewhere (Windows, a second thread) a watchdog thread asks Python to raise in it; that
works between two steps of Python, so a single call into C is waited for.
"""

import contextlib
import ctypes
import signal
import threading

AGAIN = 0.2  # seconds, until code that caught the interruption is interrupted again


class OutOfTime(BaseException):
    """Raised inside code that takes too long; ``except Exception`` lets it pass."""


def time_limit(seconds):
    """Return a context whose body is left with OutOfTime after some seconds.

    >>> with contextlib.suppress(OutOfTime), time_limit(0.01):
    ...     while True:
    ...         pass
    """
    on_main_thread = threading.current_thread() is threading.main_thread()
    if on_main_thread and hasattr(signal, "setitimer"):
        return by_signal(seconds)
    return by_watchdog(seconds)


@contextlib.contextmanager
def by_signal(seconds):
    """Interrupt the main thread by an alarm; what was set before is set again."""
    running = True

    def interrupt(signum, frame):
        if running:
            raise OutOfTime

    handler = signal.signal(signal.SIGALRM, interrupt)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        running = False
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler or signal.SIG_DFL)


@contextlib.contextmanager
def by_watchdog(seconds):
    """Have a second thread raise OutOfTime in this one."""
    thread, done, lock = threading.get_ident(), threading.Event(), threading.Lock()

    def watch():
        wait = seconds
        while not done.wait(wait):
            with lock:
                if not done.is_set():
                    raise_in(thread, OutOfTime)
            wait = AGAIN

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        with lock:
            done.set()
        raise_in(thread, None)  # takes back what was asked for and not yet raised


def raise_in(thread, error):
    """Ask Python to raise an error in a thread; None takes it back."""
    error = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)
