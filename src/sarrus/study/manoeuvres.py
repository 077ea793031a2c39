"""The section `manoeuvres`: what a vehicle drives, by name, with the numbers of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from sarrus.formats.yaml.page import At
from sarrus.late_dataclass import dataclass
from sarrus.study import values

VEHICLE = ("driver", "width", "length")
"""Keys that describe the vehicle."""
KEYS = (
    "type", *VEHICLE, "speed", "radius", "lateral_acceleration", "step", "most", "until", "part",
    "slowest", "fastest", "method", "frequencies", "pedal", "pedals", "factors", "road", "seed",
)  # fmt: skip


@dataclass(frozen=True)
class ManoeuvrePlan:
    """A manoeuvre: type: its name; vehicle: arguments of `Vehicle`; keywords: of its function."""

    type: str = ""
    vehicle: Mapping[str, Any] = field(default_factory=dict)
    keywords: Mapping[str, Any] = field(default_factory=dict)


def read_manoeuvres(at: At, raw: Any) -> dict[str, ManoeuvrePlan]:
    """Return the manoeuvres by name; problems are left with the page."""
    found = {}
    for name, record in values.named_values(at, raw).items():
        plan = _read(at.key(name, str(name)), record)
        if plan is not None:
            found[str(name)] = plan
    return found


def _read(at: At, raw: Any) -> ManoeuvrePlan | None:
    from sarrus.vehicles.manoeuvres.list import MANOEUVRES, keywords_of, unit_of

    if not isinstance(raw, Mapping) or "type" not in raw:
        at.refuse(raw, "needs a type", f"write {{type: {next(iter(MANOEUVRES))}, ...}}")
        return None
    kind = values.word(at.key("type", "type"), raw["type"], MANOEUVRES)
    if kind is None:
        return None
    known = keywords_of(kind)
    entries = values.known_keys(at, raw, ("type", *VEHICLE, *known))
    vehicle: dict[str, Any] = {}
    keywords: dict[str, Any] = {}
    for key, value in entries.items():
        here = at.key(key, key)
        if key == "driver":
            vehicle[key] = values.text(here, value)
        elif key in VEHICLE:
            vehicle[key] = values.number(here, value, "m", above=0.0)
        elif key != "type" and value is not None:
            keywords[key] = _keyword(here, key, value, unit_of(kind, key), known[key])
    missing = [*vehicle.values(), *keywords.values()]
    return None if any(x is None for x in missing) else ManoeuvrePlan(kind, vehicle, keywords)


def _keyword(at: At, key: str, raw: Any, unit: str | None, default: Any) -> Any:
    """Return a keyword: a number in its unit, a list of them, a count, or text."""
    if key in ("part", "seed"):
        return values.count(at, raw)
    if unit is None:
        return values.text(at, raw)
    if isinstance(raw, (list, tuple)):
        found = [values.number(at.key(i), x, unit, above=0.0) for i, x in enumerate(raw)]
        return None if None in found else tuple(found)
    found_one = values.number(at, raw, unit, above=0.0)
    several = isinstance(default, tuple) or key == "frequencies"
    return (found_one,) if several and found_one is not None else found_one
