"""Sine with dwell (ISO 19365, UN Regulation 140): does the vehicle come back from a severe turn?"""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.spatial.arrays import select
from sarrus.vehicles.manoeuvres.driving import START, law, positive, run_from
from sarrus.vehicles.motion import body_track
from sarrus.vehicles.result import Diagram, ManoeuvreResult, Measured, degrees
from sarrus.vehicles.trim import steady_cornering, straight_running
from sarrus.vehicles.vehicle import ready_vehicle

FREQUENCY = 0.7
"""Of the sine [Hz]."""
DWELL = 0.5
"""Time for which the second peak is held [s]."""
REFERENCE = 0.3 * 9.81
"""Lateral acceleration [m/s^2] whose steering is the unit of amplitudes."""
LIMITS = ((1.0, 0.35), (1.75, 0.20))
"""Times after the steering [s], and parts of the peak yaw rate that may be left there."""
AWAY = (1.07, 1.83)
"""Time after the start [s], and how far the vehicle must be to the side then [m]."""


def sine_with_dwell(
    vehicle: Any,
    *,
    speed: float = 80.0 / 3.6,
    factors: Any = (1.5, 2.5, 3.5, 4.5, 5.5, 6.5),
    most: float = 0.3,
) -> ManoeuvreResult:
    """Return the sine with dwell: 0.7 Hz, the second peak held for 0.5 s, without throttle, from 80 km/h.

    Amplitudes are factors of the steering that makes 0.3 g in a steady circle, at most `most` [rad] of the
    wheels. For each: what is left of the peak yaw rate 1 s and 1.75 s after the steering has ended
    (35 % and 20 % are allowed), and the way to the side 1.07 s after its start (1.83 m from factor 5 on).

    Example:
        result = sarrus.vehicles.sine_with_dwell(sarrus.gallery.simple_car(), factors=[2.0, 5.0])
        print(result.passed, result["yaw_left_1"])
    """  # noqa: E501
    positive("sine with dwell", speed=speed, most=most)
    listed = np.atleast_1d(np.asarray(factors, dtype=float))
    if not len(listed) or not np.all(listed > 0.0):
        rule = "must be numbers above 0"
        raise ModelError(Problem("H05", "sine with dwell / factors", rule, repr(factors)[:40]))
    car = ready_vehicle(vehicle).with_driver(steer_law=law(steering))
    straight = straight_running(car, speed)
    unit = steady_cornering(car, speed, REFERENCE, near=straight).steer
    ratio = car.hands.ratio
    amplitudes = np.minimum(listed * abs(unit / ratio), most)
    done = START + 1.0 / FREQUENCY + DWELL
    values: list[Measured] = []
    curves: dict[str, list[tuple[str, np.ndarray, np.ndarray]]] = {"yaw": [], "slip": [], "y": []}
    runs, passed = {}, True
    for k, (factor, amplitude) in enumerate(zip(listed, amplitudes, strict=True)):
        run = run_from(
            straight, done + 2.0, steer_gain=float(ratio * amplitude), release=START - 0.2
        )
        track = body_track(run, straight.vehicle)
        label = f"{np.rad2deg(amplitude):.3g} deg"
        runs[label] = run
        peak = track.yaw_rate[int(np.argmin(track.yaw_rate))]
        left = [float(np.interp(done + t, track.t, track.yaw_rate) / peak) for t, _ in LIMITS]
        side = float(np.interp(START + AWAY[0], track.t, track.y) - track.y[0])
        held = all(x <= limit for x, (_, limit) in zip(left, LIMITS, strict=True))
        held = held and (factor < 5.0 or side >= AWAY[1])
        passed = passed and held
        values += [
            Measured(f"steering_{k}", float(amplitude), "rad", f"amplitude {k}, of the wheels"),
            Measured(f"yaw_left_{k}", left[0], "", f"{label}: of the peak yaw rate after 1 s"),
            Measured(f"yaw_left_late_{k}", left[1], "", f"{label}: after 1.75 s"),
            Measured(f"side_way_{k}", side, "m", f"{label}: 1.07 s after the start"),
        ]
        curves["yaw"].append((label, track.t, degrees(track.yaw_rate)))
        curves["slip"].append((label, track.t, degrees(track.side_slip)))
        curves["y"].append((label, track.x, track.y))
    value = (
        Measured("speed", speed, "m/s", "at the start"),
        Measured("unit_steering", abs(float(unit / ratio)), "rad", "that makes 0.3 g"),
    )
    t = np.linspace(0.0, done + 0.5, 400)
    shape = np.array([float(steering(x)) for x in t])
    diagrams = (
        Diagram("time [s]", "steering over amplitude", (("", t, shape),)),
        Diagram("time [s]", "yaw rate [deg/s]", tuple(curves["yaw"])),
        Diagram("time [s]", "side slip [deg]", tuple(curves["slip"])),
        Diagram("x [m]", "y [m]", tuple(curves["y"])),
    )
    words = (
        "comes back after every amplitude" if passed else "does not come back after all amplitudes"
    )
    return ManoeuvreResult(
        "sine with dwell", "ISO 19365", straight.vehicle, value, tuple(values), diagrams, runs,
        passed, f"the vehicle {words}",
    )  # fmt: skip


def steering(t: Any) -> Any:
    """Return the steering over its amplitude: a sine from START on, whose second peak is held."""
    s = t - START
    w = 2.0 * np.pi * FREQUENCY
    turn = 0.75 / FREQUENCY  # where the second peak is
    later = select(s > turn + DWELL, s - DWELL, select(s > turn, turn, s))
    inside = np.sin(w * later)
    return select(s < 0.0, 0.0, select(s > 1.0 / FREQUENCY + DWELL, 0.0, inside))
