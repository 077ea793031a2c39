"""Ride: over bumps and rough roads at a speed, with comfort and wheel loads."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.road import CosineBump, Iso8608, Road
from sarrus.vehicles.manoeuvres.driving import positive
from sarrus.vehicles.motion import body_track
from sarrus.vehicles.result import Diagram, ManoeuvreResult, Measured, degrees
from sarrus.vehicles.trim import straight_running
from sarrus.vehicles.vehicle import ready_vehicle

EVERY = 0.004
"""Spacing of the states that are kept [s], as comfort needs them."""
SMALL = 1e-6
"""Part of the vertical acceleration below which others are round-off."""
RAMP = 20.0
"""Level way before a rough road [m]."""


def ride_over(
    vehicle: Any,
    road: Road | str = "C",
    *,
    speed: float = 80.0 / 3.6,
    until: float = 10.0,
    seed: int = 1,
) -> ManoeuvreResult:
    """Return the ride over a road at a speed [m/s]: comfort of ISO 2631-1 at the body, and wheel loads.

    road: one of `sarrus.road`, a class "A" to "H" of ISO 8608 (with a seed), or "bump", a cosine of
    0.1 m height and 1 m length. All wheels run over the same profile, the rear ones later.

    Example:
        result = sarrus.vehicles.ride_over(sarrus.gallery.simple_car(), "B", speed=25.0)
        print(result["comfort"])
    """  # noqa: E501
    from sarrus.ride import comfort

    positive("ride", speed=speed, until=until)
    car = ready_vehicle(vehicle)
    profile, name = _profile(road, speed * until, seed)
    if isinstance(road, str) and speed * until <= RAMP:
        rule = f"ends before the road does what it is for, {RAMP:g} m ahead"
        action = f"run longer than {RAMP / speed:.3g} s, or faster"
        raise ModelError(Problem("H05", "ride / until", rule, f"{until:g} s", action=action))
    straight = straight_running(car, speed)
    rough = straight.vehicle.with_road(profile)
    start = rough.state_from(straight.state, straight.states)
    run = rough.system.simulate(
        start, until=until, every=EVERY, certify=False,
        parameters=rough.numbers(speed=speed, steer=straight.steer),
    )  # fmt: skip
    track = body_track(run, rough)
    shaken = np.std(np.asarray(run[f"{rough.body}.acceleration"]), axis=0)
    felt_in = [name for name, size in zip("xyz", shaken, strict=True) if size > SMALL * shaken[2]]
    felt = comfort(run.history, rough.body, directions=felt_in)
    loads = {tyre.name: np.asarray(run[f"{tyre.name}.F_z"]) for tyre in rough.tyres}
    lifted = [name for name, load in loads.items() if np.min(load) <= 0.0]
    vertical = np.asarray(run[f"{rough.body}.acceleration"])[:, 2]
    values = (
        Measured("comfort", float(felt.total), "m/s^2", f"weighted: {' or '.join(felt.ratings)}"),
        Measured("vertical", float(np.std(vertical)), "m/s^2", "r.m.s. of the body, unweighted"),
        Measured("vertical_peak", float(np.max(np.abs(vertical))), "m/s^2", "largest"),
        Measured("roll", float(np.max(np.abs(track.roll))), "rad", "largest"),
        Measured("pitch", float(np.max(np.abs(track.pitch))), "rad", "largest"),
        Measured("least_load", float(min(np.min(load) for load in loads.values())), "N", "wheel"),
        Measured("most_load", float(max(np.max(load) for load in loads.values())), "N", "wheel"),
    )
    words = (
        f"wheels leave the road: {', '.join(lifted)}" if lifted else "all wheels stay on the road"
    )
    x = "time [s]"
    diagrams = (
        Diagram(x, "vertical acceleration [m/s²]", (("", track.t, vertical),)),
        Diagram(x, "pitch [deg]", (("", track.t, degrees(track.pitch)),)),
        Diagram(
            x,
            "wheel load [N]",
            tuple((n.removesuffix(".tyre"), track.t, load) for n, load in loads.items()),
        ),
    )
    value = (Measured("speed", speed, "m/s", "held by the driver"),)
    return ManoeuvreResult(
        f"ride over {name}", "ISO 2631-1", rough, value, values, diagrams, {"ride": run},
        verdict=words,
    )  # fmt: skip


def _profile(road: Any, way: float, seed: int) -> tuple[Road, str]:
    """Return a road, and what reports call it."""
    if isinstance(road, Road):
        return road, f"a {type(road).__name__}"
    if road == "bump":
        return CosineBump(0.1, 1.0, at=RAMP), "a bump"
    if isinstance(road, str) and len(road) == 1 and road in "ABCDEFGH":
        from sarrus.road import Shifted

        return Shifted(Iso8608(road, way + 20.0, seed=seed), RAMP), f"a road of class {road}"
    rule = "must be a road of sarrus.road, a class 'A' to 'H' of ISO 8608, or 'bump'"
    raise ModelError(Problem("H05", "ride / road", rule, repr(road)[:40]))
