"""Very many steps in one run: how far loops, energy and memory drift."""

from __future__ import annotations

import resource
import sys

import numpy as np
import pytest

from promises.record import tell
from sarrus.gallery import four_bar
from sarrus.system import Run, System

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no resource")

STEP = 1e-3


def peak() -> float:
    """Return the most memory so far [MB]."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def turning(system: System, steps: int) -> Run:
    """Turn the crank through all positions, without losses, by steps of a millisecond."""
    start = system.assemble({"A": 0.4}, rates={"A": 5.0})
    until = steps * STEP
    return system.simulate(start, until=until, every=until / 200, method="rk4", step=STEP)


def drifts(run: Run) -> tuple[float, float]:
    """Return the largest gap of the loops [m] and change of the energy over that of the motion."""
    loops = run.system.compiled.loops
    gap = max(float(np.max(np.abs(loops.closure(q)[0]))) for q in run.q)
    energy, kinetic = run["energy.total"], run["energy.kinetic"]
    return gap, float(np.max(np.abs(energy - energy[0])) / np.max(kinetic))


def test_ten_thousand_steps() -> None:
    run = turning(four_bar().compile(), 10_000)
    gap, energy = drifts(run)
    assert len(run) == 201 and gap < 1e-9 and energy < 1e-7


@pytest.mark.slow
def test_hundred_million_steps() -> None:
    """The clock does not drift, loops stay closed, and energy is lost no faster than at first."""
    system = four_bar().compile(wait=True)
    short = turning(system, 1_000_000)
    before = peak()
    run = turning(system, 100_000_000)
    assert peak() - before < 20.0
    assert np.array_equal(run.t, np.linspace(0.0, 100_000.0, 201))
    gap, energy = drifts(run)
    assert gap < 1e-9
    _, early = drifts(short)
    # The method loses energy steadily, of fourth order in the step: it may not grow faster.
    assert energy < 200.0 * max(early, 1e-12)
    tell("steps", 100_000_000, gap_fm=round(gap * 1e15), energy_ppb=round(energy * 1e9))
