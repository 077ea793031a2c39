"""The section `realtime`: how a study runs at the pace of the clock, and what it exchanges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from sarrus.formats.yaml.page import At
from sarrus.late_dataclass import dataclass
from sarrus.study import values
from sarrus.study.names import Names
from sarrus.system.flow.steps import METHODS

KEYS = ("rate", "until", "method", "substeps", "overrun", "every", "efforts", "channels")
RATE = 100.0
"""Samples a second, unless a file says otherwise [Hz]."""


@dataclass(frozen=True)
class RealtimePlan:
    """Keywords of `System.realtime`; limits: the largest effort of a slider, by name.

    efforts: names of what is read; channels: of what is written, None for the usual ones.
    """

    rate: float = RATE
    until: float | None = None
    method: str = "rk4"
    substeps: int = 1
    overrun: str = "slip"
    every: float | None = None
    efforts: tuple[str, ...] = ()
    limits: Mapping[str, float] = field(default_factory=dict)
    channels: tuple[str, ...] | None = None

    @property
    def keywords(self) -> dict[str, Any]:
        """What `System.realtime` is given, names apart."""
        return {"rate": self.rate, "until": self.until, "method": self.method,
                "substeps": self.substeps, "overrun": self.overrun,
                "every": self.every}  # fmt: skip


@dataclass(frozen=True)
class RealtimeReader:
    """Reads the section; channels: reads names of channels."""

    names: Names
    channels: Callable[[At, Any], tuple[str, ...]]

    def read(self, at: At, raw: Any) -> RealtimePlan:
        """Return the plan; problems are left with the page."""
        from sarrus.system.realtime.realtime import POLICIES

        entries = values.known_keys(at, raw, KEYS)
        found: dict[str, Any] = {}
        for key, unit in (("rate", "Hz"), ("until", "s"), ("every", "s")):
            if key in entries:
                found[key] = values.number(at.key(key, key), entries[key], unit, above=0.0)
        if "substeps" in entries:
            found["substeps"] = values.count(at.key("substeps", "substeps"), entries["substeps"])
        single = tuple(name for name, method in METHODS.items() if not method.history)
        for key, words in (("method", single), ("overrun", POLICIES)):
            if key in entries:
                found[key] = values.word(at.key(key, key), entries[key], words)
        if "efforts" in entries:
            found |= self._efforts(at.key("efforts", "efforts"), entries["efforts"])
        if "channels" in entries:
            found["channels"] = self.channels(at.key("channels", "channels"), entries["channels"])
        return RealtimePlan(**{key: value for key, value in found.items() if value is not None})

    def _efforts(self, at: At, raw: Any) -> dict[str, Any]:
        """Return names of efforts: a list, or names with their largest values."""
        if isinstance(raw, Mapping):
            listed = [(at.key(name, str(name)), str(name), value) for name, value in raw.items()]
        else:
            listed = [(here, str(name), None) for here, name in values.items(at, raw)]
        names, limits = [], {}
        for here, name, value in listed:
            units = self.names.effort_units(name)
            if units is None:
                values.unknown_key(at, name, self.names.velocities, "joint or velocity")
                continue
            names.append(name)
            if value is not None:
                limits[name] = values.number(here, value, units[0], above=0.0)
        values.check_once([(h, n, self.names.velocities_of(n)) for h, n, _ in listed if n in names])
        return {
            "efforts": tuple(names),
            "limits": {name: most for name, most in limits.items() if most is not None},
        }
