"""CHK-K06 and the curve of paper 1: the RSSR with its passive spin."""

from __future__ import annotations

import numpy as np
import pytest

from loops.mechanisms import coupler_axes, rssr
from sarrus import System
from sarrus.system.state import State


@pytest.fixture(scope="module")
def system() -> System:
    return rssr().compile()


def placed(system: System, angles: tuple[float, float], rate: float) -> State:
    """Return the state with the coupler not spinning about itself."""
    guess = system.assemble({"A.angle": angles[0], "D.angle": angles[1]})
    guess = system.assemble({"A.angle": angles[0]}, guess=guess)
    axis = system.poses(guess.q)["coupler"].rotation[:, 1]
    spin = -rate * axis[0]
    return system.assemble({"A.angle": angles[0]}, {"A.rate": rate, "B.omega_y": spin}, guess=guess)


def test_CHK_K06_passive_freedom(system: System):
    found = system.mobility()
    assert (system.nv, found.rows, found.freedom) == (5, 3, 2)
    assert found.passive == ("coupler",) and found.n_redundant == 0
    assert np.allclose(system.poses(system.drawing())["coupler"].rotation, coupler_axes())


def test_CHK_K06_spin_inertia_has_no_effect(system: System):
    heavy = rssr(spin=2e-3).compile()
    for angles, rate in (((0.0, 0.0), 0.0), ((-0.5, -0.3), -2.0)):
        z = []
        for machine in (system, heavy):
            state = placed(machine, angles, rate)
            moving = machine.accelerations(state)
            motion = machine.kinematics(state.q, state.v, moving.vdot)
            rod = motion["coupler"]
            assert abs(rod.rotation[:, 1] @ rod.angular_velocity) < 1e-12
            z.append(motion["crank"].acceleration[2])
        assert abs(z[0] - z[1]) <= 1e-9


def test_paper_1_accelerations_along_the_reference(system: System, reference_table):
    ref = reference_table("refs/paper1_rssr.csv")[::20]
    for row in ref:
        state = placed(system, (row["phi1_rad"], row["phi3_rad"]), row["phi1d"])
        assert state["D.angle"] == pytest.approx(row["phi3_rad"], abs=1e-9)
        assert state["D.rate"] == pytest.approx(row["phi3d"], abs=1e-8)
        moving = system.accelerations(state)
        found = moving["A.rate"], moving["D.rate"]
        assert found == pytest.approx((row["phi1dd"], row["phi3dd"]), abs=1e-7)
        z = system.kinematics(state.q, state.v, moving.vdot)["crank"].acceleration[2]
        assert z == pytest.approx(row["z1cg_dd_m_s2"], abs=1e-7)
        native = system.forward_dynamics(state.q, state.v, np.zeros(system.nv))
        assert np.max(np.abs(native - moving.vdot)) <= 1e-9 * np.max(np.abs(moving.vdot))
