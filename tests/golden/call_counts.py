"""How many Python functions a warm call of the public interface calls."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from random_trees import random_tree
from sarrus.analysis import forward_derivatives
from sarrus.gallery import four_bar
from sarrus.model import Model
from sarrus.system import System

FILE = Path(__file__).parent / "data" / "call_counts.json"
SLACK = 1.02
TIMES = np.linspace(0.0, 1.0, 251)


def calls_of(work: Callable[[], Any], name: str = "", file: str = "") -> int:
    """Return how many Python functions a piece of work calls, itself excepted.

    name, file: those of a name, and of files whose paths end like this.
    """
    count = 0

    def seen(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        code = frame.f_code
        if event == "call" and name in ("", code.co_name) and code.co_filename.endswith(file):
            count += 1

    before = sys.getprofile()
    gc.disable()  # finalizers of what others left behind do not count
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(before)
        gc.enable()
    return count


def works() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Go through what is counted, on the four-bar of the gallery."""
    system = four_bar().compile()
    start = system.assemble(rates={"A": 2.0})
    how = {"until": 0.5, "every": 0.01}
    yield "simulate auto", lambda: system.simulate(start, **how)
    yield "simulate rk4", lambda: system.simulate(start, method="rk4", step=1e-3, **how)
    yield "simulate bdf", lambda: system.simulate(start, method="bdf", **how)
    yield "run[C.reaction.force]", lambda: system.simulate(start, **how)["C.reaction.force"]
    yield "run[A.angle]", lambda: system.simulate(start, **how)["A.angle"]
    yield "drive of 251 instants", lambda: system.drive({"A": law}, times=TIMES)
    yield "drive of one instant", lambda: system.drive({"A": law}, times=[0.1])
    yield "drive of one instant, led there", lambda: system.drive({"A": law}, times=[0.5])
    yield "reaction at one instant", lambda: system.drive({"A": law}, times=[0.1]).reactions("C")
    yield "drive[A.effort]", lambda: system.drive({"A": law}, times=TIMES)["A.effort"]
    yield "linearize", lambda: system.linearize(start, ("A",), ("D.angle",))
    yield "forward_dynamics", lambda: system.forward_dynamics(start.q, start.v, start.v)
    yield "mass_matrix", lambda: system.mass_matrix(start.q)
    yield "accelerations", lambda: system.accelerations(start)
    yield "reactions", lambda: system.reactions(start)
    yield "poses", lambda: system.poses(start.q)
    arm = np.ones(7)
    yield (
        "System and first inverse_dynamics of 7 bodies",
        lambda: System(chain(), kernels=()).inverse_dynamics(arm, arm, arm),
    )
    large, q = System(random_tree(1, 30, ["revolute"], chain=True, reversals=False)), np.ones(30)
    yield "forward_derivatives of 30 bodies", lambda: forward_derivatives(large, q, q, q)
    yield "assemble", lambda: system.assemble({"A": 0.3}, {"A": 1.0})


@cache
def chain() -> Model:
    """Return one chain, whose parts are found in tables without being compared."""
    return random_tree(1, 7, ["revolute"], chain=True, reversals=False)


def law(t: Any) -> Any:
    """Return the driven angle."""
    return 6.0 * t


def counts() -> dict[str, int]:
    """Return the calls of all that is counted, each done twice before."""
    found = {}
    for name, work in works():
        work()
        work()
        found[name] = calls_of(work)
    return found


def stored() -> dict[str, int]:
    """Return the counts of the file."""
    return dict(json.loads(FILE.read_text(encoding="utf-8")))


if __name__ == "__main__":
    FILE.write_text(json.dumps(counts(), indent=1) + "\n", encoding="utf-8")
