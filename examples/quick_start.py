"""A three-link arm: describe it, compile it, and ask for its dynamics."""

import numpy as np

import sarrus

# Describe the arm where it stands in the drawing: stretched along x, z up, SI units.
# A number with another unit is a string.
arm = sarrus.Mechanism("arm")
turret = arm.body("turret", mass=12.0, com=(0, 0, 0.2), inertia=(0.12, 0.12, 0.08))
upper = arm.body("upper_arm", mass=6.0, com=(0.25, 0, 0.4), inertia=(0.01, 0.13, 0.13))
lower = arm.body("forearm", mass="8 lb", com=(0.7, 0, 0.4), inertia=(0.005, 0.05, 0.05))
arm.revolute("waist", arm.ground, turret, at=(0, 0, 0), axis="z")
arm.revolute("shoulder", turret, upper, at=(0, 0, 0.4), axis="y")
arm.revolute("elbow", upper, lower, at=(0.5, 0, 0.4), axis="y")
arm.frame("hand", lower, at=(0.9, 0, 0.4))

# Build (every mistake is reported at once), then compile to machine code.
system = arm.build().compile()
print(system)

# One state of motion: angles [rad], rates [rad/s], accelerations [rad/s^2].
q = np.array([0.3, -0.6, 1.1])
v = np.array([0.5, -0.2, 0.8])
vdot = np.array([1.0, 2.0, -1.5])

mass_matrix = system.mass_matrix(q)
bias = system.bias(q, v)  # Coriolis, centrifugal and gravity terms
tau = system.inverse_dynamics(q, v, vdot)  # the torques that cause vdot
shoulder = system.wrenches(q, v, vdot, joints=["shoulder"])["shoulder"]

np.set_printoptions(precision=4, suppress=True)
print("hand at [m]           ", system.poses(q)["hand"].position)
print("torques [N m]         ", tau)
print("shoulder force [N]    ", shoulder.force)
print("shoulder moment [N m] ", shoulder.moment)
print("mass matrix [kg m^2]")
print(mass_matrix)

# Check: M vdot + bias = tau, and the torques give the accelerations back.
np.testing.assert_allclose(mass_matrix @ vdot + bias, tau, rtol=1e-12, atol=1e-12)
np.testing.assert_allclose(system.forward_dynamics(q, v, tau), vdot, rtol=1e-10)
print("checked: M vdot + bias = tau, and forward dynamics inverts inverse dynamics")
