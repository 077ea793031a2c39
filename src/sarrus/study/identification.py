"""The section `identify`: what is found from which measurements, and what limits the motions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from sarrus.formats.yaml.page import At
from sarrus.formats.yaml.study_keys import IDENTIFY
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.study import values

LIMITS = ("position", "speed", "acceleration", "torque")


@dataclass(frozen=True)
class IdentificationPlan:
    """Arguments of `sarrus.identification.identify` and `excite`; files: relative to the model's.

    limits: by joint, keywords of `JointLimits`.
    """

    by: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()
    check: tuple[str, ...] = ()
    joints: tuple[str, ...] = ()
    limits: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    noise: Mapping[str, float] = field(default_factory=dict)
    consistent: bool = True
    cutoff: float | None = None
    every: int = 1


@dataclass(frozen=True)
class IdentificationReader:
    """Reads the section `identify`; model: None where it could not be built."""

    model: Model | None

    def read(self, at: At, raw: Any) -> IdentificationPlan:
        """Return the plan; problems are left with the page."""
        entries = values.known_keys(at, raw, IDENTIFY)
        found: dict[str, Any] = {}
        for key in ("by", "measured", "check"):
            if key in entries:
                listed = values.items(at.key(key, key), entries[key])
                texts = (values.text(one, part) for one, part in listed)
                found[key] = tuple(text for text in texts if text is not None)
        if "joints" in entries:
            listed = values.items(at.key("joints", "joints"), entries["joints"])
            names = (self._joint(one, part) for one, part in listed)
            found["joints"] = tuple(name for name in names if name is not None)
        for key, one in (("limits", self._limits), ("noise", self._noise)):
            if key in entries:
                here = at.key(key, key)
                named = values.named_values(here, entries[key]).items()
                read = {str(n): one(here.key(n, str(n)), str(n), x) for n, x in named}
                found[key] = {name: value for name, value in read.items() if value is not None}
        if "consistent" in entries:
            found["consistent"] = values.flag(at.key("consistent", "consistent"),
                                              entries["consistent"])  # fmt: skip
        if "cutoff" in entries:
            found["cutoff"] = values.number(at.key("cutoff", "cutoff"), entries["cutoff"], "1/s",
                                            above=0.0)  # fmt: skip
        if "every" in entries:
            found["every"] = values.count(at.key("every", "every"), entries["every"])
        return IdentificationPlan(
            **{key: value for key, value in found.items() if value is not None}
        )

    def _joint(self, at: At, raw: Any) -> str | None:
        if self.model is None:
            return str(raw)
        known = [j.name for j in self.model.joints if j.type.nv == 1]
        return values.name_of(at, raw, known, "joint that turns or slides")

    def _units(self, name: str) -> tuple[str, str]:
        if self.model is None or name not in self.model.joint_index:
            return "rad", "N*m"
        turns = self.model.joint(name).type.coordinates[0].unit == "rad"
        return ("rad", "N*m") if turns else ("m", "N")

    def _limits(self, at: At, name: str, raw: Any) -> dict[str, Any] | None:
        if self._joint(at, name) is None:
            return None
        unit, effort = self._units(name)
        entries = values.known_keys(at, raw, LIMITS)
        found: dict[str, Any] = {}
        units = {"speed": f"{unit}/s", "acceleration": f"{unit}/s^2", "torque": effort}
        for key, value in entries.items():
            here = at.key(key, key)
            if key == "position":
                pair = values.several(here, value, (unit, unit))
                found[key] = None if pair is None else tuple(pair)
            else:
                found[key] = values.number(here, value, units[key], above=0.0)
        return None if None in found.values() else found

    def _noise(self, at: At, name: str, raw: Any) -> float | None:
        if self._joint(at, name) is None:
            return None
        return values.number(at, raw, self._units(name)[1], above=0.0)
