"""Times, steps and numbers that nobody means are refused at once, in the same words."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import sarrus
from sarrus import gallery

SYSTEM = gallery.pendulum().compile(kernels=())
START = SYSTEM.assemble({"A": 0.1})
NAN = math.nan


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"until": 1, "every": 1e-300}, "S08"),
        ({"until": 1e308, "every": 1e290}, "S08"),
        ({"until": 1e308, "step": 1.0, "method": "rk4"}, "S08"),
        ({"until": 1, "step": 1e-300, "method": "rk4"}, "S08"),
        ({"until": 1, "step": 5e-324, "method": "abm4"}, "S08"),
        ({"until": math.inf}, "M25"),
        ({"times": [0.0, NAN]}, "M25"),
        ({"until": 1, "inputs": {"A": NAN}}, "M25"),
        *(({"until": 1, name: NAN}, "M25") for name in ("every", "step", "rtol", "atol", "eps")),
        ({"until": NAN}, "M25"),
    ],
)
def test_runs(how: dict[str, Any], code: str) -> None:
    with pytest.raises(sarrus.ModelError) as refused:
        SYSTEM.simulate(START, **how)
    assert [p.code for p in refused.value.problems] == [code]


def test_an_end_that_is_never_reached_stops_the_run() -> None:
    with pytest.raises(sarrus.SimulationStopped, match=r"E-STEP .* of them are left to until"):
        SYSTEM.simulate(START, until=1e308, every=1e307)


@pytest.mark.parametrize(
    "call",
    [
        lambda: SYSTEM.drive({"A": 1.0}, until=1, every=1e-300),
        lambda: SYSTEM.drive({"A": NAN}, until=1),
        lambda: SYSTEM.state([NAN]),
        lambda: SYSTEM.assemble({"A": NAN}),
        lambda: SYSTEM.on("cpu").simulate([START] * 2, until=1e308, step=1e-3),
        lambda: SYSTEM.on("cpu").simulate([START] * 2, until=1, step=NAN),
        lambda: SYSTEM.realtime(START, rate=NAN, until=0.1),
        lambda: SYSTEM.realtime(START, rate=math.inf, until=0.1),
    ],
)
def test_other_calls(call: Callable[[], Any]) -> None:
    with pytest.raises(sarrus.ModelError, match=r"error (M25|S08) "):
        call()
