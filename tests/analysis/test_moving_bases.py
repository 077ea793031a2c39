"""A mobile manipulator and a walking leg, from files of their own, against Pinocchio."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from sarrus import analysis, load_urdf

Joint = tuple[str, str, str, str, tuple[float, float, float], tuple[float, float, float]]
"""Name, type, parent, child, origin and axis."""

MOBILE: list[Joint] = [
    ("lift", "prismatic", "base", "carriage", (-0.07, 0.1, 0.2), (0, 0, 1)),
    ("arm_1", "prismatic", "carriage", "tube_1", (0.0, -0.25, 0.0), (0, -1, 0)),
    ("arm_2", "prismatic", "tube_1", "tube_2", (0.0, -0.01, 0.0), (0, -1, 0)),
    ("arm_3", "prismatic", "tube_2", "tube_3", (0.0, -0.01, 0.0), (0, -1, 0)),
    ("wrist_yaw", "revolute", "tube_3", "wrist", (0.08, -0.02, 0.0), (0, 0, -1)),
    ("wrist_pitch", "revolute", "wrist", "palm", (0.0, 0.0, -0.04), (1, 0, 0)),
    ("grip", "prismatic", "palm", "finger", (0.0, -0.2, 0.0), (1, 0, 0)),
    ("wheel_left", "revolute", "base", "left", (0.0, 0.16, 0.05), (0, 1, 0)),
    ("wheel_right", "revolute", "base", "right", (0.0, -0.16, 0.05), (0, 1, 0)),
    ("pan", "revolute", "base", "head", (0.0, 0.05, 1.3), (0, 0, 1)),
    ("tilt", "revolute", "head", "camera", (0.05, 0.0, 0.05), (0, 1, 0)),
]
"""A base on two wheels with a lift, a telescope, a wrist and a head, as of a household robot.

