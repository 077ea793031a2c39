"""Coriolis matrix, regressor, centroidal momentum: identities, and the numbers of Pinocchio."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from analysis.machines import compiled
from closeness import assert_close
from sarrus import System, analysis, gallery, load

MACHINES = ("pendulum", "crane", "four_bar", "slider_crank", "floating")


def system_of(name: str) -> System:
    return gallery.puma560().compile(kernels=()) if name == "puma" else compiled(name)


def some_motion(system: System, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    q = system.add(system.neutral(), rng.uniform(-1.0, 1.0, system.nv))
    return q, rng.standard_normal(system.nv), rng.standard_normal(system.nv)


@pytest.mark.parametrize("name", [*MACHINES, "puma"])
def test_coriolis_matrix_gives_the_bias_without_gravity(name: str) -> None:
    system = system_of(name)
    q, v, _ = some_motion(system, 3)
    C = analysis.coriolis_matrix(system, q, v)
    assert_close(C @ v, system.bias(q, v) - system.bias(q, 0.0 * v), 1e-11)
    rate = np.zeros((system.nv, system.nv))
    h = 1e-3
    for weight, step in ((-1, -2), (8, -1), (-8, 1), (1, 2)):  # of the fourth order
        rate += weight / (-12.0 * h) * system.mass_matrix(system.add(q, -step * h * v)) * -1.0
    skew = rate - 2.0 * C
    assert np.max(np.abs(skew + skew.T)) < 1e-8 * max(1.0, np.max(np.abs(C)))


def test_coriolis_matrix_is_that_of_the_symbols_of_christoffel() -> None:
    """C_ab = 1/2 sum_c (dM_ab/dq_c + dM_ac/dq_b - dM_bc/dq_a) v_c, by central differences."""
    system = system_of("puma")
    q, v, _ = some_motion(system, 4)
    h, n = 1e-4, system.nv
    dM = np.array(
        [(system.mass_matrix(q + d) - system.mass_matrix(q - d)) / (2 * h) for d in h * np.eye(n)]
    )
    C = 0.5 * (
        np.einsum("cab,c->ab", dM, v)
        + np.einsum("bac,c->ab", dM, v)
        - np.einsum("abc,c->ab", dM, v)
    )
    assert np.max(np.abs(C - analysis.coriolis_matrix(system, q, v))) < 1e-7


@pytest.mark.parametrize("name", [*MACHINES, "puma"])
def test_regressor_times_parameters_is_the_rigid_part(name: str) -> None:
    system = system_of(name)
    q, v, vdot = some_motion(system, 5)
    pi = np.array(list(analysis.inertia_parameters(system).values()))
    Y = analysis.regressor(system, q, v, vdot)
    assert_close(Y @ pi, system.mass_matrix(q) @ vdot + system.bias(q, v), 1e-11)


@pytest.mark.parametrize("name", [*MACHINES, "puma"])
def test_momentum_is_linear_in_velocities(name: str) -> None:
    system = system_of(name)
    q, v, _ = some_motion(system, 6)
    found, A = system.momentum(q, v), analysis.centroidal_momentum_matrix(system, q)
    assert_close(A @ v, np.concatenate([found.linear, found.angular]), 1e-11)
    assert_close(analysis.com_jacobian(system, q) @ v, found.linear / found.mass, 1e-11)


def test_rows_of_states_are_those_of_each_state() -> None:
    system = system_of("puma")
    many = [
        np.array(rows) for rows in zip(*(some_motion(system, k) for k in range(3)), strict=True)
    ]
    for k in range(3):
        q, v, vdot = (rows[k] for rows in many)
        assert_close(
            analysis.coriolis_matrix(system, *many[:2])[k],
            analysis.coriolis_matrix(system, q, v),
            0.0,
        )
        assert_close(
            analysis.regressor(system, *many)[k], analysis.regressor(system, q, v, vdot), 0.0
        )
        assert_close(
            analysis.com_jacobian(system, many[0])[k], analysis.com_jacobian(system, q), 0.0
        )


@pytest.mark.peer
@pytest.mark.parametrize("name", ["ur5", "panda", "iiwa14"])
def test_numbers_are_those_of_pinocchio(name: str, shared_models: Path) -> None:
    pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (package pin)")
    file = shared_models / f"{name}.urdf"
    system = load(file, mimic=False, losses=False).compile(kernels=())
    model = pin.buildModelFromUrdf(str(file))
    data = model.createData()
    assert [n for n in model.names][1:] == [
        j.name for j in system.compiled.layout.joints if j.type.nv
    ]
    q, v, vdot = some_motion(system, 7)
    assert_close(
        analysis.coriolis_matrix(system, q, v), pin.computeCoriolisMatrix(model, data, q, v), 1e-12
    )
    theirs = pin.computeJointTorqueRegressor(model, data, q, v, vdot)
    ours = analysis.regressor(system, q, v, vdot)
    names = [body.name for body in system.model.bodies]
    for k, joint in enumerate(list(model.names)[1:]):
        at = names.index(system.model.joint(joint).child)
        assert_close(ours[:, 10 * at : 10 * at + 10], theirs[:, 10 * k : 10 * k + 10], 1e-12)
    pin.ccrba(model, data, q, v)
    moving = sum(float(inertia.mass) for inertia in list(model.inertias)[1:])
    share = moving / system.momentum(q, v).mass
    assert_close(
        analysis.com_jacobian(system, q), share * pin.jacobianCenterOfMass(model, data, q), 1e-12
    )
    A = analysis.centroidal_momentum_matrix(system, q)
    assert_close(A[:3], data.Ag[:3], 1e-12)
    # theirs is about the centre of the moving bodies, ours about that of all of them
    shift = data.com[0] - system.momentum(q, v).com
    assert_close(A[3:], data.Ag[3:] + np.cross(shift, data.Ag[:3].T).T, 1e-12)
