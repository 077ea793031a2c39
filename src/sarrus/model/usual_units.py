"""The units that mechanical engineers write, as exact fractions of SI units.

They are understood without the library of all units, which takes half a second to load; a test
says that both agree. Products, quotients and whole powers of them: "kg*m^2", "N*m*s/rad".
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

Powers = tuple[int, int, int, int]
"""Of mass, length, time and electric current."""

NAMES = ("mass", "length", "time", "current")
PI = Fraction("3.1415926535897932384626433832795028841971693993751")
POUND = Fraction("0.45359237")
INCH = Fraction("0.0254")
WEIGHT = Fraction("9.80665")

NUMBER: Powers = (0, 0, 0, 0)
MASS: Powers = (1, 0, 0, 0)
LENGTH: Powers = (0, 1, 0, 0)
TIME: Powers = (0, 0, 1, 0)
RATE: Powers = (0, 0, -1, 0)
FORCE: Powers = (1, 1, -2, 0)
PRESSURE: Powers = (1, -1, -2, 0)
ENERGY: Powers = (1, 2, -2, 0)
POWER: Powers = (1, 2, -3, 0)

TURNS = ("rev", "r", "U")
"""One turn, as on name plates: 1500 rev/min, 1500 r/min (ISO), 1500 U/min (Umdrehungen)."""

UNITS: dict[str, tuple[Fraction, Powers]] = {
    "rad": (Fraction(1), NUMBER),
    "mrad": (Fraction(1, 1000), NUMBER),
    "deg": (PI / 180, NUMBER),
    "degree": (PI / 180, NUMBER),
    "dimensionless": (Fraction(1), NUMBER),
    "turn": (2 * PI, NUMBER),
    "revolution": (2 * PI, NUMBER),
    **dict.fromkeys(TURNS, (2 * PI, NUMBER)),
    "percent": (Fraction(1, 100), NUMBER),
    "kg": (Fraction(1), MASS),
    "g": (Fraction(1, 1000), MASS),
    "mg": (Fraction(1, 10**6), MASS),
    "lb": (POUND, MASS),
    "slug": (POUND * WEIGHT / (12 * INCH), MASS),
    "m": (Fraction(1), LENGTH),
    "mm": (Fraction(1, 1000), LENGTH),
    "cm": (Fraction(1, 100), LENGTH),
    "um": (Fraction(1, 10**6), LENGTH),
    "km": (Fraction(1000), LENGTH),
    "in": (INCH, LENGTH),
    "inch": (INCH, LENGTH),
    "ft": (12 * INCH, LENGTH),
    "s": (Fraction(1), TIME),
    "ms": (Fraction(1, 1000), TIME),
    "us": (Fraction(1, 10**6), TIME),
    "min": (Fraction(60), TIME),
    "h": (Fraction(3600), TIME),
    "Hz": (Fraction(1), RATE),
    "kHz": (Fraction(1000), RATE),
    "rpm": (2 * PI / 60, RATE),
    "RPM": (2 * PI / 60, RATE),
    "N": (Fraction(1), FORCE),
    "mN": (Fraction(1, 1000), FORCE),
    "kN": (Fraction(1000), FORCE),
    "MN": (Fraction(10**6), FORCE),
    "lbf": (POUND * WEIGHT, FORCE),
    "kgf": (WEIGHT, FORCE),
    "Pa": (Fraction(1), PRESSURE),
    "kPa": (Fraction(1000), PRESSURE),
    "MPa": (Fraction(10**6), PRESSURE),
    "GPa": (Fraction(10**9), PRESSURE),
    "bar": (Fraction(10**5), PRESSURE),
    "psi": (POUND * WEIGHT / INCH**2, PRESSURE),
    "J": (Fraction(1), ENERGY),
    "kJ": (Fraction(1000), ENERGY),
    "W": (Fraction(1), POWER),
    "mW": (Fraction(1, 1000), POWER),
    "kW": (Fraction(1000), POWER),
    "A": (Fraction(1), (0, 0, 0, 1)),
    "mA": (Fraction(1, 1000), (0, 0, 0, 1)),
    "V": (Fraction(1), (1, 2, -3, -1)),
    "ohm": (Fraction(1), (1, 2, -3, -2)),
    "mohm": (Fraction(1, 1000), (1, 2, -3, -2)),
}
"""How many SI units each is, and of what dimension."""

_PART = re.compile(r"\s*([*/]?)\s*(1|[A-Za-z]+)(?:\s*\^\s*(-?[0-9]))?\s*")


@cache
def usual(text: str) -> tuple[Fraction, Powers] | None:
    """Return how many SI units a unit is, and its powers; None for one that is not among these."""
    factor, powers = Fraction(1), [0, 0, 0, 0]
    at = 0
    while at < len(text):
        found = _PART.match(text, at)
        if found is None or (at > 0) != bool(found[1]):
            return None
        name, power = found[2], int(found[3] or 1)
        if name == "1":
            known: tuple[Fraction, Powers] | None = (Fraction(1), NUMBER) if at == 0 else None
        else:
            known = UNITS.get(name)
        if known is None:
            return None
        power = -power if found[1] == "/" else power
        factor *= known[0] ** power
        powers = [a + power * b for a, b in zip(powers, known[1], strict=True)]
        at = found.end()
    return (factor, tuple(powers)) if at else None  # type: ignore[return-value]
