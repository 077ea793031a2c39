"""Units of variables as powers of SI base units, as model descriptions of FMUs give them."""

from __future__ import annotations

import re

from sarrus.formats.fmi.names import BASE
from sarrus.model.quantity import QuantityError
from sarrus.model.units import si_unit


def base_unit(unit: str) -> dict[str, str] | None:
    """Return the attributes of the element BaseUnit of a unit: exponents, and a factor if not 1.

    Radians are counted apart: dimensions do not know them. None for a unit that is no unit, of a
    user's channel; it is then a name alone.
    """
    try:
        factor, dimension = si_unit(unit)
    except QuantityError:
        return None
    found: dict[str, str] = {}
    for quantity, power in dimension:
        if quantity in BASE and power.denominator == 1:
            found[BASE[quantity]] = str(power.numerator)
    radians = _radians(unit)
    if radians:
        found["rad"] = str(radians)
    if factor != 1.0:
        found["factor"] = repr(float(factor))
    return found


def effort_unit(rate: str) -> str:
    """Return the unit of the effort on a velocity: their product is a power [W]."""
    return {"rad/s": "N m", "m/s": "N", "1/s": "J"}.get(rate, "1")


def _radians(unit: str) -> int:
    """Return the power of radians in a unit such as rad/s^2 or N m/rad."""
    above, _, below = unit.partition("/")
    count = 0
    for sign, part in ((1, above), (-1, below)):
        for power in re.findall(r"\brad\b(?:\^(\d))?", part):
            count += sign * int(power or 1)
    return count
