"""Bare rows of velocities: the Chaplygin sleigh, what is refused, files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import sarrus
from sarrus import ModelError, analysis
from sarrus.system.system import System

AHEAD, MASS, INERTIA = 0.3, 2.0, 0.15


def drawing(function: Any) -> sarrus.Mechanism:
    """Return a sleigh whose centre of mass is ahead of its blade."""
    m = sarrus.Mechanism("sleigh", gravity=(0, 0, 0))
    body = m.body("sleigh", mass=MASS, inertia=(0.1, 0.1, INERTIA), at=(AHEAD, 0, 0))
    m.planar("p", m.ground, body, at=(AHEAD, 0, 0), axis="z")
    m.nonholonomic("blade", function, points={"edge": ("sleigh", (0, 0, 0))})
    return m


def sideways(motion: Any) -> Any:
    """Return the velocity of the edge across the sleigh."""
    return motion.axes("sleigh")[:, 1] @ motion.velocity("edge")


@pytest.fixture(scope="module")
def sleigh() -> System:
    return drawing(sideways).build().compile()


def test_positions_are_free_and_velocities_are_not(sleigh: System) -> None:
    found = sleigh.mobility()
    assert (found.freedom, found.positions) == (2, 3)
    state = sleigh.assemble({"p.x": 2.0, "p.y": -1.0, "p.angle": 0.7}, rates={"p.rate": 2.0})
    assert not state.notices


@pytest.mark.parametrize("method", ["auto", "pece", "rk4", "bdf", "ida"])
def test_the_sleigh_of_chaplygin(sleigh: System, method: str) -> None:
    """du/dt = a w^2, (J + m a^2) dw/dt = -m a u w: u along the sleigh, w its rate of turning."""
    start = sleigh.assemble(rates={"p.vx": 1.0, "p.rate": 2.0})
    options: dict[str, Any] = {"step": 1e-3} if method == "rk4" else {"rtol": 1e-9, "atol": 1e-11}
    run = sleigh.simulate(start, until=1.5, method=method, **options)
    whole = INERTIA + MASS * AHEAD**2

    def slope(t: float, y: np.ndarray) -> list[float]:
        u, w, _ = y
        return [AHEAD * w * w, -MASS * AHEAD * u * w / whole, w]

    known = solve_ivp(slope, (0, 1.5), [1.0, 2.0, 0.0], rtol=1e-12, atol=1e-13).y[:, -1]
    np.testing.assert_allclose(run.q[-1][2], known[2], atol=2e-8)
    np.testing.assert_allclose(run.v[-1][2], known[1], atol=2e-8)
    assert np.ptp(run.energy) < 1e-8
    edge = run["blade.effort"]
    u, w = known[0], known[1]
    np.testing.assert_allclose(edge[-1], MASS * (u * w + AHEAD * slope(0, known)[1]), atol=1e-7)


def test_the_force_of_the_row_balances_the_body(sleigh: System) -> None:
    """Newton: m a of the centre of mass is the force on the blade, across it."""
    state = sleigh.assemble({"p.angle": 0.4}, rates={"p.vx": 1.0, "p.rate": 2.0})
    motion = sleigh.accelerations(state)
    lam = float(motion.lam[-1])
    across = np.array([-np.sin(0.4), np.cos(0.4)])
    np.testing.assert_allclose(MASS * motion.vdot[:2], lam * across, atol=1e-12)


def test_derivatives_are_exact(sleigh: System) -> None:
    """Of forward dynamics, by q, v and tau, against differences of high order."""
    state = sleigh.assemble({"p.angle": 0.4}, rates={"p.vx": 1.0, "p.rate": 2.0})
    found = analysis.forward_derivatives(sleigh, state.q, state.v, np.zeros(3))
    h = 1e-3

    def slope(by_q: float, by_v: float, k: int) -> np.ndarray:
        def at(x: float) -> np.ndarray:
            q, v = state.q.copy(), state.v.copy()
            q[k] += by_q * x
            v[k] += by_v * x
            return sleigh.forward_dynamics(q, v, np.zeros(3))

        return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h)

    for k in range(3):
        np.testing.assert_allclose(found.dvdot_dq[:, k], slope(1, 0, k), atol=1e-9)
        np.testing.assert_allclose(found.dvdot_dv[:, k], slope(0, 1, k), atol=1e-9)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda m: m.velocity("edge")[0] ** 2, "is not linear"),
        (lambda m: m.velocity("edge")[0] - 1.0, "does not vanish at rest"),
        (lambda m: m.position("edge")[0], "reads no velocity"),
        (lambda m: m.velocity("edge")[0] * m.time, "depends on time"),
        (lambda m: m.velocity("edge"), "must return one number"),
    ],
)
def test_rows_that_are_none_are_refused(function: Any, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        drawing(function).build()


def test_a_row_in_a_file(tmp_path: Path, sleigh: System) -> None:
    path = tmp_path / "sleigh.yaml"
    sarrus.save(sleigh.model, path)
    assert sarrus.load(path) == sleigh.model
    written = path.read_text().replace("velocity(edge, z)", "velocity(edge, q)")
    path.write_text(written)
    with pytest.raises(ModelError, match="velocity"):
        sarrus.load(path)


def test_a_row_can_be_switched_off(sleigh: System) -> None:
    """Without its blade the sleigh goes straight on."""
    from sarrus.events import Enable, Event

    start = sleigh.assemble(rates={"p.vx": 1.0, "p.rate": 0.5})
    run = sleigh.simulate(
        start, until=0.4, rtol=1e-9, events=[Event(0.2, Enable("blade", on=False))]
    )
    late = run.t > 0.2
    np.testing.assert_allclose(run.v[late][:, :2] - run.v[-1][:2], 0.0, atol=1e-9)
