"""Units of output: what is shown is in the units that the user names, chosen by their dimension.

Everything inside is in SI. `OutputUnits.of("mm, deg, kN")` tells for each SI unit in which unit it
is shown: in the one given of its dimension; otherwise each factor of it is replaced by the one
given of that factor's dimension, so that m/s becomes mm/s and N m becomes kN mm. Times are replaced
alone (ms for s), never within rates. Angles are a dimension of their own here, and moments (N m)
are not energies (J).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cache

from sarrus.errors import ModelError, Problem, printable
from sarrus.late_dataclass import dataclass
from sarrus.model.quantity import QuantityError
from sarrus.model.units import dimension_text, si_unit, written_dimension
from sarrus.model.usual_units import usual

Kind = tuple[tuple[str, Fraction], ...]
"""A dimension with angles: (("angle", 1), ("time", -1)) of rad/s; moments and energies differ."""

ANGLE, ENERGY, MOMENT = "angle", "energy", "moment"
NUMBERS = ("percent", "%", "dimensionless", "ppm")
"""Units of pure numbers, which are no angles."""
TURNING = ("rpm", "RPM")
"""Units of angular velocity that have a name of their own."""
OF_ENERGY = (("length", Fraction(2)), ("mass", Fraction(1)), ("time", Fraction(-2)))
OF_TIME: Kind = (("time", Fraction(1)),)
SI = "SI"
MOST = 24
"""Units that may be named."""

_FACTOR = re.compile(r"(\s*[*/]\s*|\s+|)(1|[^\W\d_]\w*|[%\u00b0])(?:\s*(?:\^|\*\*)\s*(-?[0-9]))?")


@dataclass(frozen=True)
class OutputUnits:
    """Units by dimension; names: as the user wrote them, none for SI."""

    names: tuple[str, ...] = ()
    _by_kind: Mapping[Kind, str] = field(default_factory=dict, repr=False, compare=False)

    @staticmethod
    def of(*names: str | Iterable[str]) -> OutputUnits:
        """Return the units of texts such as "mm", "deg, kN" or ["mm", "N m"]; "SI" names none.

        Raises ModelError (M05) with everything that is no unit, or a second one of a dimension.
        """
        listed = [
            part.strip()
            for one in names
            for text in ([one] if isinstance(one, str) else one)
            for part in str(text).split(",")
            if part.strip() and part.strip() != SI
        ]
        found: dict[Kind, str] = {}
        problems = []
        for text in dict.fromkeys(listed[:MOST]):
            kind, problem = _read(text)
            if problem is None and kind in found:
                what = dimension_text(dict(kind))
                rule = f"is a second unit of {what}, beside '{found[kind]}'"
                problem = Problem("M05", f"unit '{text}'", rule, action="name one of them")
            if problem is not None:
                problems.append(problem)
            else:
                found[kind] = text
        if problems:
            raise ModelError(problems)
        return OutputUnits(tuple(found.values()), found)

    def __bool__(self) -> bool:
        return bool(self.names)

    def shown_unit(self, unit: str, usual: str = "") -> str:
        """Return the unit in which a quantity of an SI unit is shown.

        usual: the one where those given say nothing about it, in place of the SI unit.
        """
        if not self.names or not unit:
            return usual or unit
        try:
            kind = kind_of(unit)
        except QuantityError:  # a unit of the user's own, which is none that is known
            return unit
        if kind in self._by_kind:
            return self._by_kind[kind]
        factors = _factors(unit) or []
        if len(factors) < 2 and not any(power != 1 for _, _, power in factors):
            return usual or unit
        found = "".join(self._factor(*factor) for factor in factors)
        return usual or unit if found == unit else found

    def _factor(self, sign: str, name: str, power: int) -> str:
        kind = () if name == "1" else kind_of(name)
        value = name if kind == OF_TIME else self._by_kind.get(kind, name)
        single = len(_factors(value) or []) == 1
        return f"{sign}{value if single else name}{'' if power == 1 else f'^{power}'}"

    def factor(self, unit: str, usual: str = "") -> float:
        """Return how many of the unit shown one SI unit is."""
        shown = self.shown_unit(unit, usual)
        return 1.0 if shown == unit else ratio(unit, shown)


IN_SI = OutputUnits()
"""None chosen: all is shown in SI."""


def shown_number(value: float, unit: str, units: OutputUnits, digits: int = 4) -> str:
    """Return a number of an SI unit for a sentence, in the units given: "0.25 N m"."""
    return f"{units.factor(unit) * value:.{digits}g} {units.shown_unit(unit)}"


def ratio(unit: str, other: str) -> float:
    """Return how many of another unit of the same dimension a unit is."""
    a, b = usual(_plain(unit)), usual(_plain(other))
    if a is not None and b is not None:
        return float(a[0] / b[0])
    return si_unit(_plain(unit))[0] / si_unit(_plain(other))[0]


@cache
def kind_of(unit: str) -> Kind:
    """Return the dimension of a unit, with angles; raises `QuantityError` for what is no unit."""
    powers = dict(written_dimension(_plain(unit)))
    factors = _factors(unit)
    if factors is None:
        return tuple(sorted(powers.items()))
    signed = [(name, -power if sign == "/" else power) for sign, name, power in factors]
    angle = sum(_angle(name) * power for name, power in signed)
    found = tuple(sorted(powers.items()))
    if not angle and found == OF_ENERGY:
        work = any(name != "1" and _is_work(name) for _, name, _ in factors)
        return ((ENERGY if work else MOMENT, Fraction(1)),)
    return tuple(sorted([*powers.items(), (ANGLE, Fraction(angle))])) if angle else found


def _angle(name: str) -> int:
    """Return the power of an angle in a factor."""
    if name == "1" or name in NUMBERS:
        return 0
    return 1 if name in TURNING or not si_unit(name)[1] else 0


def _is_work(name: str) -> bool:
    """Tell whether a factor is an energy or a power by itself, as J, kJ, kW."""
    powers = dict(si_unit(name)[1])
    return powers.get("mass") == 1 and powers.get("length") == 2


def _factors(unit: str) -> list[tuple[str, str, int]] | None:
    """Return the factors of a unit: what is before it, its name, its power; None for other text."""
    found: list[tuple[str, str, int]] = []
    text, at = unit.strip(), 0
    while at < len(text):
        match = _FACTOR.match(text, at)
        if match is None or bool(found) != bool(match[1]):
            return None
        found.append((match[1].strip() or match[1][:1], match[2], int(match[3] or 1)))
        at = match.end()
    return found


def _plain(unit: str) -> str:
    """Return a unit as the reader of units takes it, with stars for the spaces of products."""
    factors = _factors(unit)
    if factors is None:
        return unit
    return "".join(
        f"{'*' if sign == ' ' else sign}{name}{'' if power == 1 else f'^{power}'}"
        for sign, name, power in factors
    )


def _read(text: str) -> tuple[Kind, Problem | None]:
    """Return the dimension of a unit that the user names, or what is wrong with it."""
    element = f"unit '{printable(text, 40)}'"
    example = "write units such as mm, deg, kN, rpm, N m"
    try:
        kind = kind_of(text)
    except QuantityError as error:
        zero = "start at zero" in error.reason
        rule = (
            "is of a scale that does not start at zero" if zero else "is not a unit that is known"
        )
        return (), Problem("M05", element, rule, action=example)
    if not kind:
        rule = "is one of pure numbers, which are shown as they are"
        return (), Problem("M05", element, rule, action=example)
    return kind, None
