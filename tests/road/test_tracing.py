"""Roads in kernels: traced, interpreted and compiled, they give the numbers of floats."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernels.native import machine
from road.profiles import ROADS, X
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.trace import trace
from sarrus.road import CosineBump, Road, SineRoad
from sarrus.spatial.dual import Dual

ALL = {
    **ROADS,
    "wheel on a cosine bump": CosineBump(0.1, 1.0, 2.0).felt_by_wheel(0.3),
    "wheel on waves": SineRoad(0.05, 0.9).felt_by_wheel(0.3),
}


def program_of(road: Road) -> Any:
    def outputs(x: Any) -> dict[str, Any]:
        moving = road.height(Dual(x, 3.0))
        rate = moving.rate if isinstance(moving, Dual) else 0.0
        switches = np.array([*road.switches(x), 0.0])
        return {"h": road.height(x), "s": road.slope(x), "rate": rate, "switches": switches}

    return trace(outputs, {"x": ()})


@pytest.mark.parametrize("name", ALL)
def test_traced_road_is_the_road(name: str) -> None:
    road = ALL[name]
    program = program_of(road)
    native = machine(program)
    for x in X[::29]:
        expected = [road.height(x), road.slope(x), 3.0 * road.slope(x), [*road.switches(x), 0.0]]
        for way in (interpret(program, [np.array(x)]), native(np.array(x))):
            for found, number in zip(way, expected, strict=True):
                np.testing.assert_allclose(found, number, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("name", ALL)
def test_traced_road_of_an_array(name: str) -> None:
    road = ALL[name]
    program = trace(lambda x: {"h": road.height(x)}, {"x": (4,)})
    x = np.array([-0.3, 1.7, 2.05, 3.3])
    np.testing.assert_allclose(machine(program)(x)[0], road.height(x), rtol=1e-12, atol=1e-13)


def test_length_of_the_table_costs_nothing() -> None:
    """A road of 800 rows is not more work than one of 8."""
    short, long = program_of(ROADS["table"]), program_of(ROADS["random"])
    assert long.operations == short.operations
