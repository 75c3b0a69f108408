"""Each seeded fault turns a real check red, and without it the check is green."""

import check
import fault as faults
import pytest
from seeded import FAULTS

# Without a fault, all targets of pytest are run at once: it starts only once.
PLAIN = check.tests(*sorted({t for fault in FAULTS for t in fault.check.targets}))
OTHERS = {fault.check for fault in FAULTS if not fault.check.targets}
UNEDITED = [PLAIN, *sorted(OTHERS, key=str)]


@pytest.mark.parametrize("unedited", UNEDITED, ids=lambda c: c.step)
def test_the_unedited_copy_is_green(unedited, outcomes):
    outcome = outcomes(unedited)
    assert outcome.green, f"red without any fault:\n{outcome.said[-3000:]}"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f.name.replace(" ", "-"))
def test_the_fault_is_noticed(fault, outcomes, report):
    try:
        outcome = outcomes(fault)
    except faults.EditDoesNotApply as problem:
        pytest.fail(str(problem), pytrace=False)
    report((fault.name, outcome.caught_by or "NOT CAUGHT", outcome.seconds))
    end = outcome.said[-2000:]
    if outcome.green:
        pytest.fail(f"no check noticed: {fault.name}\n{end}", pytrace=False)
    if not outcome.caught_by:
        pytest.fail(f"failed for another reason than a test:\n{end}", pytrace=False)


def test_names_differ():
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
