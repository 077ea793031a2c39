"""Laws that Python gives as text: read as those of model files, with the same checks of units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any

from sarrus.errors import ModelError
from sarrus.formats.yaml.page import At, Page
from sarrus.formats.yaml.scope import Scope
from sarrus.late_dataclass import dataclass
from sarrus.study.actions import Actions
from sarrus.study.events import Events
from sarrus.study.laws import Visible, law, laws
from sarrus.study.names import Names
from sarrus.study.parameters import parameter, parameter_value
from sarrus.study.plan import path_of
from sarrus.study.pose_laws import joint_motion, with_text_read
from sarrus.study.values import number
from sarrus.system import Event, PointDrive, PoseLaw, System
from sarrus.system.checks import has_text
from sarrus.system.simulation import events

Laws = Mapping[str, Any]


def laws_of_run(
    system: System, efforts: Laws, driven: Laws, watch: Sequence[Any] = ()
) -> tuple[Laws, Laws, tuple[Any, ...]]:
    """Return laws of effort, laws of coordinates and events with all text read."""
    reader = _Reader(system)
    found = reader.efforts(efforts), reader.coordinates(driven), reader.events(watch)
    reader.finish()
    return found


def laws_of_drive(
    system: System, motions: Laws, efforts: Laws, points: Sequence[Any]
) -> tuple[Laws, Laws, tuple[Any, ...]]:
    """Return laws of coordinates, efforts of time alone, and paths of points, with text read."""
    reader = _Reader(system)
    found = (
        reader.coordinates(motions),
        reader.efforts(efforts, of_state=False),
        tuple(reader.point(k, point) for k, point in enumerate(points)),
    )
    reader.finish()
    return found


@dataclass
class _Reader:
    """Reads text; what is wrong is reported at the end, all at once."""

    system: System
    page: Page = field(default_factory=lambda: Page({}))

    @cached_property
    def names(self) -> Names:
        return Names.of_model(self.system.model)

    @cached_property
    def sees(self) -> Visible:
        return Visible.to_efforts(self.names)

    def at(self, element: str) -> At:
        return At(self.page, element, (), Scope())

    def finish(self) -> None:
        if self.page.problems:
            raise ModelError(self.page.problems)

    def efforts(self, given: Laws, of_state: bool = True) -> Laws:
        if not isinstance(given, Mapping) or not any(map(has_text, given.values())):
            return given
        return {name: self.effort(name, value, of_state) for name, value in given.items()}

    def effort(self, name: Any, value: Any, of_state: bool = True) -> Any:
        units = self.names.effort_units(str(name)) if has_text(value) else None
        if units is None:  # no text, or a name that is refused where efforts are
            return value
        return laws(self.at(f"effort on '{name}'"), value, units, self.sees if of_state else None)

    def coordinates(self, given: Laws) -> Laws:
        if not isinstance(given, Mapping) or not any(map(has_text, given.values())):
            return given
        return {name: self.coordinate(name, value) for name, value in given.items()}

    def coordinate(self, name: Any, value: Any) -> Any:
        at = self.at(f"drive '{name}'")
        if isinstance(value, PoseLaw):
            return with_text_read(at, value) if value.has_text else value
        units = self.names.coordinate_units(str(name)) if has_text(value) else None
        if units is None or (len(units) != 1 and isinstance(value, str)):
            return value
        if len(units) != 1:
            found = joint_motion(at, str(name), value, self.names)
            return value if found is None else found
        return law(at, value, units[0]) if isinstance(value, str) else value

    def point(self, k: int, given: Any) -> Any:
        if not isinstance(given, PointDrive) or not has_text(given.path):
            return given
        here = self.at(f"path of point {k + 1}, of '{given.body}'")
        if isinstance(given.path, str) or len(given.path) != 3:
            here.refuse(given.path, "must be three laws of t, or a function of t")
            return given
        parts = [law(here, part, "m") if isinstance(part, str) else part for part in given.path]
        return given if None in parts else replace(given, path=path_of(parts))

    def events(self, given: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(self.event(item) if isinstance(item, Event) else item for item in given)

    def event(self, given: Event) -> Event:
        changed: dict[str, Any] = {}
        actions = given.actions
        if actions is not None:
            found = tuple(map(self.action, actions))
            if any(new is not old for new, old in zip(found, actions, strict=True)):
                changed["do"] = found
        watched = self._unit(given.when) if isinstance(given.when, str) else "s"
        if isinstance(given.when, str) and not self._is_channel(given.when):
            at = self.at(f"event '{given.label}'").key("when", "when")
            reader = Events(Actions(self.names, self.system.model), self._unit)
            if not reader.is_name(at, given.when):  # a name is refused where names are
                when, watched = reader.when(at, given.when)
                changed |= {} if when is None else {"when": when, "name": given.label}
        if isinstance(given.at, str):
            here = self.at(f"event '{given.label}'").key("at", "at")
            crossed = number(here, given.at, watched or "dimensionless")
            changed |= {"at": 0.0 if crossed is None else crossed}
        return replace(given, **changed) if changed else given

    def action(self, given: Any) -> Any:
        if isinstance(given, events.Effort):
            return _with(given, "law", self.effort(given.joint, given.law))
        if isinstance(given, events.Drive):
            return _with(given, "law", self.coordinate(given.coordinate, given.law))
        if isinstance(given, events.SetParameter) and has_text(given.value):
            at = self.at(f"parameter '{given.name}'")
            known = parameter(at, self.system.model, given.name)
            if known is not None:
                _, units, size = known
                return _with(
                    given, "value", parameter_value(at, given.value, units, size, self.sees)
                )
        if isinstance(given, events.SetState) and has_text(given.value):
            unit = self.names.states.get(given.name)
            if unit is not None:
                at = self.at(f"state '{given.name}'")
                return _with(given, "value", law(at, given.value, unit, self.sees))
        return given

    def _is_channel(self, name: str) -> bool:
        return self._unit(name) is not None or self.system.compiled.locate(name) is not None

    def _unit(self, name: str) -> str | None:
        """Return the unit of one number that can be watched; None where there is no such."""
        found = self.names.state_unit(name)
        if found is not None:
            return found
        try:
            known = self.system.compiled.catalogue.find(name)
        except ModelError:
            return None
        return known.unit


def _with(given: Any, attribute: str, value: Any) -> Any:
    return given if value is getattr(given, attribute) else replace(given, **{attribute: value})
