"""What the bearings of a gear train carry: forces of teeth at a steady rate, and where power goes.

The train of the gallery turns its input at 3000 rev/min against a load of 40 N m on the output. The
force of the helical teeth has three parts, and the bearing of the input feels all of them.
"""

from __future__ import annotations

import math

import numpy as np

from sarrus import gallery

model = gallery.gear_train(damping=0.0)
system = model.compile()
rate, load = 3000 * 2 * math.pi / 60, 40.0
ratio = (54 / 18) * (51 / 17)
run = system.drive({"input": lambda t: rate * t}, until=0.02, every=1e-3, efforts={"output": -load})

print("part of the force      first    second   [N]")
for part in ("tangential_force", "radial_force", "axial_force"):
    first, second = (run[f"{pair}.{part}"][-1] for pair in ("first", "second"))
    print(f"{part:18} {first:9.1f} {second:9.1f}")
bearing = run["input.reaction.force@world"][-1]
print("bearing of the input:", np.round(bearing, 1), "N")
print(f"power: {run['first.mesh_power'][-1]:.1f} W in, {load * rate / ratio:.1f} W out")

# moments by the ratio of the teeth, forces by pressure and helix angle
radius = 0.5 * 18 * 2e-3 / math.cos(math.radians(15))
tangential = load / ratio / radius
wanted = {
    "tangential_force": tangential,
    "axial_force": -tangential * math.tan(math.radians(15)),
    "mesh_power": load * rate / ratio,
}
for name, value in wanted.items():
    if not np.allclose(run[f"first.{name}"], value):
        raise SystemExit(f"{name} is {run[f'first.{name}'][-1]}, not {value}")
print("as the ratio of the teeth and the helix say")
