"""Cars through the lane change of ISO 3888: how many times faster than real time, on one core.

One run with error control, and cars side by side with equal steps. The first runs, in which
kernels are compiled in the background, do not count.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
import timing
import titles
from rows import Group, Row, Time

from sarrus import Model, gallery
from sarrus.vehicles import LaneChange, Vehicle
from sarrus.vehicles.manoeuvres.lane_change import Attempts

SPEED, PREVIEW = 20.0, 0.65
STEP = 1e-3
CARS = 64
REAL_TIME = "real time"


def lane_change_row(name: str, model: Model, repeats: int) -> Row:
    """Return the wall time of one car with error control beside the time that it simulates."""
    car = Vehicle(model)
    attempts = Attempts(car, LaneChange.of_part_1(car.width), SPEED)
    # in the first half kernels are still interpreted, and compiled in the background
    runs = [attempts.once(SPEED, PREVIEW).run for _ in range(2 * repeats)][repeats:]
    simulated = float(runs[0].t[-1])
    walls = [float(np.asarray(run.account.wall)) for run in runs]
    return Row(
        titles.LANE_CHANGE, "one car, error control", name, len(model.bodies), Time.of(walls),
        peer=REAL_TIME, theirs=Time(simulated, simulated),
    )  # fmt: skip


def side_by_side_row(name: str, model: Model, repeats: int) -> Row:
    """Return the wall time of cars side by side beside the time that they simulate together."""
    car = Vehicle(model)
    starts, numbers = [car.rolling(SPEED)] * CARS, car.numbers(speed=SPEED)
    walls = []
    for _ in range(repeats + 1):
        begin = time.perf_counter()
        car.system.simulate(
            starts, until=1.0, method="rk4", step=STEP, every=0.1, parameters=numbers
        )
        walls.append(time.perf_counter() - begin)
    what = f"{CARS} cars side by side, rk4 with {1e3 * STEP:g} ms"
    return Row(
        titles.LANE_CHANGE, what, name, len(model.bodies), Time.of(walls[1:]), peer=REAL_TIME,
        theirs=Time(float(CARS), float(CARS)),
    )  # fmt: skip


def measured(quick: bool = False) -> Group:
    """Return all rows."""
    notes = [
        "Ratios are simulated time over wall time. The lane change is that of ISO 3888-1 at "
        "72 km/h, with driver, brakes and transient tyres; `passenger_car` has 21 bodies and "
        "loops.",
        "Chrono::Vehicle is not among the packages that run here. Its developers say that one or "
        "two vehicles run in real time or close to it on a usual computer (R. Serban, "
        "github.com/projectchrono/chrono, issue 136, 2018), and of a car of 18 freedoms without a "
        "multibody solver, steps of 1 ms, that it is 2,000 times faster than real time "
        "(github.com/uwsbel/low-fidelity-dynamic-models, README). Other computers, other cars: no "
        "comparison in one run.",
    ]
    group = Group("cars", "Cars through a lane change", notes=notes)
    repeats = 2 if quick else 20
    models = {"simple_car": gallery.simple_car(), "passenger_car": gallery.passenger_car()}
    group.rows = [lane_change_row(name, model, repeats) for name, model in models.items()]
    group.rows.append(side_by_side_row("simple_car", models["simple_car"], repeats))
    return group


def main() -> None:
    """Print the table."""
    group = measured("--quick" in sys.argv)
    lines: list[list[Any]] = [["", "", "wall", "simulated", "ratio"]]
    for row in group.rows:
        if row.ours is not None and row.theirs is not None:
            wall, simulated = f"{row.ours.median:.3g} s", f"{row.theirs.median:.3g} s"
            lines.append([row.case, row.what, wall, simulated, timing.times(row.ratio)])
    print(timing.table(titles.LANE_CHANGE, lines))


if __name__ == "__main__":
    main()
