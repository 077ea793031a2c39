"""A crane moves as fast as its drive allows and swings its load up; a four-bar in least time."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import sarrus
from sarrus import gallery, robotics

# a trolley of 5 kg with a load of 2 kg on a rope of 1 m, which nothing drives
m = sarrus.Mechanism("crane", gravity=(0.0, -9.81, 0.0))
m.body("trolley", mass=5.0, inertia=(0.01, 0.01, 0.01))
m.body("load", mass=2.0, com=(0.0, -1.0, 0.0), inertia=(0.01, 0.01, 0.01))
m.prismatic("cart", m.ground, "trolley", axis="x", at=(0, 0, 0))
m.revolute("rope", "trolley", "load", axis="z", at=(0, 0, 0))
crane = m.build().compile()

rest = {"cart": 0.0, "rope": 0.0}
limits = {"rope": np.radians(25.0), "cart": robotics.JointLimits(speed=1.5)}
fast = robotics.optimal_motion(
    crane, rest, {"cart": 2.0, "rope": 0.0}, efforts={"cart": 20.0}, limits=limits, tolerance=1e-3
)
print(fast)
print(f"simulated with these efforts alone, it ends {fast.difference:.1e} away")

# upside down the load falls: feedback along the motion (LQR) keeps it there, from nearby too
up = robotics.optimal_motion(
    crane, rest, {"cart": 0.0, "rope": np.pi}, efforts={"cart": 60.0}, minimize="effort",
    duration=3.0, limits={"cart": 2.0}, tolerance=1e-3,
)  # fmt: skip
print(up)
run = up.track(10.0, start=crane.assemble({"cart": 0.02, "rope": 0.02}))
left = np.abs(run.state(len(run.t) - 1).q - [0.0, np.pi]).max()
print(f"with feedback, from 0.02 m and 0.02 rad off, it ends {left:.1e} away")

# loops are conditions; one freedom has one path, along which `fastest` must take as long
four_bar = robotics.Workplace(gallery.four_bar().compile(planar=True), driven=("A",))
start = four_bar.system.assemble()
turn = {"A": start["A"] + 4.0}
torque = {"A": robotics.JointLimits(torque=60.0)}
free = robotics.optimal_motion(four_bar, start, turn, limits=torque, tolerance=1e-3)
along = robotics.fastest(four_bar, [[start["A"]], [turn["A"]]], torque)
print(f"four-bar: {free.duration:.4f} s by collocation, {along.duration:.4f} s along its path")

if len(sys.argv) > 1:
    fast.plot(path=Path(sys.argv[1]) / "optimal_motion.svg")
same = abs(free.duration - along.duration) < 2e-3 * along.duration
if not (same and fast.difference < 1e-2 and left < 0.05 and np.abs(fast["rope"]).max() < 0.4364):
    raise SystemExit("the motions are not what they should be")
print("checked: limits kept, simulated, tracked, and timed in two ways")
