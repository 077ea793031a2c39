"""Inverse, forward and hybrid dynamics belong together: M vdot + c = tau + f."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from random_trees import random_tree
from sarrus import Mechanism, ModelError, analysis
from sarrus.system import HybridMotion, System
from system.machines import crane, state

REL = 1e-12


@pytest.fixture(scope="module", params=["crane", "zoo"])
def system(request: pytest.FixtureRequest) -> System:
    """A machine with force elements, and a tree with every joint type, some reversed."""
    return System(crane() if request.param == "crane" else random_tree(21, 12))


def test_equations_of_motion(system: System) -> None:
    q, v, vdot = state(system)
    M, c, f = system.mass_matrix(q), system.bias(q, v), system.applied_efforts(q, v)
    tau = system.inverse_dynamics(q, v, vdot)
    assert_close(M @ vdot + c - f, tau, REL)
    assert_close(M, M.T, 1e-15)
    assert np.all(np.linalg.eigvalsh(M) > 0.0)


def test_forward_dynamics_inverts_inverse_dynamics(system: System) -> None:
    q, v, vdot = state(system)
    tau = system.inverse_dynamics(q, v, vdot)
    condition = np.linalg.cond(system.mass_matrix(q))
    assert_close(system.forward_dynamics(q, v, tau), vdot, 1e-15 * condition + REL)


def test_inertia_product(system: System) -> None:
    q, _, vdot = state(system)
    product = system.compiled.kernel("inertia_product")(q, vdot)
    assert_close(product, system.mass_matrix(q) @ vdot, REL)


def test_kinetic_energy(system: System) -> None:
    q, v, _ = state(system)
    assert_close(system.energy(q, v).kinetic, v @ system.mass_matrix(q) @ v / 2, REL)


def test_energy_balance(system: System) -> None:
    """Without drives the energy, that of constant forces included, falls by what dampers lose."""
    q, v, _ = state(system)
    vdot = system.forward_dynamics(q, v, np.zeros(system.nv))
    h = 1e-4

    def total(t: float) -> float:
        moved = system.add(q, t * v + t * t / 2 * vdot)
        return system.energy(moved, v + t * vdot).total

    rate = (8 * (total(h) - total(-h)) - (total(2 * h) - total(-2 * h))) / (12 * h)
    scale = abs(v) @ abs(system.mass_matrix(q)) @ abs(vdot)
    assert abs(rate + analysis.dissipation(system, q, v)) <= 1e-8 * scale


# Hybrid dynamics ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def machine() -> System:
    return System(crane())


def test_all_free_is_forward_dynamics(machine: System) -> None:
    q, v, tau = state(machine)
    found = analysis.hybrid_dynamics(machine, q, v, tau=tau)
    assert_close(found.vdot, machine.forward_dynamics(q, v, tau), REL)
    assert_close(found.tau, tau, 1e-11)


def test_all_driven_is_inverse_dynamics(machine: System) -> None:
    q, v, vdot = state(machine)
    found = analysis.hybrid_dynamics(
        machine, q, v, driven=dict(zip(machine.velocities, vdot, strict=True))
    )
    np.testing.assert_array_equal(found.vdot, vdot)
    assert_close(found.tau, machine.inverse_dynamics(q, v, vdot), REL)


def mask(machine: System, names: list[str]) -> np.ndarray:
    """Return which velocities have the names, or belong to joints that have them."""
    return np.array([v in names or v.partition(".")[0] in names for v in machine.velocities])


@pytest.mark.parametrize(
    ("driven", "locked"),
    [
        ({"waist": 2.0}, ()),
        ({"waist.rate": 2.0, "hoist": -0.5}, ()),
        ({}, ("hinge",)),
        ({"hoist.speed": 1.0}, ("waist", "swivel")),
        ({"swivel": (1.0, -2.0, 0.5)}, ("hinge.rate",)),
        ({"swivel.omega_y": 0.7}, ("swivel.omega_x",)),
    ],
)
def test_some_driven_some_locked(machine: System, driven: dict, locked: tuple) -> None:
    """The result satisfies the equations, has what was given, and nothing drives the rest."""
    q, v, tau = state(machine)
    found = analysis.hybrid_dynamics(machine, q, v, tau=tau, driven=driven, locked=locked)
    assert isinstance(found, HybridMotion)
    given, wanted = mask(machine, [*driven, *locked]), machine.velocities_of(driven)
    np.testing.assert_array_equal(found.vdot[given], wanted[given])
    assert_close(found.tau[~given], tau[~given], 1e-11)
    assert_close(machine.inverse_dynamics(q, v, found.vdot), found.tau, 1e-11)
    assert_close(machine.forward_dynamics(q, v, found.tau), found.vdot, 1e-11)


def test_given_efforts_come_back_as_given(machine: System) -> None:
    q, v, tau = state(machine)
    found = analysis.hybrid_dynamics(machine, q, v, tau=tau, locked=["waist"])
    np.testing.assert_array_equal(found.tau[1:], tau[1:])


def test_efforts_are_zero_by_default(machine: System) -> None:
    q, v, _ = state(machine)
    with_none, with_zeros = (
        analysis.hybrid_dynamics(machine, q, v, tau=tau, locked=["hinge"])
        for tau in (None, np.zeros(6))
    )
    np.testing.assert_array_equal(with_none.vdot, with_zeros.vdot)


def test_locking_is_welding(machine: System) -> None:
    """A locked joint at rest: the rest moves as if the joint were a weld."""
    q, v, tau = state(machine)
    hinge = machine.velocities.index("hinge.rate")
    v[hinge] = 0.0
    free = np.delete(np.arange(machine.nv), hinge)
    M, c, f = machine.mass_matrix(q), machine.bias(q, v), machine.applied_efforts(q, v)
    expected = np.linalg.solve(M[np.ix_(free, free)], (tau + f - c)[free])
    found = analysis.hybrid_dynamics(machine, q, v, tau=tau, locked=["hinge"])
    assert_close(found.vdot[free], expected, 1e-11)


def test_wrong_names_of_driven_coordinates(machine: System) -> None:
    q, v, _ = state(machine)
    with pytest.raises(ModelError, match="Did you mean 'waist'"):
        analysis.hybrid_dynamics(machine, q, v, driven={"wiast": 1.0})
    with pytest.raises(ModelError, match="Did you mean 'hinge'"):
        analysis.hybrid_dynamics(machine, q, v, locked=["hnge"])


def test_positions_cannot_be_driven(machine: System) -> None:
    q, v, _ = state(machine)
    with pytest.raises(ModelError, match="not a velocity coordinate"):
        analysis.hybrid_dynamics(machine, q, v, locked=["swivel.quat_w"])
    with pytest.raises(ModelError, match="not a velocity coordinate"):
        analysis.hybrid_dynamics(machine, q, v, driven={"swivel.quat_w": 1.0})


def test_position_never_stands_for_another_velocity() -> None:
    """Behind a quaternion the places in q and v differ: `hinge.angle` is q[4], its rate v[3]."""
    machine = Mechanism("ball")
    ball = machine.body("ball", 1.0, (0.1, 0, 0), (0.01, 0.02, 0.03))
    rod = machine.body("rod", 1.0, (0.3, 0, 0), (0.01, 0.02, 0.03))
    machine.spherical("socket", machine.ground, ball, at=(0, 0, 0))
    machine.revolute("hinge", ball, rod, at=(0.2, 0, 0), axis="y")
    system = machine.build().compile(kernels=())
    q, v, _ = state(system)
    try:
        found = analysis.hybrid_dynamics(system, q, v, locked=["hinge.angle"])
    except ModelError as refused:
        assert "hinge.rate" in str(refused)
    else:
        assert found.vdot[3] == 0.0
