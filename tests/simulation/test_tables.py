"""Tables as inputs and as laws of driven coordinates."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import Curve, ModelError
from sarrus.system import System
from simulation.machines import pendulum

TIMES = np.linspace(0.0, 2.0, 41)


@pytest.fixture(scope="module")
def system() -> System:
    return pendulum().compile(kernels=())


@pytest.mark.parametrize("how", [{}, {"method": "rk4", "step": 1e-3}, {"method": "bdf"}])
def test_effort_from_a_table_is_that_of_its_function(system: System, how: dict) -> None:
    """A table of a straight line is exact; of a sine, it is near."""
    start = system.initial_state()
    line = system.simulate(start, until=2.0, inputs={"A": lambda t: 3.0 * t - 1.0}, **how)
    table = system.simulate(start, until=2.0, inputs={"A": (TIMES, 3.0 * TIMES - 1.0)}, **how)
    np.testing.assert_allclose(table.q, line.q, rtol=0, atol=1e-6)
    assert table.account.traced_inputs
    sine = system.simulate(start, until=2.0, inputs={"A": lambda t: np.sin(3.0 * t)}, **how)
    near = system.simulate(start, until=2.0, inputs={"A": (TIMES, np.sin(3.0 * TIMES))}, **how)
    np.testing.assert_allclose(near.q, sine.q, rtol=0, atol=3e-3)
    assert near.energy_error <= 1e-5


def test_driven_by_a_table(system: System) -> None:
    """A twice differentiable spline; the effort is that of `drive` with the same table."""
    table = (TIMES, 0.4 * np.sin(2.0 * TIMES))
    start = system.assemble({"A": 0.0}, {"A": 0.8})
    run = system.simulate(start, until=2.0, every=0.1, driven={"A": table})
    expected = system.drive({"A": table}, times=run.t)
    np.testing.assert_allclose(run["A"], expected["A"], rtol=0, atol=1e-12)
    efforts = [float(run.motion(k).efforts["A"][0]) for k in range(len(run))]
    np.testing.assert_allclose(efforts, expected["A.effort"], rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    "table, words",
    [
        ((TIMES[:20], TIMES[:20]), "covers 0 to"),
        ((TIMES[::-1], TIMES), "table row 1"),
        (([0.0, 1.0, 3.0], [0.0, np.nan, 1.0]), "table row 1"),
        (([0.0], [1.0]), "at least 2"),
    ],
)
def test_bad_tables_are_refused(system: System, table: tuple, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        system.simulate(system.initial_state(), until=2.0, inputs={"A": table})


MANY = np.linspace(0.0, 2.0, 10_000)


@pytest.mark.parametrize(
    "how", [{}, {"method": "rk4", "step": 1e-3}, {"method": "adams"}, {"method": "ida"}], ids=str
)
@pytest.mark.parametrize("even", [True, False])
def test_ten_thousand_rows(system: System, how: dict, even: bool) -> None:
    """Of a sine, as near to it as the rows are to each other."""
    times = MANY if even else 2.0 * (MANY / 2.0) ** 1.5
    start = system.initial_state()
    precise = how if "step" in how else {**how, "rtol": 1e-9, "atol": 1e-11}
    settings = {"until": 2.0, "every": 0.1, **precise}
    sine = system.simulate(start, inputs={"A": lambda t: 4.0 * np.sin(3.0 * t)}, **settings)
    table = (times, 4.0 * np.sin(3.0 * times))
    for given in (table, Curve(*table, beyond="refuse")):
        near = system.simulate(start, inputs={"A": given}, **settings)
        np.testing.assert_allclose(near.q, sine.q, rtol=0, atol=1e-6)
        assert near.account.traced_inputs


def test_tables_of_several_columns_are_no_effort(system: System) -> None:
    wide = (TIMES, np.ones((len(TIMES), 2)))
    for given in ({"inputs": {"A": wide}}, {"driven": {"A": wide}}):
        with pytest.raises(ModelError, match="one value for every time"):
            system.simulate(system.initial_state(), until=2.0, **given)
