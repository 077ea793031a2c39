"""A person steers a crane by a slider in the browser; without one, a hand is imitated.

`python examples/steer.py --page` opens the page: bring the trolley 2 m to the right, and stop with
the load at rest. The slider is the force on the trolley.
"""

from __future__ import annotations

import sys
import webbrowser

import numpy as np

import sarrus
from sarrus.viewer import SteeringPage

m = sarrus.Mechanism("crane")
trolley = m.body("trolley", mass=20.0, inertia=(1, 1, 1), at=(0, 0, 2.5))
load = m.body("load", mass=40.0, inertia=(2, 2, 2), at=(0, 0, 0.5))
m.prismatic("rail", m.ground, trolley, at=(0, 0, 2.5), axis="x")
m.revolute("rope", trolley, load, at=(0, 0, 2.5), axis="y")
m.joint_damper("friction", "rail", 8.0)
m.joint_damper("air", "rope", 4.0)
trolley.shape(sarrus.Box((0.6, 0.4, 0.2)))
load.shape(sarrus.Box((0.5, 0.5, 0.5)))
load.shape(sarrus.Cylinder(0.02, 2.0), (0, 0, 1.0))
m.ground.shape(sarrus.Box((8.0, 0.1, 0.1)), (1.0, 0, 2.7))
m.ground.shape(sarrus.Box((0.8, 0.8, 0.05)), (2.0, 0, 0.1), color="orange")
system = m.build().compile()
start = system.assemble()


def hand(t: float, state: sarrus.State) -> dict[str, float]:
    """Return the force of a patient operator, who looks at the trolley and the rope."""
    goal = 2.0 * min(t / 2.0, 1.0)
    force = 60.0 * (goal - state["rail"]) - 90.0 * state["rail.speed"] + 80.0 * state["rope"]
    return {"rail": float(np.clip(force, -100.0, 100.0))}


if "--page" in sys.argv:
    with SteeringPage(system, start, {"rail": 100.0}, title="Crane") as page:
        webbrowser.open(page.url)
        page.wait()
        result = system.realtime(start, rate=500.0, read=page, write=page)
else:
    result = system.realtime(start, rate=500.0, until=2.0, read=hand, efforts=["rail"])
print(result.report())

# The efforts are kept: without a clock, the same steps give the same motion, bit for bit.
step = 1.0 / 500.0
again = system.simulate(
    start, until=float(result.run.t[-1]), method="rk4", step=step, every=step,
    inputs=result.replay(),
)  # fmt: skip
if not np.array_equal(again.q, result.run.q):
    raise SystemExit("the run is not reproduced")
print(f"checked: {result.steps} steps again without a clock, the same to the bit")
