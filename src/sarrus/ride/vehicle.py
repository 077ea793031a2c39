"""What an engineer asks of the history of a vehicle: comfort, wheel and axle loads, attitude."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.ride.comfort import Ride, ride

TURNS = {"rx": 0, "ry": 1, "rz": 2}
WHEELS = "wheel_contact"


@with_checks
def comfort(
    history: Any,
    point: str,
    *,
    axes: str | None = None,
    place: str = "seat",
    directions: Sequence[str] = ("x", "y", "z"),
) -> Ride:
    """Return the ride comfort of ISO 2631-1 at a body or frame of a history.

    axes: the body whose axes are those of the person (x forward, z up), that of the point if not
    given; "world" for axes that stay. Gravity is no acceleration here: at rest there is none. The
    times of the history must be evenly spaced: simulate with every=, some hundred a second.

    Example:
        felt = sarrus.ride.comfort(car.history, "body", directions=("z",))
        print(felt.total, felt.ratings)
    """
    history = history.in_units("SI")
    t = np.asarray(history.t)
    linear = np.asarray(history[f"{point}.acceleration"])
    angular = np.asarray(history[f"{point}.angular_acceleration"])
    if axes != "world":
        R = np.asarray(history[f"{axes or point}.rotation"])
        linear, angular = (np.einsum("kji,kj->ki", R, a) for a in (linear, angular))
    wanted = {
        name: angular[:, TURNS[name]] if name in TURNS else linear[:, "xyz".index(name)]
        for name in directions
        if name in TURNS or name in ("x", "y", "z")
    }
    return ride(t, wanted, place)


@with_checks
def wheel_loads(history: Any, names: Sequence[str] | None = None) -> dict[str, np.ndarray]:
    """Return the force of the road on each wheel along the normal of its plane [N], by contact.

    names: of the contacts; all wheels on roads if not given.

    Example:
        least = sarrus.ride.wheel_loads(car.history)["tyre"].min()
    """
    history = history.in_units("SI")
    contacts = {e.name: e for e in history.system.model.forces if e.type_name == WHEELS}
    wrong = [name for name in names or () if name not in contacts]
    if wrong:
        known = ", ".join(contacts) or "none"
        raise ModelError([Problem("M09", f"wheel '{n}'", f"is not one of {known}") for n in wrong])
    found = {}
    for name in contacts if names is None else names:
        contact = contacts[name]
        force = np.asarray(history[f"{name}.{contact.body}.force"])
        up = np.asarray(contact.up)
        if contact.base != "ground":
            up = np.einsum("kij,j->ki", np.asarray(history[f"{contact.base}.rotation"]), up)
        found[name] = np.sum(force * up, axis=1)
    return found


@with_checks
def axle_loads(history: Any, axles: Mapping[str, Sequence[str]]) -> dict[str, np.ndarray]:
    """Return the sums of the loads of wheels [N]; axles: names of contacts by name of the axle.

    Example:
        front = sarrus.ride.axle_loads(car.history, {"front": ["tyre"]})["front"]
    """
    loads = wheel_loads(history, [name for wheels in axles.values() for name in wheels])
    zero = np.zeros(len(history.t))
    return {
        axle: sum((loads[name] for name in wheels), zero.copy()) for axle, wheels in axles.items()
    }


@with_checks
def attitude(history: Any, body: str) -> dict[str, np.ndarray]:
    """Return roll, pitch (nose down positive) and yaw [rad] of a body, of ISO 8855 (z-y-x).

    Example:
        pitch = sarrus.ride.attitude(car.history, "body")["pitch"]
    """
    angles = np.asarray(history.in_units("SI")[f"{body}.rpy"])
    return {name: angles[:, k] for k, name in enumerate(("roll", "pitch", "yaw"))}
