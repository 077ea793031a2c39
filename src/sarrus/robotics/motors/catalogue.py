"""Catalogues of motors and gears in TOML files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.formats.file_access import read_bytes
from sarrus.formats.source_text import SourceText
from sarrus.model.entry import Entry
from sarrus.model.references import nearest
from sarrus.robotics.motors.dc_motor import DCMotor
from sarrus.robotics.motors.drive import Drive
from sarrus.robotics.motors.gear import Gear
from sarrus.robotics.motors.motor import MOTOR, Motor
from sarrus.robotics.motors.servo_motor import ServoMotor

MOTOR_UNITS = {
    "rated_torque": "N*m",
    "peak_torque": "N*m",
    "max_speed": "rad/s",
    "rotor_inertia": "kg*m^2",
    "mass": "kg",
}
KINDS: dict[str, tuple[type[Motor], dict[str, str]]] = {
    "dc": (DCMotor, {"torque_constant": "N*m/A", "resistance": "ohm", "voltage": "V"}),
    "servo": (ServoMotor, {"base_speed": "rad/s"}),
}
GEAR_UNITS = {
    "ratio": "",
    "efficiency": "",
    "inertia": "kg*m^2",
    "max_input_speed": "rad/s",
    "mass": "kg",
}
OPTIONAL = ("mass", "efficiency", "inertia", "rated_torque", "peak_torque", "max_input_speed")


@dataclass(frozen=True)
class Catalogue:
    """Motors and gears to choose from. slides: the names of gears that move slides."""

    motors: tuple[Motor, ...]
    gears: tuple[Gear, ...]
    slides: frozenset[str] = frozenset()

    def motor(self, name: str) -> Motor:
        """Return the motor of that name."""
        return _named("motor", name, {motor.name: motor for motor in self.motors})

    def gear(self, name: str) -> Gear:
        """Return the gear of that name."""
        return _named("gear", name, {gear.name: gear for gear in self.gears})

    def drives(self, unit: str = "rad") -> list[Drive]:
        """Return every motor with every gear for joints of a unit, rad (turns) or m (slides)."""
        fitting = [gear for gear in self.gears if (gear.name in self.slides) == (unit == "m")]
        return [Drive(motor, gear) for motor in self.motors for gear in fitting]

    @staticmethod
    def generic() -> Catalogue:
        """Return the catalogue that comes with Sarrus: typical sizes, of no maker."""
        data = resources.files("sarrus.robotics.motors").joinpath("generic.toml").read_bytes()
        return _read(SourceText.decoded(data, "generic.toml"))

    @staticmethod
    def load(path: str | Path) -> Catalogue:
        """Return the catalogue of a TOML file with tables [[motor]] and [[gear]].

        A motor has `kind` "dc" or "servo" and the fields of `DCMotor` or `ServoMotor`; a gear those
        of `Gear`, and `slide = true` if it moves slides. Numbers are in SI, text has a unit.
        """
        return _read(SourceText.decoded(read_bytes(str(path)), str(path)))


def _named(kind: str, name: str, known: Mapping[str, Any]) -> Any:
    if name in known:
        return known[name]
    rule = "is not in the catalogue"
    raise ModelError(Problem(MOTOR, f"{kind} '{name}'", rule, action=nearest(name, list(known))))


def _read(source: SourceText) -> Catalogue:
    try:
        content = tomllib.loads(source.text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise ModelError(Problem(MOTOR, f"file '{source.file}'", f"is not TOML: {error}")) from None
    problems: list[Problem] = []
    tables = {kind: _tables(kind, content, problems) for kind in ("motor", "gear")}
    for key in content:
        if key not in tables:
            rule = "is not known in a catalogue"
            action = "write tables [[motor]] and [[gear]]"
            problems.append(Problem(MOTOR, f"'{key}'", rule, action=action))
    motors = [_motor(row, problems) for row in tables["motor"]]
    gears = [_gear(row, problems) for row in tables["gear"]]
    if problems:
        raise ModelError(problems)
    slides = frozenset(row["name"] for row in tables["gear"] if row.get("slide") is True)
    return Catalogue(
        tuple(m for m in motors if m is not None), tuple(g for g in gears if g is not None), slides
    )


def _tables(kind: str, content: Mapping[str, Any], problems: list[Problem]) -> list[dict[str, Any]]:
    """Return the tables of a kind that have a name of their own."""
    rows = content.get(kind, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        problems.append(Problem(MOTOR, kind, f"must be tables [[{kind}]]"))
        return []
    found: dict[str, dict[str, Any]] = {}
    for k, row in enumerate(rows):
        name = row.get("name")
        if not isinstance(name, str) or not name:
            problems.append(Problem(MOTOR, f"{kind} {k + 1}", "needs a name"))
        elif name in found:
            problems.append(Problem(MOTOR, f"{kind} '{name}'", "is there twice"))
        else:
            found[name] = row
    return list(found.values())


def _motor(row: dict[str, Any], problems: list[Problem]) -> Motor | None:
    entry = Entry(f"motor '{row['name']}'", {}, problems)
    kind = row.get("kind")
    if kind not in KINDS:
        rule = f"must be one of {', '.join(repr(word) for word in KINDS)}"
        entry.report(MOTOR, "kind", rule, value=repr(kind))
        return None
    made, units = KINDS[kind]
    return _made(made, entry, row, MOTOR_UNITS | units, ("name", "kind"))


def _gear(row: dict[str, Any], problems: list[Problem]) -> Gear | None:
    entry = Entry(f"gear '{row['name']}'", {}, problems)
    if row.get("slide", False) not in (True, False):
        entry.report(MOTOR, "slide", "must be true or false", value=repr(row["slide"]))
    effort = "N" if row.get("slide") is True else "N*m"
    units = GEAR_UNITS | {"rated_torque": effort, "peak_torque": effort}
    return _made(Gear, entry, row, units, ("name", "slide"))


def _made(
    made: type[Any], entry: Entry, row: dict[str, Any], units: dict[str, str], words: Any
) -> Any:
    """Return a motor or gear of a table, or report all that is wrong with it."""
    before = len(entry.problems)
    values = {}
    for key, unit in units.items():
        if key in row:
            values[key] = entry.number(key, row[key], unit)
        elif key not in OPTIONAL or (made is not Gear and key != "mass"):
            entry.report(MOTOR, key, "is missing")
    for key in row:
        if key not in units and key not in words:
            action = nearest(key, [*units, *words])
            entry.report(MOTOR, key, "is not a field of this kind", value=key, action=action)
    if len(entry.problems) > before:
        return None
    try:
        return made(row["name"], **values)
    except ModelError as error:
        entry.problems.extend(error.problems)
        return None
