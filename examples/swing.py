"""A four-bar released from rest: its motion, checked by energy and an independent solver."""

import numpy as np

import sarrus
from sarrus.cartesian import CartesianSystem

# A crank, a coupler and a rocker of slender rods; a damper in one joint.
m = sarrus.Mechanism("swing", gravity=(0, -9.81, 0))


def rod(name: str, a: tuple[float, float], b: tuple[float, float], mass: float) -> object:
    """Return a slender rod between two points of the drawing."""
    (x, y), length = np.subtract(b, a), float(np.hypot(*np.subtract(b, a)))
    axes = np.array([[x, -y, 0], [y, x, 0], [0, 0, length]]) / length
    middle = (*np.add(a, b) / 2, 0.0)
    inertia = (0, mass * length**2 / 12, mass * length**2 / 12)
    return m.body(name, mass=mass, com=(0, 0, 0), inertia=inertia, at=middle, rotation=axes)


A, B, C, D = (0, 0), (0.3, 0.9), (2.2, 1.4), (2, 0)
crank, coupler, rocker = (
    rod("crank", A, B, 1.0),
    rod("coupler", B, C, 2.0),
    rod("rocker", D, C, 1.5),
)
m.revolute("A", m.ground, crank, at=(*A, 0), axis="z")
m.revolute("B", crank, coupler, at=(*B, 0), axis="z")
m.revolute("C", coupler, rocker, at=(*C, 0), axis="z")
m.revolute("D", m.ground, rocker, at=(*D, 0), axis="z")
m.joint_damper("hinge", "D", d=0.5)

model = m.build()
system = model.compile()
start = system.assemble()
run = system.simulate(start, until=5.0, rtol=1e-8, atol=1e-10)
print(run.report())
print(f"crank between {run['A'].min():.3f} and {run['A'].max():.3f} rad")
print(f"energy lost in the hinge {run.loss[-1]:.4f} J of {np.ptp(run.energy):.4f} J")

# The same by fixed steps in a native loop, and by BDF.
steps = system.simulate(start, until=5.0, method="rk4", step=1e-3, every=0.025)
stiff = system.simulate(start, until=5.0, method="bdf", rtol=1e-8, atol=1e-10)
for other in (steps, stiff):
    np.testing.assert_allclose(other["A"], run["A"], atol=1e-5)

# Check: the energy balance closes, and absolute coordinates with multipliers give the same motion.
assert run.energy_error < 1e-6 and run.drift < 1e-10
cartesian = CartesianSystem(model)
absolute = cartesian.simulate(cartesian.drawing_state(), 1.0, rtol=1e-9, times=[0.0, 1.0])
expected = system.kinematics(run.q[np.searchsorted(run.t, 1.0)])["rocker"].position
np.testing.assert_allclose(cartesian.bodies(absolute.final)["rocker"].position, expected, atol=1e-6)
print("checked: energy balance, three integrators, and the Cartesian solver agree")
