"""Which four-bar carries a body through five poses? All of them, and the best one driven."""

import numpy as np

from sarrus import synthesis

# Poses of a lid: where its reference point is [m], and how it is turned.
poses = np.array([
    (0.00, 0.00, np.radians(0.0)),
    (0.03, -0.01, np.radians(27.0)),
    (0.09, -0.02, np.radians(53.0)),
    (0.17, 0.01, np.radians(79.0)),
    (0.23, 0.08, np.radians(101.0)),
])  # fmt: skip

# Burmester: a bar between ground and the body keeps its length over five poses in four ways at
# most, of which none, two or four are real. Every pair of bars is a four-bar.
dyads = synthesis.burmester_dyads(poses)
for dyad in dyads:
    print(f"fixed pivot {dyad.fixed:.4f} m, moving pivot {dyad.moving:.4f} m")
found = synthesis.generate_motion(poses)
print(found)

# The best is a mechanism with steel links; its crank is driven from pose to pose.
best = found.best
study = best.study()
angles = np.unwrap(best.angles)
times = np.arange(5.0)
drive = study.system.drive({"A": (times, angles - angles[0])}, times=times, guess=study.start())
reached = np.asarray(drive.history["tracer.position"])[:, :2]
print(f"{best.kind}, defects: {best.defects}, torques {np.round(drive.history['A.effort'], 2)} N m")

# Check: it passes all poses.
np.testing.assert_allclose(reached, poses[:, :2], atol=1e-9)
print("checked: the driven mechanism passes all five poses")
