"""Numbers of roads as kernel inputs: the same heights, slopes and kinks, for other numbers too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from road.profiles import ROADS, WITH_TABLES
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.trace import trace
from sarrus.model.forces.recorder import traced_formula
from sarrus.road import CosineBump, Flat, FunctionRoad, HalfRound, PatchedRoad, Road, WheelEnvelope

WAVE = FunctionRoad(traced_formula(lambda x: 0.04 * np.sin(1.7 * x), "x"), kinks_at=(2.5,))
KNOWN: dict[str, Road] = {
    **{name: road for name, road in ROADS.items() if road.numbers},
    "formula": WAVE,
    "patches": PatchedRoad(CosineBump(0.1, 2.0, 2.0), patches=[[1.0, 5.0, -2.0, 2.0, 0.3]]),
}
PLACES = np.linspace(-1.0, 5.0, 37) + 1e-4


def seen(road: Road, x: Any) -> list[Any]:
    """Return all that equations ask a road for at one place."""
    return [road.height(x), road.slope(x), road.friction(x, 0.3), *road.switches(x)]


@pytest.mark.parametrize("name", KNOWN)
def test_traced_numbers_give_the_same_road(name: str) -> None:
    """A road of inputs is that road, and with other inputs the road that is made of those."""
    road = KNOWN[name]
    own = np.array(road.numbers, dtype=float)

    def function(x: Any, p: Any) -> dict[str, Any]:
        return {"seen": np.array(seen(road.with_numbers(list(p)), x[0]), dtype=object)}

    program = trace(function, {"x": (1,), "p": (len(own),)})
    for numbers in (own, own * (1.0 + 0.01 * np.sin(np.arange(len(own))))):
        other = road.with_numbers(numbers.tolist())
        for x in PLACES:
            (found,) = interpret(program, [np.array([x]), numbers])
            assert found == pytest.approx(
                np.array(seen(other, x), dtype=float), rel=1e-12, abs=1e-14
            )


@pytest.mark.parametrize("name", KNOWN)
def test_the_same_numbers_are_the_same_road(name: str) -> None:
    road = KNOWN[name]
    again = road.with_numbers(road.numbers)
    for x in PLACES:
        assert seen(again, x) == seen(road, x)


def test_an_even_bump_stays_even() -> None:
    bump = CosineBump(0.1, 2.0, 3.0)
    assert bump.numbers == (0.1, 2.0, 3.0)
    wider = bump.with_numbers([0.2, 4.0, 3.0])
    assert wider.kinks == CosineBump(0.2, 4.0, 3.0).kinks == (1.0, 5.0)
    assert len(CosineBump(0.1, 2.0, 3.0, rise=0.5).numbers) == 4


def test_what_is_tabulated_has_no_inputs() -> None:
    for name in WITH_TABLES:
        assert ROADS[name].numbers == ()
    felt = CosineBump(0.1, 1.0, 2.0).felt_by_wheel(0.3)
    assert isinstance(felt, WheelEnvelope) and felt.numbers == ()
    assert Flat().numbers == () and Flat(0.3).numbers == (0.3,)
    assert HalfRound(0.2, 1.0).felt_by_wheel(0.3).numbers == (0.2, 1.0, 0.3)
    assert FunctionRoad(np.sin).numbers == ()
    power = FunctionRoad(traced_formula(lambda x: 0.1 * x**1.5, "x"))
    assert power.numbers == ()
