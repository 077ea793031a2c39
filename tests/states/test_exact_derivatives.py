"""Derivatives of motions with states of force elements are exact: 1e-12 against dual numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus import System
from sarrus.spatial.dual import duals, rates
from sarrus.system.simulation.actuation import Actuation
from sarrus.system.simulation.mode_kernels import Simulator
from states.machines import chain, compiled, four_bar, motor

MACHINES: dict[str, tuple[Any, dict[str, Any]]] = {
    "motor": (motor, {}),
    "chain": (chain, {}),
    "driven chain": (chain, {"J1": lambda t: 0.3 + 0.4 * t + 0.2 * np.sin(3.0 * t)}),
    "four bar": (four_bar, {}),
    "driven four bar": (four_bar, {"A": lambda t: 0.1 * np.sin(2.0 * t)}),
}


def simulator(system: System, driven: dict[str, Any]) -> Simulator:
    state = system.assemble()
    last = system.compiled.last_inputs()
    return Simulator(system, Actuation(system, {}), last, driven, 0.0, {}, (), state.q)


def start(sim: Simulator, seed: int = 3) -> np.ndarray:
    """Return a consistent row y away from rest."""
    system, random = sim.system, np.random.default_rng(seed)
    guess = system.assemble({"A": 0.0} if system.closed else None)
    q = guess.q if system.closed else random.uniform(-0.4, 0.4, system.nq)
    state = system.assemble(guess=q, rates={"A": 0.7} if system.closed else {})
    v = state.v if system.closed else random.normal(size=system.nv)
    z = random.normal(size=len(system.states))
    y = sim.start(system.state(state.q, v, z=z))
    y[-3:] = random.normal(size=3)
    return y


def by_duals(function: Any, y: np.ndarray) -> np.ndarray:
    columns = [rates(np.asarray(function(duals(y, unit)))) for unit in np.eye(y.size)]
    return np.array(columns, dtype=float).T


def called(kernel: Any, sim: Simulator, **values: Any) -> np.ndarray:
    given = {**sim.inputs(sim.choice(values["y"])), **values}
    return np.asarray(kernel(*[given[port.name] for port in kernel.inputs]))


@pytest.mark.parametrize("name", MACHINES)
def test_slope_jacobian(name: str) -> None:
    make, driven = MACHINES[name]
    sim = simulator(compiled(make()), driven)
    y, t = start(sim), 0.0
    J = called(sim.slope_jacobian_kernel(), sim, y=y, t=np.array([t]))
    flow = sim.flow_in_numbers()
    exact = by_duals(lambda at: flow.slope(t, at).ydot, y)
    scale = np.maximum(1.0, np.max(np.abs(exact), axis=1, keepdims=True))
    assert np.max(np.abs(J - exact) / scale) < 1e-12
    z = sim.z(np.arange(sim.size))
    assert np.any(J[sim.system.nq : sim.system.nq + sim.system.nv][:, z]) or driven
    assert np.any(J[z][:, z])


@pytest.mark.parametrize("name", MACHINES)
def test_residual_jacobian(name: str) -> None:
    make, driven = MACHINES[name]
    sim = simulator(compiled(make()), driven)
    y, t, cj = start(sim), 0.0, 37.0
    random = np.random.default_rng(7)
    whole = np.concatenate([y, random.normal(size=2 * sim.rows)])
    yp = random.normal(size=whole.size)
    n, m = sim.size, sim.rows
    given = {"yp": yp, "cj": np.array([cj]), "t": np.array([t])}
    J = called(sim.residual_jacobian_kernel(), sim, y=whole, **given)
    flow = sim.flow_in_numbers()

    def residual(at: Any, along: Any) -> Any:
        return flow.residual(t, at[:n], along[:n], at[n : n + m], at[n + m :])

    exact = by_duals(lambda at: residual(at, yp), whole)
    exact = exact + cj * by_duals(lambda along: residual(whole, along), yp)
    scale = np.maximum(1.0, np.max(np.abs(exact), axis=1, keepdims=True))
    assert np.max(np.abs(J - exact) / scale) < 1e-12
