"""Many states in the caller's layout: rows or columns, new arrays or given ones, no bit changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus import Mechanism, ModelError, System, analysis, gallery

N = 21


def branches() -> System:
    """Return two arms of two bodies on one carriage."""
    m = Mechanism("branches")
    cart = m.body("cart", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.prismatic("X", m.ground, cart, at=(0, 0, 0), axis="x")
    for side in (1, -1):
        upper = m.body(f"upper{side}", 1.0, (0.1, 0, 0.4 * side), (0.02, 0.02, 0.01))
        lower = m.body(f"lower{side}", 0.5, (0.3, 0, 0.6 * side), (0.01, 0.01, 0.01))
        m.revolute(f"A{side}", cart, upper, at=(0, 0, 0.1 * side), axis="y")
        m.revolute(f"B{side}", upper, lower, at=(0.2, 0, 0.5 * side), axis="y")
    return System(m.build(), kernels=())


@pytest.fixture(scope="module")
def system() -> System:
    return branches()


@pytest.fixture(scope="module")
def states() -> tuple[np.ndarray, ...]:
    return tuple(np.random.default_rng(3).normal(size=(3, N, 5)))


CALLS: dict[str, Callable[..., Any]] = {
    "inverse_dynamics": lambda s, q, v, x, **how: s.inverse_dynamics(q, v, x, **how),
    "forward_dynamics": lambda s, q, v, x, **how: s.forward_dynamics(q, v, x, **how),
    "mass_matrix": lambda s, q, v, x, **how: s.mass_matrix(q, **how),
    "bias": lambda s, q, v, x, **how: s.bias(q, v, **how),
    "applied_efforts": lambda s, q, v, x, **how: s.applied_efforts(q, v, **how),
    "jacobian": lambda s, q, v, x, **how: s.jacobian("lower1", (0.1, 0, 0), q, **how),
}


@pytest.mark.parametrize("name", CALLS)
def test_order_and_given_arrays(system: System, states: Any, name: str) -> None:
    call = CALLS[name]
    rows = call(system, *states)
    assert rows.flags.c_contiguous and len(rows) == N
    columns = call(system, *map(np.asfortranarray, states))
    assert columns.flags.f_contiguous and np.array_equal(rows, columns)
    assert call(system, *states, order="F").flags.f_contiguous
    for out in (np.empty(rows.shape), np.moveaxis(np.empty((*rows.shape[1:], N)), -1, 0)):
        assert call(system, *states, out=out, t=0.0) is out
        assert np.array_equal(out, rows)
    one = np.empty(rows.shape[1:])
    assert call(system, *(x[4] for x in states), out=one) is one
    assert np.array_equal(one, rows[4])


@pytest.mark.parametrize(
    ("out", "rule"),
    [
        (np.empty((N, 4)), r"must have shape \(21, 5\), not \(21, 4\)"),
        (np.empty((N, 5), dtype=np.float32), "float64"),
        (np.broadcast_to(0.0, (N, 5)), "writeable"),
        ([[0.0] * 5] * N, "must be an array, not list"),
    ],
)
@pytest.mark.parametrize("name", ["inverse_dynamics", "bias"])
def test_arrays_that_do_not_serve(
    system: System, states: Any, name: str, out: Any, rule: str
) -> None:
    with pytest.raises(ModelError, match=rule):
        CALLS[name](system, *states, out=out)


def test_arrays_that_overlap_and_unknown_orders(system: System, states: Any) -> None:
    q, v, x = states
    with pytest.raises(ModelError, match="must not share memory"):
        system.inverse_dynamics(q, v, x, out=q)
    one = q[0].copy()
    with pytest.raises(ModelError, match="must not share memory"):
        system.inverse_dynamics(one, v[0], x[0], out=one)
    with pytest.raises(ModelError, match="order 'rows' must be one of 'C', 'F', 'K'"):
        system.inverse_dynamics(q, v, x, order="rows")


@pytest.mark.parametrize("name", ["inverse_derivatives", "forward_derivatives"])
def test_derivatives(system: System, states: Any, name: str) -> None:
    call = getattr(analysis, name)
    first, *matrices = ("tau", "dtau_dq", "dtau_dv", "M")
    if name.startswith("forward"):
        first, *matrices = ("vdot", "dvdot_dq", "dvdot_dv", "dvdot_dtau")
    rows = call(system, *states)
    columns = call(system, *map(np.asfortranarray, states))
    again = call(system, *(x[::-1] for x in states), out=columns)
    assert getattr(again, matrices[0]) is getattr(columns, matrices[0])
    for part in (first, *matrices):
        assert np.array_equal(getattr(again, part)[::-1], getattr(rows, part))
    for order in ("C", "F"):
        short = call(system, *states, compressed=True, order=order)
        assert np.array_equal(getattr(short, first), getattr(rows, first))
        for part in matrices:
            full = np.zeros((N, 5, 5))
            full[(slice(None), *short.pattern[part])] = getattr(short, part)
            assert np.array_equal(full, getattr(rows, part))
    single = call(system, *(x[2] for x in states), compressed=True)
    assert np.array_equal(getattr(single, matrices[0]), getattr(short, matrices[0])[2])


def test_branches_do_not_move_each_other(system: System, states: Any) -> None:
    """Of 25 numbers of M, those of joints of different arms are zero whatever the state."""
    found = analysis.inverse_derivatives(system, *states, compressed=True)
    rows, columns = found.pattern["M"]
    arms = [name.partition(".")[0][1:] for name in system.velocities]
    other = [(i, j) for i in range(5) for j in range(5) if i and j and arms[i] != arms[j]]
    assert found.M.shape == (N, 25 - len(other)) and len(other) == 8
    assert not set(zip(rows.tolist(), columns.tolist(), strict=True)) & set(other)


def test_mechanisms_with_loops() -> None:
    m = Mechanism("loop")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    rod = m.body("rod", mass=2.0, com=(0.2, 0, 0), inertia=(1e-3, 2e-2, 2e-2))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, rod, at=(0.1, 0, 0), axis="y")
    m.distance("C", m.ground, rod, at_a=(0.4, 0, 0.5), at_b=(0.4, 0, 0), length=0.5)
    system = m.build().compile(planar=True)
    start = system.assemble({"A": 0.3}, rates={"A": 2.0})
    q, v, tau = (np.stack([x] * 4) for x in (start.q, start.v, np.zeros(system.nv)))
    found = system.forward_dynamics(q, v, tau)
    out = np.empty((system.nv, 4)).T
    assert system.forward_dynamics(q, v, tau, out=out) is out and np.array_equal(out, found)
    with pytest.raises(ModelError, match="must not share memory"):
        system.forward_dynamics(q, v, tau, out=v)


@pytest.mark.parametrize("build", [gallery.four_bar, gallery.double_pendulum])
def test_accelerations_of_a_state_go_into_a_given_array(build: Any) -> None:
    system = build().compile(kernels=())
    state, name = system.assemble(), system.compiled.layout.v_names[0]
    for how in ({}, {"efforts": {name: 2.0}}):
        expected = system.accelerations(state, **how)
        wide = np.zeros((system.nv, 2))
        out = wide[:, 0]
        found = system.accelerations(state, **how, out=out)
        assert found.vdot is out and np.array_equal(out, expected.vdot)
        assert np.array_equal(found.lam, expected.lam) and not wide[:, 1].any()
    for wrong in (np.zeros(system.nv + 1), np.zeros(system.nv, dtype=int), [0.0] * system.nv):
        with pytest.raises(ModelError):
            system.accelerations(state, out=wrong)
    with pytest.raises(ModelError):
        system.accelerations(state, out=state.v)
