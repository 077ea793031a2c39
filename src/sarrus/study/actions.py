"""What events do, as a file writes it: `stop`, {lock: A}, {set: {name: S.k, value: 2e4}}, ..."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, cast

from sarrus.errors import ModelError, Problem
from sarrus.formats.yaml.page import At, Page
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.joints import TYPES
from sarrus.model.joints.joint_type import parameters_of
from sarrus.model.model import GROUND, Model
from sarrus.study import values
from sarrus.study.laws import Visible, law, laws
from sarrus.study.names import Names
from sarrus.study.parameters import parameter, parameter_value
from sarrus.study.pose_laws import joint_motion
from sarrus.system.simulation import events
from sarrus.system.simulation.events import Action
from sarrus.system.simulation.events.actions import ACTIONS, NAMES, UNITS, VECTOR, action_of
from sarrus.system.simulation.events.joining import ALIASES, made_joint

JOIN = ("name", "type", "a", "b", "axis", "where_it_is", "gap", "angle")
"""Keys of a joint that is made; the numbers of its type are others."""
PURE = (values.PURE,) * 3
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
        kind = action_of(raw) if isinstance(raw, str) else None
        if kind is not None and _is_enough(kind):
            return [kind()]
        if not isinstance(raw, Mapping):
            at.refuse(raw, "is not an action", nearest(str(raw), action_keys()))
            return []
        found: list[Action] = []
        for key, value in raw.items():
            read = reader(str(key))
            if read is None:
                at.unknown(key, action_keys())
                continue
            here = at.key(key, str(key))
            try:
                found += [action for action in read(self, here, value) if action]
            except ModelError as error:
                for problem in error.problems:
                    here.report(problem.code, problem.rule, value=problem.value)
        return found

    def declared_actions(self, at: At, raw: Any, kind: type[Action]) -> list[Action | None]:
        """Return actions of a class whose fields say what they are.

        {stop: true} without fields, {lock: A} or {lock: [A, B]} with one that is a name, else by
        the names of the fields.
        """
        parts = {f.name: f for f in fields(cast("Any", kind)) if f.metadata}
        make = cast("Callable[..., Action]", kind)
        if not parts:
            if raw is True:
                return [make()]
            at.refuse(raw, "must be true")
            return []
        first = next(iter(parts.values()))
        if len(parts) == 1 and NAMES in first.metadata:
            read = [self._part(here, item, first) for here, item in values.items(at, raw)]
            return [None if name is None else make(name) for name in read]
        needed = [name for name, f in parts.items() if _is_needed(f)]
        entries = values.known_keys(at, raw, parts, needed)
        if any(name not in entries for name in needed):
            return []
        found = {k: self._part(at.key(k, k), x, parts[k]) for k, x in entries.items()}
        if any(found[name] is None for name in needed):
            return []
        return [make(**_tuples({k: x for k, x in found.items() if x is not None}))]

    def _part(self, at: At, raw: Any, part: Field[Any]) -> Any:
        """Return the value of a field by what it says it is; None if it is refused."""
        if UNITS in part.metadata:
            return values.number(at, raw, values.fitting_unit(at, raw, part.metadata[UNITS]))
        if VECTOR in part.metadata:
            return values.several(at, raw, (part.metadata[VECTOR],) * 3)
        kind = part.metadata.get(NAMES)
        if kind == "rate":
            return self._rate(at, raw)
        if kind == "element":
            return values.name_of(at, raw, self.names.forces, "force element")
        if kind == "body":
            return values.name_of(at, raw, self.names.bodies, "body")
        return values.text(at, raw)

    def on_elements(self, at: At, raw: Any, on: bool) -> list[Action | None]:
        """Return {enable: element} or {disable: element}."""
        found = [
            values.name_of(here, item, self.names.forces, "force element")
            for here, item in values.items(at, raw)
        ]
        return [None if name is None else events.Enable(name, on) for name in found]

    def drive(self, at: At, raw: Any) -> list[Action | None]:
        """Return {drive: {coordinate, law}}."""
        entries = values.known_keys(at, raw, ("coordinate", "law"), ("coordinate", "law"))
        if len(entries) < 2:
            return []
        here = at.key("coordinate", "coordinate")
        name, units = entries["coordinate"], None
        if isinstance(name, str):
            units = self.names.coordinate_units(name)
        if units is None:
            values.name_of(here, name, self.names.coordinates, "joint or coordinate")
            return []
        found = joint_motion(at.key("law", "law"), name, entries["law"], self.names)
        return [None if found is None else events.Drive(name, found)]

    def effort(self, at: At, raw: Any) -> list[Action | None]:
        """Return {effort: {joint, law}}; without a law, no effort."""
        entries = values.known_keys(at, raw, ("joint", "law"), ("joint",))
        name = self._rate(at.key("joint", "joint"), entries.get("joint"))
        if name is None:
            return []
        if entries.get("law") is None:
            return [events.Effort(name, None)]
        units = self.names.effort_units(name) or ()
        found = laws(at.key("law", "law"), entries["law"], units, self.sees)
        return [None if found is None else events.Effort(name, found)]

    def set(self, at: At, raw: Any) -> list[Action | None]:
        """Return {set: {name, value}}, or {set: {S.k: 2e4, ...}}."""
        entries = values.named_values(at, raw)
        if "name" not in entries:
            return [self._parameter(at.key(k), at.key(k, str(k)), k, v) for k, v in entries.items()]
        if not at.mapping(raw, ("name", "value"), ("name", "value")):
            return []
        here = at.key("value", "value")
        return [self._parameter(at.key("name", "name"), here, entries["name"], entries["value"])]

    def _parameter(
        self, named: At, at: At, name: Any, raw: Any
    ) -> events.SetParameter | events.SetState | None:
        unit = self.names.states.get(name) if isinstance(name, str) else None
        if unit is not None:
            value = law(at, raw, unit, Visible.to_efforts(self.names))
            return None if value is None else events.SetState(name, value)
        known = parameter(named, self.model, name)
        if known is None:
            return None
        full, units, size = known
        found = parameter_value(at, raw, units, size, Visible.to_efforts(self.names))
        return None if found is None else events.SetParameter(full, found)

    def attach(self, at: At, raw: Any) -> list[Action | None]:
        """Return {attach: {name, body, mass, com, inertia, velocity, angular_velocity}}."""
        keys = ("name", "body", "mass", "inertia", *PAYLOAD)
        entries = values.known_keys(at, raw, keys, ("name", "body", "mass"))
        if any(key not in entries for key in ("name", "body", "mass")):
            return []
        found: dict[str, Any] = {
            "name": values.text(at.key("name", "name"), entries["name"]),
            "body": self._body(at, entries["body"]),
            "mass": values.number(at.key("mass", "mass"), entries["mass"], "kg"),
        }
        for key, unit in PAYLOAD.items():
            if key in entries:
                found[key] = values.several(at.key(key, key), entries[key], (unit,) * 3)
        if "inertia" in entries:
            found["inertia"] = self._inertia(at.key("inertia", "inertia"), entries["inertia"])
        return [None if None in found.values() else events.Attach(**_tuples(found))]

    def join(self, at: At, raw: Any) -> list[Action | None]:
        """Return {join: {name, type, a, b, ...}} with the numbers of the type, or {join: name}."""
        if isinstance(raw, str):
            return [events.Join(raw)]
        own = _joint_numbers(raw)
        entries = values.known_keys(at, raw, (*JOIN, *own), ("name",))
        if "name" not in entries:
            return []
        found: dict[str, Any] = {}
        for key in ("name", "type"):
            if key in entries:
                found[key] = values.text(at.key(key, key), entries[key])
        places = (*self.names.places, GROUND)
        for key in ("a", "b"):
            if key in entries:
                found[key] = values.name_of(at.key(key, key), entries[key], places, "frame or body")
        if "axis" in entries:
            axis, here = entries["axis"], at.key("axis", "axis")
            letter = isinstance(axis, str)
            found["axis"] = values.text(here, axis) if letter else values.several(here, axis, PURE)
        if "where_it_is" in entries:
            here = at.key("where_it_is", "where_it_is")
            found["where_it_is"] = values.flag(here, entries["where_it_is"])
        for key, unit in (("gap", "m"), ("angle", "rad")):
            if key in entries:
                found[key] = values.number(at.key(key, key), entries[key], unit)
        read = {k: values.number(at.key(k, k), entries[k], own[k]) for k in own if k in entries}
        numbers = {k: x for k, x in read.items() if x is not None}
        if None in found.values() or len(numbers) < len(read):
            return []
        action = events.Join(**_tuples(found), numbers=numbers)
        problems: list[Problem] = []
        if self.model is not None and action.type:
            made_joint(self.model, action, problems)
        for problem in problems:
            last = problem.element.rpartition(" / ")[2]
            here = at.key(last, last) if last in entries else at
            here.report(problem.code, problem.rule, value=problem.value, action=problem.action)
        return [] if problems else [action]

    def _inertia(self, at: At, raw: Any) -> Any:
        rows = raw if isinstance(raw, (list, tuple)) else ()
        if len(rows) == 3 and all(isinstance(row, (list, tuple)) for row in rows):
            read = [values.several(at.key(i), row, ("kg*m^2",) * 3) for i, row in enumerate(rows)]
            return None if None in read else read
        return values.several(at, raw, ("kg*m^2",) * 3)

    def _body(self, at: At, raw: Any) -> str | None:
        return values.name_of(at.key("body", "body"), raw, self.names.bodies, "body")

    def _rate(self, at: At, raw: Any) -> str | None:
        if isinstance(raw, str) and self.names.rate_units(raw) is not None:
            return raw
        return values.name_of(at, raw, self.names.velocities, "joint or coordinate")


def _joint_numbers(raw: Any) -> dict[str, str]:
    """Return the numbers that the type of a joint to be made has, with their units."""
    name = raw.get("type") if isinstance(raw, Mapping) else None
    kind = TYPES.get(ALIASES.get(name, name)) if isinstance(name, str) else None
    return {} if kind is None else {k: rule.unit for k, (_, rule) in parameters_of(kind).items()}


def announced_joins(at: At, raw: Any, names: Names, model: Model) -> list[events.Join]:
    """Return the joints that events of a section make, without a word about what is wrong."""
    found: list[events.Join] = []
    reader = Actions(names, model)
    for item in raw if isinstance(raw, (list, tuple)) else ():
        done = item.get("do") if isinstance(item, Mapping) else None
        for part in done if isinstance(done, (list, tuple)) else (done,):
            if isinstance(part, Mapping) and isinstance(part.get("join"), Mapping):
                silent = At(Page({}), "join", (), at.scope)
                try:
                    read = reader.join(silent, part["join"])
                except ModelError:
                    continue
                found += [action for action in read if isinstance(action, events.Join)]
    return found


def _single(units: Mapping[str, tuple[str, ...]]) -> list[str]:
    return [name for name, listed in units.items() if len(listed) == 1]


def _tuples(found: dict[str, Any]) -> dict[str, Any]:
    """Return lists as tuples, as files of runs bring them back."""
    return {key: _tuple(value) for key, value in found.items()}


def _tuple(value: Any) -> Any:
    return tuple(_tuple(item) for item in value) if isinstance(value, list) else value


def _is_needed(part: Field[Any]) -> bool:
    return part.default is MISSING and part.default_factory is MISSING


def _is_enough(kind: type[Action]) -> bool:
    """Whether the word of an action is enough: none of its fields is needed."""
    return not any(_is_needed(part) for part in fields(cast("Any", kind)))


Reader = Callable[[Actions, At, Any], "list[Action | None]"]

READERS: dict[str, Reader] = {
    "set": Actions.set,
    "drive": Actions.drive,
    "effort": Actions.effort,
    "enable": lambda self, at, raw: self.on_elements(at, raw, True),
    "disable": lambda self, at, raw: self.on_elements(at, raw, False),
    "attach": Actions.attach,
    "join": Actions.join,
}
"""What reads actions whose keys are not just the fields of a class."""


def reader(word: str) -> Reader | None:
    """Return what reads an action, by its key in the file; None where there is no such action."""
    kind = None if word in READERS else action_of(word)
    if kind is None:
        return READERS.get(word)
    return lambda self, at, raw: self.declared_actions(at, raw, kind)


def action_keys() -> list[str]:
    """Return the keys of all actions."""
    return [*READERS, *(kind.word for kind in ACTIONS.values() if kind.word)]
