"""What must hold for every force element, on random mechanisms with and without loops."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from derivatives.differences import along, along_q, differences, differences_q, dual_step
from derivatives.mechanisms import Moving, random_mechanism
from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics.constraints import ClosedPositions
from sarrus.dynamics.derivatives import inverse_derivatives
from sarrus.dynamics.inverse import inverse_dynamics
from sarrus.dynamics.kinematics import accelerations, positions, velocities
from sarrus.dynamics.loads import TreeScene, applied_loads
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.trace import trace
from sarrus.model import Joint
from sarrus.model.forces import ForceElement

EXACT, NEAR = 1e-12, 1e-7


def mechanism(seed: int) -> Moving:
    """A random mechanism on a ground that rests; odd seeds have a loop that is closed."""
    m = random_mechanism(seed)
    without = replace(m.model, forces=())
    return replace(m, model=without, base=BaseMotion.at_rest(), tau_cut=np.zeros(0))


def movable(m: Moving) -> list[tuple[Joint, int]]:
    """The joint coordinates that springs may act on, those of the cut joint first."""
    plain = [j for j in m.model.joints if j.type.quaternion_at is None]
    plain.sort(key=lambda joint: joint.name not in m.cut)
    return [(joint, k) for joint in plain for k in range(joint.type.nv)]


def with_element(m: Moving, element: ForceElement) -> Moving:
    return replace(m, model=replace(m.model, forces=(element,)))


def freedom(m: Moving) -> np.ndarray:
    """Return a basis of the velocities that the loops allow."""
    Phi = np.asarray(ClosedPositions(positions(m.tree, m.q, m.base)).jacobian, dtype=float)
    if not Phi.size:
        return np.eye(m.nv)
    _, s, Vt = np.linalg.svd(Phi)
    return Vt[int(np.sum(s > 1e-9 * s[0])) :].T


def scene(m: Moving, q: Any, v: Any) -> TreeScene:
    return TreeScene(velocities(positions(m.tree, q, m.base), v), 0.0)


def efforts(m: Moving, q: Any, v: Any) -> Any:
    """Return the generalised forces of the elements."""
    bare = replace(m, model=replace(m.model, forces=()))
    still = np.zeros(m.nv)
    return bare.efforts(q, v, still) - m.efforts(q, v, still)


def assert_gradient(m: Moving) -> None:
    """At rest, f = -dV/dq along all that the loops allow; the slope is exact."""
    (element,), v, N = m.model.forces, np.zeros(m.nv), freedom(m)
    f = efforts(m, m.q, v)

    def V(q: Any) -> Any:
        return np.array([element.potential(scene(m, q, v))])

    slope = np.array([dual_step(V, m.q, m.layout.rate(m.q, e))[0] for e in np.eye(m.nv)])
    scale = max(1.0, float(np.max(np.abs(f), initial=0.0)))
    assert np.max(np.abs(N.T @ (f + slope)), initial=0.0) <= 1e-11 * scale


def assert_power(m: Moving) -> float:
    """Return the loss, after the power of the forces is found to be minus it and dV/dt."""
    (element,), N = m.model.forces, freedom(m)
    v = N @ (N.T @ m.v)
    here = scene(m, m.q, v)
    heat = float(element.dissipation(here))
    power = float(efforts(m, m.q, v) @ v)

    def V(q: Any) -> Any:
        return np.array([element.potential(scene(m, q, v))])

    stored = float(dual_step(V, m.q, m.layout.rate(m.q, v))[0])
    brought = float(element.supply(here))
    scale = 1.0 + abs(power) + abs(heat) + abs(stored)
    assert abs(power - (brought - heat - stored)) <= 1e-10 * scale
    return heat


def assert_derivatives(m: Moving, near: float = NEAR) -> None:
    """The derivatives of efforts: exact against dual numbers, near to differences."""
    found = inverse_derivatives(m.moving, 0.0, m.lam, m.cut_efforts)

    def by_q(q: Any) -> Any:
        return m.efforts(q, m.v, m.vdot)

    def by_v(v: Any) -> Any:
        return m.efforts(m.q, v, m.vdot)

    for answer, exact, rough in (
        (found.dtau_dq, along_q(m, by_q, True), differences_q(m, by_q)),
        (found.dtau_dv, along(by_v, m.v, True), differences(by_v, m.v)),
    ):
        size = max(float(np.max(np.abs(exact), initial=0.0)), float(np.max(np.abs(found.tau))))
        assert np.max(np.abs(answer - exact), initial=0.0) <= EXACT * size
        if near:
            assert np.max(np.abs(answer - rough), initial=0.0) <= near * size


def assert_traced(m: Moving, chosen: dict[str, Any] | None = None) -> None:
    """In symbols, with the chosen parameters as inputs, all answers are those in numbers."""
    (element,) = m.model.forces
    given = {name: np.asarray(value, dtype=float) for name, value in (chosen or {}).items()}
    stored = {name: _tuples(value) for name, value in given.items()}

    def function(q: Any, v: Any, **numbers: Any) -> dict[str, Any]:
        values = {f"force:{element.name}.{name}": x for name, x in numbers.items()}
        return _answers(Tree.of(m.topology, m.layout, values), m, q, v)

    arrays = {"q": m.q, "v": m.v, **given}
    program = trace(function, {name: x.shape for name, x in arrays.items()})
    found = interpret(program, list(arrays.values()))
    other = with_element(m, replace(element, **stored))
    expected = _answers(other.tree, other, m.q, m.v)
    for port, value in zip(program.outputs, found, strict=True):
        want = np.asarray(expected[port.name], dtype=float)
        size = 1.0 + float(np.max(np.abs(want), initial=0.0))
        assert np.max(np.abs(value - want), initial=0.0) <= EXACT * size, port.name


def _tuples(value: np.ndarray) -> Any:
    if value.ndim:
        return tuple(_tuples(part) for part in value)
    return float(value)


def _answers(tree: Tree, m: Moving, q: Any, v: Any) -> dict[str, Any]:
    speed = velocities(positions(tree, q, m.base), v)
    (element,), here = tree.forces, TreeScene(speed, 0.0)
    tau = inverse_dynamics(accelerations(speed, np.zeros(m.nv)), applied_loads(speed, 0.0)).tau
    rest = [element.potential(here), element.dissipation(here), *element.switches(here)]
    return {"tau": tau, "rest": np.array(rest)}
