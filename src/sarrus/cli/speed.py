"""The time of a few calls, on mechanisms that are made here."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model import Mechanism

if TYPE_CHECKING:
    from sarrus.system import System

ROUNDS = 5
ROUND = 0.05
"""How long a round takes [s]."""


def chain(n: int) -> System:
    """Return an arm of n rods on hinges, each turned against the one before."""
    m = Mechanism(f"arm of {n}")
    for k in range(n):
        m.body(f"rod{k}", 1.0, (0.5 + k, 0, 0), (1e-3, 1 / 12, 1 / 12))
        inner = m.ground if k == 0 else f"rod{k - 1}"
        m.revolute(f"J{k}", inner, f"rod{k}", at=(k, 0, 0), axis="yzx"[k % 3])
    return m.build().compile()


def four_bar() -> System:
    """Return a planar four-bar."""
    m = Mechanism("four-bar")
    m.body("crank", 1.0, (0.05, 0, 0), (1e-4, 1e-3, 1e-3))
    m.body("coupler", 2.0, (0.2, 0, 0.1), (1e-3, 2e-2, 2e-2))
    m.body("rocker", 1.5, (0.3, 0, 0.1), (1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("B", "crank", "coupler", at=(0.1, 0, 0), axis="y")
    m.revolute("C", "coupler", "rocker", at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, "rocker", at=(0.3, 0, 0), axis="y")
    return m.build().compile()


def call_times() -> list[dict[str, Any]]:
    """Return the best time per call of the dynamics of three mechanisms."""
    rows = []
    for system in (chain(7), chain(30)):
        q, v, tau = (np.full(system.nv, x) for x in (0.3, 0.1, 0.2))
        for name in ("inverse_dynamics", "forward_dynamics"):
            seconds = best(getattr(system, name), q, v, tau)
            rows.append(row(system, name, seconds, system.compiled.kernels[name].operations))
    closed = four_bar()
    state = closed.assemble({"A": 0.4}, rates={"A": 10.0})
    seconds = best(closed.forward_dynamics, state.q, state.v, np.zeros(closed.nv))
    rows.append(row(closed, "forward_dynamics", seconds, None))
    return rows


def row(system: System, call: str, seconds: float, operations: int | None) -> dict[str, Any]:
    """Return one line of the table; operations: None where several kernels take part."""
    words = f"{system.model.name}, {system.nv} velocities"
    return {
        "mechanism": words, "call": call, "microseconds": 1e6 * seconds, "operations": operations,
    }  # fmt: skip


def best(function: Callable[..., Any], *arguments: Any) -> float:
    """Return the least mean time of a call over some rounds [s]."""
    function(*arguments)
    times = []
    for _ in range(ROUNDS):
        calls, began = 0, time.perf_counter()
        while time.perf_counter() - began < ROUND:
            for _ in range(20):
                function(*arguments)
            calls += 20
        times.append((time.perf_counter() - began) / calls)
    return min(times)
