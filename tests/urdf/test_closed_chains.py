"""Robots with closed chains, after those of Gepetto's example-parallel-robots, against Pinocchio.

M qdd + J^T lambda = -h, J qdd = -dJ/dt v, with mass matrix, bias and Jacobians of Pinocchio.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from sarrus import load_urdf

pin = pytest.importorskip("pinocchio")

pytestmark = [pytest.mark.peer, pytest.mark.slow]


def _link(name: str, length: float, mass: float) -> str:
    i = mass * length**2 / 12
    return f"""<link name="{name}"><inertial><origin xyz="0 0.01 {length / 2:.17g}"/>
<mass value="{mass}"/><inertia ixx="{i:.17g}" iyy="{1.1 * i:.17g}" izz="{0.2 * i:.17g}"
ixy="0" ixz="0" iyz="0"/></inertial></link>"""


def _hinge(
    name: str, parent: str, child: str, at: tuple[float, ...], pitch: float, axis: str = "0 1 0"
) -> str:
    place = " ".join(f"{x:.17g}" for x in at)
    return f"""<joint name="{name}" type="continuous"><parent link="{parent}"/>
<child link="{child}"/><origin xyz="{place}" rpy="0 {pitch:.17g} 0"/><axis xyz="{axis}"/></joint>"""


def five_bar(kind: str, half: float = 0.15, upper: float = 0.3, lower: float = 0.4) -> str:
    """Two arms on a base whose ends meet above its middle: in a point, or in a part with wrist."""
    # elbows: the angle of the upper links to the upright, by the law of cosines
    tip = 0.5
    reach = math.hypot(half, tip)
    lean = math.atan2(half, tip)
    at_base = math.acos((upper**2 + reach**2 - lower**2) / (2 * upper * reach))
    at_elbow = math.acos((upper**2 + lower**2 - reach**2) / (2 * upper * lower))
    parts = [_link("base", 0.1, 5.0)]
    for side, sign in (("left", -1.0), ("right", 1.0)):
        first = sign * (at_base - lean)
        parts += [_link(f"{side}_upper", upper, 2.0), _link(f"{side}_lower", lower, 1.5)]
        parts.append(_hinge(f"{side}_motor", "base", f"{side}_upper", (sign * half, 0, 0), first))
        bend = -sign * (math.pi - at_elbow)
        place = (0.0, 0.0, upper)
        parts.append(_hinge(f"{side}_elbow", f"{side}_upper", f"{side}_lower", place, bend))
    end = f'xyz="0 0 {lower:.17g}"'
    if kind == "point":
        loop = f"""<loop_joint name="tip" type="spherical"><link1 link="left_lower" {end}
rpy="0 0 0"/><link2 link="right_lower" {end} rpy="0 0 0"/></loop_joint>"""
        return f'<robot name="five_bar">{"".join(parts)}{loop}</robot>'
    for name in ("cross_1", "cross_2"):
        parts.append(_link(name, 0.02, 0.05))
    parts.append(_link("hand", 0.1, 0.7))
    parts.append(_hinge("wrist_x", "left_lower", "cross_1", (0, 0, lower), 0.0, "1 0 0"))
    parts.append(_hinge("wrist_y", "cross_1", "cross_2", (0, 0, 0), 0.0))
    parts.append(_hinge("wrist_z", "cross_2", "hand", (0, 0, 0), 0.0, "0 0 1"))
    loop = f"""<loop_joint name="tip" type="fixed"><link1 link="right_lower" {end}
rpy="0 0 0"/><link2 link="hand" xyz="0 0 0" rpy="0 0 0"/></loop_joint>"""
    return f'<robot name="five_bar">{"".join(parts)}{loop}</robot>'


@pytest.mark.parametrize("kind", ["point", "part"])
def test_closed_chains_move_as_pinocchio_says(kind: str, tmp_path: Path) -> None:
    text = five_bar(kind)
    system = load_urdf(text).compile()
    path = tmp_path / "tree.urdf"
    path.write_text(text[: text.index("<loop_joint")] + "</robot>")
    peer = pin.buildModelFromUrdf(str(path))
    rows = 3 if kind == "point" else 6
    ends = [
        (peer.getFrameId("left_lower" if kind == "point" else "hand"),
         pin.SE3(np.eye(3), np.array([0, 0, 0.4]) if kind == "point" else np.zeros(3))),
        (peer.getFrameId("right_lower"), pin.SE3(np.eye(3), np.array([0, 0, 0.4]))),
    ]  # fmt: skip
    frames = [
        peer.addFrame(
            pin.Frame(
                f"end {k}", peer.frames[frame].parentJoint, frame,
                peer.frames[frame].placement * place, pin.FrameType.OP_FRAME,
            )
        )
        for k, (frame, place) in enumerate(ends)
    ]  # fmt: skip
    data = peer.createData()
    axes = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    for angle, rates in ((0.0, (0.3, 0.2)), (0.2, (1.0, -0.5)), (-0.15, (-0.7, 1.3))):
        start = system.assemble()
        wanted = {"left_motor.angle": float(start["left_motor.angle"]) + angle}
        speeds = dict(zip(("left_motor.rate", "right_motor.rate"), rates, strict=True))
        state = system.assemble(wanted, speeds)
        q, v = np.zeros(peer.nq), np.zeros(peer.nv)
        for i in range(1, peer.njoints):
            joint, name = peer.joints[i], peer.names[i]
            turn = float(state[f"{name}.angle"])
            q[joint.idx_q : joint.idx_q + 2] = math.cos(turn), math.sin(turn)
            v[joint.idx_v] = state[f"{name}.rate"]
        M = pin.crba(peer, data, q)
        M = np.triu(M) + np.triu(M, 1).T
        h = pin.nonLinearEffects(peer, data, q, v)
        pin.forwardKinematics(peer, data, q, v, np.zeros(peer.nv))
        pin.computeJointJacobians(peer, data, q)
        pin.updateFramePlacements(peer, data)
        J = np.subtract(*[pin.getFrameJacobian(peer, data, f, axes)[:rows] for f in frames])
        bias = np.subtract(
            *[pin.getFrameClassicalAcceleration(peer, data, f, axes).vector[:rows] for f in frames]
        )
        gap = np.subtract(*[data.oMf[f].translation for f in frames])
        assert np.max(np.abs(gap)) < 1e-13
        assert np.max(np.abs(J @ v)) < 1e-13
        K = np.block([[M, J.T], [J, np.zeros((rows, rows))]])
        right = np.concatenate([-h, -bias])
        qdd = np.linalg.lstsq(K, right, rcond=1e-13)[0][: peer.nv]
        pin.forwardKinematics(peer, data, q, v, qdd)
        pin.updateFramePlacements(peer, data)
        motion = system.accelerations(state)
        found = system.kinematics(state.q, state.v, motion.vdot)
        for name in ("left_upper", "left_lower", "right_upper", "right_lower"):
            a = pin.getFrameClassicalAcceleration(peer, data, peer.getFrameId(name), axes)
            scale = max(1.0, float(np.max(np.abs(a.vector))))
            np.testing.assert_allclose(found[name].acceleration / scale, a.linear / scale,
                                       atol=1e-12)  # fmt: skip
            np.testing.assert_allclose(found[name].angular_acceleration / scale,
                                       a.angular / scale, atol=1e-12)  # fmt: skip
