"""The tracked vehicle of paper 1 crosses a half-round of ten inches; its driver holds 11 m/s."""

from __future__ import annotations

import numpy as np

from sarrus import gallery, ride
from sarrus.gallery.tracked_vehicle import rates

system = gallery.tracked_vehicle().compile()
start = system.state(system.neutral(), system.velocities_of(rates(11.0)))
run = system.simulate(start, until=4.0, every=0.002)
print(run.report())

seat, speed = run["driver.acceleration.z"], run["hull.velocity.x"]
pitch = ride.attitude(run.history, "hull")["pitch"]
print(f"driver's seat {seat.min():.2f} to {seat.max():.2f} m/s^2 upwards")
print(f"nose down by {np.degrees(pitch.max()):.2f} deg, up by {np.degrees(-pitch.min()):.2f} deg")
print(f"speed {speed.min():.2f} to {speed.max():.2f} m/s, at the end {speed[-1]:.3f} m/s")
level, wheels = int(np.searchsorted(run.t, 1.5)), ["idler", *"123456", "sprocket"]
print("tension of the left band on the level, and the most on the bump [kN]")
for k, (a, b) in enumerate(zip(wheels, [*wheels[1:], wheels[0]], strict=True), start=1):
    T = run[f"track left.tension{k}"] / 1e3
    print(f"  {a:>8} to {b:8} {T[level]:6.1f} {T.max():6.1f}")
torque = run["speed left.sprocket left.rate.effort"]
print(f"torque of a sprocket {torque[level] / 1e3:.2f}, at most {torque.max() / 1e3:.2f} kN m")
for name, load in ride.wheel_loads(run.history).items():
    if "left" in name:
        lifted = 0.002 * np.count_nonzero(load == 0.0)
        print(f"  {name}: {load.max() / 1e3:5.0f} kN at most, off the ground for {lifted:.2f} s")

bare = gallery.tracked_vehicle(track=False).compile()  # as the independent reference has it
coasting = bare.state(bare.neutral(), bare.velocities_of({"hull.vx": 11.0}))
alone = bare.simulate(coasting, until=4.0, every=0.002)
peaks = [float(np.max(r["driver.acceleration.z"])) for r in (run, alone)]
print(f"the most at the seat {peaks[0]:.2f} m/s^2, {peaks[1]:.2f} without tracks")

closes = max(run.energy_error, alone.energy_error) < 1e-5
if abs(peaks[1] - 12.874) > 0.02 or not closes or abs(speed[-1] - 11.0) > 0.1:
    raise SystemExit("the vehicle does not do what it should")
print("checked: without tracks the peak is that of an independent planar solution; energy balances")
