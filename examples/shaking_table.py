"""A frame of two storeys on a shaking table: what it does, what the table has to do."""

import numpy as np

import sarrus

# Two floors on columns: springs and dampers between each and what is below it.
MASS, K, D = (1200.0, 900.0), (4.0e5, 3.0e5), (900.0, 700.0)


def frame(m: sarrus.Mechanism, table: object) -> sarrus.Model:
    """Return the model with the frame on a table."""
    below = table
    for k in (1, 2):
        at = (0, 0, 3.0 * k)
        floor = m.body(f"floor {k}", mass=MASS[k - 1], com=at, inertia=(400, 400, 800))
        m.prismatic(f"storey {k}", below, floor, at=at, axis="x")
        m.joint_spring(f"columns {k}", f"storey {k}", k=K[k - 1])
        m.joint_damper(f"losses {k}", f"storey {k}", d=D[k - 1])
        below = floor
    return m.build()


# Ground is the table. It shakes by 2 cm, 1.8 times a second; its velocity and acceleration follow.
m = sarrus.Mechanism("shaking_table")
m.prescribe_base()
system = frame(m, m.ground).compile()
REACH, OMEGA = 0.02, 2 * np.pi * 1.8
shake = sarrus.GroundMotion(position=(lambda t: REACH * np.sin(OMEGA * t), 0.0, 0.0))
run = system.simulate(system.assemble(), until=60.0, every=0.005, rtol=1e-8, base=shake)
print(run.report())
late = run.t > 50.0
swing = [float(np.ptp(run[f"storey {k}"][late])) / 2 for k in (1, 2)]
push = np.asarray(run["storey 1.wrench.force.z"])  # along the slide
print(f"storeys move by {swing[0] * 1e3:.1f} and {swing[1] * 1e3:.1f} mm, the table by 20 mm")
print(f"it pushes with up to {np.max(np.abs(push)) / 1e3:.1f} kN")

# Check: steady shaking, (K + i w D - w^2 M) x = w^2 M 1 REACH with x against the table; what the
# table pushes with accelerates the floors; its work is in the balance of energies.
M = np.diag(MASS)
stiff, lossy = (np.array([[c[0] + c[1], -c[1]], [-c[1], c[1]]]) for c in (K, D))
x = np.linalg.solve(stiff + 1j * OMEGA * lossy - OMEGA**2 * M, OMEGA**2 * REACH * M @ np.ones(2))
np.testing.assert_allclose(swing, [abs(x[0]), abs(x[1] - x[0])], rtol=1e-3)
moved = sum(MASS[k - 1] * np.asarray(run[f"floor {k}.acceleration.x"]) for k in (1, 2))
np.testing.assert_allclose(push, moved, atol=1e-6 * np.max(np.abs(moved)))
assert run.energy_error < 1e-6

# The same with the table as a body of its own that is driven.
m = sarrus.Mechanism("driven_table")
table = m.body("table", mass=5000.0, com=(0, 0, 0), inertia=(1e3, 1e3, 1e3))
m.prismatic("actuator", m.ground, table, at=(0, 0, 0), axis="x")
driven = frame(m, table).compile()
law = {"actuator": shake.position[0]}
start = driven.assemble({"actuator": 0.0}, rates={"actuator": REACH * OMEGA})
other = driven.simulate(start, until=5.0, every=0.005, rtol=1e-8, driven=law)
np.testing.assert_allclose(other["storey 2"], run["storey 2"][: len(other.t)], atol=1e-4 * swing[1])
print("checked: steady shaking by its equations, forces, energy, and a table that is driven")
