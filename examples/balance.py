"""A four-bar that stands on a cart and would fall: the cart balances it."""

from __future__ import annotations

import sys

import numpy as np

import sarrus
from sarrus import analysis

m = sarrus.Mechanism("balance", gravity=(0, 0, -9.81))
cart = m.body("cart", mass=2.0, inertia=(0.1, 0.1, 0.1))
left = m.body("left", mass=0.3, com=(-0.2, 0, 0.25), inertia=(0.01, 0.01, 0.001))
right = m.body("right", mass=0.3, com=(0.2, 0, 0.25), inertia=(0.01, 0.01, 0.001))
top = m.body("top", mass=1.0, com=(0, 0, 0.6), inertia=(0.02, 0.02, 0.02))
m.prismatic("rail", m.ground, cart, at=(0, 0, 0), axis="x")
m.revolute("A", cart, left, at=(-0.25, 0, 0), axis="y")
m.revolute("B", left, top, at=(-0.15, 0, 0.5), axis="y")
m.revolute("C", top, right, at=(0.15, 0, 0.5), axis="y")  # closes the loop
m.revolute("D", cart, right, at=(0.25, 0, 0), axis="y")
system = m.build().compile()

# Small motions about the upright position; the only effort is the push on the cart.
upright = system.equilibrium({"A": 0.0}, locked=["rail"]).state
small = system.linearize(
    upright, inputs=["rail"], outputs=["rail.displacement", "A.angle"],
    independent=["rail.speed", "A.rate"],
)  # fmt: skip
print(f"eigenvalues {np.round(np.sort(small.eigenvalues.real), 3)} 1/s: it falls by itself")

# A controller that knows the whole state, and one that sees two sensors at 100 Hz.
Q, R = {"rail.displacement": 10.0, "A.angle": 20.0}, {"rail": 0.1}
whole = analysis.lqr(small, Q, R)
print(f"K = {np.round(whole.K[0], 2)}, poles {np.round(np.sort_complex(whole.poles), 2)}")
noise = {"rail.displacement": 1e-8, "A.angle": 1e-8}
seen = analysis.output_feedback(
    analysis.lqr(small, Q, R, every=0.01),
    analysis.observer(small, {"rail": 1.0}, noise, every=0.01),
)

# Both on the nonlinear model, from 9 degrees off.
start = system.assemble({"rail": 0.3, "A": 0.15})
run = system.simulate(start, until=6.0, every=0.01, inputs=whole.inputs)
other = system.simulate(start, until=6.0, every=0.01, inputs=seen.inputs)
print(run.report())
if len(sys.argv) > 1:  # a file for the picture
    run.history.plot("rail.displacement", "A.angle", "rail.effort", path=sys.argv[1])

# Check: it stands, the closed loop has the eigenvalues of A - B K, the energy balance closes.
loop = system.linearize(upright, efforts=whole.inputs, independent=["rail.speed", "A.rate"])
assert np.allclose(loop.A, small.A - small.B @ whole.K, atol=1e-9)
for run_of in (run, other):
    assert abs(run_of["A.angle"][-1]) < 5e-3 and run_of.energy_error < 1e-5
print("checked: it stands, and the loop of the nonlinear model is A - B K")
