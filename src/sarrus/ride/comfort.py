"""Ride comfort of ISO 2631-1: weighted accelerations of all axes, and what people call them."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.ride.exposure import crest_factor, mtvv, rms, vdv
from sarrus.ride.samples import samples
from sarrus.ride.weighting import sampling_notices, weighted_acceleration

WORDS = (
    ("not uncomfortable", 0.0, 0.315),
    ("a little uncomfortable", 0.315, 0.63),
    ("fairly uncomfortable", 0.5, 1.0),
    ("uncomfortable", 0.8, 1.6),
    ("very uncomfortable", 1.25, 2.5),
    ("extremely uncomfortable", 2.0, np.inf),
)
"""Likely reactions to a total r.m.s. value [m/s^2] in public transport (annex C.2.3)."""


@dataclass(frozen=True)
class Axis:
    """How vibration along or about one axis counts: weighting, and factor k.

    k has no unit for x, y, z, and is in m/rad for the rotations rx, ry, rz.
    """

    weighting: str
    k: float


PLACES: dict[str, dict[str, Axis]] = {
    "seat": {"x": Axis("Wd", 1.0), "y": Axis("Wd", 1.0), "z": Axis("Wk", 1.0)},
    "seat rotation": {"rx": Axis("We", 0.63), "ry": Axis("We", 0.4), "rz": Axis("We", 0.2)},
    "backrest": {"x": Axis("Wc", 0.8), "y": Axis("Wd", 0.5), "z": Axis("Wd", 0.4)},
    "feet": {"x": Axis("Wk", 0.25), "y": Axis("Wk", 0.25), "z": Axis("Wk", 0.4)},
    "standing": {"x": Axis("Wd", 1.0), "y": Axis("Wd", 1.0), "z": Axis("Wk", 1.0)},
    "health": {"x": Axis("Wd", 1.4), "y": Axis("Wd", 1.4), "z": Axis("Wk", 1.0)},
}
"""Axes by place: comfort of a seated (8.2.2.1) or standing (8.2.2.2) person; health of a seated one
(7.2.3). x points forward, y to the left, z up, of the person."""


@dataclass(frozen=True)
class AxisRide:
    """What one axis amounts to, weighted but without k, in the unit of the acceleration."""

    weighting: str
    k: float
    rms: float
    mtvv: float
    vdv: float
    crest_factor: float


@dataclass(frozen=True)
class Ride:
    """Ride comfort at one place; total [m/s^2] is sqrt(sum (k rms)^2) over the axes given.

    notices: what it rests on and cannot be seen in the numbers, such as sparse samples.
    """

    place: str
    axes: Mapping[str, AxisRide]
    total: float
    notices: tuple[Problem, ...] = ()

    @property
    def ratings(self) -> tuple[str, ...]:
        """Likely reactions to the total; ranges overlap, so there may be two."""
        return comfort_ratings(self.total)


@with_checks
def ride(t: Any, accelerations: Mapping[str, Any], place: str = "seat") -> Ride:
    """Return the ride comfort at a place, from accelerations by axis at evenly spaced times t [s].

    accelerations: in m/s^2 for "x", "y", "z", in rad/s^2 for "rx", "ry", "rz"; axes of the person.
    Samples that cannot hold the band of the weighting (twice 100 in a second for most) are a
    notice, and are refused where the signal reaches up to half their rate: what is faster than
    that is folded into the band, and the numbers are wrong.

    Example:
        found = ride.ride(t, {"z": a}, place="seat")
    """
    if place not in PLACES:
        raise ModelError(_unknown("place", place, list(PLACES)))
    axes = PLACES[place]
    wrong = [_unknown("axis", name, list(axes)) for name in accelerations if name not in axes]
    if wrong or not accelerations:
        none = Problem("M09", "accelerations", f"must be given for {', '.join(axes)}")
        raise ModelError(wrong or none)
    found = {}
    sparse: list[Problem] = []
    for name, a in accelerations.items():
        axis = axes[name]
        times, values = samples(f"acceleration '{name}'", t, a)
        aw = weighted_acceleration(times, values, axis.weighting)
        sparse += sampling_notices(f"acceleration '{name}'", times, aw, axis.weighting)
        numbers = (rms(times, aw), mtvv(times, aw), vdv(times, aw), crest_factor(times, aw))
        found[name] = AxisRide(axis.weighting, axis.k, *numbers)
    total = total_value({name: (axis.k, axis.rms) for name, axis in found.items()})
    return Ride(place, found, total, tuple(sparse))


@with_checks
def total_value(parts: Mapping[str, tuple[float, float]]) -> float:
    """Return sqrt(sum (k a)^2) of (k, a) by axis or place (6.5).

    Example:
        ride.total_value({"x": (1.4, 0.2), "z": (1.0, 0.5)})
    """
    return hypot(*(k * a for k, a in parts.values()))


@with_checks
def comfort_ratings(total: float) -> tuple[str, ...]:
    """Return what a total r.m.s. value [m/s^2] is likely to be called (annex C.2.3).

    Example:
        ride.comfort_ratings(0.6)
    """
    if not total >= 0.0:
        raise ModelError(Problem("M04", "total", "must not be negative", f"{total!r}"))
    return tuple(word for word, low, high in WORDS if low <= total < high)


def _unknown(kind: str, name: str, known: list[str]) -> Problem:
    return Problem("M09", f"{kind} {name!r}", f"is not known; there are {', '.join(known)}")
