"""Named quantities recorded from the real model, for readers who have not installed it.

``data/traces/trace.json`` lists every name, and for each file its SHA-256, source,
license and the script that made it. Numbers are stored in float32, counts in int64.
"""

import hashlib
import io
import json
from functools import lru_cache
from pathlib import Path

import numpy as np

from course_lib.validation import brief

FOLDER = Path(__file__).parent.parent / "data" / "traces"
WAY_ON = "python course.py model"


def names():
    """Return the recorded names in order.

    >>> "damage_of('no scale')" in names()
    True
    """
    return sorted(name for entry in _index().values() for name in entry["names"])


def get(name):
    """Return one recorded quantity as a dict of arrays.

    Parameters
    ----------
    name : str
        One of ``names()``.

    Returns
    -------
    dict of str to array
        Its parts: for a head ``tokens`` [T] and ``q``, ``k``, ``v`` [T, d_head]; for a
        cut ``loss`` (nats a token), ``words`` and ``probabilities`` [5].

    Raises
    ------
    ValueError
        Nothing of that name was recorded, or its file is missing or altered.

    Source: data/README.md.

    >>> sorted(get("damage_of('no scale')"))
    ['loss', 'probabilities', 'words']
    """
    for file, entry in _index().items():
        if name in entry["names"]:
            start = f"{name}/"
            arrays = _arrays(file, entry["sha256"])
            return {
                k[len(start) :]: a for k, a in arrays.items() if k.startswith(start)
            }
    raise ValueError(
        f"{brief(name)} was not recorded; `{WAY_ON}` installs the real model, which "
        "computes it."
    )


@lru_cache
def _index():
    return json.loads(_read("trace.json"))


@lru_cache
def _arrays(file, sha256):
    content = _read(file)
    if hashlib.sha256(content).hexdigest() != sha256:
        raise ValueError(
            f"data/traces/{file} was altered (its SHA-256 is not the one in "
            "trace.json); `git checkout data/traces` brings it back."
        )
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return dict(arrays)


def _read(file):
    try:
        return (FOLDER / file).read_bytes()
    except OSError:
        raise ValueError(
            f"data/traces/{file} is missing; `git checkout data/traces` brings it back."
        ) from None
