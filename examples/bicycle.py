"""A bicycle that nobody rides: where it is stable, and how it rights itself after a push."""

from __future__ import annotations

import numpy as np

from sarrus import gallery

RADIUS = 0.3  # of the rear wheel, in m
system = gallery.bicycle().compile()
print(system.mobility())


def small_motions(speed: float) -> np.ndarray:
    """Return the eigenvalues of lean, steer and speed about straight running at a speed [m/s]."""
    rates = {"rear_hub": speed / RADIUS, "steer": 0.0, "cradle.omega_x": 0.0}
    conditions = {"rear_hub.rate": speed / RADIUS, "steer.angle": 0.0}
    return system.equilibrium(
        system.assemble(rates=rates), moving=conditions
    ).linearization.eigenvalues


def growth(speed: float) -> float:
    """Return the fastest growth of a disturbance [1/s]; a change of speed itself has none."""
    values = small_motions(speed)
    return float(np.max(np.delete(values, np.argmin(np.abs(values))).real))


for speed in (3.0, 4.0, 5.0, 6.0, 7.0):
    print(f"{speed:.0f} m/s: disturbances grow by {growth(speed):+.3f}/s")


def crossing(low: float, high: float) -> float:
    """Return the speed between two at which the growth changes its sign, by bisection."""
    for _ in range(30):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if growth(middle) * growth(low) > 0.0 else (low, middle)
    return 0.5 * (low + high)


weave, capsize = crossing(4.0, 5.0), crossing(5.5, 7.0)
print(f"stable from {weave:.5f} to {capsize:.5f} m/s")

push = {"rear_hub": 5.0 / RADIUS, "steer": 0.0, "cradle.omega_x": 0.3}
run = system.simulate(system.assemble(rates=push), until=10.0, every=0.05, rtol=1e-10, atol=1e-12)
lean = np.degrees(run["frame.rpy"][:, 0])
print(
    f"pushed at 5 m/s it leans by {np.max(np.abs(lean)):.2f} deg, after 10 s by {lean[-1]:.3f} deg"
)
print(f"the front wheel needs a friction of {np.max(run['front.grip']):.3f}")

if abs(weave - 4.29238253) > 1e-6 or abs(capsize - 6.02426202) > 1e-6:
    raise SystemExit("these are not the speeds of the benchmark (Meijaard et al. 2007)")
if abs(lean[-1]) > 0.1 * np.max(np.abs(lean)) or np.ptp(run.energy) > 1e-9 * run.energy[0]:
    raise SystemExit("the bicycle did not right itself")
print("checked: the speeds of the benchmark; it rides on upright and keeps its energy")
