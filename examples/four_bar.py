"""A four-bar linkage: assemble it, drive its crank, and ask which reactions are unique."""

import numpy as np

import sarrus

# The drawing: a crank A-B, a coupler B-C and a rocker D-C in the x-z plane.
m = sarrus.Mechanism("four_bar")
crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
rocker = m.body("rocker", mass="1500 g", com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")  # closes a loop: found, cut, named
m.joint_damper("bearing", "C", d=0.02)  # joints that carry something are cut last

system = m.build().compile()
start = system.assemble({"A": 0.4}, rates={"A": 10.0})
mobility = system.mobility(start)
print(f"{mobility.freedom} degree of freedom; redundant rows: {', '.join(mobility.redundant)}")

# What happens if the crank is released at this state, and what the joints then bear.
motion = system.accelerations(start)
for name, reaction in system.reactions(motion).items():
    labels = ["unique" if unique else "not unique" for unique in reaction.unique_force]
    print(f"{name}: force {np.round(reaction.force, 3)} N in joint axes, {labels}")
print(system.explain("C", start))

# One turn of the crank in a second: the torque that it takes.
run = system.drive({"A": lambda t: 2 * np.pi * t}, until=1.0, every=0.01)
torque = run["A.effort"]
print(f"crank torque between {torque.min():.3f} and {torque.max():.3f} N m")

# Check: over a whole turn the drive's work is what the damper loses; the reactions in the plane
# are those of the planar model, in which they are unique.
lost = np.array([sarrus.analysis.dissipation(system, m.state.q, m.state.v) for m in run.motions])
np.testing.assert_allclose(np.trapezoid(run["A.power"] - lost, run.t), 0.0, atol=1e-6)
planar = m.build().compile(planar=True)
same = planar.reactions(planar.accelerations(planar.assemble({"A": 0.4}, rates={"A": 10.0})))
np.testing.assert_allclose(same["C"].force[:2], system.reactions(motion)["C"].force[:2], rtol=1e-9)
print("checked: work of the drive = loss of the damper; planar and spatial reactions agree")
