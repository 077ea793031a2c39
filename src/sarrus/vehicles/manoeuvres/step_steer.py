"""The step of steering (ISO 7401): how fast and how far a vehicle answers."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.vehicles.manoeuvres.driving import EVERY, START, crossing, law, positive, ramp, run_from
from sarrus.vehicles.motion import body_track
from sarrus.vehicles.result import Diagram, ManoeuvreResult, Measured, degrees
from sarrus.vehicles.trim import steady_cornering, straight_running
from sarrus.vehicles.vehicle import ready_vehicle

RISE = 0.1
"""Time in which the steering is turned [s]."""


def step_steer(
    vehicle: Any,
    *,
    speed: float = 100.0 / 3.6,
    lateral_acceleration: float = 4.0,
    until: float = 4.0,
) -> ManoeuvreResult:
    """Return the step of steering of ISO 7401 at a speed [m/s], to a steady lateral acceleration [m/s^2].

    The angle is that of the steady circle with this acceleration, turned within 0.1 s. Times count
    from the instant at which half of it is reached.

    Example:
        result = sarrus.vehicles.step_steer(sarrus.gallery.simple_car(), speed=25.0)
        print(result.report())
    """  # noqa: E501
    positive("step steer", speed=speed, lateral_acceleration=lateral_acceleration, until=until)
    turned = law(lambda t: ramp(t, START, RISE))
    car = ready_vehicle(vehicle).with_driver(steer_law=turned)
    straight = straight_running(car, speed)
    circle = steady_cornering(car, speed, lateral_acceleration, near=straight)
    run = run_from(straight, START + until, steer_gain=circle.steer, every=0.5 * EVERY)
    track = body_track(run, car)
    t = track.t - (START + 0.5 * RISE)
    yaw, lateral, slip = track.yaw_rate, track.speed * track.yaw_rate, track.side_slip
    last = slice(-int(0.1 * len(t)), None)
    steady_yaw, steady_lateral = float(np.mean(yaw[last])), float(np.mean(lateral[last]))
    angle, ratio = circle.steer, car.hands.ratio
    peak = int(np.argmax(yaw))
    rise = crossing(t, yaw, 0.9 * steady_yaw)
    slip_end = float(np.mean(slip[last]))
    values = (
        Measured("yaw_gain", steady_yaw * ratio / angle, "1/s", "yaw rate by angle of the wheels"),
        Measured("yaw_response_time", rise, "s", "until 90 % of the steady yaw rate"),
        Measured("yaw_peak_time", float(t[peak]), "s", "until the largest yaw rate"),
        Measured("yaw_overshoot", float(yaw[peak] / steady_yaw - 1.0), "", "over the steady value"),
        Measured(
            "lateral_response_time", crossing(t, lateral, 0.9 * steady_lateral), "s",
            "until 90 % of the steady lateral acceleration",
        ),
        Measured("lateral_acceleration", steady_lateral, "m/s^2", "at the end, steady"),
        Measured("roll", float(np.mean(track.roll[last])), "rad", "at the end"),
        Measured("side_slip", slip_end, "rad", "at the end"),
        Measured("tb_value", abs(float(t[peak]) * slip_end), "rad s", "yaw peak time times slip"),
    )  # fmt: skip
    value = (
        Measured("speed", speed, "m/s", "ahead"),
        Measured("steering", angle / ratio, "rad", "angle of the wheels"),
    )
    x = "time from half of the step [s]"
    diagrams = (
        Diagram(x, "yaw rate [deg/s]", (("", t, degrees(yaw)),)),
        Diagram(x, "lateral acceleration [m/s²]", (("", t, lateral),)),
        Diagram(x, "side slip [deg]", (("", t, degrees(slip)),)),
        Diagram(x, "roll [deg]", (("", t, degrees(track.roll)),)),
    )
    return ManoeuvreResult("step steer", "ISO 7401", car, value, values, diagrams, {"step": run})
