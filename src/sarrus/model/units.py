"""Text with a unit such as "250 mm": units, their dimensions, and conversion to SI."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from sarrus.model.quantity import QuantityError, as_float, usable
from sarrus.model.usual_units import NAMES, TURNS, usual

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_SIGNS = r"A-Za-z\u00b5\u03bc\u00b0\u00b2\u00b3\u00b7%"  # letters, micro, degree, powers, dot
_UNIT = re.compile(rf"(?:1 ?/ ?)?[{_SIGNS}][{_SIGNS}0-9./*^() _-]{{0,39}}")
_TOWER = re.compile(r"[0-9]{2}|\*\*|\^[^A-Za-z]*\^|\^.*\)\s*\^")
_TRAPS = re.compile(r"0[xXbBoO]|[0-9]_[0-9]|[0-9]:[0-9]")
_HERTZ = re.compile(
    r"(/?) *\b(?:[kmMGu]?Hz|(?:kilo|milli|mega)?hertz)\b(?: *(?:\^|\*\*) *(-?[0-9]))?"
)
_TURNS_A_MINUTE = re.compile(r"1 *(/) *min|min *(?:\^|\*\*) *-1")
CYCLE = "cycle"
"""Stands in the dimension of what is written in Hz, and of 1/min: it counts turns, not radians."""
_FORCE_FOR_MASS = (("lb", "lbf"), ("lbs", "lbf"), ("pound", "lbf"), ("kg", "kgf"), ("oz", "ozf"))


Dimension = tuple[tuple[str, Fraction], ...]
"""Base quantities with their powers, by name: (("length", 1), ("time", -2)); () for an angle."""


def written_dimension(text: str) -> Dimension:
    """Return the dimension of a unit; that of Hz and of 1/min holds a cycle.

    Both are of the dimension of rad/s, but who writes 10 Hz means ten turns, not ten radians.
    """
    dimension = si_unit(text)[1]
    if _TURNS_A_MINUTE.fullmatch(text.strip()):
        cycles = 1
    else:
        found = [(-1 if m[1] else 1) * int(m[2] or 1) for m in _HERTZ.finditer(text)]
        cycles = sum(found)
    if not cycles:
        return dimension
    return tuple(sorted((*dimension, (CYCLE, Fraction(cycles)))))


def without_cycles(dimension: Dimension) -> Dimension:
    """Return a dimension as dimensional analysis knows it, in which a turn is a pure number."""
    return tuple(part for part in dimension if part[0] != CYCLE)


def is_angular(unit: str) -> bool:
    """Tell whether a unit has radians: where Hz would be off by 2 pi."""
    return re.search(r"\brad\b", unit) is not None


@cache
def si_unit(text: str) -> tuple[float, Dimension]:
    """Return how many SI units a unit is, and its dimension.

    Raises `QuantityError` (M05) for what is no unit, and for scales that do not start at zero.
    """
    known = usual(text)
    if known is not None:
        named = zip(NAMES, known[1], strict=True)
        powers = {name: Fraction(power) for name, power in named if power}
        return usable(float(known[0])), tuple(sorted(powers.items()))
    _known_unit(text.removeprefix("1/"), "SI units")
    unit = _unit(text)
    try:
        powers = {name.strip("[]"): Fraction(power) for name, power in unit.dimensionality.items()}
        one, zero = (_registry().Quantity(Decimal(n), unit).to_base_units() for n in (1, 0))
    except Exception:  # pint's own, and those of decimal arithmetic
        raise QuantityError(f"has the unit '{text}', which has no SI unit", "M05") from None
    if zero.magnitude != 0:
        raise QuantityError(f"has the unit '{text}', which does not start at zero", "M05")
    return usable(as_float(one.magnitude)), tuple(sorted(powers.items()))


def parts_of(text: str) -> tuple[str, str] | None:
    """Return number and unit of text such as "250 mm" ("" without a unit), None for other text."""
    stripped = text.strip()
    match = _NUMBER.match(stripped)
    rest = stripped[match.end() :].strip() if match else ""
    if match is None or (rest and (not _UNIT.fullmatch(rest) or re.search("- | -", rest))):
        return None
    return match.group(), rest


def in_si(digits: str, text: str) -> float:
    """Return a decimal number with a unit in SI units, exact to the last digit."""
    known = usual(text)
    if known is not None:
        return usable(as_float(Fraction(Decimal(digits)) * known[0]))
    si_unit(text)
    converted = _registry().Quantity(Decimal(digits), _unit(text)).to_base_units()
    return usable(as_float(converted.magnitude))


def from_text(text: str, unit: str) -> float:
    """Return what a text says, in the given SI unit."""
    stripped = text.strip()
    match = _NUMBER.match(stripped)
    if match is None or _TRAPS.match(stripped):
        raise _unreadable(stripped)
    digits, rest = match.group(), stripped[match.end() :].strip()
    if re.fullmatch(r"[+-]?0[0-9]+", digits):
        reason = "starts with 0, which some formats read as octal"
        raise QuantityError(reason, "M25", f"write {float(digits):g}")
    number = float(digits)
    if number == 0.0 and re.search(r"[1-9]", re.split("[eE]", digits)[0]):
        raise QuantityError("is not zero but below 1e-300", action="write 0 if zero is meant")
    usable(number)
    return number + 0.0 if not rest else usable(_with_unit(digits, rest, unit))


def _unreadable(text: str) -> QuantityError:
    if text.lower().lstrip("+-") in ("nan", "inf", "infinity", ".nan", ".inf"):
        return QuantityError("is not a finite number")
    if re.match(r"0[xX]", text):
        return QuantityError("is hexadecimal, not decimal", "M25", "write a decimal number")
    if re.match(r"[0-9]+(_[0-9]+)+", text):
        return QuantityError("has underscores", "M25", f"write {text.replace('_', '')}")
    return QuantityError("is not a decimal number", "M25", "write a number such as 0.001")


def _with_unit(digits: str, text: str, unit: str) -> float:
    if is_angular(unit):
        if _TURNS_A_MINUTE.fullmatch(text) and unit == "rad/s":
            text = "rpm"  # 1500 1/min on the name plate of a motor are turns
        if _HERTZ.search(text):
            raise _frequency(digits, text, unit)
    known, into = usual(text), usual(unit)
    if known is not None and into is not None and known[1] == into[1]:
        return as_float(Fraction(Decimal(digits)) * known[0] / into[0])
    value = _known_unit(text, unit)
    wanted = _unit(unit)
    if wanted is None:
        raise QuantityError(f"is to be in '{unit}', which is not a unit that is known", "M05")
    if value.dimensionality != wanted.dimensionality:
        raise QuantityError(
            f"has the unit '{text}', which is {_dimension(value)}, not {_dimension(wanted)}",
            "M05",
            _suggestion(text, unit),
        )
    return as_float(_registry().Quantity(Decimal(digits), value).to(wanted).magnitude)


def _frequency(digits: str, text: str, unit: str) -> QuantityError:
    """Return the refusal of Hz where radians are needed, with both ways to write it."""
    reason = f"has the unit '{text}', a frequency, which counts turns; {unit} counts radians"
    if unit != "rad/s" or not _HERTZ.fullmatch(text):
        return QuantityError(reason, "M05", f"write it in {unit}; one turn is 2*pi rad")
    a_second = float(digits) * si_unit(text)[0]
    return QuantityError(
        reason,
        "M05",
        f"write {a_second:.12g} rad/s for radians, or {60.0 * a_second:.12g} rpm "
        f"(2*pi*{a_second:.12g} [rad/s]) for turns",
    )


def _known_unit(text: str, wanted: str) -> Any:
    """Return the unit of a text; `wanted` is what to write instead of one that is not known."""
    if not _UNIT.fullmatch(text) or _TOWER.search(text):
        raise QuantityError(f"has '{text}' after the number, which is not a unit", "M25")
    value = _unit(text)
    if value is None:
        raise QuantityError(f"has the unknown unit '{text}'", "M05", f"write it in {wanted}")
    return value


def magnitude_in(value: Any, unit: str) -> Any:
    """Return the magnitude of a quantity of another library, such as pint, in a unit."""
    written = str(getattr(value, "units", ""))
    if is_angular(unit) and _HERTZ.search(written):
        raise _frequency(str(value.magnitude), written, unit)
    try:
        return value.to(unit).magnitude
    except QuantityError:
        raise
    except Exception:
        raise QuantityError(f"cannot be converted to {unit}", "M05") from None


@cache
def _registry() -> Any:
    """Return pint's units, in decimal arithmetic so that "1 ft" is 0.3048 m to the last digit."""
    import pint

    # U of pint is an amount of enzymes, katal
    units: Any = pint.UnitRegistry(non_int_type=Decimal, on_redefinition="ignore")
    for name in TURNS:
        units.define(f"{name} = turn")
    units.define("RPM = turn/minute")
    return units


