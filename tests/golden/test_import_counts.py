"""Importing the builder and describing a mechanism do not call more Python functions than they did.

All are what every script waits for. Numbers are for the Python that wrote them; NumPy's own import
is not counted. Packages import what is named, and data classes make their methods when they are
first used: what the first description needs of both is counted there.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest

from golden.call_counts import SLACK

MOST = {
    "import": 550,
    "first description": 18_300,
    "next description": 1_635,
    "import of System": 6_460,
}
PYTHON = (3, 11)

SCRIPT = """
import json, sys
import numpy

count = 0

def seen(frame, event, argument):
    global count
    if event == "call":
        count += 1

def calls_of(work):
    global count
    count = 0
    sys.setprofile(seen)
    work()
    sys.setprofile(None)
    return count

def load():
    import sarrus.model

def describe():
    from sarrus.model import Mechanism

    m = Mechanism("linkage", (0.0, -9.81, 0.3))
    m.body("crank", 0.5, (0.1, 0.0, 0.0), (0.001, 0.004, 0.004))
    m.body("coupler", 1.2, (0.4, 0.05, 0.0), (0.01, 0.09, 0.1), at=(0.0, 0.2, 0.0))
    m.body("rocker", 0.8, (0.0, 0.3, 0.0), (0.05, 0.002, 0.05), at=(0.8, 0.0, 0.0))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="z")
    m.revolute("B", "crank", "coupler", at=(0.0, 0.2, 0.0), axis="z")
    m.spherical("C", "coupler", "rocker", at=(0.8, 0.6, 0.0))
    m.revolute("D", m.ground, "rocker", at=(0.8, 0.0, 0.0), axis="z")
    m.spring_damper(
        "S", m.ground, "coupler", k=40.0, c=0.5, free_length=0.3, on_a=(0, 1, 0), on_b=(0.4, 0, 0)
    )
    m.joint_damper("grease", "A", 0.05)
    m.frame("tracer", "coupler", (0.5, 0.2, 0.1))
    m.build()

def load_system():
    import sarrus.system.system

work = {
    "import": load,
    "first description": describe,
    "next description": describe,
    "import of System": load_system,
}
print(json.dumps({name: calls_of(act) for name, act in work.items()}))
"""


@cache
def counted() -> dict[str, int]:
    """Return the calls of a second process: the first one may compile what it imports."""
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
        )
    return dict(json.loads(done.stdout))


@pytest.mark.skipif(sys.version_info[:2] != PYTHON, reason="counts are those of one Python")
@pytest.mark.parametrize("name", MOST)
def test_not_more_calls_than_before(name: str) -> None:
    assert counted()[name] <= SLACK * MOST[name], counted()
