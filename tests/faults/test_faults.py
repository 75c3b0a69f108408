"""Each seeded fault turns a real check red, and without it the check is green."""

import itertools

import fault as faults
import pytest
from check import GREEN, RED, SKIPPED, Check
from seeded import FAULTS


def step_and_rest(check):
    return check.step.__name__, check.targets, check.lesson, check.cells


def unedited_checks():
    """Return the checks of all faults; those of one step are run in one go."""
    found = []
    checks = sorted({fault.check for fault in FAULTS}, key=step_and_rest)
    for step, group in itertools.groupby(checks, key=lambda check: check.step):
        group = list(group)
        if group[0].targets:
            targets = sorted({target for check in group for target in check.targets})
            group = [Check(step, tuple(targets))]
        found += group
    return found


@pytest.mark.parametrize("unedited", unedited_checks(), ids=lambda c: c.step.__name__)
def test_the_unedited_copy_is_green(unedited, outcomes):
    outcome = outcomes(unedited)
    if outcome.code == SKIPPED:
        pytest.skip("the model is not installed")
    if outcome.code != GREEN:
        pytest.fail(f"red without any fault:\n{outcome.said[-3000:]}", pytrace=False)


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
        pytest.fail(f"failed for another reason than a test:\n{end}", pytrace=False)


def test_names_differ():
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