Wheels have ranges: continuous joints are two numbers in Pinocchio.
"""

LEG: list[Joint] = [
    ("hip_roll", "revolute", "pelvis", "roll", (0.02, 0.13, 0.0), (1, 0, 0)),
    ("hip_yaw", "revolute", "roll", "yaw", (0.0, 0.0, -0.09), (0, 0.1, -1)),
    ("hip_pitch", "revolute", "yaw", "thigh", (0.0, 0.0, -0.05), (0, 1, 0)),
    ("knee", "revolute", "thigh", "knee_link", (0.12, 0.0, 0.04), (0, 1, 0)),
    ("shin_spring", "revolute", "knee_link", "shin", (0.06, 0.02, 0.0), (0, 1, 0.02)),
    ("tarsus", "revolute", "shin", "tarsus_link", (0.43, 0.02, 0.0), (0, 1, 0)),
    ("heel_spring", "revolute", "tarsus_link", "heel", (-0.01, -0.03, -0.02), (0.05, 1, 0)),
    ("crank", "revolute", "tarsus_link", "crank_link", (0.06, -0.04, 0.0), (0, 1, 0)),
    ("toe", "revolute", "tarsus_link", "foot", (0.41, 0.0, 0.0), (0, 1, 0)),
]
"""The leg of a two-legged machine with springs in shin and heel, open at its loops."""


def urdf_of(root: str, joints: list[Joint]) -> str:
    rng = np.random.default_rng(len(joints))
    parts = []
    for link in (root, *(joint[3] for joint in joints)):
        mass, com = rng.uniform(0.2, 5.0), rng.uniform(-0.1, 0.1, 3)
        lever = rng.uniform(-0.15, 0.15, (3, 3))
        inertia = mass * (np.trace(lever @ lever.T) * np.eye(3) - lever @ lever.T)
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia
        parts.append(
            f'<link name="{link}"><inertial><origin xyz="{com[0]} {com[1]} {com[2]}"/>'
            f'<mass value="{mass}"/><inertia ixx="{xx}" ixy="{xy}" ixz="{xz}" iyy="{yy}" '
            f'iyz="{yz}" izz="{zz}"/></inertial></link>'
        )
    for name, kind, parent, child, at, axis in joints:
        rpy = rng.uniform(-0.4, 0.4, 3)
        limit = '<limit lower="-2" upper="2" effort="9" velocity="9"/>'
        parts.append(
            f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
            f'<origin xyz="{at[0]} {at[1]} {at[2]}" rpy="{rpy[0]} {rpy[1]} {rpy[2]}"/>'
            f'<axis xyz="{axis[0]} {axis[1]} {axis[2]}"/>{limit}</joint>'
        )
    return f'<robot name="{root}">{"".join(parts)}</robot>'


def places_in_peer(model: Any, system: Any, of_velocities: bool) -> np.ndarray:
    """Return where our coordinates stand among those of Pinocchio."""
    found: list[int] = []
    slices = system.compiled.layout.v_slice if of_velocities else system.compiled.layout.q_slice
    order = sorted(slices, key=lambda name: slices[name].start)
    for name in order:
        own = slices[name]
        if own.stop == own.start:
            continue
        k = model.getJointId(name) if model.existJointName(name) else 1
        start = model.joints[k].idx_v if of_velocities else model.joints[k].idx_q
        found += range(start, start + own.stop - own.start)
    return np.array(found)


@pytest.mark.peer
@pytest.mark.parametrize(("root", "joints"), [("base", MOBILE), ("pelvis", LEG)])
def test_robots_that_float(root: str, joints: list[Joint], tmp_path: Path) -> None:
    """Regressor, Coriolis matrix, momentum, M, efforts and accelerations, to 1e-12."""
    pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (package pin)")
    file = tmp_path / "robot.urdf"
    file.write_text(urdf_of(root, joints), encoding="utf-8")
    system = load_urdf(file, base="free").compile(kernels=())
    model = pin.buildModelFromUrdf(str(file), pin.JointModelFreeFlyer())
    data = model.createData()
    rng = np.random.default_rng(11)
    q = system.add(system.neutral(), rng.uniform(-1.0, 1.0, system.nv))
    v, vdot = rng.standard_normal((2, system.nv))
    at_q, at_v = (places_in_peer(model, system, kind) for kind in (False, True))
    q_peer, v_peer, a_peer = np.zeros(model.nq), np.zeros(model.nv), np.zeros(model.nv)
    q_peer[at_q], v_peer[at_v], a_peer[at_v] = q, v, vdot
    w, x, y, z = q_peer[3:7]  # the first of a quaternion is last there
    q_peer[3:7] = x, y, z, w
    tau = pin.rnea(model, data, q_peer, v_peer, a_peer)
    assert_close(system.inverse_dynamics(q, v, vdot), tau[at_v], 1e-12)
    assert_close(
        system.forward_dynamics(q, v, tau[at_v]), pin.aba(model, data, q_peer, v_peer, tau)[at_v],
        1e-10,
    )  # fmt: skip
    M = pin.crba(model, data, q_peer)
    M = np.triu(M) + np.triu(M, 1).T
    assert_close(system.mass_matrix(q), M[np.ix_(at_v, at_v)], 1e-12)
    C = pin.computeCoriolisMatrix(model, data, q_peer, v_peer)
    own = analysis.coriolis_matrix(system, q, v)
    assert_close(own @ v, (C @ v_peer)[at_v], 1e-12)
    Y = pin.computeJointTorqueRegressor(model, data, q_peer, v_peer, a_peer)
    ours = analysis.regressor(system, q, v, vdot)
    names = [body.name for body in system.model.bodies]
    for k, joint in enumerate(list(model.names)[1:]):
        child = system.model.joint(joint).child if joint in system.model.joint_index else root
        at = names.index(child)
        assert_close(ours[:, 10 * at : 10 * at + 10], Y[at_v][:, 10 * k : 10 * k + 10], 1e-12)
    pin.ccrba(model, data, q_peer, v_peer)
    assert_close(analysis.centroidal_momentum_matrix(system, q), data.Ag[:, at_v], 1e-12)
    assert_close(
        analysis.com_jacobian(system, q), pin.jacobianCenterOfMass(model, data, q_peer)[:, at_v],
        1e-12,
    )  # fmt: skip
