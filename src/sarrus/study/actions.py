"""What events do, as a file writes it: `stop`, {lock: A}, {set: {name: S.k, value: 2e4}}, ..."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sarrus.errors import ModelError
from sarrus.formats.yaml.page import At
from sarrus.model.building.references import nearest
from sarrus.model.model import Model
from sarrus.study import values
from sarrus.study.laws import Visible, law, laws
from sarrus.study.names import Names
from sarrus.study.parameters import parameter, parameter_value
from sarrus.system.simulation import events
from sarrus.system.simulation.events import Action

PAYLOAD = {"com": "m", "velocity": "m/s", "angular_velocity": "rad/s"}


@dataclass(frozen=True)
class Actions:
    """Reads actions; model: None where it could not be built."""

    names: Names
    model: Model | None

    @property
    def sees(self) -> Visible:
        """What laws of effort read of the state."""
        return Visible.to_efforts(self.names)

    def read(self, at: At, raw: Any) -> list[Action]:
        """Return the actions of `do`: one, or a list."""
        found: list[Action] = []
        for here, item in values.items(at, raw):
            found += self._item(here, item)
        return found

    def _item(self, at: At, raw: Any) -> list[Action]:
        if isinstance(raw, str) and raw in ALONE:
            return [ALONE[raw]()]
        if not isinstance(raw, Mapping):
            at.refuse(raw, "is not an action", nearest(str(raw), READERS))
            return []
        found: list[Action] = []
        for key, value in raw.items():
            if key not in READERS:
                at.unknown(key, list(READERS))
                continue
            here = at.key(key, str(key))
            try:
                found += [action for action in READERS[key](self, here, value) if action]
            except ModelError as error:
                for problem in error.problems:
                    here.report(problem.code, problem.rule, value=problem.value)
        return found

    def alone(self, at: At, raw: Any, kind: type[Action]) -> list[Action | None]:
        """Return an action without values, written `stop` or {stop: true}."""
        if raw is True:
            return [kind()]
        at.refuse(raw, "must be true")
        return []

    def bounce(self, at: At, raw: Any) -> list[Action | None]:
        """Return {bounce: {restitution, rest}}."""
        given = values.known_keys(at, raw, ("restitution", "rest"))
        read = {}
        for key, x in given.items():
            units = (values.PURE,) if key == "restitution" else ("m/s", "rad/s")
            read[key] = values.number(at.key(key, key), x, values.fitting(at, x, units))
        return [events.Bounce(**{key: x for key, x in read.items() if x is not None})]

    def on_joints(self, at: At, raw: Any, kind: Callable[[str], Action]) -> list[Action | None]:
        """Return an action on joints or coordinates."""
        return [
            None if (name := self._rate(here, item)) is None else kind(name)
            for here, item in values.items(at, raw)
        ]

    def on_elements(self, at: At, raw: Any, on: bool) -> list[Action | None]:
        """Return {enable: element} or {disable: element}."""
        found = [
            values.name_of(here, item, self.names.forces, "force element")
            for here, item in values.items(at, raw)
        ]
        return [None if name is None else events.Enable(name, on) for name in found]

    def drive(self, at: At, raw: Any) -> list[Action | None]:
        """Return {drive: {coordinate, law}}."""
        given = values.known_keys(at, raw, ("coordinate", "law"), ("coordinate", "law"))
        if len(given) < 2:
            return []
        here = at.key("coordinate", "coordinate")
        name, units = given["coordinate"], None
        if isinstance(name, str):
            units = self.names.coordinate_units(name)
        if units is None or len(units) != 1:
            values.name_of(here, name, _single(self.names.coordinates), "coordinate")
            return []
        found = law(at.key("law", "law"), given["law"], units[0])
        return [None if found is None else events.Drive(name, found)]

    def effort(self, at: At, raw: Any) -> list[Action | None]:
        """Return {effort: {joint, law}}; without a law, no effort."""
        given = values.known_keys(at, raw, ("joint", "law"), ("joint",))
        name = self._rate(at.key("joint", "joint"), given.get("joint"))
        if name is None:
            return []
        if given.get("law") is None:
            return [events.Effort(name, None)]
        units = self.names.effort_units(name) or ()
        found = laws(at.key("law", "law"), given["law"], units, self.sees)
        return [None if found is None else events.Effort(name, found)]

    def set(self, at: At, raw: Any) -> list[Action | None]:
        """Return {set: {name, value}}, or {set: {S.k: 2e4, ...}}."""
        given = values.named(at, raw)
        if "name" not in given:
            return [self._parameter(at.key(k), at.key(k, str(k)), k, v) for k, v in given.items()]
        if not at.mapping(raw, ("name", "value"), ("name", "value")):
            return []
        here = at.key("value", "value")
        return [self._parameter(at.key("name", "name"), here, given["name"], given["value"])]

    def _parameter(self, named: At, at: At, name: Any, raw: Any) -> events.SetParameter | None:
        known = parameter(named, self.model, name)
        if known is None:
            return None
        full, units, size = known
        found = parameter_value(at, raw, units, size, Visible.to_efforts(self.names))
        return None if found is None else events.SetParameter(full, found)

    def attach(self, at: At, raw: Any) -> list[Action | None]:
        """Return {attach: {name, body, mass, com, inertia, velocity, angular_velocity}}."""
        keys = ("name", "body", "mass", "inertia", *PAYLOAD)
        given = values.known_keys(at, raw, keys, ("name", "body", "mass"))
        if any(key not in given for key in ("name", "body", "mass")):
            return []
        found: dict[str, Any] = {
            "name": values.text(at.key("name", "name"), given["name"]),
            "body": self._body(at, given["body"]),
            "mass": values.number(at.key("mass", "mass"), given["mass"], "kg"),
        }
        for key, unit in PAYLOAD.items():
            if key in given:
                found[key] = values.several(at.key(key, key), given[key], (unit,) * 3)
        if "inertia" in given:
            found["inertia"] = self._inertia(at.key("inertia", "inertia"), given["inertia"])
        return [None if None in found.values() else events.Attach(**_tuples(found))]

    def _inertia(self, at: At, raw: Any) -> Any:
        rows = raw if isinstance(raw, (list, tuple)) else ()
        if len(rows) == 3 and all(isinstance(row, (list, tuple)) for row in rows):
            read = [values.several(at.key(i), row, ("kg*m^2",) * 3) for i, row in enumerate(rows)]
            return None if None in read else read
        return values.several(at, raw, ("kg*m^2",) * 3)

    def detach(self, at: At, raw: Any) -> list[Action | None]:
        """Return {detach: {name, body}}."""
        given = values.known_keys(at, raw, ("name", "body"), ("name", "body"))
        if len(given) < 2:
            return []
        name, body = (
            values.text(at.key("name", "name"), given["name"]),
            self._body(at, given["body"]),
        )
        return [None if name is None or body is None else events.Detach(name, body)]

    def _body(self, at: At, raw: Any) -> str | None:
        return values.name_of(at.key("body", "body"), raw, self.names.bodies, "body")

    def _rate(self, at: At, raw: Any) -> str | None:
        if isinstance(raw, str) and self.names.rate_units(raw) is not None:
            return raw
        return values.name_of(at, raw, self.names.velocities, "joint or coordinate")


def _single(units: Mapping[str, tuple[str, ...]]) -> list[str]:
    return [name for name, listed in units.items() if len(listed) == 1]


def _tuples(found: dict[str, Any]) -> dict[str, Any]:
    """Return lists as tuples, as files of runs bring them back."""
    return {key: _tuple(value) for key, value in found.items()}


def _tuple(value: Any) -> Any:
    return tuple(_tuple(item) for item in value) if isinstance(value, list) else value


ALONE: dict[str, type[Action]] = {
    "record": events.Record,
    "stop": events.Stop,
    "bounce": events.Bounce,
}
"""Actions that a word is enough for."""

READERS: dict[str, Callable[[Actions, At, Any], list[Action | None]]] = {
    "record": lambda self, at, raw: self.alone(at, raw, events.Record),
    "stop": lambda self, at, raw: self.alone(at, raw, events.Stop),
    "set": Actions.set,
    "lock": lambda self, at, raw: self.on_joints(at, raw, events.Lock),
    "release": lambda self, at, raw: self.on_joints(at, raw, events.Release),
    "drive": Actions.drive,
    "effort": Actions.effort,
    "enable": lambda self, at, raw: self.on_elements(at, raw, True),
    "disable": lambda self, at, raw: self.on_elements(at, raw, False),
    "attach": Actions.attach,
    "detach": Actions.detach,
    "bounce": Actions.bounce,
}
"""What reads an action, by its key in the file."""
