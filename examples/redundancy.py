"""What are joints to spare for? A line of a four-link arm, with several goals."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from sarrus import Mechanism
from sarrus import robotics as r
from sarrus.results import plots

m = Mechanism("four_links", gravity=(0, 0, -9.81))
carrier = m.ground
for k in range(4):
    link = m.body(f"link{k}", 2.0, com=(0.15 + 0.3 * k, 0, 0), inertia=(0.001, 0.02, 0.02))
    m.revolute(f"J{k}", carrier, link, at=(0.3 * k, 0, 0), axis="y", limits=(-2.6, 2.6))
    carrier = link
m.frame("tip", carrier, at=(1.2, 0, 0))
arm = m.build().compile(kernels=())

q0 = np.radians([-70.0, 100.0, -20.0, 10.0])
start = arm.poses(q0)["tip"].position
line = r.Sequence([r.line_move(start, start + np.array([-0.5, 0.0, 0.1]), r.Quintic(1.5))])
goals = {
    "as little as possible": None,
    "near the first posture": r.NullSpaceGoal(q0),
    "away from the ends of ranges": r.NullSpaceGoal(limits=1.0),
    "away from singular positions": r.NullSpaceGoal(singularities=1.0),
}
curves, found = [], {}
for name, goal in goals.items():
    task = r.Task(arm, line, frame="tip", start=q0, follow="position", goal=goal)
    result = task.run(0.01)
    J = arm.jacobian("link3", (1.2, 0, 0), result.q)[:, [0, 2]]
    w = np.sqrt(np.linalg.det(J @ np.swapaxes(J, 1, 2)))  # manipulability in the plane
    (account,) = result.accounts
    gone = np.linalg.norm(result.q[-1] - q0)
    found[name] = float(np.mean(w)), float(gone)
    curves.append(plots.Curve(name, result.t, w))
    print(f"{name}: manipulability {np.mean(w):.3f} m^2, ends {gone:.2f} rad from its start; "
          f"error of the energy {abs(account.error):.1e} J")  # fmt: skip

if len(sys.argv) > 1:
    panel = plots.Panel(curves, "time [s]", "manipulability [m^2]", title="A line, four goals")
    plots.figure_of([panel], path=Path(sys.argv[1]) / "redundancy.svg")

most, nearest = max(w for w, _ in found.values()), min(gone for _, gone in found.values())
best = found["away from singular positions"][0], found["near the first posture"][1]
if best != (most, nearest):
    raise SystemExit("the goals do not help")
print("checked: each goal is best at what it is for")
