"""An arm grips an object on ground, pulls and lets go (paper 0, simulation 2); then it carries one.

The grip is a joint that one event makes and another parts. Beside it: the stiff spring by which the
paper stands in for the joint, which rings at 330 Hz.
"""

from __future__ import annotations

import numpy as np

from sarrus import Event, Mechanism, gallery
from sarrus.events import Enable, Join, Part
from sarrus.gallery.rrc_arm import INCH, ROLLS, SPRING

how = {
    "until": 1.0,
    "every": 1e-3,
    "rtol": 1e-9,
    "atol": 1e-11,
    "driven": {"joint4": lambda t: np.pi / 30 * np.sin(np.pi * t - np.pi)},
    "locked": (*ROLLS, "joint2"),
}
rates = [0.0, 0.0, 0.0, -(np.pi**2) / 30, 0.0, 0.0, 0.0]

arm = gallery.rrc_arm(target=True).compile()
grip = Join("grip", "distance", "tip", "object", numbers={"length": INCH})
events = [Event(0.0, do=grip, name="grip"), Event(0.75, do=Part("grip"), name="release")]
run = arm.simulate(arm.state(np.zeros(7), rates), events=events, **how)
print(run.report())
impulse = np.linalg.norm(run.events[0].impulse("grip").linear)
print(f"the grip takes {impulse:.3f} N s and loses {-run.events[0].energy:.4f} J")

stiff = gallery.rrc_arm(spring=SPRING).compile()
off = [Event(0.75, do=Enable("spring", False), name="release")]
ringing = stiff.simulate(stiff.state(np.zeros(7), rates), events=off, **how)
torques = [np.ptp(r["joint4.effort"][r.t < 0.75]) for r in (run, ringing)]
print(
    f"torque of joint 4 varies by {torques[0]:.1f} N m with the joint, {torques[1]:.0f} by spring"
)
print(f"steps: {run.account.steps} and {ringing.account.steps}")

# A hand on a hinge catches a ball that flies by, and carries it as it is.
m = Mechanism("catch", gravity=(0, -9.81, 0))
m.body("hand", 2.0, (0.4, 0, 0), (0.01, 0.2, 0.2))
m.body("ball", 0.5, (0, 0, 0), (0.002, 0.002, 0.002), at=(1.0, 0, 0))
m.revolute("A", m.ground, "hand", at=(0, 0, 0), axis="z")
m.free("air", m.ground, "ball", at=(1.0, 0, 0))
m.frame("palm", "hand", at=(1.0, 0, 0))
system = m.build().compile()
start = system.state(system.drawing(), system.velocities_of({"air.vy": 3.0, "A": 0.5}))
catch = Join("hold", "fixed", "palm", "ball", where_it_is=True)
caught = system.simulate(start, until=0.5, events=[Event(0.05, do=catch)], rtol=1e-9)
k = caught.events[0].state
ground = caught.events[0].impulse("ground")
change = caught.momentum[k] - caught.momentum[k - 1]
kept = np.allclose(change, [*ground.linear, *ground.angular], rtol=0, atol=1e-12)
if not (kept and caught.energy_error < 1e-8 and 50 * run.account.steps < ringing.account.steps):
    raise SystemExit("the grip does not do what it should")
print("checked: momentum with the impulse of ground, the energy balance, and far fewer steps")
