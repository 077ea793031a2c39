"""Limits, motors and controllers in task files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sarrus.formats.yaml.page import BROKEN, At
from sarrus.formats.yaml.values import flag, in_unit, list_in_unit, text
from sarrus.model.building.references import nearest
from sarrus.robotics.controllers import PD, ComputedTorque, Controller
from sarrus.robotics.limits import JointLimits
from sarrus.robotics.motors import Catalogue, Drive
from sarrus.robotics.plant import Friction
from sarrus.robotics.task_files.located_errors import attempt
from sarrus.robotics.task_result import EFFORT

CONTROLLERS: dict[str, type[Controller]] = {"pd": PD, "computed_torque": ComputedTorque}

ROTOR = ("gyroscopic", "carrier", "axis")
"""Keys of a drive about its rotor."""

Units = Mapping[str, str]
"""The driven joints with the units of their coordinates."""


def read_limits(at: At, raw: Any, units: Units) -> dict[str, JointLimits]:
    """Return the limits of joints by name."""
    found: dict[str, JointLimits] = {}
    for name, here, values in _by_joint(at, raw, units):
        kinds = {
            "speed": f"{units[name]}/s",
            "acceleration": f"{units[name]}/s^2",
            "torque": EFFORT[units[name]].replace(" ", "*"),
            "power": "W",
            "force": "N",
            "moment": "N*m",
        }
        here.mapping(values, ("position", *kinds))
        read = {k: in_unit(here.key(k, k), values[k], u) for k, u in kinds.items() if k in values}
        if "position" in values:
            pair = list_in_unit(
                here.key("position", "position"), values["position"], units[name], 2
            )
            read["position"] = pair if pair is BROKEN else tuple(pair)
        if BROKEN not in read.values():
            made = attempt(here, lambda read=read: JointLimits(**read))  # type: ignore[misc]
            found |= {} if made is None else {name: made}
    return found


def read_drives(
    at: At,
    raw: Any,
    units: Units,
    load: Any,
    check: Callable[[str, Drive], Any],
    gyroscopic: bool,
) -> Catalogue | dict[str, Drive] | None:
    """Return the motors: "generic", a catalogue, or {joint: {motor, gear}} of a catalogue.

    load: reads the catalogue of a path. check: refuses the drive of a joint that does not fit.
    gyroscopic: whether drives are so that do not say it.
    """
    if isinstance(raw, str):
        return Catalogue.generic() if raw == "generic" else attempt(at, lambda: load(at, raw))
    if not isinstance(raw, Mapping):
        at.refuse(raw, "must be generic, a file, or joints with {motor, gear}")
        return None
    rows = {key: value for key, value in raw.items() if key != "catalogue"}
    chosen: Catalogue | None = Catalogue.generic()
    if "catalogue" in raw and raw["catalogue"] != "generic":
        place = at.key("catalogue", "catalogue")
        chosen = attempt(place, lambda: load(place, raw["catalogue"]))
    if chosen is None:
        return None
    known: Catalogue = chosen
    if not rows:
        return known
    found: dict[str, Drive] = {}
    for name, here, values in _by_joint(at, rows, units):
        if not here.mapping(values, ("motor", "gear", *ROTOR), ("motor", "gear")):
            continue
        rotor = {"gyroscopic": gyroscopic, **_rotor(here, values)}
        motor = attempt(here.key("motor", "motor"), lambda v=values: known.motor(str(v["motor"])))  # type: ignore[misc]
        gear = attempt(here.key("gear", "gear"), lambda v=values: known.gear(str(v["gear"])))  # type: ignore[misc]
        if motor is not None and gear is not None and BROKEN not in rotor.values():
            parts = motor, gear
            drive = attempt(here, lambda p=parts, r=rotor: Drive(*p, **r))  # type: ignore[misc]
            if drive is not None:
                attempt(here, lambda d=drive, n=name: check(n, d))  # type: ignore[misc]
                found[name] = drive
    return found


def _rotor(at: At, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return whether the rotor of a drive is gyroscopic, its carrier and axis, where given."""
    read = {
        "gyroscopic": lambda here, raw: flag(here, raw),
        "carrier": lambda here, raw: text(here, raw),
        "axis": lambda here, raw: list_in_unit(here, raw, "dimensionless", 3),
    }
    found = {key: read[key](at.key(key, key), values[key]) for key in ROTOR if key in values}
    if isinstance(found.get("axis"), list):
        found["axis"] = tuple(found["axis"])
    return found


