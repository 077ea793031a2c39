"""Inverse kinematics of four arms, side by side with an iteration on Pinocchio in one process.

Reachable poses: those of random positions within the limits. Ours: `sarrus.robotics.reach` as a
user calls it, a step of the descent alone, in machine code, and the closed form with all branches.
Pinocchio: damped Gauss-Newton steps on `log6` and `computeJointJacobian`, written in Python as its
examples are, with the damping |e|^2 / 2, steps clipped at the limits, and random starts as well.
Both: 1e-10 in all six components, 20 restarts.

    python benchmarks/inverse_kinematics.py [poses]
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import programs
import timing
from rows import NOT_INSTALLED, Group, Row, Time
from titles import POSE as CALLS

from robotics.arms import IIWA, PANDA, UR5, by_frames, puma
from sarrus import Model, System
from sarrus.robotics import closed_form, reach
from sarrus.robotics.inverse_kinematics.limits import Limits
from sarrus.robotics.inverse_kinematics.solver import solver_of
from sarrus.robotics.inverse_kinematics.targets import read_targets

pin = programs.found("pinocchio")
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
        from peers.pin_models import to_pinocchio

        peer = to_pinocchio(system.model)
        self.robot, self.data = peer.robot, peer.data
        frame = system.model.frames[0]
        self.joint, X_JB = peer.bodies[frame.body]
        X_BF = frame.pose.transform
        self.X_JF = X_JB * pin.SE3(np.array(X_BF.matrix), np.array(X_BF.position))
        limits = Limits.of(system)
        self.lower, self.upper = limits.lower, limits.upper

    def solve(self, wanted: Any, seed: int) -> tuple[bool, int]:
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

    def descend(self, wanted: Any, q: np.ndarray) -> tuple[bool, int]:
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


def step_time(system: System, pose: np.ndarray) -> Time:
    """Return the seconds of one step in machine code: a descent that is not allowed to end."""
    rows, goal = read_targets(system, {"tool": pose})
    solver = solver_of(system, rows)
    solver.give(goal, {})
    start = solver.limits.within_bounds(solver.drawing)
    ones, never = np.ones(solver.m), np.full(solver.m, np.inf)
    repeats = []
    for _ in range(50):
        found, seconds = timed(solver.descend, start, ones, never, stall=2.0, most=60)
        repeats.append(seconds / max(found.iterations, 1))
    return Time.of(repeats)


STEPS = "A step of the descent"
NUMBER = re.compile(r"[\d.]+")


def measured(quick: bool = False) -> Group:
    """Return the times of poses and of steps."""
    return compared(20 if quick else 200)


def compared(n: int) -> Group:
    """Return the rows of all arms with n poses each."""
    notes = [
        f"{n} reachable poses of each arm; Pinocchio: damped Gauss-Newton steps in Python, as its "
        "examples have them. The closed form returns all branches."
    ]
    group = Group("kinematics", "Inverse kinematics", notes=notes)
    for name in ROBOTS:
        group.rows += one(name, n)
    return group


def one(name: str, n: int) -> list[Row]:
    """Return the rows of one arm; `by` has success and steps of ours, then of the other."""
    build, fixed = ROBOTS[name]
    system = build().compile(kernels=())
    peer = Peer(system) if pin is not None else None
    positions, poses = poses_of(system, n)
    reach(system, {"tool": poses[0]})
    ours, theirs, forms = [], [], []
    for k, (q, X) in enumerate(zip(positions, poses, strict=True)):
        found, seconds = timed(reach, system, {"tool": X}, seed=k, restarts=RESTARTS)
        ours.append((found.success, found.iterations, seconds))
        if peer is not None:
            (reached, steps), seconds = timed(peer.solve, pin.SE3(X[:3, :3], X[:3, 3]), k)
            theirs.append((reached, steps, seconds))
        chosen = {} if fixed is None else {fixed: float(q[int(fixed[1:]) - 1])}
        arm = closed_form(system, "tool", fixed=chosen)
        forms.append(timed(arm.solutions, X)[1])
    there = Time.of([s for *_, s in theirs]) if theirs else None
    step = Time.of([s / k for reached, k, s in theirs if reached and k]) if theirs else None
    given = {"peer": "Pinocchio", "missing": "" if theirs else NOT_INSTALLED}
    by = "; ".join(account(table) for table in (ours, theirs) if table)
    own = Time.of([s for *_, s in ours])
    native = step_time(system, poses[0])
    branches = "all branches" if fixed is None else f"all branches, {fixed} given"
    return [
        Row(CALLS, "reach", name, 0, own, by, theirs=there, **given),
        Row(CALLS, "closed form", name, 0, Time.of(forms), branches, theirs=there, **given),
        Row(STEPS, "step", name, 0, native, theirs=step, **given),
    ]


def account(table: list[Any]) -> str:
    """Return successes [%], and the median and the mean of steps."""
    success, steps, _ = np.array(table, dtype=float).T
    return f"{100.0 * success.mean():.2f} %, {np.median(steps):.0f} / {steps.mean():.1f} steps"


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else POSES
    head = ["arm", "by", "success %", "median steps", "mean steps", "median us", "us a step", "x"]
    rows = [head]
    group = compared(n)
    for k in range(0, len(group.rows), 3):
        call, form, step = group.rows[k : k + 3]
        mine, _, other = call.by.partition("; ")
        own = [timing.micro(call.ours), timing.micro(step.ours), timing.times(call.ratio, ".1f")]
        rows.append([call.case, "reach", *NUMBER.findall(mine), *own])
        if call.theirs is not None:
            there = [timing.micro(call.theirs), timing.micro(step.theirs), "1.0"]
            rows.append([call.case, "pin", *NUMBER.findall(other), *there])
        rows.append([call.case, "closed form", form.by, "", "", timing.micro(form.ours), "", ""])
    print(timing.heading("Inverse kinematics"))
    print(timing.table(f"{n} reachable poses; x: time of pin over ours", rows))


if __name__ == "__main__":
    main()
