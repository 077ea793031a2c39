"""Derivatives where accelerations are given: hybrid dynamics of trees, driven rows of loops.

On random mechanisms with every joint type and force element, against complex steps or dual numbers
through equations that know nothing of the recursions: the articulated-body recursion of
`hybrid_dynamics`, and the augmented equations of loops and drives together. The same for whole
systems with laws, against derivatives of the trace.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

from analysis.machines import floating, raft
from derivatives.differences import along, along_q
from derivatives.mechanisms import ALL, Moving, matrix_of, random_mechanism, some_slow
from derivatives.test_random_mechanisms import exact
from loops.mechanisms import bricard, delta, five_bar, four_bar, rssr, slider_crank
from random_trees import random_tree
from sarrus import Model
from sarrus.dynamics.closed_form import SchurFactors
from sarrus.dynamics.constraints import ClosedVelocities
from sarrus.dynamics.derivatives import (
    DrivenRows,
    closed_forward_derivatives,
    hybrid_derivatives,
)
from sarrus.dynamics.derivatives.forward import by_articulated_bodies, by_inverse_mass
from sarrus.dynamics.forward import hybrid_dynamics
from sarrus.dynamics.inverse import inverse_dynamics
from sarrus.dynamics.kinematics import accelerations, positions, velocities
from sarrus.dynamics.loads import applied_loads
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.program import Program
from sarrus.kernels.trace import trace
from sarrus.system.flow import flow_kernels
from sarrus.system.simulation.actuation import Actuation
from sarrus.system.simulation.mode_kernels import Simulator
from simulation.machines import rrc_arm
from system.machines import crane


@cache
def mechanism(seed: int) -> Moving:
    return random_mechanism(seed)


def some_of(seed: int, n: int) -> list[int]:
    """At least one of n velocities, and at times all of them."""
    random = np.random.default_rng(1000 + seed)
    return sorted(int(k) for k in random.choice(n, int(random.integers(1, n + 1)), replace=False))


# --- trees ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", some_slow(range(0, ALL, 2)))
def test_hybrid_dynamics_of_trees(seed: int) -> None:
    """Accelerations of free coordinates and efforts of driven ones, by q, v and tau."""
    m = mechanism(seed)
    if not m.nv:
        return
    driven = some_of(seed, m.nv)
    free = [k for k in range(m.nv) if k not in driven]
    tau = np.random.default_rng(seed).normal(size=m.nv)

    def solution(q: Any, v: Any, tau: Any) -> Any:
        speed = velocities(positions(m.tree, q, m.base), v)
        found = hybrid_dynamics(speed, applied_loads(speed, 0.0), tau, m.vdot, driven)
        return np.concatenate([found.vdot, found.tau[driven]])

    expected = solution(m.q, m.v, tau)
    cases = (
        along_q(m, lambda q: solution(q, m.v, tau)),
        along(lambda v: solution(m.q, v, tau), m.v),
        along(lambda x: solution(m.q, m.v, x), tau),
    )
    given = {k: m.vdot[k] for k in driven}
    found = hybrid_derivatives(m.moving.velocities, tau, given)
    M = found.inverse.M[np.ix_(free, free)]
    condition = float(np.linalg.cond(M)) if free else 1.0
    scale = float(np.max(np.abs(expected)))
    efforts = found.efforts(np.eye(m.nv)[driven])
    exact(efforts.sums, expected[m.nv :], scale, "efforts", condition)
    for way in (by_inverse_mass, by_articulated_bodies):
        d = way(m.moving.velocities, tau, 0.0, given)
        exact(d.vdot, expected[: m.nv], scale, "vdot", condition)
        for by, name in zip(cases, ("q", "v", "tau"), strict=True):
            exact(getattr(d, f"dvdot_d{name}"), by[: m.nv], scale, f"vdot by {name}", condition)
    for by, name in zip(cases, ("q", "v", "tau"), strict=True):
        exact(getattr(efforts, f"by_{name}"), by[m.nv :], scale, f"efforts by {name}", condition)
    assert not np.any(d.dvdot_dtau[driven]), "an acceleration that is given does not answer"


# --- loops ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", some_slow(range(1, ALL, 2)))
def test_driven_rows_of_loops(seed: int) -> None:
    """Velocities of the tree and of the cut joint are driven; accelerations and multipliers."""
    m = mechanism(seed)
    cut = m.tree.cuts[0]
    measured = [] if cut.type.quaternion_at is not None else list(range(cut.type.nv))
    random = np.random.default_rng(2000 + seed)
    places: list[Any] = [int(random.integers(m.nv))] if m.nv else []
    places += [(0, j) for j in measured[:2]]
    if not places or m.nv < 2:
        return
    wanted, tau = random.normal(size=len(places)), random.normal(size=m.nv)
    dual = m.looks_at_cuts or bool(measured)

    def all_rows(q: Any, v: Any) -> tuple[ClosedVelocities, Any, Any]:
        closed = ClosedVelocities(velocities(positions(m.tree, q, m.base), v))
        rows, gamma = list(closed.positions.jacobian), list(closed.gamma)
        for place, value in zip(places, wanted, strict=True):
            if isinstance(place, int):
                rows.append(np.eye(m.nv)[place])
                gamma.append(value)
            else:
                rows.append(closed.positions.cut_rates(place[0])[place[1]])
                gamma.append(value - closed.cut_rate_bias(place[0])[place[1]])
        return closed, np.array(rows), np.array(gamma)

    Phi = np.asarray(all_rows(m.q, m.v)[1], dtype=float)
    U, s, _ = np.linalg.svd(Phi)
    mix = U[:, : int(np.sum(s > 1e-3 * s[0]))].T

    def solution(q: Any, v: Any, tau: Any) -> Any:
        closed, rows, gamma = all_rows(q, v)
        still = accelerations(closed.speed, np.zeros(m.nv))
        passive = inverse_dynamics(still, applied_loads(closed.speed, 0.0)).tau
        h = tau - passive + m._cut_efforts(closed.positions)
        M, order = m.factors(q).M, m.factors(q).order
        factors = SchurFactors(M, mix @ rows, order)
        if dual:
            found = factors.solve(h, mix @ gamma)
            return np.concatenate([found.vdot, found.lam])
        return np.linalg.solve(matrix_of(factors), np.concatenate([h, mix @ gamma]))

    closed, rows, gamma = all_rows(m.q, m.v)
    first = len(rows) - len(places)
    driven = DrivenRows(tuple(places), rows[first:], gamma[first:])
    found = closed_forward_derivatives(closed.speed, tau, mix, 0.0, m.cut_efforts, driven=driven)
    factors = SchurFactors(m.factors(m.q).M, mix @ rows, m.factors(m.q).order)
    condition = float(np.linalg.cond(matrix_of(factors).astype(float)))
    expected = solution(m.q, m.v, tau)
    exact(np.concatenate([found.vdot, found.lam]), expected, 1.0, "solution", condition)
    d = found.derivatives
    cases = {
        "q": (along_q(m, lambda q: solution(q, m.v, tau), dual), d.dvdot_dq, d.dlam_dq),
        "v": (along(lambda v: solution(m.q, v, tau), m.v, dual), d.dvdot_dv, d.dlam_dv),
        "tau": (along(lambda x: solution(m.q, m.v, x), tau, dual), d.dvdot_dtau, d.dlam_dtau),
    }
    scale = float(np.max(np.abs(expected)))
    for name, (by, dvdot, dlam) in cases.items():
        exact(np.concatenate([dvdot, dlam]), by, scale, f"by {name}", condition)


# --- systems with laws ----------------------------------------------------------------------------


def law(t: Any, at: float = 0.3) -> Any:
    return at + 0.4 * t + 0.2 * np.sin(3.0 * t)


def slopes_of(
    sim: Simulator, small: int, monkeypatch: pytest.MonkeyPatch, residual: bool = False
) -> tuple[Program, Callable[[Mapping[str, np.ndarray]], np.ndarray]]:
    """The program of df/dy, by recursions (small = 1) or by the trace, and how to evaluate it.

    residual: of dF/dy + cj dF/dyp instead.
    """
    monkeypatch.setattr(flow_kernels, "SMALL", small)
    q = sim.system.neutral() if sim.q0 is None else sim.q0
    given = sim.inputs(sim.choice(q))
    shapes = {name: np.shape(value) for name, value in given.items() if name != "t"}
    body = flow_kernels.residual_jacobian if residual else flow_kernels.slope_jacobian
    size = sim.size + 2 * sim.rows if residual else sim.size
    own = {"t": (1,), "y": (size,), **({"yp": (size,), "cj": (1,)} if residual else {})}

    def equation(t: Any, **arrays: Any) -> Mapping[str, Any]:
        flow = sim._flow(arrays, arrays.get("p"), arrays.get("base"), sim.actuation.efforts)
        return body(flow, t[0], arrays)

    program = trace(equation, {**own, **shapes})

    def at(values: Mapping[str, np.ndarray]) -> np.ndarray:
        every = {**given, **values}
        return interpret(program, [every[port.name] for port in program.inputs])[0]

    return program, at


DRIVEN = {
    "crane, hinge driven": (crane, {"hinge": law}, ()),
    "crane, hinge driven, hoist locked": (crane, {"hinge": law}, ("hoist",)),
    "crane, part of a ball locked": (crane, {"waist": law}, ("swivel.omega_y",)),
    "arm of seven joints": (rrc_arm, {"joint4": law}, ("joint1", "joint3")),
    "free body with arms": (floating, {"rail": law}, ("ball",)),
    "free body held": (raft, {}, ("float.vy", "float.omega_z")),
    "four-bar, crank driven": (four_bar, {"A": partial(law, at=0.9)}, ()),
    "four-bar, closing joint driven": (four_bar, {"C": partial(law, at=0.9)}, ()),
    "five-bar, driven and locked": (five_bar, {"A": law}, ("B",)),
    "slider-crank": (slider_crank, {"crank_pivot": law}, ()),
    "RSSR": (rssr, {"A": law}, ()),
    "Bricard": (bricard, {"R1": law}, ()),
    "Bricard, closing joint": (bricard, {"R4": law}, ()),
}


EVERY = [*DRIVEN, pytest.param("delta", marks=pytest.mark.slow)]


def with_laws(name: str) -> tuple[Simulator, np.ndarray]:
    """A system with drives, locks and laws of effort, and a state; loops are nearly closed."""
    model, driven, locked = DRIVEN.get(name, (delta, {"hip0": law}, ("hip1",)))
    system = model().compile(kernels=())
    q = system.initial_state().q
    names = [system.velocities[-1], *(n for j in system.topology.cuts for n in j.velocity_names)]
    efforts = {
        n: lambda t, s, n=n: 0.3 * np.sin(s[system.coordinates[-1]]) - 0.2 * s[n] for n in names
    }
    laws = Actuation(system, efforts)
    sim = Simulator(system, laws, system.compiled.last_inputs(), driven, 0.0, {}, locked, q)
    random = np.random.default_rng(3)
    far = 0.05 if system.closed else 0.5
    q = system.add(q, random.uniform(-far, far, system.nv))
    rest = random.normal(size=sim.size - system.nq - system.nv)
    return sim, np.concatenate([q, random.normal(size=system.nv), rest])


@pytest.mark.parametrize("name", EVERY)
def test_slopes_of_driven_systems(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every entry, those of the ledger too, is that of the trace, with laws of effort."""
    sim, y = with_laws(name)
    values = {"y": y, "t": np.array([0.4])}
    found, expected = (slopes_of(sim, n, monkeypatch)[1](values) for n in (1, 10**9))
    for row, (a, b) in enumerate(zip(found, expected, strict=True)):
        assert a == pytest.approx(b, abs=2e-12 * max(np.max(np.abs(expected)), 1.0)), row


