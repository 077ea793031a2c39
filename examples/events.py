"""A crane grips a moving load, lifts it and lets it go; the run is kept on disk."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

import sarrus
from sarrus.events import Attach, Bounce, Detach

m = sarrus.Mechanism("crane", gravity=(0, -9.81, 0))
boom = m.body("boom", mass=40.0, com=(1.0, 0, 0), inertia=(1.0, 15.0, 15.0))
rope = m.body("rope", mass=2.0, com=(0, -0.75, 0), inertia=(0.4, 0.01, 0.4), at=(2, 0, 0))
m.revolute("A", m.ground, boom, at=(0, 0, 0), axis="z")
m.revolute("B", boom, rope, at=(2, 0, 0), axis="z")
m.joint_damper("hinge", "B", 0.5)
system = m.build().compile()

hook = (0.0, -1.5, 0.0)
load = {"mass": 25.0, "com": hook, "inertia": (0.5, 0.5, 0.5)}
events = [
    sarrus.Event(0.5, do=Attach("load", "rope", velocity=(0.4, 0, 0), **load), name="grip"),
    sarrus.Event(2.5, do=Detach("load", "rope"), name="release"),
    sarrus.Event("B.angle", at=0.04, direction="up", do=Bounce(0.3), name="buffer"),
]
start = system.assemble({"A": 0.3, "B": -0.3})
hold = {"A": lambda t, state: 2000.0 * (0.3 + 0.2 * t - state["A.angle"]) - 800.0 * state["A.rate"]}

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "crane.sarrus"
    run = system.simulate(start, until=4.0, inputs=hold, events=events, rtol=1e-8, file=path)
    print(run.report())
    for event in run.events:
        print(f"  {event.t:.6f} s  {event.name}: {', '.join(event.done)} {event.energy:+.3f} J")
    pull = np.linalg.norm(run["B.reaction.force"], axis=1)
    print(f"largest force in the rope {pull.max():.0f} N, at {run.t[np.argmax(pull)]:.2f} s")
    again = sarrus.open_run(path, inputs=hold)
    same = np.array_equal(again.q, run.q) and again.events == run.events

grip = next(event for event in run.events if event.name == "grip")
if not (same and run.energy_error < 1e-6 and grip.energy != 0.0 and len(run.segments) >= 3):
    raise SystemExit("the crane does not do what it should")
print("checked: the file gives back the run, and the energy balance closes through all events")
