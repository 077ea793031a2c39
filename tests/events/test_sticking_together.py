"""Several joints that stick: against time stepping, and closed forms of loops."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from events.sticking_machines import block_train, parallelogram, sliding_block
from sarrus import Event
from sarrus.events import Bounce, Effort, Lock, Release, SetParameter


def push(t: float) -> np.ndarray:
    """Efforts on the joints of a train of three."""
    return np.array([5.0 * np.sin(2.0 * t), 4.0 * np.sin(3.1 * t + 1.0), 2.0 * np.sin(1.3 * t)])


def stepped(M: np.ndarray, F: np.ndarray, until: float, h: float) -> tuple[np.ndarray, np.ndarray]:
    """Moreau's time stepping: impulses within h F that make the rates as small as they can be."""
    n = len(F)
    x, v = np.zeros(n), np.zeros(n)
    root = np.linalg.cholesky(np.linalg.inv(M))
    for k in range(round(until / h)):
        free = v + np.linalg.solve(M, h * push((k + 0.5) * h))
        target = -np.linalg.solve(root, free)
        impulse = lsq_linear(root.T, target, (-h * F, h * F), tol=1e-14).x
        v = free + np.linalg.solve(M, impulse)
        x = x + h * v
    return x, v


def test_a_train_of_blocks_moves_as_time_stepping_says() -> None:
    F = np.array([2.0, 1.5, 0.8])
    system = block_train(tuple(F)).compile()
    inputs = {f"P{k}": lambda t, k=k: push(t)[k] for k in range(3)}
    run = system.simulate(system.assemble(), until=3.0, every=0.5, inputs=inputs, rtol=1e-9)
    done = [event.done[0] for event in run.events]
    assert len(done) > 6 and any("sticks" in words for words in done)
    masses, ones = np.array([1.0, 2.0, 3.0]), np.tril(np.ones((3, 3)))
    M = ones.T @ np.diag(masses) @ ones
    coarse, fine = (stepped(M, F, 3.0, h) for h in (4e-3, 2e-3))
    best = 2.0 * fine[0] - coarse[0]  # its error is of first order
    found = np.array([run[f"P{k}.displacement"][-1] for k in range(3)])
    assert found == pytest.approx(best, abs=2e-3)
    assert found == pytest.approx(fine[0], abs=2e-2)
    for k in range(3):
        stuck = run[f"F{k}.sense"] == 0.0
        assert np.all(np.abs(run[f"P{k}.speed"][stuck]) < 1e-12)
        assert np.all(np.abs(run[f"F{k}.friction"]) <= F[k] * (1.0 + 1e-8))
    assert run.energy_error < 1e-7


def test_two_frictions_in_a_loop_hold_together() -> None:
    """They yield at the sum of both, and what each takes before is not unique."""
    system = parallelogram(2.0, 3.0).compile()
    start = system.assemble({"A": -1.0})
    run = system.simulate(start, until=6.0, every=0.1, inputs={"A": lambda t: t}, rtol=1e-9)
    assert run.events[-1].t == pytest.approx(5.0, abs=1e-7)
    assert len(run.events) <= 3
    rest = run.t < 5.0
    both = run["FA.friction"][rest] + run["FD.friction"][rest]
    assert both == pytest.approx(-run.t[rest], abs=1e-9)
    assert np.all(np.abs(run["FA.friction"]) < 2.0 + 1e-8)
    assert np.all(np.abs(run["FD.friction"]) < 3.0 + 1e-8)
    assert not run["FA.friction"].unique and not run["FD.margin"].unique
    assert np.all(np.abs(run["A.rate"][rest]) < 1e-15) and run["A.rate"][-1] > 0.0
    inertia = 3 * 0.01 - 0.01 + 2 * 0.1**2 + 0.2**2  # the bar does not turn
    assert run["A.acceleration"][-1] == pytest.approx((6.0 - 5.0) / inertia, rel=1e-6)


def test_one_friction_in_the_loop_is_unique() -> None:
    system = parallelogram(2.0, 0.0).compile()
    start = system.assemble({"A": -1.0})
    run = system.simulate(start, until=1.9, every=0.1, inputs={"A": lambda t: t})
    assert run["FA.friction"] == pytest.approx(-run.t, abs=1e-9)


def test_what_users_change_decides_anew() -> None:
    """A push that begins, a lock and its release, a smaller bound: each at its time."""
    system = sliding_block(3.0, 4.0).compile()
    events = [
        Event(1.0, Effort("P", 3.5)),
        Event(2.0, SetParameter("F.static", 3.2)),
        Event(3.0, Lock("P")),
        Event(4.0, Release("P")),
    ]
    run = system.simulate(system.assemble(), until=5.0, every=0.5, events=events, rtol=1e-9)
    at = {float(t): k for k, t in enumerate(run.t)}
    assert run["P.displacement"][at[1.5]] == 0.0
    assert run["F.friction"][at[1.5]] == pytest.approx(-3.5)
    assert run["P.speed"][at[2.5]] == pytest.approx(0.25 * 0.5, rel=1e-9)
    assert run["P.speed"][at[3.5]] == 0.0
    assert run["P.speed"][at[5.0]] == pytest.approx(0.25 * 1.0, rel=1e-9)
    assert run.energy_error < 1e-9


def test_impacts_happen_without_friction() -> None:
    """A block that is thrown back keeps its rate, and sticks later."""
    system = sliding_block(3.0).compile()
    wall = Event("P.displacement", Bounce(1.0), at=0.1, direction="up")
    run = system.simulate(system.assemble(rates={"P": 1.0}), until=1.0, every=0.1, events=[wall])
    assert run["P.displacement"][-1] == pytest.approx(0.2 - 1.0 / 3.0, abs=1e-9)
    assert run["F.sense"][-1] == 0.0 and run.events[-1].t == pytest.approx(2.0 / 3.0, abs=1e-9)
