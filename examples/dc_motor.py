"""A DC motor that starts a flywheel: current and rate against the closed form, and a stiff coil."""

import numpy as np
from scipy.linalg import expm

import sarrus

R, L, K, U, J, GEAR = 2.0, 0.05, 0.3, 24.0, 0.8, 5.0

# A flywheel behind a gear; the current of the motor is a state of its own.
m = sarrus.Mechanism("flywheel")
m.body("wheel", mass=10.0, inertia=(0.4, 0.4, J))
m.revolute("A", m.ground, "wheel", at=(0, 0, 0), axis="z")
m.dc_motor("motor", "A", constant=K, resistance=R, inductance=L, voltage=U, gear=GEAR)
system = m.build().compile(parameters=["motor.inductance", "motor.initial_current"])
print(system.states, system.channels("motor.current"))

run = system.simulate(system.assemble(), until=1.0, rtol=1e-9, atol=1e-11)
print(run.report())

# Closed form: w' = n k i / J, i' = (u - R i - n k w) / L.
A = np.array([[0.0, GEAR * K / J], [-GEAR * K / L, -R / L]])
rest = np.array([U / (GEAR * K), 0.0])
exact = np.array([rest - expm(A * t) @ rest for t in run.t])
np.testing.assert_allclose(run["A.rate"], exact[:, 0], atol=1e-5)
np.testing.assert_allclose(run["motor.current"], exact[:, 1], atol=1e-5)

# Small motions: the same two time constants, and the angle that nothing holds.
small = system.linearize(run.final)
np.testing.assert_allclose(
    np.sort(small.eigenvalues.real), np.sort([0.0, *np.linalg.eigvals(A).real]), atol=1e-9
)
print(f"time constants {-1.0 / np.linalg.eigvals(A).real} s")

# A coil of 1 microhenry is stiff: bdf and ida take it with exact derivatives.
stiff = {"motor.inductance": 1e-6}
for method in ("bdf", "ida"):
    other = system.simulate(system.assemble(), until=1.0, method=method, parameters=stiff)
    slow = U / (GEAR * K) * (1.0 - np.exp(-((GEAR * K) ** 2) / (R * J) * other.t))
    np.testing.assert_allclose(other["A.rate"], slow, atol=1e-3)
    print(f"{method}: {other.account.steps} steps")

# Many start values side by side, with the bits of single runs.
starts = {"motor.initial_current": [0.0, 5.0, 10.0]}
many = system.simulate(system.assemble(), until=0.2, method="rk4", step=1e-3, parameters=starts)
one = system.simulate(
    system.assemble(), until=0.2, method="rk4", step=1e-3, parameters={"motor.initial_current": 5.0}
)
assert np.array_equal(many["motor.current"][1], one["motor.current"])
print("checked: closed form, time constants, stiff coil, batch")
