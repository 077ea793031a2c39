"""The loads on a rocker for stress analysis, and how much of its life a machine's hour takes."""

import tempfile
from pathlib import Path

import numpy as np

from sarrus import durability, gallery

# A four-bar driven at 191 turns a minute, ten turns of it.
system = gallery.four_bar().compile(planar=True)
turns = 10
run = system.drive({"A": lambda t: 20.0 * t}, until=turns * 2 * np.pi / 20.0, every=0.002)

# All loads on the rocker, in its own axes, in balance with its inertia.
found = durability.loads(run, "rocker")
case = found.worst("force")
print(case)
for load in case.loads:
    print(f"  {load.name} at {load.at.round(3)} m: {load.force.round(1)} N, unique {load.unique}")
assert case.imbalance < 1e-12

# What rigid bodies do not determine is told.
assert [notice.code for notice in found.notices] == ["W67", "W67"]

# For a finite-element program: held at D, loaded at C, gravity and inertia as body loads.
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder, "rocker.bdf")
    durability.write_loads(path, case, without=("D",), units="mm", nodes={"C": 101})
    cards = [line for line in path.read_text().splitlines() if not line.startswith("$")]
print("\n".join(cards))
assert {card[:6].strip() for card in cards} >= {"FORCE", "GRAV", "RFORCE", "LOAD"}

# Cycles of the force in C, and the damage of an hour at 0.5 MPa for each newton.
cycles = durability.rainflow(run, "C.reaction.force.x", residue="repeated")
line = durability.SNLine(amplitude=70e6, cycles=2e6, slope=5.0, below="haibach")
hour = durability.damage(cycles, line, scale=0.5e6).total * 3600.0 / run.t[-1]
print(f"{cycles}\n{1.0 / hour:.0f} hours to a damage sum of 1")

# The largest cycle is from the lowest to the highest value of the channel, once a turn.
force = np.asarray(run["C.reaction.force.x"])
assert np.isclose(cycles.range.max(), np.ptp(force))
assert np.sum(cycles.count[cycles.range > 0.99 * cycles.range.max()]) == turns
