"""Small machines that events happen to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from loops.mechanisms import rod
from sarrus import Mechanism, Model
from sarrus.system import Run

G = 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-12}
METHODS: dict[str, dict[str, Any]] = {
    "auto": TIGHT,
    "rk4": {"method": "rk4", "step": 1e-3},
    "abm4": {"method": "abm4", "step": 1e-3},
    "pece": {"method": "pece", **TIGHT},
    "adams": {"method": "adams", **TIGHT},
    "bdf": {"method": "bdf", **TIGHT},
    "ida": {"method": "ida", **TIGHT},
}
OWN = ("auto", "rk4", "abm4")

More = Callable[[Mechanism], None]


def ball(mass: float = 2.0) -> Model:
    """A ball on a vertical guide: J is its height."""
    m = Mechanism("ball", (0.0, -G, 0.0))
    m.body("ball", mass, (0, 0, 0), (0.1, 0.1, 0.1))
    m.prismatic("J", m.ground, "ball", at=(0, 0, 0), axis="y")
    return m.build()


def oscillator(mass: float = 0.5, k: float = 50.0, more: More | None = None) -> Model:
    """A block on a spring along x without gravity: J is its displacement from rest."""
    m = Mechanism("oscillator", (0.0, 0.0, 0.0))
    m.body("block", mass, (0, 0, 0), (0.1, 0.1, 0.1))
    m.prismatic("J", m.ground, "block", at=(0, 0, 0), axis="x")
    where = {"on_a": (-2.0, 0, 0), "on_b": (0, 0, 0)}
    m.spring_damper("S", m.ground, "block", k=k, free_length=2.0, **where)
    if more:
        more(m)
    return m.build()


def flywheel(inertia: float = 2.0, more: More | None = None) -> Model:
    """A wheel about z, without gravity."""
    m = Mechanism("flywheel", (0.0, 0.0, 0.0))
    m.body("wheel", 1.0, (0, 0, 0), (1.0, 1.0, inertia))
    m.revolute("A", m.ground, "wheel", at=(0, 0, 0), axis="z")
    if more:
        more(m)
    return m.build()


def pendulum(mass: float = 1.0, length: float = 1.0, load: float = 0.0) -> Model:
    """A rod about z that hangs along -y at A = 0; load: a point mass at its tip [kg]."""
    m = Mechanism("pendulum", (0.0, -G, 0.0))
    I = mass * length**2 / 12
    m.body("rod", mass, (0, -length / 2, 0), (I, 0.0, I))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    if load:
        m.body("load", load, (0, 0, 0), (0.0, 0.0, 0.0), at=(0, -length, 0))
        m.weld("W", "rod", "load", at=(0, -length, 0))
    return m.build()


def double_pendulum() -> Model:
    """Two different rods about z, which hang along -y at A = B = 0."""
    m = Mechanism("double_pendulum", (0.0, -G, 0.0))
    m.body("upper", 1.2, (0, -0.45, 0.02), (0.09, 0.01, 0.08))
    m.body("lower", 0.7, (0.03, -0.3, 0), (0.04, 0.002, 0.03), at=(0, -1.0, 0))
    m.revolute("A", m.ground, "upper", at=(0, 0, 0), axis="z")
    m.revolute("B", "upper", "lower", at=(0, -1.0, 0), axis="z")
    return m.build()


def slider_crank(more: More | None = None) -> Model:
    """Crank, rod and slider in the plane, in space coordinates; drawn with the crank along x."""
    m = Mechanism("slider_crank", (0.0, -G, 0.0))
    O, P, Q = (0.0, 0.0, 0.0), (0.3, 0.0, 0.0), (1.3, 0.0, 0.0)
    rod(m, "crank", O, P, 1.0)
    rod(m, "rod", P, Q, 0.8)
    m.body("slider", 0.6, (0, 0, 0), (0.01, 0.01, 0.01), at=Q)
    m.revolute("A", m.ground, "crank", at=O, axis="z")
    m.revolute("B", "crank", "rod", at=P, axis="z")
    m.revolute("C", "rod", "slider", at=Q, axis="z")
    m.prismatic("D", m.ground, "slider", at=Q, axis="x")
    if more:
        more(m)
    return m.build()


def mass_matrix(run: Run, k: int) -> np.ndarray:
    """M at state k, from the equations of its segment."""
    sim = run.segment(k).sim
    return sim.system.mass_matrix(run.q[k].copy(), **sim.kept_keywords)


def assert_consistent(run: Run, energy: float) -> None:
    """What holds of every run with events, whatever they do.

    Segments follow each other without gaps; times do not go back; where an event has changed
    something, the states before and after it are kept, at its time and at the same place; the
    ledger closes, and what the events have changed is booked.
    """
    assert run.segments[0].first == 0 and run.segments[-1].last == len(run)
    for one, other in pairwise(run.segments):
        assert one.last == other.first and one.first < one.last
    assert np.all(np.diff(run.t) >= -1e-15 * np.max(np.abs(run.t)))
    assert np.all(np.diff([event.t for event in run.events]) >= 0.0)
    begun = {segment.first for segment in run.segments}
    for event in run.events:
        assert run.t[event.state] == event.t, event
        if event.state in begun:
            before = run.t[event.state - 1]
            assert before == pytest.approx(event.t, rel=1e-15), "the state before is kept as well"
            gap = np.abs(run.q[event.state - 1] - run.q[event.state])
            assert np.max(gap) <= 1e-13 * (1.0 + np.max(np.abs(run.q)))
    assert begun - {0} <= {event.state for event in run.events}
    assert run.energy_error <= energy
