"""The steady circle (ISO 4138): steering, roll and side slip over lateral acceleration."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.vehicles.manoeuvres.driving import positive
from sarrus.vehicles.result import Diagram, ManoeuvreResult, Measured, degrees
from sarrus.vehicles.trim import Trim, steady_cornering
from sarrus.vehicles.vehicle import Vehicle, ready_vehicle

SMALL = (0.2, 1.0)
"""Lateral accelerations [m/s^2] between which gradients are taken."""


def steady_circle(
    vehicle: Any,
    *,
    speed: float | None = None,
    radius: float = 100.0,
    most: float = 12.0,
    step: float = 0.5,
) -> ManoeuvreResult:
    """Return the steady circle of ISO 4138: with a constant radius [m], or with a constant speed [m/s].

    Steady motions are found one by one, by steps of the lateral acceleration [m/s^2], up to `most`
    or until the tyres do not hold it. The understeer gradient is that of ISO 8855, d(delta)/d(a_y)
    of the angle of the wheels less that of Ackermann, at small accelerations.

    Example:
        result = sarrus.vehicles.steady_circle(sarrus.gallery.simple_car(), radius=100.0)
        print(result["understeer_gradient"])
    """  # noqa: E501
    positive("steady circle", radius=radius, most=most, step=step)
    if speed is not None:
        positive("steady circle", speed=speed)
    car = ready_vehicle(vehicle)
    trims: list[Trim] = []
    asked = sorted({*SMALL, *np.arange(step, most + 0.5 * step, step)})
    ended = ""
    for lateral in asked:
        here = speed if speed is not None else float(np.sqrt(lateral * radius))
        try:
            near = trims[-1] if trims else None
            trims.append(steady_cornering(car, here, float(lateral), near=near))
        except ModelError as error:
            if len(trims) < 2:
                raise
            ended = _end(error, float(lateral))
            break
        if not trims[-1].steady.stable:
            ended = f"is not stable from {lateral:.3g} m/s^2 on"
            break
    return _result(car, trims, speed, radius, ended)


def _end(error: ModelError, lateral: float) -> str:
    """Return what the vehicle does where no trim is found: for a reader of results, in short."""
    rule = error.problems[0].rule
    if rule.startswith("does not reach"):
        return rule
    return (
        f"finds no steady motion at {lateral:.3g} m/s^2: the tyres do not hold it, or it rolls over"
    )


def understeer_gradient(trims: list[Trim], ratio: float, wheelbase: float) -> float:
    """Return d(delta - wheelbase curvature)/d(a_y) between the first two trims [rad s^2/m]."""
    angles = [trim.steer / ratio - wheelbase * trim.curvature for trim in trims[:2]]
    a, b = (trim.lateral_acceleration for trim in trims[:2])
    return (angles[1] - angles[0]) / (b - a)


def _result(
    car: Vehicle, trims: list[Trim], speed: float | None, radius: float, ended: str
) -> ManoeuvreResult:
    ratio, wheelbase = car.hands.ratio, car.wheelbase
    lateral = np.array([trim.lateral_acceleration for trim in trims])
    K = understeer_gradient(trims, ratio, wheelbase)
    step = lateral[1] - lateral[0]
    roll = (trims[1].roll - trims[0].roll) / step
    slip = (trims[1].side_slip - trims[0].side_slip) / step
    own = np.sqrt(wheelbase / abs(K)) if K else np.inf
    least = min(trims[-1].loads, key=lambda tyre: trims[-1].loads[tyre])
    name = "characteristic_speed" if K >= 0.0 else "critical_speed"
    text = "of most yaw rate by steering" if K >= 0.0 else "from which on it is unstable"
    values = (
        Measured("understeer_gradient", K, "rad s^2/m", "angle of the wheels by acceleration"),
        Measured(name, float(own), "m/s", text),
        Measured("roll_gradient", roll, "rad s^2/m", "roll by lateral acceleration"),
        Measured("side_slip_gradient", slip, "rad s^2/m", "side slip by lateral acceleration"),
        Measured("lateral_acceleration", float(lateral[-1]), "m/s^2", "the largest that is held"),
        Measured("least_load", trims[-1].loads[least], "N", f"of a wheel there, of '{least}'"),
    )
    held = f"held up to {lateral[-1]:.3g} m/s^2" + (
        f"; beyond it the vehicle {ended}" * bool(ended)
    )
    value = (
        Measured("radius", radius, "m", "of the circle")
        if speed is None
        else Measured("speed", speed, "m/s", "ahead")
    )
    x = "lateral acceleration [m/s²]"
    columns = {
        "steering [deg]": degrees([t.steer / ratio for t in trims]),
        "roll [deg]": degrees([t.roll for t in trims]),
        "side slip [deg]": degrees([t.side_slip for t in trims]),
    }
    diagrams = [Diagram(x, y, (("", lateral, values_),)) for y, values_ in columns.items()]
    loads = tuple(
        (tyre.name.removesuffix(".tyre"), lateral, np.array([t.loads[tyre.name] for t in trims]))
        for tyre in car.tyres
    )
    diagrams.append(Diagram(x, "wheel load [N]", loads))
    return ManoeuvreResult(
        "steady circle", "ISO 4138", car, (value,), values, tuple(diagrams), verdict=held
    )
