"""A thousand slider-cranks with masses of their own, all at once: how scatter reaches a bearing."""

from __future__ import annotations

import sys

import numpy as np

from sarrus import gallery
from sarrus.sweeps import MonteCarlo, Normal, Uniform

LOAD, SPEED = "peak crank_pivot.reaction.force.x", "max guide.speed"
system = gallery.slider_crank().compile()
start = system.assemble(rates={"crank_pivot": 40.0})
scatter = {"crank.mass": Uniform(0.8, 1.2), "piston.mass": Normal(0.5, 0.05)}
run = {"start": start, "until": 0.1, "step": 1e-3, "every": 1e-3, "method": "rk4"}

# Each run is a lane of a population: place="gpu" where there is one.
table = system.sweep(scatter, plan=MonteCarlo(1000, 1), measure=[LOAD, SPEED], place="cpu", **run)
load = table[LOAD]
print(
    f"load of the bearing: {load.mean():.1f} N on average, {np.quantile(load, 0.99):.1f} N in 1 %"
)
if len(sys.argv) > 1:  # a file for the picture
    table.plot(LOAD, path=sys.argv[1])

# Check: the table is that of runs made one by one, and the heavier piston loads the bearing more.
alone = system.sweep({"crank.mass": [table["crank.mass"][7]], "piston.mass":
                      [table["piston.mass"][7]]}, measure=LOAD, workers=0, **run)  # fmt: skip
assert np.isclose(alone[LOAD][0], load[7], rtol=1e-13)
assert np.corrcoef(table["piston.mass"], load)[0, 1] > 0.5 and not table.failed
print("checked: one of them alone has the same load, and heavy pistons load the bearing")
