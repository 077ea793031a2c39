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
from sarrus.system import Event, FmuLaw, PointDrive, PoseLaw, System
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

    def efforts(self, raw: Laws, of_state: bool = True) -> Laws:
        if not isinstance(raw, Mapping) or not any(map(has_text, raw.values())):
            return raw
        return {name: self.effort(name, value, of_state) for name, value in raw.items()}

    def effort(self, name: Any, value: Any, of_state: bool = True) -> Any:
        units = self.names.effort_units(str(name)) if has_text(value) else None
        if units is None:  # no text, or a name that is refused where efforts are
            return value
        if isinstance(value, FmuLaw):
            return _in_unit(self.at(f"effort on '{name}'"), value, units)
        return laws(self.at(f"effort on '{name}'"), value, units, self.sees if of_state else None)

    def coordinates(self, raw: Laws) -> Laws:
        if not isinstance(raw, Mapping) or not any(map(has_text, raw.values())):
            return raw
        return {name: self.coordinate(name, value) for name, value in raw.items()}

    def coordinate(self, name: Any, value: Any) -> Any:
        at = self.at(f"drive '{name}'")
        if isinstance(value, PoseLaw):
            return with_text_read(at, value) if value.has_text else value
        units = self.names.coordinate_units(str(name)) if has_text(value) else None
        if isinstance(value, FmuLaw):
            return _in_unit(at, value, units)
        if units is None or (len(units) != 1 and isinstance(value, str)):
            return value
        if len(units) != 1:
            found = joint_motion(at, str(name), value, self.names)
            return value if found is None else found
        return law(at, value, units[0]) if isinstance(value, str) else value

    def point(self, k: int, value: Any) -> Any:
        if not isinstance(value, PointDrive) or not has_text(value.path):
            return value
        here = self.at(f"path of point {k + 1}, of '{value.body}'")
        if isinstance(value.path, str) or len(value.path) != 3:
            here.refuse(value.path, "must be three laws of t, or a function of t")
            return value
        parts = [law(here, part, "m") if isinstance(part, str) else part for part in value.path]
        return value if None in parts else replace(value, path=path_of(parts))

    def events(self, values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(self.event(item) if isinstance(item, Event) else item for item in values)

    def event(self, value: Event) -> Event:
        changed: dict[str, Any] = {}
        actions = value.actions
        if actions is not None:
            found = tuple(map(self.action, actions))
            if any(new is not old for new, old in zip(found, actions, strict=True)):
                changed["do"] = found
        watched = self._unit(value.when) if isinstance(value.when, str) else "s"
        if isinstance(value.when, str) and not self._is_channel(value.when):
            at = self.at(f"event '{value.label}'").key("when", "when")
            reader = Events(Actions(self.names, self.system.model), self._unit)
            if not reader.is_name(at, value.when):  # a name is refused where names are
                when, watched = reader.when(at, value.when)
                changed |= {} if when is None else {"when": when, "name": value.label}
        if isinstance(value.at, str):
            here = self.at(f"event '{value.label}'").key("at", "at")
            crossed = number(here, value.at, watched or "dimensionless")
            changed |= {"at": 0.0 if crossed is None else crossed}
        return replace(value, **changed) if changed else value

    def action(self, value: Any) -> Any:
        if isinstance(value, events.Effort):
            return _with(value, "law", self.effort(value.joint, value.law))
        if isinstance(value, events.Drive):
            return _with(value, "law", self.coordinate(value.coordinate, value.law))
        if isinstance(value, events.SetParameter) and has_text(value.value):
            at = self.at(f"parameter '{value.name}'")
            known = parameter(at, self.system.model, value.name)
            if known is not None:
                _, units, size = known
                return _with(
                    value, "value", parameter_value(at, value.value, units, size, self.sees)
                )
        if isinstance(value, events.SetState) and has_text(value.value):
            unit = self.names.states.get(value.name)
            if unit is not None:
                at = self.at(f"state '{value.name}'")
                return _with(value, "value", law(at, value.value, unit, self.sees))
        return value

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


def _in_unit(at: At, value: FmuLaw, units: Sequence[str] | None) -> FmuLaw:
    """Return the output of an FMU as a law; one of another unit is reported."""
    wrong = value.wrong_unit(units[0]) if units is not None and len(units) == 1 else ""
    if wrong:
        at.report("M05", wrong, value=f"'{value.output}'")
    return value


def _with(raw: Any, attribute: str, value: Any) -> Any:
    return raw if value is getattr(raw, attribute) else replace(raw, **{attribute: value})