@cache
def _unit(text: str) -> Any:
    """Return the unit, or None if there is none of that name, or one without a dimension."""
    try:
        unit = _registry().Unit(text.replace("^", "**"))
        return unit if unit.dimensionality is not None else None
    except Exception:  # pint raises its own, tokenizer and attribute errors
        return None


def _dimension(unit: Any) -> str:
    return dimension_text({name.strip("[]"): power for name, power in unit.dimensionality.items()})


def dimension_text(powers: Mapping[str, Any]) -> str:
    """Return a dimension in words, such as "mass per length"."""
    parts = dict(powers)
    if not parts:
        return "an angle or a pure number"
    if CYCLE in parts:
        turns = _power("turn", parts.pop(CYCLE))
        return f"{turns} times {dimension_text(parts)}" if parts else turns
    if parts.get("mass") == 1 and parts.get("time") in (-1, -2, -3):
        of_force = {"length": parts.get("length", 0) - 1, "time": parts["time"] + 2}
        parts = {"force": 1, **of_force, **_others(parts)}
    above = [_power(name, power) for name, power in parts.items() if power > 0]
    below = [_power(name, -power) for name, power in parts.items() if power < 0]
    return " times ".join(above or ["1"]) + (" per " + " per ".join(below) if below else "")


def _others(parts: dict[str, Any]) -> dict[str, Any]:
    return {name: power for name, power in parts.items() if name not in ("mass", "time", "length")}


def _power(name: str, power: Any) -> str:
    return name if power == 1 else f"{name}^{float(power):g}"


def _suggestion(text: str, unit: str) -> str:
    """Return "did you mean ..." if force and mass were mixed up, else the SI unit."""
    wanted = _unit(unit).dimensionality
    small = text.lower()
    if small != text and (found := _unit(small)) and found.dimensionality == wanted:
        return f"did you mean '{small}'?"
    for mass, force in _FORCE_FOR_MASS:
        for old, new in ((mass, force), (force, mass)):
            other = re.sub(rf"\b{old}\b", new, text)
            if other != text and (found := _unit(other)) and found.dimensionality == wanted:
                return f"did you mean '{other}'?"
    return f"write it in {unit}" + of_rate(si_unit(text)[1], si_unit(unit)[1])


def of_rate(value: Dimension, wanted: Dimension) -> str:
    """Return what else to write if the rate of what is wanted was given, else nothing."""
    powers = dict(value)
    powers["time"] = powers.get("time", Fraction(0)) + 1
    same = {name: p for name, p in powers.items() if p} == dict(wanted)
    return "; a rate is multiplied by the time, as 60 [rpm]*t" if same else ""
