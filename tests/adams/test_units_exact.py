"""Numbers of datasets in SI units are rounded once, whatever the units are."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sarrus.formats.adams.units import LENGTHS, MASSES, decimal_shift, si_number

FACTORS = {**LENGTHS, **MASSES, "GRAM MM^2": Fraction(1, 10**9), "ONE": Fraction(1)}


def written_number(rng: random.Random) -> str:
    digits = "".join(rng.choice("0123456789") for _ in range(rng.randint(1, 20)))
    place = rng.randint(0, len(digits))
    exponent = rng.choice(["", f"e{rng.randint(-40, 40)}", f"E+{rng.randint(0, 9)}"])
    return rng.choice(["", "-", "+"]) + f"{digits[:place]}.{digits[place:]}1{exponent}"


@pytest.mark.parametrize("unit", FACTORS)
def test_values_are_rounded_once(unit: str) -> None:
    rng, factor = random.Random(unit), FACTORS[unit]
    shift = decimal_shift(factor)
    for _ in range(200):
        text = written_number(rng)
        assert si_number(text, factor, shift) == float(Fraction(text) * factor), text


def test_powers_of_ten_are_known() -> None:
    shifts = {k: decimal_shift(Fraction(10) ** k) for k in range(-12, 13)}
    assert shifts == {k: k for k in range(-12, 13)}
    for other in (Fraction("0.3048"), Fraction(1, 2), Fraction(2, 10), Fraction(100, 3)):
        assert decimal_shift(other) is None
