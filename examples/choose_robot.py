"""Which robot suits a task best: a SCARA or a delta, an open chain or one with loops (paper 3)?"""

from __future__ import annotations

import numpy as np

from sarrus import gallery
from sarrus import robotics as r

DOWN = np.diag([1.0, -1.0, -1.0, 1.0])  # a tool that points down
BASE = (0.4, 0.0, 0.93)  # where the delta hangs


def at(x, y, z):
    pose = DOWN.copy()
    pose[:3, 3] = x, y, z
    return pose


# Down to the belt, grip 1.5 kg, across on an arc, release, and back on a spline.
above, pick, place = at(0.4, -0.2, 0.1), at(0.4, -0.2, 0.0), at(0.4, 0.2, 0.05)
law = r.Quintic(0.4)
steps = [
    r.Move(r.line_move(above, pick, law), "down"),
    r.Grip(1.5),
    r.Move(r.arc_move(pick, (0.45, 0.0, 0.12), place, law), "across"),
    r.Release(),
    r.Move(r.spline_move(place, [(0.38, 0.1, 0.12), (0.38, -0.1, 0.12)], above, law), "back"),
]
sequence = r.Sequence(steps)
delta = gallery.delta_picker()
robots = {
    "SCARA": r.Task(gallery.scara(), sequence, frame="tool", start=[-1.0, 1.6, 0.05, 0.0]),
    "delta": r.Task(delta, sequence, frame="tool", base=BASE, driven=("M0", "M1", "M2")),
}
found = r.compare_robots(robots, by="cycle", step=0.02)
print("\n".join(found.lines))
best = found.candidates[0]

# Check: its cranks by the closed form of its legs, all along the path.
worst = 0.0
for t, q in zip(best.result.t, best.result.q, strict=True):
    platform = sequence(t).position + np.array([0, 0, 0.06]) - BASE  # the tool is 60 mm below
    for k in range(3):
        motor, rod = delta.joint(f"M{k}"), delta.joint(f"U{k}a")
        X = motor.on_parent.transform
        tip = (X @ motor.on_child.transform.inverse @ rod.on_parent.transform).position
        end = platform + np.array(delta.joint(f"S{k}a").on_child.position)
        angles = r.crank_angles(X.position, X.matrix[:, 2], tip, end, 0.85)
        worst = max(worst, min(abs(a - q[k]) for a in angles))

# The rotor of the SCARA's second joint turns in the first arm, and loads the first joint.
spun = r.Drive(r.Catalogue.generic().motor("servo-1500W"), r.Gear("50", 50.0), gyroscopic=True)
arm = found["SCARA"].result
more = np.abs(arm.with_rotors({"q2": spun}).efforts - arm.efforts)[:, 0].max()
print(f"cranks off by {worst:.1e} rad; the rotor of q2 adds {more:.2f} N m to q1")
if best.name != "delta" or worst > 1e-10 or not 0.1 < more < 50.0:
    raise SystemExit("the drives are not those of the closed form")
