"""Inverse kinematics of four arms, side by side with an iteration on Pinocchio in one process.

Reachable poses: those of random positions within the limits. Ours: `sarrus.robotics.reach` as a
user calls it, a step of the descent alone, in machine code, and the closed form with all branches.
Pinocchio: damped Gauss-Newton steps on `log6` and `computeJointJacobian`, written in Python as its
examples are, with the damping |e|^2 / 2, steps clipped at the limits, and random starts as well.
Both: 1e-10 in all six components, 20 restarts.

    python benchmarks/inverse_kinematics.py [poses]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import pinocchio as pin
import timing

from peers.pin_models import to_pinocchio
from robotics.arms import IIWA, PANDA, UR5, by_frames, puma
from sarrus import Model, System
from sarrus.robotics import closed_form, reach
from sarrus.robotics.inverse_kinematics.limits import Limits
from sarrus.robotics.inverse_kinematics.solver import solver_of
from sarrus.robotics.inverse_kinematics.targets import read_targets

POSES = 500
RESTARTS = 20
MOST = 100
TOLERANCE = 1e-10
ROBOTS: dict[str, tuple[Callable[[], Model], str | None]] = {
    "puma": (puma, None),
    "ur5": (lambda: by_frames("ur5", UR5), None),
    "panda": (lambda: by_frames("panda", PANDA), "j7"),
    "iiwa": (lambda: by_frames("iiwa", IIWA), "j3"),
}
"""With the joint that is fixed for the closed form."""


class Peer:
    """The iteration on Pinocchio."""

    def __init__(self, system: System) -> None:
        peer = to_pinocchio(system.model)
        self.robot, self.data = peer.robot, peer.data
        frame = system.model.frames[0]
        self.joint, X_JB = peer.bodies[frame.body]
        X_BF = frame.pose.transform
        self.X_JF = X_JB * pin.SE3(np.array(X_BF.matrix), np.array(X_BF.position))
        limits = Limits.of(system)
        self.lower, self.upper = limits.lower, limits.upper

    def solve(self, wanted: pin.SE3, seed: int) -> tuple[bool, int]:
        """Return whether the pose is reached, and the number of steps."""
        random, steps = np.random.default_rng(seed), 0
        q = np.clip(np.zeros(self.robot.nq), self.lower, self.upper)
        for _ in range(RESTARTS + 1):
            reached, more = self.descend(wanted, q)
            steps += more
            if reached:
                return True, steps
            q = random.uniform(self.lower, self.upper)
        return False, steps

    def descend(self, wanted: pin.SE3, q: np.ndarray) -> tuple[bool, int]:
        """Iterate from q."""
        for k in range(MOST):
            pin.forwardKinematics(self.robot, self.data, q)
            left = wanted.actInv(self.data.oMi[self.joint] * self.X_JF)
            e = pin.log6(left).vector
            if np.max(np.abs(e)) < TOLERANCE:
                return True, k
            J = pin.computeJointJacobian(self.robot, self.data, q, self.joint)
            J = pin.Jlog6(left) @ self.X_JF.toActionMatrixInverse() @ J
            A = J.T @ J + (0.5 * (e @ e) + 1e-12) * np.eye(len(q))
            q = np.clip(q - np.linalg.solve(A, J.T @ e), self.lower, self.upper)
        return False, MOST


def poses_of(system: System, n: int) -> tuple[np.ndarray, list[Any]]:
    """Return random positions within limits, and the poses of the tool there."""
    limits = Limits.of(system)
    low, high = np.maximum(limits.lower, -np.pi), np.minimum(limits.upper, np.pi)
    q = np.random.default_rng(0).uniform(low, high, (n, system.nq))
    found = []
    for row in q:
        X, here = np.eye(4), system.poses(row)["tool"]
        X[:3, :3], X[:3, 3] = here.rotation, here.position
        found.append(X)
    return q, found


def timed(function: Callable[..., Any], *given: Any, **named: Any) -> tuple[Any, float]:
    started = time.perf_counter()
    found = function(*given, **named)
    return found, time.perf_counter() - started


def step_time(system: System, pose: np.ndarray) -> float:
    """Return the seconds of one step in machine code: a descent that is not allowed to end."""
    rows, goal = read_targets(system, {"tool": pose})
    solver = solver_of(system, rows)
    solver.give(goal, {})
    start = solver.limits.clipped(solver.drawing)
    ones, never = np.ones(solver.m), np.full(solver.m, np.inf)
    best = np.inf
    for _ in range(50):
        found, seconds = timed(solver.descend, start, ones, never, stall=2.0, most=60)
        best = min(best, seconds / max(found.iterations, 1))
    return best


def measured(name: str, n: int) -> list[list[str]]:
    build, fixed = ROBOTS[name]
    system = build().compile(kernels=())
    peer = Peer(system)
    positions, poses = poses_of(system, n)
    reach(system, {"tool": poses[0]})
    ours, theirs, forms = [], [], []
    for k, (q, X) in enumerate(zip(positions, poses, strict=True)):
        found, seconds = timed(reach, system, {"tool": X}, seed=k, restarts=RESTARTS)
        ours.append((found.success, found.iterations, seconds))
        wanted = pin.SE3(X[:3, :3], X[:3, 3])
        (reached, steps), seconds = timed(peer.solve, wanted, k)
        theirs.append((reached, steps, seconds))
        chosen = {} if fixed is None else {fixed: float(q[int(fixed[1:]) - 1])}
        arm = closed_form(system, "tool", fixed=chosen)
        forms.append(timed(arm.solutions, X)[1])
    best = min(s / k for reached, k, s in theirs if reached and k)
    rows = []
    for who, table, step in (
        ("reach", ours, step_time(system, poses[0])),
        ("pin", theirs, best),
    ):
        success, steps, seconds = np.array(table, dtype=float).T
        rows.append(
            [
                name,
                who,
                f"{100.0 * success.mean():.2f}",
                f"{np.median(steps):.0f}",
                f"{steps.mean():.1f}",
                timing.micro(float(np.median(seconds))),
                timing.micro(step),
                f"{np.median([s for *_, s in theirs]) / np.median(seconds):.1f}",
            ]
        )
    branches = "all branches" if fixed is None else f"all branches, {fixed} given"
    closed = timing.micro(float(np.median(forms)))
    return [*rows, [name, "closed form", branches, "", "", closed, "", ""]]


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else POSES
    head = ["arm", "by", "success %", "median steps", "mean steps", "median us", "us a step", "x"]
    rows = [head]
    for name in ROBOTS:
        rows += measured(name, n)
    print(timing.heading("Inverse kinematics"))
    print(timing.table(f"{n} reachable poses; x: time of pin over ours", rows))


if __name__ == "__main__":
    main()
