"""Heavy and light links together, and near misses of change points: no false stop, no wrong branch.

Pivots of the equations of motion fall with the ratio of masses; only the rank of the loop rows
makes a position singular.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad

import sarrus
from sarrus import SimulationStopped

R, L, OFF = 0.1, 0.35, 0.0


def press(slider: float, rod: float = 0.1, scale: float = 1.0) -> sarrus.Model:
    """A slider-crank whose slider may be heavy; lengths are those above times a scale."""
    r, length = R * scale, L * scale
    m = sarrus.Mechanism("press", gravity=(0, 0, 0))
    crank = m.body("crank", 1.0, (r / 2, 0, 0), (1e-4 * r * r, r * r / 12, r * r / 12))
    bar = m.body(
        "rod", rod, (r + length / 2, 0, 0), np.array([1e-4, 1 / 12, 1 / 12]) * rod * length**2
    )
    block = m.body("slider", slider, (r + length, 0, 0), np.full(3, 1e-3 * slider * r * r))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, bar, at=(r, 0, 0), axis="y")
    m.revolute("C", bar, block, at=(r + length, 0, 0), axis="y")
    m.prismatic("D", m.ground, block, at=(r + length, 0, 0), axis="x")
    return m.build()


def inertia(a: float, slider: float, rod: float) -> float:
    """Twice the kinetic energy at an angle of the crank, for a rate of one, from the drawing."""
    s, c = R * np.sin(a), R * np.cos(a)
    root = np.sqrt(L * L - s * s)
    dx, turn = -s - s * c / root, -c / root
    middle = np.array([-s + 0.5 * s * turn, -0.5 * c])
    own = 1.0 * R * R / 3.0
    return float(own + slider * dx**2 + rod * (middle @ middle) + rod * L * L / 12 * turn**2)


def time_of_half_a_turn(slider: float, rod: float, rate: float) -> float:
    """By the energy: the kinetic energy stays as it is."""
    first = inertia(0.3, slider, rod)

    def slowness(a: float) -> float:
        return float(np.sqrt(inertia(a, slider, rod) / first))

    return quad(slowness, 0.3, 0.3 + np.pi, points=[np.pi], limit=500, epsrel=1e-10)[0] / rate


@pytest.mark.parametrize("cut", [None, "A", "B", "C", "D"])
@pytest.mark.parametrize("slider", [200.0, 2e4])
def test_press_with_a_heavy_slider_runs(slider: float, cut: str | None) -> None:
    system = press(slider).compile(**({} if cut is None else {"cut": [cut]}))
    start = system.assemble({"A": 0.3}, rates={"A": 6.0})
    until = time_of_half_a_turn(slider, 0.1, 6.0)
    run = system.simulate(start, until=until, rtol=1e-8, atol=1e-10)
    assert float(run["A.angle"][-1]) == pytest.approx(0.3 + np.pi, abs=2e-5)
    assert not run.notices and not run.account.passages


@pytest.mark.parametrize("scale", [1e-9, 1e-6, 1e-3, 1e3, 1e6])
def test_press_of_any_size_runs_the_same(scale: float) -> None:
    """Without gravity, angles do not depend on the size; sliding coordinates scale with it."""
    system = press(200.0, scale=scale).compile()
    start = system.assemble({"A": 0.3}, rates={"A": 6.0})
    run = system.simulate(start, until=time_of_half_a_turn(200.0, 0.1, 6.0), rtol=1e-8, atol=1e-10)
    assert float(run["A.angle"][-1]) == pytest.approx(0.3 + np.pi, abs=2e-5)
    # at 0.3 + pi the crank points back: x = -R cos 0.3 + sqrt(L^2 - (R sin 0.3)^2)
    x = -R * np.cos(0.3) + np.sqrt(L * L - (R * np.sin(0.3)) ** 2) - (R + L)
    assert float(run["slider.position"][-1][0]) / scale == pytest.approx(x, abs=1e-5)


@pytest.mark.parametrize("method", ["rk4", "bdf", "adams"])
def test_other_methods_need_no_passage(method: str) -> None:
    system = press(200.0).compile()
    start = system.assemble({"A": 0.3}, rates={"A": 6.0})
    how: dict[str, Any] = {"step": 1e-4} if method == "rk4" else {"rtol": 1e-8, "atol": 1e-10}
    until = 0.5 if method == "rk4" else time_of_half_a_turn(200.0, 0.1, 6.0)
    run = system.simulate(start, until=until, method=method, **how)
    assert not run.account.passages
    assert run.energy_error < 1e-4


# Near misses of change points -----------------------------------------------------------------


def four_bar(margin: float, masses: tuple[float, float, float]) -> sarrus.System:
    """Links 2, 3, 4 and 3 + margin: at 0, ground and crank reach as far as coupler and rocker."""
    ground, crank, coupler, rocker = 3.0 + margin, 2.0, 3.0, 4.0
    m = sarrus.Mechanism("near", gravity=(0, 0, -9.81))
    a = 1.2
    B = np.array([crank * np.cos(a), 0.0, crank * np.sin(a)])
    D = np.array([ground, 0.0, 0.0])
    d = float(np.linalg.norm(D - B))
    along = (coupler**2 - rocker**2 + d * d) / (2 * d)
    up = np.sqrt(coupler**2 - along**2)
    e = (D - B) / d
    C = B + along * e + up * np.array([-e[2], 0.0, e[0]])
    bodies = []
    for name, mass, p, q in (
        ("crank", masses[0], np.zeros(3), B),
        ("coupler", masses[1], B, C),
        ("rocker", masses[2], D, C),
    ):
        size = float(np.linalg.norm(q - p))
        bodies.append(m.body(name, mass, 0.5 * (p + q), np.full(3, mass * size**2 / 12)))
    m.revolute("A", m.ground, bodies[0], at=np.zeros(3), axis="y")
    m.revolute("B", bodies[0], bodies[1], at=B, axis="y")
    m.revolute("C", bodies[1], bodies[2], at=C, axis="y")
    m.revolute("D", m.ground, bodies[2], at=D, axis="y")
    return m.build().compile()


@pytest.mark.parametrize("margin", [1e-3, -1e-3, 1e-5, -1e-5, 1e-7, -1e-7, 1e-9, -1e-9])
@pytest.mark.parametrize("masses", [(1.0, 1.0, 1.0), (1.0, 0.01, 50.0)])
def test_near_a_change_point_two_tolerances_agree_or_the_run_stops(
    margin: float, masses: tuple[float, float, float]
) -> None:
    system = four_bar(margin, masses)
    start = system.assemble({"A": 0.0}, rates={"A": -4.0})
    found = []
    for how in ({}, {"rtol": 1e-9, "atol": 1e-11}):
        try:
            run = system.simulate(start, until=2.0, every=0.01, **how)
        except SimulationStopped as stop:
            assert stop.problems[0].code in ("E-SINGULAR", "E-STEP")
            decided = 1e-8 if masses[1] == 1.0 else 1e-6  # uneven masses cost digits
            assert abs(margin) < decided, "the digits decide this motion"
            continue
        assert run.energy_error < 1e-4
        found.append(run)
    if len(found) == 2:
        apart = np.abs(np.asarray(found[0].q) - np.asarray(found[1].q))
        assert np.max(apart) < 2e-3


def test_self_test_judges_by_conditioning() -> None:
    """A kernel whose results are mostly rounding at the numbers of the test is no wrong kernel."""
    from sarrus.kernels import Cache, KernelFactory

    def ill(x: Any) -> dict[str, Any]:
        tiny = (x[0] + 1e8) - 1e8 - x[0]  # nothing but rounding
        return {"y": np.array([1.0 / (tiny + 1e-9 * x[1]), x[2]])}

    kernel = KernelFactory(Cache(None)).make("ill", ill, {"x": (3,)})
    assert kernel(np.array([0.0, 1.0, 2.0]))[1] == 2.0
