"""Products of adjoints with derivatives of steps, against differences of the steps themselves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import pytest

from sarrus import gallery
from sarrus.kernels.interpreter import interpret
from sarrus.system.analysis.analysis import Analysis
from sarrus.system.flow import step_gradients
from sarrus.system.flow.steps import METHODS

H = 0.01
CASES = {
    "tree": (gallery.double_pendulum, ["gravity"], "rk4"),
    "quaternion": (gallery.heavy_top, ["gravity"], "euler"),
    "loop": (gallery.four_bar, ["crank.mass", "B.parent_point"], "abm4"),
}


@pytest.mark.parametrize("name", list(CASES))
def test_products_are_those_of_differences(name: str) -> None:
    make, by, method = CASES[name]
    system = make().compile()
    sim = Analysis(system, {}, {}, (), {}, by, (0.0, 1.0)).simulator(system.assemble().q)
    step: Any = METHODS[method].step
    size = sim.size * (1 + METHODS[method].history)

    def body(flow: Any, t: Any, arrays: Mapping[str, Any]) -> dict[str, Any]:
        return {"y_next": step(flow, arrays["y"], t, arrays["h"][0])[0]}

    def adjoint(balance: bool) -> Any:
        back = partial(step_gradients.step_adjoint, step, balance=balance)
        shapes = {"y": (size,), "h": (1,), "w": (size,)}
        return sim.program(shapes, back, sim.actuation.efforts)

    forward = sim.program({"y": (size,), "h": (1,)}, body, sim.actuation.efforts)
    random = np.random.default_rng(4)
    start = system.assemble()
    y = np.tile(sim.start(start), 1 + METHODS[method].history)
    y[sim.size :] = 0.1 * random.normal(size=size - sim.size)
    y[system.nq : system.nq + system.nv] = random.normal(size=system.nv)
    w = random.normal(size=size)
    given = {**sim.inputs(None), "y": y, "h": np.array([H]), "t": np.array([0.3]), "w": w}

    def along(which: str, k: int) -> float:
        """The derivative of w . y_next, by differences of fourth order."""
        values = []
        for j in (-2, -1, 1, 2):
            other = {**given, which: given[which].astype(float).copy()}
            other[which].flat[k] += j * 1e-4
            found = interpret(forward, [other[port.name] for port in forward.inputs])
            values.append(float(w @ found[0]))
        return (8.0 * (values[2] - values[1]) - (values[3] - values[0])) / 12e-4

    for balance in (True, False):
        program = adjoint(balance)
        counted = np.arange(size) % sim.size < sim.size - (0 if balance else 3)
        w[~counted] = 0.0  # `along` sees it too
        found = interpret(program, [given[port.name] for port in program.inputs])
        by_name = dict(zip([port.name for port in program.outputs], found, strict=True))
        for k in range(0, size, 3):
            assert by_name["y_bar"][k] == pytest.approx(along("y", k), rel=1e-7, abs=1e-7)
        for k in range(len(given["p"])):
            assert by_name["x_bar"][k] == pytest.approx(along("p", k), rel=1e-7, abs=1e-7)
        expected = [along("t", 0), along("h", 0)]
        assert by_name["time_bar"] == pytest.approx(expected, rel=1e-7, abs=1e-7)
