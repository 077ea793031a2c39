"""Laws of moves in task files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.formats.yaml.page import BROKEN, At
from sarrus.formats.yaml.values import in_unit
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.robotics.task_files.located_errors import attempt
from sarrus.robotics.trajectory.law import Law
from sarrus.robotics.trajectory.limits import Limits, PathLimits
from sarrus.robotics.trajectory.polynomial import Cubic, Linear, Quintic, Septic
from sarrus.robotics.trajectory.s_curve import SCurve
from sarrus.robotics.trajectory.trapezoid import Trapezoid

LAWS: dict[str, tuple[type[Law], tuple[str, ...], tuple[str, ...]]] = {
    "linear": (Linear, (), ()),
    "trapezoid": (Trapezoid, ("ramp",), ("end_ramp",)),
    "s-curve": (SCurve, ("ramp", "rounding"), ()),
    "cubic": (Cubic, (), ()),
    "quintic": (Quintic, (), ()),
    "septic": (Septic, (), ()),
}
"""Laws by name, with the times [s] that each needs besides its duration, and those it may have."""

JOINT_LIMITS = {"velocity": "rad/s", "acceleration": "rad/s^2", "jerk": "rad/s^3"}
PATH_LIMITS = {"speed": "m/s", "acceleration": "m/s^2", "jerk": "m/s^3"}


@dataclass(frozen=True)
class Timing:
    """How a move goes over time: a law of known duration, or limits that decide about it.

    by_limits: as fast as the limits of the task and the model allow, torques among them; by_motors:
    and as the motors of the task allow.
    """

    law: Law | None = None
    limits: Mapping[str, float] | None = None
    by_limits: bool = False
    by_motors: bool = False

    @property
    def of_joints(self) -> Limits | None:
        """The limits for a move of joints."""
        return None if self.limits is None else Limits(**self.limits)

    @property
    def of_path(self) -> PathLimits | None:
        """The limits for a move of a pose."""
        return None if self.limits is None else PathLimits(**self.limits)


def read_timing(at: At, raw: Any, on_path: bool) -> Timing | None:
    """Return the timing of a move: {type, duration, ...}, {fastest: ...}."""
    if isinstance(raw, Mapping) and "fastest" in raw:
        at.mapping(raw, ("fastest",))
        if raw["fastest"] in ("limits", "motors"):
            return Timing(by_limits=True, by_motors=raw["fastest"] == "motors")
        if isinstance(raw["fastest"], str):
            rule = "must be limits or motors, of the task, or {velocity, acceleration, jerk}"
            at.key("fastest", "fastest").refuse(raw["fastest"], rule)
            return None
        return _fastest(at.key("fastest", "fastest"), raw["fastest"], on_path)
    if not isinstance(raw, Mapping) or not isinstance(raw.get("type"), str):
        at.refuse(raw, "must be a law", "write {type: quintic, duration: 1 s}")
        return None
    if raw["type"] not in LAWS:
        action = nearest(raw["type"], LAWS)
        at.key("type", "type").report("M09", "is not a law", value=repr(raw["type"]), action=action)
        return None
    made, needed, more = LAWS[raw["type"]]
    times = ("duration", *needed, *more)
    good = at.mapping(raw, ("type", *times), ("duration", *needed))
    values = {k: in_unit(at.key(k, k), raw[k], "s") for k in times if k in raw}
    if not good or BROKEN in values.values():
        return None
    found = attempt(at, lambda: made(**values))
    return None if found is None else Timing(found)


def _fastest(at: At, raw: Any, on_path: bool) -> Timing | None:
    units = PATH_LIMITS if on_path else JOINT_LIMITS
    good = at.mapping(raw, units, [next(iter(units))])
    if not isinstance(raw, Mapping):
        return None
    values = {k: in_unit(at.key(k, k), raw[k], u) for k, u in units.items() if k in raw}
    return Timing(None, values) if good and BROKEN not in values.values() else None
