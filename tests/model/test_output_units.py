"""Units of output: chosen by their dimension, others made of them, and exact."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest

from sarrus import ModelError
from sarrus.model.output_units import OutputUnits, kind_of, ratio


@pytest.mark.parametrize(
    ("given", "unit", "shown", "factor"),
    [
        ("mm", "m", "mm", 1e3),
        ("mm", "m/s", "mm/s", 1e3),
        ("mm", "m/s^2", "mm/s^2", 1e3),
        ("mm", "N m", "N mm", 1e3),
        ("mm, kN", "N m", "kN mm", 1.0),
        ("mm, N m", "N m", "N m", 1.0),
        ("mm, kN", "N/m", "kN/mm", 1e-6),
        ("mm", "kg m^2/s", "kg mm^2/s", 1e6),
        ("deg", "rad/s", "deg/s", 180.0 / math.pi),
        ("rpm", "rad/s", "rpm", 30.0 / math.pi),
        ("rpm", "rad", "rad", 1.0),
        ("rpm", "rad/s^2", "rad/s^2", 1.0),
        ("deg, rpm", "rad/s^2", "deg/s^2", 180.0 / math.pi),
        ("deg", "N m/rad", "N m/deg", math.pi / 180.0),
        ("deg", "", "", 1.0),
        ("deg", "1/s", "1/s", 1.0),
        ("rpm", "Hz", "Hz", 1.0),
        ("kJ", "N m", "N m", 1.0),
        ("kJ", "J", "kJ", 1e-3),
        ("kN m", "J", "J", 1.0),
        ("kW", "W", "kW", 1e-3),
        ("ms", "s", "ms", 1e3),
        ("ms", "m/s", "m/s", 1.0),
        ("in, lbf", "N m", "lbf in", 1.0 / (4.4482216152605 * 0.0254)),
        ("yd", "m", "yd", 1.0 / 0.9144),
        ("SI", "m", "m", 1.0),
        ("mm", "bananas", "bananas", 1.0),
    ],
)
def test_units_by_dimension(given: str, unit: str, shown: str, factor: float) -> None:
    units = OutputUnits.of(given)
    assert units.shown_unit(unit) == shown
    assert math.isclose(units.factor(unit), factor, rel_tol=1e-15)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("mm, m", "second unit of length, beside 'mm'"),
        ("N m, kN mm", "second unit of moment"),
        ("percent", "pure numbers"),
        ("degC", "start at zero"),
        ("mn", "not a unit that is known"),
        ("10 mm", "not a unit that is known"),
    ],
)
def test_wrong_units_are_refused(given: str, says: str) -> None:
    with pytest.raises(ModelError, match=says) as error:
        OutputUnits.of(given)
    assert [problem.code for problem in error.value.problems] == ["M05"]


def test_all_wrong_units_are_told_at_once() -> None:
    with pytest.raises(ModelError) as error:
        OutputUnits.of(["foo", "mm"], "m, bar")
    assert [problem.element for problem in error.value.problems] == ["unit 'foo'", "unit 'm'"]


def test_ratios_are_exact() -> None:
    assert ratio("m", "mm") == 1000.0 and ratio("N m", "kN mm") == 1.0
    assert ratio("rad", "deg") == 180.0 / math.pi
    assert kind_of("N m") != kind_of("J") and kind_of("rad/s") != kind_of("1/s")


def test_usual_units_load_no_library_of_units() -> None:
    program = (
        "import sys; from sarrus.model.output_units import OutputUnits\n"
        "OutputUnits.of('mm,deg,kN,rpm').factor('N m s/rad'); sys.exit('pint' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
