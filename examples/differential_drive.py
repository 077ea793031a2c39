"""A robot with two driven wheels and a castor: which way it goes, and what its motors need."""

from __future__ import annotations

import numpy as np

import sarrus

RADIUS, TRACK = 0.1, 0.5  # of the wheels and between them, in m

m = sarrus.Mechanism("robot")
robot = m.body("robot", mass=12.0, com=(-0.08, 0, 0.15), inertia=(0.2, 0.25, 0.3))
castor = m.body("castor", mass=0.2, com=(-0.3, 0, 0.05), inertia=(2e-4, 2e-4, 2e-4))
m.free("base", m.ground, robot)
m.spherical("socket", robot, castor, at=(-0.3, 0, 0.05))
m.rolling("castor_contact", castor, radius=0.05, center=(-0.3, 0, 0.05))
for name, y in (("left", 0.5 * TRACK), ("right", -0.5 * TRACK)):
    wheel = m.body(f"{name}_wheel", mass=0.8, com=(0, y, RADIUS), inertia=(0.003, 0.005, 0.003))
    m.revolute(name, robot, wheel, at=(0, y, RADIUS), axis="y")
    m.rolling(f"{name}_contact", wheel, radius=RADIUS, center=(0, y, RADIUS), axis="y", mu=0.8)
m.frame("axle", robot, at=(0, 0, RADIUS))
system = m.build().compile()
mobility = system.mobility()
print(f"{mobility.freedom} velocities are free, {mobility.positions} positions")
print(f"both wheels keep it from sliding sideways: {mobility.redundant} is there twice")

# A half turn to the left in four seconds, begun and ended gently, at constant speed.
SPEED, TIME = 0.6, 4.0


def heading_at(t):
    """Return the heading that the laws of the wheels ask for [rad]."""
    return np.pi * (t / TIME - np.sin(2.0 * np.pi * t / TIME) / (2.0 * np.pi))


def wheel_law(side: float):
    """Return the angle of a wheel over time; side: -1 for the left one."""
    return lambda t: (SPEED * t + side * 0.5 * TRACK * heading_at(t)) / RADIUS


start = system.assemble(rates={"left": SPEED / RADIUS, "right": SPEED / RADIUS})
run = system.simulate(start, until=TIME, every=0.02, rtol=1e-10, atol=1e-12,
                      driven={"left": wheel_law(-1.0), "right": wheel_law(1.0)})  # fmt: skip
path, heading = run["axle.position"], np.unwrap(run["robot.rpy"][:, 2])
for side in ("left", "right"):
    torque, load = run[f"{side}.drive_effort"], run[f"{side}_contact.normal_force"]
    print(
        f"{side}: {np.max(np.abs(torque)):.3f} N m at most, a load of {np.min(load):.1f} N at least"
    )

# What odometry says: the speed is the mean of the wheels, the heading follows their difference.
turned = heading_at(run.t)
steps = 0.5 * SPEED * np.diff(run.t)[:, None]
along = np.stack([np.cos(turned), np.sin(turned)], axis=1)
odometry = path[0, :2] + np.cumsum(steps * (along[1:] + along[:-1]), axis=0)
off = np.max(np.abs(path[1:, :2] - odometry))
if np.max(np.abs(heading - turned)) > 1e-8 or off > 1e-3:
    raise SystemExit("the robot does not go where its wheels roll")
print(f"checked: heading {np.degrees(heading[-1]):.1f} deg, {1e3 * off:.2f} mm off odometry")