def read_tracking(at: At, raw: Any, units: Units) -> dict[str, Any] | None:
    """Return controller, rate, friction of gears and tolerances, as `track` takes them."""
    keys = ("control", "kp", "kd", "gravity", "rate", "friction", "tolerance")
    good = at.mapping(raw, keys, ("control", "kp", "kd"))
    if not good:
        return None
    if raw["control"] not in CONTROLLERS:
        action = nearest(str(raw["control"]), CONTROLLERS)
        where = at.key("control", "control")
        where.report("M09", "is not a controller", value=repr(raw["control"]), action=action)
        return None
    gains = {k: _gains(at.key(k, k), raw[k], len(units)) for k in ("kp", "kd")}
    if "gravity" in raw and raw["control"] == "pd":
        gains["gravity"] = flag(at.key("gravity", "gravity"), raw["gravity"])
    rate = in_unit(at.key("rate", "rate"), raw.get("rate", 1000.0), "1/s")
    friction: dict[str, Friction] = {}
    for name, here, values in _by_joint(at.key("friction", "friction"), raw.get("friction", {}),
                                        units):  # fmt: skip
        effort = EFFORT[units[name]].replace(" ", "*")
        kinds = {"sliding": effort, "static": effort, "d": f"{effort}*s/{units[name]}"}
        kinds["smoothing"] = f"{units[name]}/s"
        here.mapping(values, kinds, ("sliding",))
        read = {k: in_unit(here.key(k, k), values[k], u) for k, u in kinds.items() if k in values}
        if BROKEN not in read.values():
            made = attempt(here, lambda read=read: Friction(**read))  # type: ignore[misc]
            friction |= {} if made is None else {name: made}
    tolerance = _tolerances(at.key("tolerance", "tolerance"), raw.get("tolerance", {}), units)
    if BROKEN in gains.values() or rate is BROKEN or BROKEN in tolerance.values():
        return None
    control = CONTROLLERS[raw["control"]](**gains)
    return {"controller": control, "rate": rate, "friction": friction, "tolerance": tolerance}


def _tolerances(at: At, raw: Any, units: Units) -> dict[str, Any]:
    """Return how far joints may be from their paths, by name."""
    if not isinstance(raw, Mapping):
        at.refuse(raw, "must be joints with numbers", "write {joint: 0.5 deg}")
        return {}
    found = {}
    for name, value in raw.items():
        here = At(at.page, f"{at.where} of joint '{name}'", (*at.path, name), at.scope)
        if name not in units:
            action = nearest(str(name), units)
            here.report("M09", "is not a driven joint", value=repr(name), action=action)
            continue
        found[name] = in_unit(here, value, units[name])
        if found[name] is not BROKEN and not found[name] > 0.0:
            here.report("M04", "must be above 0", value=f"{found[name]:g}")
    return found


def _gains(at: At, raw: Any, count: int) -> Any:
    """Return a number for all joints, or one for each, in SI."""
    if isinstance(raw, list):
        return list_in_unit(at, raw, "dimensionless", count)
    return in_unit(at, raw, "dimensionless")


def _by_joint(at: At, raw: Any, units: Units) -> list[tuple[str, At, Mapping[str, Any]]]:
    """Return the records of joints by name, with their places."""
    if not isinstance(raw, Mapping):
        at.refuse(raw, "must be joints with records")
        return []
    found = []
    for name, values in raw.items():
        here = At(at.page, f"{at.where} of joint '{name}'", (*at.path, name), at.scope)
        if name not in units:
            here.report("M09", "is not a driven joint", value=repr(name),
                        action=nearest(name, units))  # fmt: skip
        elif isinstance(values, Mapping):
            found.append((name, here, values))
        else:
            here.refuse(values, "must be keys with values")
    return found


def read_words(at: At, raw: Mapping[str, Any], *keys: str) -> dict[str, str]:
    """Return some texts that are given."""
    read = {key: text(at.key(key, key), raw[key]) for key in keys if key in raw}
    return {key: value for key, value in read.items() if value is not BROKEN}
