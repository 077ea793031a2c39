"""Braking: in a turn (ISO 7975), and straight on to a stop (ISO 21994)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.system.simulation.events import Event, Stop
from sarrus.vehicles.manoeuvres.driving import START, law, peak, positive, ramp, run_from
from sarrus.vehicles.motion import BodyTrack, body_track
from sarrus.vehicles.result import Diagram, ManoeuvreResult, Measured, degrees
from sarrus.vehicles.trim import steady_cornering, straight_running
from sarrus.vehicles.vehicle import Vehicle, ready_vehicle

PRESS = 0.2
"""Time in which the pedal goes down [s]."""
STOPPED = 0.05
"""Speed [m/s] below which a vehicle counts as stopped."""


def braking_in_turn(
    vehicle: Any,
    *,
    radius: float = 100.0,
    lateral_acceleration: float = 5.0,
    pedals: Any = (0.1, 0.2, 0.3, 0.4, 0.5),
    until: float = 3.0,
) -> ManoeuvreResult:
    """Return braking in a turn (ISO 7975): from a steady circle, with the steering held.

    radius [m] and lateral_acceleration [m/s^2] of the circle; pedals: how far the brake pedal goes down, one
    run for each. Values are those 1 s after the pedal began to move, against the circle: the ratio of
    yaw rates, and that to the yaw rate which the speed left would have on the same circle.

    Example:
        result = sarrus.vehicles.braking_in_turn(sarrus.gallery.simple_car(), pedals=[0.3])
        print(result["yaw_ratio_0"])
    """  # noqa: E501
    positive("braking in a turn", radius=radius, lateral_acceleration=lateral_acceleration)
    pressed = _pedals("braking in a turn", pedals)
    car = _with_pedal(vehicle)
    speed = float(np.sqrt(radius * lateral_acceleration))
    circle = steady_cornering(car, speed, lateral_acceleration)
    runs = {}
    values: list[Measured] = []
    tracks: list[tuple[str, BodyTrack]] = []
    for k, pedal in enumerate(pressed):
        run = run_from(circle, START + until, brake_gain=float(pedal), release=START)
        track = body_track(run, circle.vehicle)
        label = f"pedal {pedal:.3g}"
        runs[label], at = run, int(np.searchsorted(track.t, START + 1.0))
        tracks.append((label, track))
        kept = slice(int(np.searchsorted(track.t, START + PRESS)), at + 1)
        slow = float(-np.mean(track.ahead[kept]))
        own = track.speed[at] / radius
        values += [
            Measured(f"deceleration_{k}", slow, "m/s^2", f"{label}: mean in the first second"),
            Measured(f"yaw_ratio_{k}", float(track.yaw_rate[at] / circle.yaw_rate), "",
                     f"{label}: yaw rate after 1 s over that of the circle"),
            Measured(f"yaw_excess_{k}", float(track.yaw_rate[at] / own), "",
                     f"{label}: yaw rate after 1 s over that of its speed on the circle"),
            Measured(f"side_slip_{k}", peak(track.side_slip[: at + 1]), "rad", f"{label}: peak"),
        ]  # fmt: skip
    value = (
        Measured("radius", radius, "m", "of the circle"),
        Measured("speed", speed, "m/s", "at the start"),
        Measured("lateral_acceleration", lateral_acceleration, "m/s^2", "at the start"),
    )
    return ManoeuvreResult(
        "braking in a turn", "ISO 7975", circle.vehicle, value, tuple(values),
        _diagrams(tracks), runs,
    )  # fmt: skip


def straight_braking(
    vehicle: Any, *, speed: float = 100.0 / 3.6, pedal: float = 1.0, until: float = 20.0
) -> ManoeuvreResult:
    """Return the stopping distance from a speed [m/s], straight on with the pedal down (ISO 21994).

    The distance counts from the instant at which the pedal begins to move.

    Example:
        result = sarrus.vehicles.straight_braking(sarrus.gallery.simple_car(), speed=27.8)
        print(result["stopping_distance"])
    """
    positive("straight braking", speed=speed, pedal=pedal, until=until)
    car = _with_pedal(vehicle)
    straight = straight_running(car, speed)
    # at rest, wheels that are held swing on their tyres: nothing is learnt there, at a price
    stops = Event(f"{car.root}.vx", at=STOPPED, direction="down", do=Stop(), name="stopped")
    run = run_from(straight, START + until, events=[stops], brake_gain=float(pedal), release=START)
    track = body_track(run, straight.vehicle)
    stopped = bool(track.speed[-1] < 1.01 * STOPPED)
    way = np.concatenate(
        [[0.0], np.cumsum(0.5 * np.diff(track.t) * (track.speed[1:] + track.speed[:-1]))]
    )
    first = int(np.searchsorted(track.t, START))
    distance, time = float(way[-1] - way[first]), float(track.t[-1] - START)
    values = (
        Measured("stopping_distance", distance if stopped else np.nan, "m", "from the pedal on"),
        Measured("stopping_time", time if stopped else np.nan, "s", "from the pedal on"),
        Measured("deceleration", (speed**2 - track.speed[-1] ** 2) / (2.0 * distance), "m/s^2",
                 "mean over the distance"),
        Measured("side_way", peak(track.y), "m", "largest, from the line"),
        Measured("heading", peak(track.heading), "rad", "largest change"),
    )  # fmt: skip
    verdict = "" if stopped else f"does not stop within {until:g} s"
    value = (
        Measured("speed", speed, "m/s", "at the start"),
        Measured("pedal", pedal, "", "1 is down"),
    )
    return ManoeuvreResult(
        "straight braking", "ISO 21994", straight.vehicle, value, values,
        _diagrams([("", track)]), {"braking": run}, None if stopped else False, verdict,
    )  # fmt: skip


def _with_pedal(vehicle: Any) -> Vehicle:
    """Return the vehicle with a driver who presses the brake pedal from START on."""
    car = ready_vehicle(vehicle)
    from sarrus.model.forces import Brake, ElectricMotor

    obey = [
        f.name for f in car.model.forces
        if (isinstance(f, Brake) and f.driver == car.driver)
        or (isinstance(f, ElectricMotor) and f.driver == car.driver and f.regeneration)
    ]  # fmt: skip
    if not obey:
        rule = f"has no brake that obeys the driver '{car.driver}'"
        action = f"add m.brake(..., driver='{car.driver}')"
        where = f"vehicle '{car.model.name}'"
        raise ModelError(Problem("H01", where, rule, action=action))
    return car.with_driver(brake_law=law(lambda t: ramp(t, START, PRESS)))


def _pedals(manoeuvre: str, pedals: Any) -> list[float]:
    try:
        found = [float(pedal) for pedal in np.atleast_1d(np.asarray(pedals, dtype=float))]
    except (TypeError, ValueError):
        found = []
    if found and all(0.0 < pedal <= 1.0 for pedal in found):
        return found
    rule = "must be numbers above 0, at most 1"
    raise ModelError(Problem("H05", f"{manoeuvre} / pedals", rule, repr(pedals)[:40]))


def _diagrams(tracks: list[tuple[str, BodyTrack]]) -> tuple[Diagram, ...]:
    x = "time [s]"

    def of(values: Any) -> tuple[tuple[str, np.ndarray, np.ndarray], ...]:
        return tuple((label, track.t, values(track)) for label, track in tracks)

    return (
        Diagram(x, "speed [km/h]", of(lambda track: 3.6 * track.speed)),
        Diagram(x, "deceleration [m/s²]", of(lambda track: -track.ahead)),
        Diagram(x, "yaw rate [deg/s]", of(lambda track: degrees(track.yaw_rate))),
        Diagram(x, "side slip [deg]", of(lambda track: degrees(_moving(track)))),
        Diagram("x [m]", "y [m]", tuple((label, t.x, t.y) for label, t in tracks)),
        Diagram(x, "pitch [deg]", of(lambda track: degrees(track.pitch))),
    )


def _moving(track: BodyTrack) -> np.ndarray:
    """Return the side slip where the vehicle moves; at rest it has none."""
    return np.where(track.speed > 1.0, track.side_slip, np.nan)
