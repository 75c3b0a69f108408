"""Code that does not end is stopped: by a signal, and elsewhere by a watchdog."""

import signal
import threading
import time

import pytest

from course_lib.exercises import time_limit as limits
from course_lib.exercises.time_limit import OutOfTime, within

WAYS = [
    pytest.param(
        limits.by_signal,
        marks=pytest.mark.skipif(
            not hasattr(signal, "setitimer"), reason="there is no setitimer"
        ),
    ),
    limits.by_watchdog,
]


def endless():
    while True:
        pass


def endless_and_stubborn():
    while True:
        try:
            time.sleep(0.001)
        except Exception:
            continue


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("function", [endless, endless_and_stubborn])
def test_an_endless_loop_is_stopped(way, function):
    with pytest.raises(OutOfTime):
        way(0.05, function)


@pytest.mark.parametrize("way", WAYS)
def test_what_ends_in_time_is_left_alone(way):
    for _ in range(20):
        way(0.05, lambda: time.sleep(0.001))
    time.sleep(0.1)  # nothing comes late


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no setitimer")
def test_a_long_sleep_is_interrupted_and_the_handler_restored():
    before = signal.getsignal(signal.SIGALRM)
    timer = signal.getitimer(signal.ITIMER_REAL)
    with pytest.raises(OutOfTime):
        within(0.05, lambda: time.sleep(5))
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == pytest.approx(timer, abs=1)


def test_code_that_catches_everything_is_interrupted_again():
    caught = []

    def catches_once():
        while True:
            try:
                endless()
            except BaseException:
                if caught:
                    raise
                caught.append(True)

    with pytest.raises(OutOfTime):
        within(0.05, catches_once)
    assert caught


def test_a_second_thread_is_stopped_too():
    stopped = threading.Event()

    def work():
        try:
            within(0.05, endless)
        except OutOfTime:
            stopped.set()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(5)
    assert stopped.is_set()


def test_errors_pass_through():
    def fails():
        raise KeyError("oops")

    for way in (limits.by_watchdog, within):
        with pytest.raises(KeyError):
            way(1, fails)


@pytest.mark.parametrize("way", WAYS)
def test_time_that_runs_out_at_the_very_end_leaves_nothing_behind(way):
    """Whenever the alarm comes, it is raised here or not at all."""
    for microseconds in range(0, 3000, 20):
        end = time.perf_counter() + microseconds / 1e6

        def busy(end=end):
            while time.perf_counter() < end:
                pass

        try:
            way(0.001, busy)
        except OutOfTime:
            pass
    time.sleep(0.3)
