"""A suspended four-bar: where it hangs, how it vibrates, and what its frequency depends on."""

from __future__ import annotations

import numpy as np

import sarrus
from sarrus import analysis

m = sarrus.Mechanism("suspension", gravity=(0, -9.81, 0))
lower = m.body("lower", mass=4.0, com=(0.2, 0, 0), inertia=(0.01, 0.06, 0.06))
upper = m.body("upper", mass=3.0, com=(0.15, 0.3, 0), inertia=(0.01, 0.04, 0.04))
wheel = m.body("wheel", mass=30.0, com=(0.4, 0.15, 0), inertia=(0.6, 0.9, 0.6))
m.revolute("A", m.ground, lower, at=(0, 0, 0), axis="z")
m.revolute("B", lower, wheel, at=(0.4, 0, 0), axis="z")
m.revolute("C", m.ground, upper, at=(0, 0.3, 0), axis="z")
m.revolute("D", upper, wheel, at=(0.35, 0.3, 0), axis="z")
m.spring_damper("S", m.ground, lower, at_a=(0.2, 0.5, 0), at_b=(0.25, 0, 0), k=20e3, c=300.0,
                free_length=0.45)  # fmt: skip
system = m.build().compile()

rest = system.equilibrium({"A": 0.0})
print(
    rest,
    f"spring carries the wheel; force in B {np.linalg.norm(rest.reactions()['B'].force):.0f} N",
)
small = system.linearize(
    rest.state, inputs=["A"], outputs=["wheel.position.y", "B.reaction.force.y"]
)
mode = small.vibrations[0]
print(mode, f"wheel moves by {np.round(np.abs(mode.bodies['wheel'].displacement), 3)} per rad")
gain = np.abs(small.response(2 * np.pi * np.array([0.1, mode.frequency, 20.0])))[:, 0, 0]
print("wheel height per torque at 0.1 Hz, resonance, 20 Hz:", np.round(gain * 1e3, 4), "mm/(N m)")

slopes = analysis.sensitivities(
    system, rest, ["A.angle", "B.reaction.force.y"], ["S.k", "wheel.mass", "D.point"]
)
print("ride height, rad per kN/m of stiffness:", 1e3 * slopes["A.angle", "S.k"])
stiffer = analysis.follow(system, "S.k", 20e3, 30e3, rest.state, steps=20)
by_branch = (stiffer["A.angle"][1] - stiffer["A.angle"][0]) / np.diff(stiffer.values[:2])[0]

run = system.simulate(system.assemble({"A": rest["A.angle"] + 0.01}), until=2.0, rtol=1e-9)
angle = run["A.angle"] - rest["A.angle"]
crossings = run.t[1:][(angle[1:] < 0) != (angle[:-1] < 0)]
seen = 0.5 / np.mean(np.diff(crossings))
if not (rest.stable and abs(seen / mode.frequency - 1) < 0.02):
    raise SystemExit("the motion does not vibrate as the linearization says")
if abs(by_branch / slopes["A.angle", "S.k"] - 1) > 0.05:
    raise SystemExit("the branch does not begin with the slope of the sensitivities")
print(f"checked: {seen:.3f} Hz in the simulation, {mode.frequency:.3f} Hz linearized")
