"""Numbers with units: what is converted, and what is refused with which reason."""

from __future__ import annotations

import contextlib
import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarrus.model.quantity import QuantityError, quantities, quantity

CONVERSIONS = [
    ("8 lb", "kg", 8 * 0.45359237),
    ("250 mm", "m", 0.25),
    ("30 deg", "rad", math.pi / 6),
    ("5", "m", 5.0),
    ("  -1.5e-3 ", "m", -0.0015),
    ("3 lbf/in", "N/m", 3 * 4.4482216152605 / 0.0254),
    ("1 g*cm^2", "kg*m^2", 1e-7),
    ("60 rpm", "rad/s", 2 * math.pi),
    ("2 kg*m\u00b2", "kg*m^2", 2.0),
    (".5 m", "m", 0.5),
    (7, "m", 7.0),
    (np.float32(0.5), "m", 0.5),
    (np.int64(3), "m", 3.0),
    (Decimal("0.1"), "m", 0.1),
]

HOSTILE = {
    "M04": [
        *("nan", "inf", "-inf", "1e400", "1e-320", "1e-400", ".nan"),
        *(float("nan"), math.inf, 5e-324, 10**400),
    ],
    "M25": [
        *("", "abc", "0x10", "010", "1_000", "1:30", "1,5", "--1", "\uff11\uff12", "no"),
        *("1 2", "5 **m", b"5", True, None, 1j, [1.0], np.bool_(True)),
    ],
    "M05": ["5 furlongz", "3 s", "3 kg/m", "1e"],
}


@pytest.mark.parametrize(("value", "unit", "expected"), CONVERSIONS)
def test_conversion(value: object, unit: str, expected: float) -> None:
    assert quantity(value, unit) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(("code", "value"), [(c, v) for c, vs in HOSTILE.items() for v in vs])
def test_hostile_values_are_refused(code: str, value: object) -> None:
    with pytest.raises(QuantityError) as caught:
        quantity(value, "m")
    assert caught.value.code == code
    assert isinstance(caught.value, ValueError)


@given(st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: x == 0 or abs(x) > 1e-300))
def test_a_number_is_itself_as_float_and_as_text(x: float) -> None:
    assert quantity(x, "m") == x
    assert quantity(repr(x), "m") == x
    assert math.copysign(1.0, quantity(-0.0, "m")) == 1.0


@given(st.text(max_size=12))
def test_any_text_is_a_number_or_a_quantity_error(text: str) -> None:
    with contextlib.suppress(QuantityError):
        assert math.isfinite(quantity(text, "m"))


def test_conversions_are_exact_to_the_last_digit() -> None:
    assert quantity("1 ft", "m") == 0.3048
    assert quantity("8 lb", "kg") == 3.62873896
    assert quantity("90 deg", "rad") == math.pi / 2
    assert quantity("30 deg", "rad") == 0.5235987755982989  # math.pi / 6 is one digit off
    assert quantity("1.1 mm", "m") == 0.0011


def test_mass_for_force_is_explained() -> None:
    with pytest.raises(QuantityError, match=r"mass per length, not force per length.*'lbf/in'"):
        quantity("10 lb/in", "N/m")
    with pytest.raises(QuantityError, match=r"force, not mass.*'kg'"):
        quantity("10 kgf", "kg")


def test_sequences() -> None:
    assert quantities(["1 mm", 2, "3"], "m") == (0.001, 2.0, 3.0)
    for wrong in ("1 2 3", 5, None):
        with pytest.raises(QuantityError):
            quantities(wrong, "m")
