"""How fast can a delta robot move a part, with friction in its gears, and where is it strong?"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from sarrus import gallery
from sarrus import robotics as r

drives = ("M0", "M1", "M2")
limits = {name: r.JointLimits(torque=12.0, speed=12.0) for name in drives}
friction = {name: r.Friction(0.6, d=0.05) for name in drives}
delta = r.Workplace(gallery.delta_robot(), driven=drives, frame="platform", grip="platform")

pick, place, top = (0.15, 0.1, -0.7), (-0.15, -0.05, -0.7), (0.0, 0.05, -0.62)
arc = r.arc_move(pick, top, place, r.Quintic(1.0))  # its own time does not matter
empty = r.fastest(delta, arc, limits, friction=friction)
loaded = r.fastest(delta, arc, limits, friction=friction, payload=r.MassProperties(1.0))
print(empty)
print(f"with 1 kg: {loaded.duration:.4g} s")

# the motion is a move like others: its task says what the drives do, with payload or without
result = empty.task("empty").run(0.002)
motor = result.efforts + 0.6 * np.sign(result.qd) + 0.05 * result.qd
needed = np.abs(motor)
print(f"largest torque of a motor {needed.max():.4f} of 12 N m")

grid = np.linspace(-0.3, 0.3, 13)
where = r.work_map(delta, grid, grid, [-0.75, -0.65], turns=[np.eye(3)], limits=limits)
strongest = np.nanmax(where["payload"])
print(f"{where}; holds {strongest:.3g} kg at best, {np.nanmin(where['payload']):.3g} at worst")

if len(sys.argv) > 1:
    folder = Path(sys.argv[1])
    loaded.plot(path=folder / "fastest_motion.svg")
    where.plot("payload", path=folder / "work_map.svg")

if not (11.9 < needed.max() <= 12.0 and empty.duration < loaded.duration < 1.6 * empty.duration):
    raise SystemExit("the drives are not used as they may be")
print("checked: the drives give all that they can, and no more")
