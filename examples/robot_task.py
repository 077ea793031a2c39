"""Which motors does a PUMA 560 need for a pick and place, and does it follow the task (paper 3)?"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

import sarrus
from sarrus import robotics as r

shape = [
    (0, 0, 90),
    (0, 0.4318, 0),
    (0.15005, 0.0203, -90),
    (0.4318, 0, 90),
    (0, 0, -90),
    (0, 0, 0),
]
rows = [{"d": d, "a": a, "alpha": f"{alpha} deg"} for d, a, alpha in shape]
ranges = [(-160, 160), (-45, 225), (-225, 45), (-110, 170), (-100, 100), (-266, 266)]
for row, (lower, upper) in zip(rows, ranges, strict=True):
    row["limits"] = (f"{lower} deg", f"{upper} deg")
links = [
    {"mass": 0.0, "com": (0, 0, 0), "inertia": (0, 0.35, 0)},
    {"mass": 17.4, "com": (-0.3638, 0.006, 0.2275), "inertia": (0.13, 0.524, 0.539)},
    {"mass": 4.8, "com": (-0.0203, -0.0141, 0.07), "inertia": (0.066, 0.086, 0.0125)},
    {"mass": 0.82, "com": (0, 0.019, 0), "inertia": (1.8e-3, 1.3e-3, 1.8e-3)},
    {"mass": 0.34, "com": (0, 0, 0), "inertia": (0.3e-3, 0.4e-3, 0.3e-3)},
    {"mass": 0.09, "com": (0, 0, 0.032), "inertia": (0.15e-3, 0.15e-3, 0.04e-3)},
]
puma = sarrus.from_dh(rows, "classic", name="PUMA 560", links=links).compile()

down = np.diag([-1.0, 1.0, -1.0])
across = np.array([[0.0, -1, 0], [-1, 0, 0], [0, 0, -1]])
poses = [(down, (0.45, 0.15, 0.1)), (down, (0.55, -0.2, -0.25)), (across, (0.1, 0.55, -0.15))]
q = [np.radians([30, 60, -200, 0, -50, 30])]
for turn, place in poses:
    pose = np.vstack([np.column_stack([turn, place]), [0, 0, 0, 1]])
    q.append(r.joints_at(puma, "link6", pose, q[-1]))
law = r.Trapezoid(1.0, 0.25)
to_b, to_c, back = (r.joint_move(q[a], q[b], law) for a, b in ((1, 2), (2, 3), (3, 1)))
load = r.MassProperties(2.0, (0, 0, 0.1))
steps = [r.Move(to_b, "A-B"), r.Grip(load), r.Move(to_c, "B-C"), r.Release(), r.Move(back, "C-A")]
task = r.Task(puma, r.Sequence(steps), name="pick and place")

result = task.run()
control = r.ComputedTorque(kp=400.0, kd=40.0)
tracking = r.track(task, control, rate=500.0, friction={"joint1": r.Friction(2.0)})
with tempfile.TemporaryDirectory() as folder:
    page = Path(folder) / "task.html"
    report = r.report_task(result, page, drives=r.Catalogue.generic(), tracking=tracking)
    size = page.stat().st_size
print(f"report of {size / 1024:.0f} kB; largest error {1e3 * tracking.peak_errors.max():.2f} mrad")

row = np.flatnonzero(np.abs(result.t - 1.1) < 1e-9)[0]
if abs(result["joint2.torque"][row] - 51.2924) > 5e-5 or not report.feasible:
    raise SystemExit("the task does not need the torques that it should")
print("checked: joint 2 needs 51.2924 N m at 1.1 s, and every joint has a motor")
