"""Catalogues of motors and gears in YAML files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.file_fields import needed_fields, written_fields
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.page import BROKEN, At, Page
from sarrus.formats.yaml.scope import Scope
from sarrus.formats.yaml.values import flag, in_unit
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.robotics.motors.curve_motor import CurveMotor
from sarrus.robotics.motors.dc_motor import DCMotor
from sarrus.robotics.motors.drive import Drive
from sarrus.robotics.motors.gear import Gear
from sarrus.robotics.motors.motor import MOTOR, Motor
from sarrus.robotics.motors.servo_motor import ServoMotor

KINDS: dict[str, type[Motor]] = {motor.kind: motor for motor in (DCMotor, ServoMotor, CurveMotor)}


@with_checks
@dataclass(frozen=True)
class Catalogue:
    """Motors and gears to choose from."""

    motors: tuple[Motor, ...]
    gears: tuple[Gear, ...]

    def motor(self, name: str) -> Motor:
        """Return the motor of that name."""
        return _entry_of("motor", name, {motor.name: motor for motor in self.motors})

    def gear(self, name: str) -> Gear:
        """Return the gear of that name."""
        return _entry_of("gear", name, {gear.name: gear for gear in self.gears})

    def drives(self, unit: str = "rad") -> list[Drive]:
        """Return every motor with every gear for joints of a unit, rad (turns) or m (slides)."""
        fitting = [gear for gear in self.gears if gear.slide == (unit == "m")]
        return [Drive(motor, gear) for motor in self.motors for gear in fitting]

    @staticmethod
    def generic() -> Catalogue:
        """Return the catalogue that comes with Sarrus: typical sizes, of no maker."""
        data = resources.files("sarrus.robotics.motors").joinpath("generic.yaml").read_bytes()
        return _read(data, "generic.yaml")

    @staticmethod
    def load(path: str | Path) -> Catalogue:
        """Return the catalogue of a YAML file with `motors` and `gears`, by name.

        A motor has `kind` dc, servo or curve and the fields of `DCMotor`, `ServoMotor` or
        `CurveMotor`; a gear those of `Gear`, and `slide: true` if it moves slides. Numbers are in
        SI, text has a unit.
        """
        return _read(read_bytes(str(path)), str(path))


def _entry_of(kind: str, name: str, known: Mapping[str, Any]) -> Any:
    if name in known:
        return known[name]
    rule = "is not in the catalogue"
    raise ModelError(Problem(MOTOR, f"{kind} '{name}'", rule, action=nearest(name, list(known))))


def _read(data: bytes, file: str) -> Catalogue:
    content, marks = parse(data, file)
    page = Page(marks, content)
    top = At(page, f"catalogue '{file}'", (), Scope())
    motors: list[Motor | None] = []
    gears: list[Gear | None] = []
    top.mapping(content, ("sarrus", "motors", "gears"))
    if isinstance(content, Mapping):
        motors = [_motor(at, name, row) for at, name, row in _rows(top, content, "motors")]
        gears = [_gear(at, name, row) for at, name, row in _rows(top, content, "gears")]
    for kind, made in (("motors", motors), ("gears", gears)):
        if not made and not page.problems:
            top.key(kind, kind).report(MOTOR, "has none to choose from", value=kind)
    if page.problems:
        raise ModelError(page.problems)
    found = tuple(m for m in motors if m is not None), tuple(g for g in gears if g is not None)
    return Catalogue(*found)


def _rows(top: At, content: Mapping[str, Any], kind: str) -> Iterator[tuple[At, str, Any]]:
    """Yield the records of a section with their names and places."""
    rows = content.get(kind)
    place = top.key(kind, kind)
    if rows is None:
        return
    if not isinstance(rows, Mapping):
        place.refuse(rows, "must be names with records", "write dc-40W: {kind: dc, ...}")
        return
    for name, row in rows.items():
        at = At(top.page, f"{kind[:-1]} '{name}'", (kind, name), top.scope)
        if isinstance(row, Mapping):
            yield at, name, row
        else:
            at.refuse(row, "must be keys with values")


def _motor(at: At, name: str, row: Mapping[str, Any]) -> Motor | None:
    kind = row.get("kind")
    if kind not in KINDS:
        rule = f"must be one of {', '.join(KINDS)}"
        at.key("kind", "kind").report(MOTOR, rule, value=repr(kind))
        return None
    if kind != CurveMotor.kind:
        return _element_of_record(KINDS[kind], at, name, row, {}, ("kind",))
    if "curve" not in row:
        at.missing("curve", "give [[0 rpm, 2 N*m], [3000 rpm, 1.2 N*m]]")
        return None
    curve = _curve(at.key("curve", "curve"), row["curve"])
    words = ("kind", "curve")
    return None if curve is None else _element_of_record(
        CurveMotor, at, name, row, {}, words, curve=curve
    )  # fmt: skip


def _curve(at: At, raw: Any) -> Any:
    """Return points (speed, torque) of a motor; None after a problem."""
    if not isinstance(raw, list) or not all(isinstance(p, list) and len(p) == 2 for p in raw):
        at.refuse(raw, "must be a list of [speed, torque]", "write [[0 rpm, 2 N*m], ...]")
        return None
    units = ("rad/s", "N*m")
    rows = [[in_unit(at.key(i).key(k), p[k], units[k]) for k in (0, 1)] for i, p in enumerate(raw)]
    return None if any(BROKEN in row for row in rows) else rows


def _gear(at: At, name: str, row: Mapping[str, Any]) -> Gear | None:
    slide = flag(at.key("slide", "slide"), row["slide"]) if "slide" in row else False
    effort = "N" if slide is True else "N*m"
    units = {"rated_torque": effort, "peak_torque": effort}
    return _element_of_record(Gear, at, name, row, units, ("slide",), slide=slide is True)


def _element_of_record(
    kind: Callable[..., Any],
    at: At,
    name: str,
    row: Mapping[str, Any],
    other_units: Mapping[str, str],
    words: tuple[str, ...],
    **options: Any,
) -> Any:
    """Return a motor or gear of a record, or report all that is wrong with it.

    other_units: of fields whose unit depends on the record; words: keys that are no numbers.
    """
    units = {key: field.unit for key, field in written_fields(kind).items()} | dict(other_units)
    good = at.mapping(row, (*units, *words), needed_fields(kind))
    values = {
        key: in_unit(at.key(key, key), row[key], unit) for key, unit in units.items() if key in row
    }
    if not good or BROKEN in values.values():
        return None
    try:
        return kind(name, **options, **values)
    except ModelError as error:
        at.page.problems += [replace(problem, location=at.place) for problem in error.problems]
        return None
