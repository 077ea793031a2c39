"""What the bearings of a robot arm carry while it swings, recorded inside the run (paper 0).

The reactions of chosen joints come from terms of the equations that every step evaluates anyway;
the account of the run says by which formulas. They are what a bearing is chosen by: the largest
load, and the mean that wears it (the cube mean of ball bearings).
"""

from __future__ import annotations

import numpy as np

from sarrus import gallery
from sarrus.gallery.rrc_arm import ROLLS

arm = gallery.rrc_arm().compile()
swing = {"joint2": lambda t: np.pi / 3 * np.sin(np.pi * t / 5)}
start = arm.state(np.zeros(7), [0.0, np.pi**2 / 15, 0.0, 0.0, 0.0, 0.0, 0.0])
joints = ("joint2", "joint4")
how = {"until": 5.0, "method": "rk4", "step": 1e-3, "driven": swing, "locked": ROLLS}

run = arm.simulate(start, keep=[f"{name}.reaction" for name in joints], certify=False, **how)
print(run.account.kept)
for name in joints:
    force = np.linalg.norm(run[f"{name}.reaction.force"], axis=1)
    mean = np.mean(force**3) ** (1 / 3)
    print(f"{name}: at most {force.max():.0f} N, cube mean {mean:.0f} N")

recorded = [np.asarray(run["joint2.reaction.force"])]
for form in ("state_vector", "articulated", "recursive"):
    again = arm.simulate(start, keep=["joint2.reaction"], formulation=form, certify=False, **how)
    recorded.append(np.asarray(again["joint2.reaction.force"]))
apart = max(np.abs(force - recorded[0]).max() for force in recorded) / np.abs(recorded[0]).max()
if apart > 1e-9:
    raise SystemExit(f"formulations differ by {apart:.1e}")
print("three formulations agree to 1e-9")
