"""Units that are understood without the library of units mean what they mean there."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pint
import pytest

from sarrus.model.quantity import QuantityError, quantity
from sarrus.model.units import si_unit
from sarrus.model.usual_units import NAMES, UNITS, usual


@pytest.fixture(scope="module")
def registry() -> pint.UnitRegistry:
    found = pint.UnitRegistry(non_int_type=Decimal, on_redefinition="ignore")
    for definition in ("rev = turn", "r = turn", "U = turn", "RPM = turn/minute"):
        found.define(definition)  # words of engineers that the library has not, or otherwise
    return found


def said_by(registry: pint.UnitRegistry, text: str) -> tuple[float, dict[str, Fraction]]:
    unit = registry.Unit(text.replace("^", "**"))
    powers = {name.strip("[]"): Fraction(p) for name, p in unit.dimensionality.items()}
    return float(registry.Quantity(Decimal(1), unit).to_base_units().magnitude), powers


@pytest.mark.parametrize("name", UNITS)
def test_each_unit(registry: pint.UnitRegistry, name: str) -> None:
    factor, powers = usual(name)
    expected, dimension = said_by(registry, name)
    assert float(factor) == pytest.approx(expected, rel=4e-16, abs=0)
    assert {n: Fraction(p) for n, p in zip(NAMES, powers, strict=True) if p} == dimension


def test_random_products(registry: pint.UnitRegistry) -> None:
    random = np.random.default_rng(3)
    names = [name for name in UNITS if name not in ("dimensionless", "percent")]
    for _ in range(300):
        parts = [str(random.choice(names))]
        for _ in range(int(random.integers(0, 4))):
            sign = str(random.choice(["*", "/"]))
            power = int(random.integers(1, 4))
            parts.append(f"{sign}{random.choice(names)}" + (f"^{power}" if power > 1 else ""))
        text = "".join(parts)
        factor, dimension = si_unit(text)
        expected, powers = said_by(registry, text)
        assert factor == pytest.approx(expected, rel=1e-15, abs=0), text
        assert dict(dimension) == powers, text


def test_numbers_are_those_of_decimal_arithmetic(registry: pint.UnitRegistry) -> None:
    random = np.random.default_rng(4)
    for _ in range(500):
        digits = f"{random.uniform(-1e3, 1e3):.{int(random.integers(0, 12))}f}"
        for unit, wanted in (("mm", "m"), ("lb", "kg"), ("lbf/in", "N/m"), ("rpm", "rad/s")):
            value = registry.Quantity(Decimal(digits), unit).to(wanted.replace("^", "**"))
            assert quantity(f"{digits} {unit}", wanted) == float(value.magnitude)


@pytest.mark.parametrize("text", ["", "furlong", "m m", "m**2", "(m)", "m/", "*m", "m^1.5", "2*m"])
def test_others_are_left_to_the_library(text: str) -> None:
    assert usual(text) is None


def test_one_over_a_unit() -> None:
    assert usual("1/s") == (Fraction(1), (0, 0, -1, 0))
    assert quantity("5 Hz", "1/s") == 5.0


def test_wrong_dimension_is_still_told() -> None:
    with pytest.raises(QuantityError, match="mass, not length"):
        quantity("5 kg", "m")
