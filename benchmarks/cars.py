"""A car through the lane change of ISO 3888: how many times faster than real time, on one core.

`python benchmarks/cars.py` prints the ratio of simulated time to wall time of one run with
error control, and of cars side by side with equal steps. Times are of this machine; the first
runs, in which kernels are compiled in the background, do not count.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from sarrus import gallery
from sarrus.vehicles import LaneChange, Vehicle
from sarrus.vehicles.manoeuvres.lane_change import Attempts

SPEED = 20.0
STEP = 1e-3
CARS = 64


def main() -> None:
    """Print the ratios."""
    car = Vehicle(gallery.simple_car())
    attempts = Attempts(car, LaneChange.of_part_1(car.width), SPEED)
    driven = attempts.car
    attempts.once(SPEED, 0.65)
    best = min(_seconds(attempts) for _ in range(60))
    simulated = float(attempts.once(SPEED, 0.65).run.t[-1])
    sys.stdout.write(f"one car, error control: {simulated / best:.0f} times real time\n")
    start = driven.rolling(SPEED)
    starts = [start] * CARS
    numbers = driven.numbers(speed=SPEED)
    for _ in range(2):
        begin = time.perf_counter()
        driven.system.simulate(
            starts, until=1.0, method="rk4", step=STEP, every=0.1, parameters=numbers
        )
        wall = time.perf_counter() - begin
    sys.stdout.write(
        f"{CARS} cars side by side, rk4 with {1e3 * STEP:g} ms: {CARS / wall:.0f} times real time\n"
    )


def _seconds(attempts: Attempts) -> float:
    """Return the wall time of the run itself."""
    return float(np.asarray(attempts.once(SPEED, 0.65).run.account.wall))


if __name__ == "__main__":
    main()
