"""Frequency response (ISO 7401): yaw rate, lateral acceleration and roll over steering."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.vehicles.manoeuvres.driving import START, law, positive
from sarrus.vehicles.motion import body_track
from sarrus.vehicles.result import Diagram, ManoeuvreResult, Measured, degrees
from sarrus.vehicles.trim import Trim, steady_cornering, straight_running
from sarrus.vehicles.vehicle import ready_vehicle

OUTPUTS = ("yaw_rate", "lateral", "roll")


def frequency_response(
    vehicle: Any,
    *,
    speed: float = 100.0 / 3.6,
    frequencies: Any = None,
    method: str = "linear",
    lateral_acceleration: float = 1.0,
) -> ManoeuvreResult:
    """Return gain and phase of yaw rate, lateral acceleration and roll over steering (ISO 7401).

    frequencies [Hz]: 0.1 to 4 if not given. method: "linear", from small motions about straight
    running, exact at small angles; "sine", runs with a continuous sine at each frequency, whose
    amplitude makes the lateral acceleration [m/s^2] when it is slow; response by their first harmonic.

    Example:
        result = sarrus.vehicles.frequency_response(sarrus.gallery.simple_car(), speed=25.0)
        print(result["yaw_peak_frequency"])
    """  # noqa: E501
    positive("frequency response", speed=speed, lateral_acceleration=lateral_acceleration)
    if method not in ("linear", "sine"):
        rule = "must be 'linear' or 'sine'"
        raise ModelError(Problem("H05", "frequency response / method", rule, repr(method)[:40]))
    usual = np.geomspace(0.1, 4.0, 60) if method == "linear" else np.geomspace(0.2, 2.0, 7)
    hertz = np.asarray(usual if frequencies is None else frequencies, dtype=float)
    if hertz.ndim != 1 or not len(hertz) or not np.all(hertz > 0.0):
        rule = "must be a list of numbers above 0"
        raise ModelError(Problem("H05", "frequency response / frequencies", rule))
    straight = straight_running(ready_vehicle(vehicle), speed)
    if method == "linear":
        found = linear_response(straight, hertz)
    else:
        circle = steady_cornering(straight.vehicle, speed, lateral_acceleration, near=straight)
        found = _sine_response(straight, hertz, circle.steer)
    return _result(straight, hertz, found, method)


def linear_response(straight: Trim, hertz: np.ndarray) -> dict[str, np.ndarray]:
    """Return complex yaw rate, lateral acceleration and roll by angle of the wheels, over Hz.

    The hands lead the joints by springs: an angle asked for is an effort of k times it.
    """
    car = straight.vehicle
    hands, body = car.hands, car.body
    joints = [name for name in (hands.joint, hands.other) if name]
    value = car.numbers(speed=straight.speed, steer=straight.steer)

    # world axes: the car heads along x, so that y is to the left
    def roll(t: Any, state: Any) -> Any:
        return np.arcsin(state[f"{body}.rotation"][2, 1])

    channels = {
        "yaw_rate": f"{body}.angular_velocity.z",
        "lateral": f"{body}.acceleration.y",
        "roll": roll,
    }
    small: Any = car.system.linearize(straight.steady, joints, channels, parameters=value)
    response = np.asarray(small.response(2.0 * np.pi * hertz))
    by_angle = hands.k * hands.ratio * response.sum(axis=2)
    return dict(zip(OUTPUTS, by_angle.T, strict=True))


def _sine_response(straight: Trim, hertz: np.ndarray, angle: float) -> dict[str, np.ndarray]:
    """Return the same by runs with a sine of each frequency, from their first harmonic."""
    found: dict[str, list[complex]] = {name: [] for name in OUTPUTS}
    for f in hertz:
        w = 2.0 * np.pi * float(f)
        car = straight.vehicle.with_driver(
            steer_law=law(lambda t, w=w: np.sin(w * (t - START)))  # type: ignore[misc]
        )
        settle = START + max(2.0, np.ceil(2.0 * f) / f)
        cycles = max(2, int(np.ceil(2.0 * f)))
        until = settle + cycles / float(f)
        every = 1.0 / (float(f) * 64.0)
        run = car.system.simulate(
            car.state_from(straight.state, straight.states),
            until=until,
            every=every,
            parameters=car.numbers(speed=straight.speed, steer=straight.steer, steer_gain=angle),
            certify=False,
        )
        track = body_track(run, car)
        kept = slice(-(64 * cycles), None)
        turn = np.exp(-1j * w * (track.t[kept] - START))
        size = angle / car.hands.ratio / 2j
        signals = track.yaw_rate, track.lateral, track.roll
        for name, signal in zip(OUTPUTS, signals, strict=True):
            found[name].append(complex(np.mean(signal[kept] * turn) / size))
    return {name: np.array(values) for name, values in found.items()}


def _result(
    straight: Trim, hertz: np.ndarray, found: dict[str, np.ndarray], method: str
) -> ManoeuvreResult:
    gain = {name: np.abs(values) for name, values in found.items()}
    phase = {name: np.unwrap(np.angle(values)) for name, values in found.items()}
    yaw = gain["yaw_rate"]
    at = int(np.argmax(yaw))
    values = [
        Measured("yaw_gain", float(yaw[0]), "1/s", f"yaw rate by angle at {hertz[0]:.3g} Hz"),
        Measured("yaw_peak_gain", float(yaw[at]), "1/s", "the largest yaw rate by angle"),
        Measured("yaw_peak_frequency", float(hertz[at]), "Hz", "where it is"),
        Measured("lateral_gain", float(gain["lateral"][0]), "m/s^2", "lateral acceleration by rad"),
    ]
    if hertz[0] <= 1.0 <= hertz[-1] and len(hertz) > 1:
        delays = {
            name: float(np.interp(1.0, hertz, phase[name])) for name in ("yaw_rate", "lateral")
        }
        values += [
            Measured("yaw_phase_1hz", delays["yaw_rate"], "rad", "phase of the yaw rate at 1 Hz"),
            Measured("lateral_phase_1hz", delays["lateral"], "rad", "of the acceleration at 1 Hz"),
        ]
    x = "frequency [Hz]"
    names = {"yaw_rate": ("yaw rate", "1/s"), "lateral": ("lateral acceleration", "m/s²/rad"),
             "roll": ("roll", "rad/rad")}  # fmt: skip
    diagrams = []
    for name, (label, unit) in names.items():
        diagrams.append(Diagram(x, f"{label} by steering [{unit}]", (("", hertz, gain[name]),)))
        diagrams.append(Diagram(x, f"phase of {label} [deg]", (("", hertz, degrees(phase[name])),)))
    value = (Measured("speed", straight.speed, "m/s", "ahead"),)
    return ManoeuvreResult(
        f"frequency response, {method}", "ISO 7401", straight.vehicle, value, tuple(values),
        tuple(diagrams),
    )  # fmt: skip
