"""The sections `balance` and `tolerances`: what `sarrus.design` is asked for by a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from sarrus.formats.yaml.page import At
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.expressions import ExpressionError
from sarrus.model.model import Model
from sarrus.model.quantity import QuantityError
from sarrus.study import values
from sarrus.study.events import Channel
from sarrus.study.parameters import parameter

AIMS = ("force", "moment", "gravity")
BALANCE = (*AIMS, "by", "about")
KINDS = {
    "counterweight": ("radius", "mass", "at", "axis"),
    "disk": ("radius", "at", "axis"),
    "counter_rotation": ("ratio", "radius"),
    "spring": ("at", "to", "on", "k", "free_length"),
}
"""What may be added, by the key that names its body or joint, with its other keys."""
_UNITS = {"radius": "m", "mass": "kg", "ratio": values.PURE, "k": "N/m", "free_length": "m"}
_PLACES = {"at": ("m",) * 3, "to": ("m",) * 3, "axis": (values.PURE,) * 3}
UNKNOWN = "unknown"
"""The free length of a spring that is found."""

TOLERANCES = ("varied", "outputs", "samples", "seed", "sobol")
TOLERANCE = ("plus", "minus", "distribution", "cp", "cpk")


@dataclass(frozen=True)
class BalancePlan:
    """Keywords of `sarrus.design.balance`; by: records of what may be added, with their kind."""

    force: bool = True
    moment: bool = True
    gravity: bool = False
    by: tuple[Mapping[str, Any], ...] | None = None
    about: tuple[float, ...] = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class TolerancesPlan:
    """Arguments of `sarrus.design.tolerances`; varied: by name the keywords of a `Tolerance`."""

    varied: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    outputs: tuple[str, ...] = ()
    samples: int = 1024
    seed: int = 0
    sobol: int = 0


@dataclass(frozen=True)
class BalanceReader:
    """Reads the section `balance`; model: None where it could not be built."""

    model: Model | None

    def read(self, at: At, raw: Any) -> BalancePlan:
        """Return the plan; problems are left with the page."""
        entries = values.known_keys(at, raw, BALANCE)
        found: dict[str, Any] = {
            aim: values.flag(at.key(aim, aim), entries[aim]) for aim in AIMS if aim in entries
        }
        if "about" in entries:
            point = values.several(at.key("about", "about"), entries["about"], _PLACES["at"])
            found["about"] = None if point is None else tuple(point)
        if "by" in entries:
            here = at.key("by", "by")
            records = [self._record(one, part) for one, part in values.items(here, entries["by"])]
            found["by"] = tuple(record for record in records if record is not None)
        return BalancePlan(**{key: value for key, value in found.items() if value is not None})

    def _record(self, at: At, raw: Any) -> dict[str, Any] | None:
        """Return one addition; a name alone is a body with a counterweight."""
        if isinstance(raw, str):
            return self._named_kind(at, "counterweight", raw)
        kinds = [kind for kind in KINDS if isinstance(raw, Mapping) and kind in raw]
        if len(kinds) != 1:
            rule = f"must be the name of a body, or have one of the keys {', '.join(KINDS)}"
            at.refuse(raw, rule, "write {counterweight: crank, radius: 50 mm}")
            return None
        (kind,) = kinds
        entries = values.known_keys(at, raw, (kind, *KINDS[kind]))
        found = self._named_kind(at.key(kind, kind), kind, entries.pop(kind))
        if found is None:
            return None
        for key, value in entries.items():
            here = at.key(key, key)
            if key == "free_length" and value == UNKNOWN:
                found[key] = None
            elif key in _PLACES:
                found[key] = values.several(here, value, _PLACES[key])
            elif key == "on":
                found[key] = self._body(here, value, ground=True)
            else:
                found[key] = values.number(here, value, _UNITS[key])
        if kind == "spring" and "at" not in entries:
            at.report("M19", "has no key 'at', the point of the body", action="give at: [x, y, z]")
        return found

    def _named_kind(self, at: At, kind: str, name: Any) -> dict[str, Any] | None:
        if kind != "counter_rotation":
            body = self._body(at, name)
            return None if body is None else {"kind": kind, "body": body}
        if self.model is None:
            return {"kind": kind, "joint": str(name)}
        joint = values.name_of(at, name, [j.name for j in self.model.joints], "joint")
        return None if joint is None else {"kind": kind, "joint": joint}

    def _body(self, at: At, name: Any, ground: bool = False) -> str | None:
        if self.model is None:
            return str(name)
        known = [body.name for body in self.model.bodies]
        return values.name_of(at, name, [*known, GROUND] if ground else known, "body")


@dataclass(frozen=True)
class TolerancesReader:
    """Reads the section `tolerances`; channel: the unit of a channel, None where there is none."""

    model: Model | None
    channel: Channel

    def read(self, at: At, raw: Any) -> TolerancesPlan:
        """Return the plan; problems are left with the page."""
        entries = values.known_keys(at, raw, TOLERANCES, ("varied", "outputs"))
        found: dict[str, Any] = {}
        if "varied" in entries:
            here = at.key("varied", "varied")
            read = {
                str(name): self._tolerance(here.key(name, str(name)), str(name), one)
                for name, one in values.named_values(here, entries["varied"]).items()
            }
            found["varied"] = {name: one for name, one in read.items() if one is not None}
        if "outputs" in entries:
            listed = values.items(at.key("outputs", "outputs"), entries["outputs"])
            found["outputs"] = tuple(x for one, name in listed if (x := self._output(one, name)))
        for key in ("samples", "seed", "sobol"):
            if key in entries:
                found[key] = self._whole(at.key(key, key), entries[key])
        return TolerancesPlan(**{key: value for key, value in found.items() if value is not None})

    def _whole(self, at: At, raw: Any) -> int | None:
        return 0 if raw == 0 else values.count(at, raw)

    def _output(self, at: At, raw: Any) -> str | None:
        name = values.text(at, raw)
        if name is not None and self.model is not None and self.channel(name) is None:
            at.report("M09", "is not the name of a channel", value=at.literal(raw))
            return None
        return name

    def _tolerance(self, at: At, name: str, raw: Any) -> dict[str, Any] | None:
        entry = raw if isinstance(raw, Mapping) else {"plus": raw}
        listed = values.known_keys(at, entry, TOLERANCE, ("plus",))
        bare = name.removeprefix("constants.")
        known = None
        if bare not in at.scope:
            known = parameter(at, self.model, name.partition("[")[0])
            if known is None:
                return None
        found: dict[str, Any] = {}
        for key, value in listed.items():
            here = at.key(key, key) if isinstance(raw, Mapping) else at
            if key == "distribution":
                found[key] = values.word(here, value, ("normal", "uniform", "triangular"))
            elif key in ("cp", "cpk"):
                found[key] = values.number(here, value, values.PURE)
            elif known is not None:
                found[key] = values.number(here, value, known[1][0])
            else:
                found[key] = self._constant(here, bare, value)
        return None if None in found.values() else found

    def _constant(self, at: At, name: str, raw: Any) -> float | None:
        """Return a value in the dimension of a constant [SI]."""
        try:
            own, found = at.scope[name], at.scope.value(raw)
        except (ExpressionError, QuantityError) as error:
            at.report(error.code, error.reason, value=at.literal(raw), action=error.action)
            return None
        if None not in (own.dimension, found.dimension) and own.dimension != found.dimension:
            at.report("M05", f"has another dimension than '{name}'", value=at.literal(raw))
            return None
        return float(found.number)
