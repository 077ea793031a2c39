"""What cannot be answered is refused in the words of the mechanism."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import ModelError, analysis
from sarrus.system import System
from system.machines import crane, four_bar, pointer, state


def codes(error: ModelError) -> set[str]:
    return {problem.code for problem in error.problems}


# Closed loops ---------------------------------------------------------------------------------


def test_topology_of_a_closed_mechanism_is_reported() -> None:
    system = System(four_bar())
    assert [joint.name for joint in system.topology.cuts] == ["C"]
    assert "Cut joints" in str(system)


def test_inverse_dynamics_of_a_closed_mechanism_is_refused() -> None:
    """Efforts of a tree would be wrong efforts of a mechanism."""
    system = System(four_bar())
    rest = np.zeros(system.nv)
    with pytest.raises(ModelError) as caught:
        system.inverse_dynamics(rest, rest, rest)
    assert codes(caught.value) == {"S01"}
    assert "four_bar" in str(caught.value)


# Bodies without mass --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def massless() -> System:
    return System(pointer())


def test_forward_dynamics_of_a_massless_end_is_refused(massless: System) -> None:
    with pytest.raises(ModelError) as caught:
        massless.forward_dynamics(np.zeros(2), np.zeros(2), np.zeros(2))
    assert codes(caught.value) == {"M01"}
    assert all(problem.severity == "error" for problem in caught.value.problems)
    assert "'wrist'" in str(caught.value) and "'hand'" in str(caught.value)


def test_inverse_dynamics_and_kinematics_of_a_massless_end(massless: System) -> None:
    q, v, vdot = np.array([0.3, 0.5]), np.array([1.0, 2.0]), np.array([3.0, 4.0])
    tau = massless.inverse_dynamics(q, v, vdot)
    expected = (0.1 + 2.0 * 0.09) * 3.0 - 2.0 * 9.81 * 0.3 * np.cos(0.3)
    np.testing.assert_allclose(tau, [expected, 0.0], atol=1e-12)
    tip = massless.poses(q)["tip"].position
    at = 0.6 * np.array([np.cos(0.3), 0.0, -np.sin(0.3)])
    at += 0.3 * np.array([np.cos(0.8), 0.0, -np.sin(0.8)])
    np.testing.assert_allclose(tip, at, atol=1e-14)


def test_massless_end_may_be_driven_or_locked(massless: System) -> None:
    q, v = np.array([0.3, 0.5]), np.zeros(2)
    found = analysis.hybrid_dynamics(massless, q, v, locked=["wrist"])
    assert np.all(np.isfinite(found.vdot))
    again = massless.inverse_dynamics(q, v, found.vdot)
    np.testing.assert_allclose(again, found.tau, rtol=0, atol=1e-12)
    with pytest.raises(ModelError, match="M01"):
        analysis.hybrid_dynamics(massless, q, v, locked=["shoulder"])


# Shapes and words -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def system() -> System:
    return System(crane())


def test_wrong_shapes_are_named(system: System) -> None:
    q, v, vdot = state(system)
    with pytest.raises(ValueError, match=r"'q' must have shape \(7,\), not \(6,\)"):
        system.inverse_dynamics(q[:6], v, vdot)
    with pytest.raises(ValueError, match=r"'v' must have shape \(6,\), not \(7,\)"):
        system.inverse_dynamics(q, q, vdot)
    with pytest.raises(ValueError, match=r"'tau' must have shape \(6,\), not \(2, 5\)"):
        system.forward_dynamics(q, v, np.stack([vdot, vdot])[:, :5])
    with pytest.raises(ValueError, match=r"different numbers of rows: \[2, 3\]"):
        system.forward_dynamics(np.stack([q] * 3), v, np.stack([vdot, vdot]))
    with pytest.raises(ValueError, match=r"'q' must have shape"):
        system.mass_matrix(q[:3])
    with pytest.raises(ValueError, match=r"'r' must have shape \(3,\), not \(2,\)"):
        system.point("boom", (1.0, 2.0), q)
    with pytest.raises(ValueError, match=r"'q' must have shape"):
        system.poses(1.0)


def test_lists_are_welcome(system: System) -> None:
    q, v, vdot = state(system)
    expected = system.inverse_dynamics(q, v, vdot)
    found = system.inverse_dynamics(q.tolist(), tuple(v), vdot.tolist())
    np.testing.assert_array_equal(found, expected)


def test_unknown_keywords_are_refused(system: System) -> None:
    q, v, vdot = state(system)
    with pytest.raises(ModelError, match=r"M09.*'tim'"):
        system.inverse_dynamics(q, v, vdot, tim=1.0)


def test_unknown_kernel_is_answered_with_the_nearest(system: System) -> None:
    with pytest.raises(ModelError, match="inverse_dynamics"):
        system.compiled.kernel("inverse_dynamic")
    with pytest.raises(ModelError, match="mass_matrix"):
        System(crane(), kernels=["mass_matrx"])
