"""The section `equilibrium`: where a study rests, how it moves steadily, over which values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sarrus.formats.yaml.page import At, Page
from sarrus.formats.yaml.scope import Scope
from sarrus.late_dataclass import dataclass
from sarrus.model.model import Model
from sarrus.study import values
from sarrus.study.names import Names
from sarrus.study.parameters import parameter
from sarrus.system.quantities.parameters import is_parameter

KEYS = ("moving", "aside", "unknown", "stable", "over")
RANGE = ("from", "to", "count")


@dataclass(frozen=True)
class EquilibriumPlan:
    """Keywords of `System.equilibrium`; over: what is varied in its root locus, with its values."""

    moving: Mapping[str, float] | None = None
    aside: tuple[str, ...] | None = None
    unknown: tuple[str, ...] = ()
    stable: bool = False
    over: str = ""
    values: tuple[float, ...] = ()

    @property
    def keywords(self) -> dict[str, Any]:
        """What `System.equilibrium` is given."""
        return {"moving": self.moving, "aside": self.aside, "unknown": self.unknown,
                "stable": self.stable}  # fmt: skip


@dataclass(frozen=True)
class EquilibriumReader:
    """Reads the section; channel: the unit of a channel by name, None where there is none of it."""

    names: Names
    model: Model | None
    channel: Callable[[str], str | None]

    def read(self, at: At, raw: Any) -> EquilibriumPlan:
        """Return the plan; problems are left with the page."""
        entries = values.known_keys(at, raw, KEYS)
        found: dict[str, Any] = {}
        if "moving" in entries:
            found["moving"] = self._conditions(at.key("moving", "moving"), entries["moving"])
        for key in ("aside", "unknown"):
            if key in entries:
                found[key] = self._names(at.key(key, key), entries[key], key)
        if "stable" in entries:
            found["stable"] = values.flag(at.key("stable", "stable"), entries["stable"])
        if "over" in entries:
            over = self._over(at.key("over", "over"), entries["over"])
            found |= {} if over is None else {"over": over[0], "values": over[1]}
        return EquilibriumPlan(**{key: value for key, value in found.items() if value is not None})

    def _conditions(self, at: At, raw: Any) -> dict[str, float]:
        found = {}
        for name, value in values.named_values(at, raw).items():
            unit = self._channel_unit(at, str(name))
            if unit is not None:
                found[str(name)] = values.number(at.key(name, str(name)), value, unit)
        return {name: value for name, value in found.items() if value is not None}

    def _channel_unit(self, at: At, name: str) -> str | None:
        unit = self.names.state_unit(name)
        unit = self.channel(name) if unit is None else unit
        if unit is None:
            known = [*self.names.velocities, *self.names.coordinates]
            values.unknown_key(at, name, known, "channel")
            return None
        return unit or values.PURE

    def _names(self, at: At, raw: Any, key: str) -> tuple[str, ...]:
        known = tuple(dict.fromkeys((*self.names.velocities, *self.names.coordinates)))
        found = []
        for here, name in values.items(at, raw):
            text = values.text(here, name)
            if text is None:
                continue
            is_number = key == "unknown" and text not in known
            if is_number and parameter(here, self.model, text.partition("[")[0]) is None:
                continue
            if not is_number and values.name_of(here, text, known, "joint or coordinate") is None:
                continue
            found.append(text)
        return tuple(found)

    def _over(self, at: At, raw: Any) -> tuple[str, tuple[float, ...]] | None:
        """Return what is varied, and its values: a list, or {from, to, count}."""
        listed = values.named_values(at, raw)
        if len(listed) != 1:
            at.refuse(raw, "must be one name with its values", "write {shaft.rate: [1, 2, 3]}")
            return None
        ((name, spread),) = listed.items()
        here = at.key(name, str(name))
        unit = self._varied_unit(at, str(name))
        if unit is None:
            return None
        if isinstance(spread, Mapping):
            ends = values.known_keys(here, spread, RANGE, RANGE)
            first, last = (values.number(here.key(k, k), ends.get(k), unit) for k in RANGE[:2])
            count = values.count(here.key("count", "count"), ends.get("count"))
            if first is None or last is None or count is None:
                return None
            return str(name), tuple(np.linspace(first, last, count).tolist())
        numbers = [values.number(k, value, unit) for k, value in values.items(here, spread)]
        return str(name), tuple(x for x in numbers if x is not None)

    def _varied_unit(self, at: At, name: str) -> str | None:
        bare = name.partition("[")[0]
        if self.model is not None and is_parameter(self.model, bare):
            found = parameter(at.key(name, name), self.model, bare)
            return None if found is None else found[1][0]
        return self._channel_unit(at, name)

    def changed_plan(
        self, plan: EquilibriumPlan, raw: Mapping[str, Any]
    ) -> tuple[EquilibriumPlan, Page]:
        """Return the plan with some of its keys replaced, and the page with what is wrong."""
        page = Page({})
        found = self.read(At(page, "equilibrium", ("equilibrium",), Scope()), raw)
        kept = {key: getattr(plan, key) for key in KEYS[:4] if key not in raw}
        if "over" not in raw:
            kept |= {"over": plan.over, "values": plan.values}
        whole = {**{f: getattr(found, f) for f in found.__dataclass_fields__}, **kept}
        if "moving" in raw:
            whole["moving"] = {**(plan.moving or {}), **(found.moving or {})}
        return EquilibriumPlan(**whole), page
