"""Starts all checks at once, two at a time, and prints what caught each fault."""

import pytest
from fault import Fault
from project_copy import Workshop

CAUGHT = pytest.StashKey[list]()


@pytest.fixture(scope="session")
def outcomes(request, tmp_path_factory):
    """Return a function that gives the outcome of a fault, a check or a step.

    A step's outcome is that of its tests that noticed a fault, without any fault.
    """
    workshop = Workshop(tmp_path_factory.mktemp("faults"))
    jobs = {}
    for item in request.session.items:
        for name, value in item.callspec.params.items() if _has_job(item) else ():
            if name == "fault":
                jobs[value] = workshop.submit(value.check, value.edit)
            elif name == "check":
                jobs[value] = workshop.submit(value)
            else:
                of_step = [job for fault, job in jobs.items() if uses(fault, value)]
                jobs[value] = workshop.submit_noticed(value, of_step)
    yield lambda value: jobs[value].result()
    workshop.close()


def uses(fault, step):
    return isinstance(fault, Fault) and fault.check.step is step


def _has_job(item):
    return hasattr(item, "callspec") and "outcomes" in item.fixturenames


@pytest.fixture
def report(request):
    """Return a function that adds a row to the closing table."""
    return request.config.stash.setdefault(CAUGHT, []).append


def pytest_terminal_summary(terminalreporter, config):
    rows = config.stash.get(CAUGHT, [])
    if rows:
        terminalreporter.section(f"{len(rows)} seeded faults, and what caught each")
    for name, caught_by, seconds in rows:
        terminalreporter.write_line(f"{name:52} {seconds:4.1f} s  {caught_by}")
