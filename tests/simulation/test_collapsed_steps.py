"""Runs whose end is out of reach by the steps they take: told early, with who asks for them."""

from __future__ import annotations

import pytest

import sarrus
from sarrus.errors import SimulationStopped
from sarrus.system.simulation.methods.leg import LEFT, WINDOW, Pace


def ball(depth: float, k: float, a: float, length: float = 1.0) -> sarrus.System:
    """A ball below the ground; all lengths times `length`."""
    m = sarrus.Mechanism("ball", (0.0, 0.0, -9.81 * length))
    J = 1e-3 * length**2
    body = m.body("ball", 1.0, (0, 0, 0), (J, J, J), at=(0, 0, -depth * length))
    m.free("free", m.ground, body, at=(0, 0, -depth * length))
    m.point_contact("pad", body, at=(0, 0, -depth * length), k=k, a=a / length)
    return m.build().compile()


@pytest.mark.parametrize(
    "method, length", [("auto", 1e-6), ("auto", 1.0), ("auto", 1e3), ("pece", 1.0)]
)
def test_a_start_deep_inside_is_told_with_its_depth(method: str, length: float) -> None:
    system = ball(0.1, 1e12, 10.0, length)
    with pytest.raises(SimulationStopped) as stopped:
        system.simulate(system.assemble(), until=2.0, every=0.1, method=method)
    (problem,) = stopped.value.problems
    assert problem.code == "E-STEP"
    told = str(problem)
    assert "point contact 'pad' asks for the smallest" in told
    assert f"is pressed in by {0.1 * length:.3g} m" in told
    assert "a start deep inside what pushes" in told and "system.equilibrium" in told


def test_an_end_stop_is_told_in_its_unit() -> None:
    m = sarrus.Mechanism("arm", (0.0, 0.0, -9.81))
    arm = m.body("arm", 1.0, (0.2, 0, 0), (1e-3, 1e-3, 1e-3))
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
    m.end_stop("stop", "A", 1e6, 1e4, lower=-0.5, upper=0.5)
    system = m.build().compile()
    start = system.state(system.coordinates_of({"A": 1.5}))
    with pytest.raises(SimulationStopped, match=r"end stop 'stop' .* pressed in by 1 rad"):
        system.simulate(start, until=2.0)


def test_a_late_end_is_not_blamed_on_an_element() -> None:
    """A ball that rests takes steps of a millisecond: until = 1e9 s is what is wrong."""
    system = ball(0.001, 1e4, 1.0)
    with pytest.raises(
        SimulationStopped, match=r"until that is not in seconds|until is not in seconds"
    ):
        system.simulate(system.assemble(), until=1e9, every=1e7)


def test_a_short_phase_of_small_steps_is_none() -> None:
    pace = Pace(end=1.0, t=0.0)
    step = 0.5 / LEFT
    assert pace.collapsed_step(step * WINDOW, WINDOW) is None
    assert pace.slow == 1
    assert pace.collapsed_step(0.1, 2 * WINDOW) is None
    assert pace.slow == 0
    # the same pace for a while, which ends the run, and one of no hope, which does so at once
    for k in range(9):
        assert pace.collapsed_step(0.1 + step * WINDOW * (k + 1), (3 + k) * WINDOW) is None
    assert pace.collapsed_step(0.1 + step * WINDOW * 10, 12 * WINDOW) == pytest.approx(step)
    hopeless = Pace(end=1.0, t=0.0)
    assert hopeless.collapsed_step(1e-4 * step * WINDOW, WINDOW) is None
    assert hopeless.collapsed_step(2e-4 * step * WINDOW, 2 * WINDOW) is not None