@pytest.mark.parametrize("name", EVERY)
def test_slopes_of_residuals(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for dF/dy + cj dF/dyp of what IDA solves, at any multipliers and rates."""
    sim, y = with_laws(name)
    random = np.random.default_rng(4)
    y = np.concatenate([y, random.normal(size=2 * sim.rows)])
    yp = random.normal(size=len(y))
    values = {"y": y, "yp": yp, "t": np.array([0.4]), "cj": np.array([7.0])}
    found, expected = (slopes_of(sim, n, monkeypatch, True)[1](values) for n in (1, 10**9))
    for row, (a, b) in enumerate(zip(found, expected, strict=True)):
        assert a == pytest.approx(b, abs=1e-12 * max(np.max(np.abs(expected)), 1.0)), row


# --- operation counts -----------------------------------------------------------------------------


def chain(n: int) -> Model:
    return random_tree(1, n, ["revolute"], chain=True, reversals=False)


def operations(
    monkeypatch: pytest.MonkeyPatch,
    model: Model,
    joints: list[str],
    small: int = 1,
    residual: bool = False,
) -> int:
    system = model.compile(kernels=())
    q = system.initial_state().q
    laws = dict.fromkeys(joints, law)
    sim = Simulator(system, Actuation(system, {}), system.compiled.last_inputs(), laws, q0=q)
    return slopes_of(sim, small, monkeypatch, residual)[0].operations


@pytest.mark.slow
def test_driven_joints_of_a_chain_cost_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """30 bodies: 84 900 operations free, 89 300 with one drive, 78 700 with five.

    The trace of the whole needs 575 000 with one drive.
    """
    free = operations(monkeypatch, chain(30), [])
    one = operations(monkeypatch, chain(30), ["j10"])
    five = operations(monkeypatch, chain(30), [f"j{k}" for k in (0, 6, 12, 17, 23)])
    assert one < 1.08 * free
    assert five < free


@pytest.mark.slow
def test_cost_of_driven_chains_grows_as_the_result_does(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [operations(monkeypatch, chain(n), ["j0", "j4"]) for n in (16, 24, 32, 40)]
    first = np.diff(counts)
    assert first[2] - first[1] == pytest.approx(first[1] - first[0], rel=0.15), "no cubic part"


@pytest.mark.parametrize(("build", "joint"), [(bricard, "R1"), (rssr, "A")])
def test_a_driven_loop_costs_as_a_free_one(
    build: Callable[[], Model], joint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = operations(monkeypatch, build(), [])
    driven = operations(monkeypatch, build(), [joint])
    assert driven < 1.15 * free
    assert driven < 0.7 * operations(monkeypatch, build(), [joint], small=10**9)


@pytest.mark.parametrize(
    ("model", "joints", "share"),
    [(chain(20), [], 0.25), (chain(20), ["j5"], 0.25), (bricard(), ["R1"], 0.7)],
    ids=["chain", "driven chain", "driven loop"],
)
def test_slopes_of_residuals_cost_less_than_the_trace(
    model: Model, joints: list[str], share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    recursions = operations(monkeypatch, model, joints, residual=True)
    assert recursions < share * operations(monkeypatch, model, joints, 10**9, residual=True)
