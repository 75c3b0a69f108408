"""What is recorded equals what the live model computes."""

import ast
import importlib
import pkgutil
import re

import numpy as np
import pytest

import course_lib
from course_lib import traces

# One thread and another BLAS kernel change a float32 forward pass by about 1e-6.
CLOSE = {"rtol": 1e-4, "atol": 1e-4}


def measurements():
    """Return every function of course_lib that is recorded, by name."""
    found = {}
    for module in pkgutil.walk_packages(course_lib.__path__, "course_lib."):
        if module.name.startswith("course_lib.commands"):
            continue  # its __main__ would run
        for name, value in vars(importlib.import_module(module.name)).items():
            if hasattr(value, "record_name"):
                found[name] = value
    return found


@pytest.mark.parametrize(
    "name", traces.names(), ids=[str(n) for n in range(len(traces.names()))]
)
def test_a_record_equals_the_live_measurement(name):
    function, arguments = re.fullmatch(r"(\w+)\((.*)\)", name, re.DOTALL).groups()
    measure = measurements()[function]
    live = measure(*ast.literal_eval(f"[{arguments}]"))
    live = live if isinstance(live, dict) else {"value": live}
    recorded = traces.get(name)
    assert set(live) == set(recorded)
    for part, array in recorded.items():
        if array.dtype.kind == "U":
            assert array.tolist() == live[part].tolist()
        else:
            np.testing.assert_allclose(live[part], array, err_msg=part, **CLOSE)
