"""The section `optimal_motion`: from the start to an end, as well as possible within limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, fields
from typing import Any

from sarrus.formats.yaml.page import At, Page
from sarrus.formats.yaml.scope import Scope
from sarrus.late_dataclass import dataclass
from sarrus.study import values
from sarrus.study.names import Names

KEYS = (
    "end", "efforts", "minimize", "limits", "duration", "via", "rest", "method", "intervals",
    "tolerance", "most", "search",
)  # fmt: skip
OF_JOINTS = ("position", "speed", "torque", "power", "force", "moment", "acceleration")


@dataclass(frozen=True)
class OptimalMotionPlan:
    """Keywords of `sarrus.robotics.optimal_motion`; end: empty where the file has no such section.

    limits: numbers, pairs, or the limits of a joint by what they limit.
    """

    end: Mapping[str, Any] = field(default_factory=dict)
    efforts: Mapping[str, Any] | None = None
    minimize: Any = "time"
    limits: Mapping[str, Any] = field(default_factory=dict)
    duration: Any = None
    via: tuple[Mapping[str, Any], ...] = ()
    rest: bool = True
    method: str = "hermite-simpson"
    intervals: int = 20
    tolerance: float = 1e-4
    most: int = 400
    search: str = "own"

    @property
    def keywords(self) -> dict[str, Any]:
        """What `optimal_motion` is given besides the robot, its start and its end."""
        found = {
            f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("end", "limits")
        }
        return {**found, "limits": self._joint_limits}

    @property
    def _joint_limits(self) -> dict[str, Any]:
        from sarrus.robotics.limits import JointLimits

        return {
            name: JointLimits(**value) if isinstance(value, Mapping) else value
            for name, value in self.limits.items()
        }


@dataclass(frozen=True)
class OptimalMotionReader:
    """Reads the section; channel: the unit of a channel by name, None where there is none of it."""

    names: Names
    channel: Callable[[str], str | None]

    def read(self, at: At, raw: Any) -> OptimalMotionPlan:
        """Return the plan; problems are left with the page."""
        return self._plan_with(OptimalMotionPlan(), at, raw, ("end",))

    def changed_plan(
        self, plan: OptimalMotionPlan, section: Mapping[str, Any]
    ) -> tuple[OptimalMotionPlan, Page]:
        """Return the plan with keys of the section as given, and the page with its problems."""
        page = Page({})
        at = At(page, "optimal_motion", ("optimal_motion",), Scope())
        return self._plan_with(plan, at, section, ()), page

    def _plan_with(
        self, plan: OptimalMotionPlan, at: At, raw: Any, needed: Sequence[str]
    ) -> OptimalMotionPlan:
        from sarrus.robotics.optimal.searches import SEARCHES
        from sarrus.solvers.collocation.methods import METHODS

        entries = values.known_keys(at, raw, KEYS, needed)
        found: dict[str, Any] = {f.name: getattr(plan, f.name) for f in fields(plan)}
        for key, value in entries.items():
            here = at.key(key, key)
            if key in ("end", "limits"):
                found[key] = {**found[key], **self._values(here, value, key == "limits")}
            elif key == "via":
                listed = values.items(here, value)
                found[key] = tuple(self._values(one, part) for one, part in listed)
            elif key == "efforts":
                found[key] = {**(found[key] or {}), **self._efforts(here, value)}
            elif key == "minimize":
                found[key] = self._goals(here, value)
            elif key == "duration":
                found[key] = self._range(here, value, "s")
            elif key == "rest":
                found[key] = values.flag(here, value)
            elif key in ("intervals", "most"):
                found[key] = values.count(here, value)
            elif key == "tolerance":
                found[key] = values.number(here, value, values.PURE, above=0.0)
            else:
                found[key] = values.word(here, value, METHODS if key == "method" else SEARCHES)
        usual = OptimalMotionPlan()
        optional = ("duration", "efforts")
        kept = {
            key: getattr(usual, key) if value is None and key not in optional else value
            for key, value in found.items()
        }
        return OptimalMotionPlan(**kept)

    def _values(self, at: At, raw: Any, of_joints: bool = False) -> dict[str, Any]:
        """Return numbers or ranges by the names of coordinates, velocities and channels."""
        found: dict[str, Any] = {}
        for name, value in values.named_values(at, raw).items():
            name, here = str(name), at.key(name, str(name))
            if of_joints and isinstance(value, Mapping):
                found[name] = self._of_joint(here, name, value)
                continue
            unit = self._unit(at, name)
            if unit is not None:
                found[name] = self._range(here, value, unit)
        return {name: value for name, value in found.items() if value is not None}

    def _unit(self, at: At, name: str) -> str | None:
        units = self.names.coordinate_units(name)
        unit = units[0] if units and len(units) == 1 else self.names.state_unit(name)
        unit = self.channel(name) if unit is None else unit
        if unit is None:
            known = [*self.names.coordinates, *self.names.velocities]
            values.unknown_key(at, name, known, "coordinate, velocity or channel")
            return None
        return unit or values.PURE

    def _of_joint(self, at: At, name: str, raw: Any) -> dict[str, Any] | None:
        """Return the limits of a joint."""
        place, rate = self.names.coordinate_units(name), self.names.rate_units(name)
        if name not in self.names.joints or not place or not rate:
            values.unknown_key(at, name, tuple(self.names.joints), "joint")
            return None
        effort = (self.names.effort_units(name) or ("N*m",))[0]
        units = {
            "position": place[0], "speed": rate[0], "acceleration": f"{rate[0]}^2",
            "torque": effort, "power": "W", "force": "N", "moment": "N*m",
        }  # fmt: skip
        units["acceleration"] = "m/s^2" if rate[0] == "m/s" else "rad/s^2"
        found = {}
        for key, value in values.known_keys(at, raw, OF_JOINTS).items():
            here = at.key(key, key)
            own = self._range(here, value, units[key])
            if own is not None and isinstance(own, tuple) != (key == "position"):
                here.refuse(
                    value, "must be [low, high]" if key == "position" else "must be a number"
                )
                own = None
            found[key] = own
        return {key: value for key, value in found.items() if value is not None}

    def _efforts(self, at: At, raw: Any) -> dict[str, Any]:
        """Return the limits of drives by name; of a list of names, those of the model."""
        if isinstance(raw, (list, tuple)):
            raw = {str(name): None for name in raw}
        found = {}
        for name, value in values.named_values(at, raw).items():
            units, here = self.names.effort_units(str(name)), at.key(name, str(name))
            if units is None:
                values.unknown_key(at, name, self.names.velocities, "joint or velocity")
            else:
                found[str(name)] = None if value is None else self._range(here, value, units[0])
        return found

    def _goals(self, at: At, raw: Any) -> Any:
        """Return a goal, or weights of several."""
        if isinstance(raw, str):
            return raw
        found = {}
        for name, value in values.named_values(at, raw).items():
            found[str(name)] = values.number(at.key(name, str(name)), value, values.PURE)
        return {name: weight for name, weight in found.items() if weight is not None}

    @staticmethod
    def _range(at: At, raw: Any, unit: str) -> Any:
        """Return a number, or a pair of them."""
        if isinstance(raw, (list, tuple)):
            read = values.several(at, raw, (unit, unit))
            return None if read is None else tuple(read)
        return values.number(at, raw, unit)
