"""The units of a dataset, and its numbers in SI units.

A number is taken as it is written and multiplied by an exact fraction, so that 300 in millimetres
is the number 0.3 and not one beside it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from sarrus.formats.adams.statements import Item, Statement
from sarrus.formats.xml.reading import LARGEST, Reading
from sarrus.late_dataclass import dataclass

POUND = Fraction("4.4482216152605")
"""Newtons of a pound-force: 0.45359237 kg at 9.80665 m/s^2, exactly."""

LENGTHS = {
    "METER": Fraction(1),
    "MILLIMETER": Fraction(1, 10**3),
    "CENTIMETER": Fraction(1, 10**2),
    "KILOMETER": Fraction(10**3),
    "MICROMETER": Fraction(1, 10**6),
    "NANOMETER": Fraction(1, 10**9),
    "ANGSTROM": Fraction(1, 10**10),
    "INCH": Fraction("0.0254"),
    "FOOT": Fraction("0.3048"),
    "YARD": Fraction("0.9144"),
    "MILE": Fraction("1609.344"),
    "MICROINCH": Fraction("0.0254") / 10**6,
}
MASSES = {
    "KILOGRAM": Fraction(1),
    "GRAM": Fraction(1, 10**3),
    "MILLIGRAM": Fraction(1, 10**6),
    "MICROGRAM": Fraction(1, 10**9),
    "NANOGRAM": Fraction(1, 10**12),
    "MEGAGRAM": Fraction(10**3),
    "TONNE": Fraction(10**3),
    "POUND_MASS": Fraction("0.45359237"),
    "KPOUND_MASS": Fraction("453.59237"),
    "OUNCE_MASS": Fraction("0.45359237") / 16,
    "US_TON": Fraction("0.45359237") * 2000,
    "SLUG": POUND / Fraction("0.3048"),
    "SLINCH": POUND / Fraction("0.0254"),
}
FORCES = {
    "NEWTON": Fraction(1),
    "KNEWTON": Fraction(10**3),
    "KILONEWTON": Fraction(10**3),
    "MEGANEWTON": Fraction(10**6),
    "MILLINEWTON": Fraction(1, 10**3),
    "CENTINEWTON": Fraction(1, 10**2),
    "MICRONEWTON": Fraction(1, 10**6),
    "NANONEWTON": Fraction(1, 10**9),
    "DYNE": Fraction(1, 10**5),
    "KILOGRAM_FORCE": Fraction("9.80665"),
    "KG_FORCE": Fraction("9.80665"),
    "POUND_FORCE": POUND,
    "KPOUND_FORCE": POUND * 1000,
    "OUNCE_FORCE": POUND / 16,
    "POUNDAL": POUND / Fraction("9.80665") * Fraction("0.3048"),
}
TIMES = {
    "SECOND": Fraction(1),
    "MILLISECOND": Fraction(1, 10**3),
    "MICROSECOND": Fraction(1, 10**6),
    "NANOSECOND": Fraction(1, 10**9),
    "MINUTE": Fraction(60),
    "HOUR": Fraction(3600),
    "DAY": Fraction(86400),
}
TABLES: Mapping[str, Mapping[str, Fraction]] = {
    "FORCE": FORCES, "MASS": MASSES, "LENGTH": LENGTHS, "TIME": TIMES,
}  # fmt: skip
SYSTEMS = {
    "MKS": ("NEWTON", "KILOGRAM", "METER", "SECOND"),
    "MMKS": ("NEWTON", "KILOGRAM", "MILLIMETER", "SECOND"),
    "CGS": ("DYNE", "GRAM", "CENTIMETER", "SECOND"),
}

DIMENSIONS: Mapping[str, tuple[int, int, int, int]] = {
    "number": (0, 0, 0, 0),
    "angle": (0, 0, 0, 0),
    "length": (0, 0, 1, 0),
    "time": (0, 0, 0, 1),
    "mass": (0, 1, 0, 0),
    "inertia": (0, 1, 2, 0),
    "velocity": (0, 0, 1, -1),
    "angular velocity": (0, 0, 0, -1),
    "acceleration": (0, 0, 1, -2),
    "force": (1, 0, 0, 0),
    "torque": (1, 0, 1, 0),
    "stiffness": (1, 0, -1, 0),
    "damping": (1, 0, -1, 1),
    "torsional stiffness": (1, 0, 1, 0),
    "torsional damping": (1, 0, 1, 1),
    "stiffness between shift and turn": (1, 0, 0, 0),
    "damping between shift and turn": (1, 0, 0, 1),
    "area": (0, 0, 2, 0),
    "second moment of area": (0, 0, 4, 0),
    "modulus": (1, 0, -2, 0),
}
"""Powers of force, mass, length and time of each quantity."""

_NUMBER = re.compile(
    r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eEdD][+-]?[0-9]+)?)\s*([dD])?", re.ASCII
)
_INTEGER = re.compile(r"[0-9]{1,9}", re.ASCII)
MOST_DIGITS = 400
SMALLEST = 1e-300


@dataclass(frozen=True)
class Units:
    """The units of a dataset, as parts of SI units."""

    force: Fraction = Fraction(1)
    mass: Fraction = Fraction(1)
    length: Fraction = Fraction(1)
    time: Fraction = Fraction(1)

    def factor(self, quantity: str) -> Fraction:
        """Return the SI value of one unit of a quantity."""
        return self._factors[quantity]

    def shift(self, quantity: str) -> int | None:
        """Return which power of ten the factor of a quantity is; None where it is none."""
        return self._shifts[quantity]

    @cached_property
    def _shifts(self) -> Mapping[str, int | None]:
        return {quantity: decimal_shift(factor) for quantity, factor in self._factors.items()}

    @cached_property
    def _factors(self) -> Mapping[str, Fraction]:
        """The factors of all quantities: they are asked for with every number."""
        own = (self.force, self.mass, self.length, self.time)
        factors = dict.fromkeys(DIMENSIONS, Fraction(1))
        for quantity, powers in DIMENSIONS.items():
            for unit, power in zip(own, powers, strict=True):
                factors[quantity] *= unit**power
        return factors


def units_of(statement: Statement | None, reading: Reading) -> Units:
    """Return the units that the statement UNITS names."""
    if statement is None:
        return Units()
    names: dict[str, str] = {}
    system = statement.get("SYSTEM")
    if system is not None:
        word = system.text.upper()
        if word in SYSTEMS:
            names = dict(zip(TABLES, SYSTEMS[word], strict=True))
        else:
            rule = f"is none of the systems that are known: {', '.join(SYSTEMS)}"
            action = "name the units: UNITS/FORCE=..., MASS=..., LENGTH=..., TIME=..."
            reading.report(
                statement, "M05", rule, attribute="SYSTEM", value=f"'{word[:40]}'", action=action
            )
    for name, table in TABLES.items():
        argument = statement.get(name)
        if argument is None:
            continue
        word = argument.text.upper()
        means = [word] if word in table else [unit for unit in table if unit.startswith(word)]
        if len(means) == 1 and word:
            names[name] = means[0]
            continue
        rule = f"is not a known unit; there are {', '.join(list(table)[:8])}, ..."
        reading.report(statement, "M05", rule, attribute=name, value=f"'{word[:40]}'")
    if statement.has("UCF") and not names:
        rule = "gives a factor alone; which units the numbers have cannot be told"
        action = "name the units: UNITS/FORCE=..., MASS=..., LENGTH=..., TIME=..."
        reading.report(statement, "M05", rule, attribute="UCF", action=action)
    elif len(names) < len(TABLES) and system is None:
        missing = [name for name in TABLES if name not in names and not statement.has(name)]
        if missing:
            rule = f"names no {', '.join(missing)}; SI units are assumed"
            reading.report(statement, "M05", rule, severity="warning")
    return Units(*[TABLES[name][names[name]] if name in names else Fraction(1) for name in TABLES])


def plain_number(text: str) -> tuple[float, bool] | None:
    """Return a number as it is written, and whether it is in degrees; None for anything else."""
    match = _NUMBER.fullmatch(text)
    if match is None or len(text) > MOST_DIGITS:
        return None
    return float(match[1].replace("d", "e").replace("D", "e")), match[2] is not None


def si_number(written: str, factor: Fraction, shift: int | None) -> float:
    """Return the SI value of a number of a usual size, rounded once; shift: of the factor."""
    # text and a fraction are both rounded to the nearest
    if shift is None:
        return float(Fraction(written) * factor)
    digits, _, exponent = written.lower().partition("e")
    return float(f"{digits}e{int(exponent or 0) + shift}")


def decimal_shift(factor: Fraction) -> int | None:
    """Return which power of ten a factor is; None where it is none."""
    ends = factor.numerator, factor.denominator
    zeros = len(str(max(ends))) - 1
    if min(ends) != 1 or max(ends) != 10**zeros:
        return None
    return zeros if factor >= 1 else -zeros


@dataclass(frozen=True)
class Numbers:
    """Reads the numbers of statements in the units of a dataset."""

    reading: Reading
    units: Units

    def item(
        self, statement: Statement, name: str, item: Item, quantity: str, index: int | None = None
    ) -> float | None:
        """Return one value in SI units; None after a problem.

        name, index: of the argument, and of the value where it has several.
        """
        match = _NUMBER.fullmatch(item.text)
        if match is None or len(item.text) > MOST_DIGITS:
            rule = "is not a number"
            action = "write a decimal number, such as 12.5 or 1.25E1"
            self._refuse(statement, name, item, "M25", rule, action, index)
            return None
        degrees = match[2] is not None
        if degrees and quantity not in ("angle", "angular velocity"):
            rule = f"has the D of degrees, and is a {quantity}"
            self._refuse(statement, name, item, "M05", rule, index=index)
            return None
        written = match[1].replace("d", "e").replace("D", "e")
        value = float(written)
        size = abs(value)
        if not size <= LARGEST or (
            size < SMALLEST and re.search("[1-9]", re.split("[eEdD]", match[1])[0])
        ):
            rule = (
                f"is beyond {LARGEST:g}, or below {SMALLEST:g}: too large or small to compute with"
            )
            self._refuse(statement, name, item, "M24", rule, index=index)
            return None
        shift = self.units.shift(quantity)
        if not size:
            value = 0.0  # without a sign
        elif shift != 0:
            value = si_number(written, self.units.factor(quantity), shift)
        if degrees:
            value = value * math.pi / 180.0
        if abs(value) > LARGEST:
            rule = f"is beyond {LARGEST:g} in SI units, too large to compute with"
            self._refuse(statement, name, item, "M24", rule, index=index)
            return None
        return value

    def _refuse(
        self, statement: Statement, name: str, item: Item, code: str, rule: str,
        action: str = "", index: int | None = None,
    ) -> None:  # fmt: skip
        attribute = name if index is None else f"{name}[{index}]"
        value = f"'{item.text[:60]}'"
        self.reading.report(statement, code, rule, attribute=attribute, value=value, action=action)

    def all(
        self, statement: Statement, name: str, quantity: str, least: int, most: int
    ) -> list[float] | None:
        """Return from `least` to `most` numbers of an argument; None without it, or a problem."""
        argument = statement.get(name)
        if argument is None:
            return None
        items = argument.items
        if not least <= len(items) <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            rule = f"must be {wanted} numbers, not {len(items)}"
            self.reading.report(statement, "M25", rule, attribute=name)
            return None
        found = []
        for i, item in enumerate(items):
            number = self.item(statement, name, item, quantity, i if most > 1 else None)
            if number is not None:
                found.append(number)
        return found if len(found) == len(items) else None

    def one(
        self, statement: Statement, name: str, quantity: str, usual: float | None = None
    ) -> float | None:
        """Return one number; the usual one where it is not given, None after a problem."""
        if not statement.has(name):
            if usual is None:
                self.reading.report(statement, "M09", "is missing", attribute=name)
            return usual
        read = self.all(statement, name, quantity, 1, 1)
        return None if read is None else read[0]

    def number_of(self, statement: Statement, name: str, *, needed: bool = True) -> int | None:
        """Return the number of another statement that an argument names; None without one."""
        argument = statement.get(name)
        if argument is None:
            if needed:
                self.reading.report(statement, "M09", "is missing", attribute=name)
            return None
        found = self.numbers_of(statement, name)
        if found is None or len(found) == 1:
            return None if found is None else found[0]
        self.reading.report(statement, "M25", "must be one number", attribute=name)
        return None

    def numbers_of(self, statement: Statement, name: str) -> list[int] | None:
        """Return the numbers of other statements that an argument names; None after a problem."""
        argument = statement.get(name)
        items = [] if argument is None else argument.items
        if not items:
            self.reading.report(statement, "M09", "is missing", attribute=name)
            return None
        found = []
        for i, item in enumerate(items):
            if not _INTEGER.fullmatch(item.text):
                attribute = f"{name}[{i}]" if len(items) > 1 else name
                rule = "is not the number of a statement"
                self._refuse(statement, attribute, item, "M25", rule)
                return None
            found.append(int(item.text))
        return found
