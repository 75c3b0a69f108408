"""Each seeded fault turns a real check red, and without it the check is green."""

import fault as faults
import pytest
from check import GREEN, RED, SKIPPED, Check
from seeded import FAULTS

STEPS = {fault.check.step: None for fault in FAULTS if fault.check.targets}


def other_checks():
    """Return the checks that name no tests; those of one lesson in one go."""
    found = {}
    for fault in FAULTS:
        if not fault.check.targets:
            key = fault.check.step, fault.check.lesson
            found.setdefault(key, set()).update(fault.check.cells)
    return [
        Check(step, cells=tuple(sorted(cells)), lesson=lesson)
        for (step, lesson), cells in found.items()
    ]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_fault_is_noticed(fault, outcomes, report):
    try:
        outcome = outcomes(fault)
    except faults.EditDoesNotApply as problem:
        raise pytest.fail.Exception(str(problem), pytrace=False) from None
    if outcome.code == SKIPPED:
        pytest.skip("the model is not installed")
    report((fault.name, outcome.caught_by or "NOT CAUGHT", outcome.seconds))
    end = outcome.said[-2000:]
    if outcome.code == GREEN:
        pytest.fail(f"no check noticed: {fault.name}\n{end}", pytrace=False)
    if outcome.code != RED or not outcome.caught_by:
        said = f"failed for another reason than a test, code {outcome.code}:\n{end}"
        pytest.fail(said, pytrace=False)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
def test_what_noticed_faults_is_green_without_them(step, outcomes):
    outcome = outcomes(step)
    if outcome is None:
        pytest.skip("no fault was noticed by a test")
    is_green(outcome)


@pytest.mark.parametrize(
    "check", other_checks(), ids=lambda check: check.lesson or check.step.__name__
)
def test_without_faults_the_check_is_green(check, outcomes):
    is_green(outcomes(check))


def is_green(outcome):
    if outcome.code == SKIPPED:
        pytest.skip("the model is not installed")
    if outcome.code != GREEN:
        pytest.fail(f"red without any fault:\n{outcome.said[-3000:]}", pytrace=False)


def test_names_differ():
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
