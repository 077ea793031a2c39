"""Closed robots as a URDF beside a model file with their loops, against Pinocchio.

M qdd + J^T lambda = -h, J qdd = -dJ/dt v, with mass matrix, bias and Jacobians of Pinocchio.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import sarrus
from urdf.closed_robots import ROBOTS

pin = pytest.importorskip("pinocchio")

pytestmark = pytest.mark.peer


@pytest.mark.parametrize("name", ROBOTS)
def test_they_move_as_pinocchio_says(name: str, tmp_path: Path) -> None:
    robot = ROBOTS[name]()
    (tmp_path / "robot.urdf").write_text(robot.urdf, encoding="utf-8")
    (tmp_path / "model.yaml").write_text(robot.document, encoding="utf-8")
    system = sarrus.load(tmp_path / "model.yaml").compile()
    peer = pin.buildModelFromUrdf(str(tmp_path / "robot.urdf"))
    data = peer.createData()
    axes = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    pairs = [
        (peer.getFrameId(a), peer.getFrameId(b), 6 if kind == "6d" else 3)
        for a, b, kind in robot.closings
    ]
    random = np.random.default_rng(7)
    for size in (0.0, 0.05):
        wanted = {f"r.{m}": size * random.uniform(-1, 1) for m in robot.motors}
        speeds = {f"r.{m}": random.uniform(-1, 1) for m in robot.motors}
        state = system.assemble(wanted, speeds)
        q, v = np.zeros(peer.nq), np.zeros(peer.nv)
        for i in range(1, peer.njoints):
            joint, own = peer.joints[i], f"r.{peer.names[i]}"
            slides = joint.nq == 1
            turn = float(state[f"{own}.{'displacement' if slides else 'angle'}"])
            q[joint.idx_q : joint.idx_q + joint.nq] = (
                (math.cos(turn), math.sin(turn)) if joint.nq == 2 else (turn,)
            )
            v[joint.idx_v] = state[f"{own}.{'speed' if slides else 'rate'}"]
        M = pin.crba(peer, data, q)
        M = np.triu(M) + np.triu(M, 1).T
        h = pin.nonLinearEffects(peer, data, q, v)
        pin.forwardKinematics(peer, data, q, v, np.zeros(peer.nv))
        pin.computeJointJacobians(peer, data, q)
        pin.updateFramePlacements(peer, data)
        J, bias = [], []
        for a, b, rows in pairs:
            J.append(np.subtract(*[pin.getFrameJacobian(peer, data, f, axes)[:rows]
                                   for f in (a, b)]))  # fmt: skip
            bias.append(np.subtract(*[
                pin.getFrameClassicalAcceleration(peer, data, f, axes).vector[:rows]
                for f in (a, b)
            ]))  # fmt: skip
            gap = data.oMf[a].actInv(data.oMf[b])
            assert np.max(np.abs(gap.translation)) < 1e-12
            assert rows == 3 or np.max(np.abs(gap.rotation - np.eye(3))) < 1e-12
        A, c = np.vstack(J), np.concatenate(bias)
        assert np.max(np.abs(A @ v)) < 1e-11 * max(1.0, float(np.max(np.abs(v))))
        # independent directions of the motion, then M in them: no multiplier is needed
        _, s, V = np.linalg.svd(A)
        rank = int(np.sum(s > 1e-9 * s[0]))
        assert system.mobility(state).freedom == peer.nv - rank
        N = V[rank:].T
        particular = np.linalg.lstsq(A, -c, rcond=1e-9)[0]
        qdd = particular + N @ np.linalg.solve(N.T @ M @ N, N.T @ (-h - M @ particular))
        pin.forwardKinematics(peer, data, q, v, qdd)
        pin.updateFramePlacements(peer, data)
        motion = system.accelerations(state)
        found = system.kinematics(state.q, state.v, motion.vdot)
        largest = 1.0
        for body in robot.poses:
            a = pin.getFrameClassicalAcceleration(peer, data, peer.getFrameId(body), axes)
            largest = max(largest, float(np.max(np.abs(a.vector))))
        for body in robot.poses:
            if body == "base":
                continue
            a = pin.getFrameClassicalAcceleration(peer, data, peer.getFrameId(body), axes)
            ours = found[f"r.{body}"]
            both = np.concatenate([ours.acceleration, ours.angular_acceleration])
            np.testing.assert_allclose(both / largest, a.vector / largest, atol=1e-12)
