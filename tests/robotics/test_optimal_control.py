"""Optimal control of given equations: published problems and solutions in closed form."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import robotics
from sarrus.errors import ModelError

ARM = ["rho", "theta", "phi", "drho", "dtheta", "dphi"]
LENGTH = 5.0


def robot_arm(t, x, u):
    """The robot arm of COPS 3.0 (Dolan, More, Munson 2004, problem 8)."""
    rho, _, phi, drho, dtheta, dphi = x
    I = ((LENGTH - rho) ** 3 + rho**3) / 3.0
    return [drho, dtheta, dphi, u[0] / LENGTH, u[1] / (I * np.sin(phi) ** 2), u[2] / I]


def arm_motion(**how):
    start = dict(zip(ARM, [4.5, 0.0, np.pi / 4, 0.0, 0.0, 0.0], strict=True))
    end = {**start, "theta": 2.0 * np.pi / 3.0}
    limits = {"rho": (0.0, LENGTH), "theta": np.pi, "phi": (0.0, np.pi)}
    controls = {"u1": 1.0, "u2": 1.0, "u3": 1.0}
    return robotics.optimal_control(robot_arm, ARM, controls, start, end, limits=limits, **how)


def slide(t, x, u):
    return [x[2] * np.sin(u[0]), -x[2] * np.cos(u[0]), 9.81 * np.cos(u[0])]


def push(t, x, u):
    return [x[1], u[0]]


@pytest.mark.slow
def test_the_arm_of_cops_on_200_trapezoids() -> None:
    found = arm_motion(method="trapezoid", intervals=200, tolerance=0.1, most=200)
    assert found.duration == pytest.approx(9.1414, abs=5e-5)


@pytest.mark.slow
def test_the_arm_of_cops_refined() -> None:
    found = arm_motion(intervals=40, tolerance=1e-7)
    assert found.is_refined and found.duration == pytest.approx(9.1409, abs=1e-4)
    assert len(found.rounds) > 1 and found.rounds[-1].error < found.rounds[0].error


def test_the_brachistochrone_is_a_cycloid() -> None:
    # T = sqrt(r/g) a, with x = r (a - sin a), y = -r (1 - cos a) at the end
    ends = {"x": 0.0, "y": 0.0, "v": 0.0}, {"x": 10.0, "y": -6.0}
    found = robotics.optimal_control(
        slide, ["x", "y", "v"], {"angle": (0.0, np.pi)}, *ends, intervals=50, tolerance=1e-6
    )
    from scipy.optimize import brentq

    a = brentq(lambda a: (a - np.sin(a)) / (1.0 - np.cos(a)) - 10.0 / 6.0, 0.5, 6.0)
    r = 6.0 / (1.0 - np.cos(a))
    assert np.sqrt(r / 9.81) * a == pytest.approx(1.7903019, abs=5e-8)
    assert found.duration == pytest.approx(1.7903019, abs=2e-7)
    # energy, which is no equation of the search, and the path between the nodes
    assert found["v"] ** 2 == pytest.approx(-2.0 * 9.81 * found["y"], abs=2e-5)
    t = np.linspace(0.0, found.duration, 17)
    angle = t * np.sqrt(9.81 / r)
    assert found.at(t)["x"] == pytest.approx(r * (angle - np.sin(angle)), abs=1e-5)


@pytest.mark.parametrize("intervals", [None, 5, 33])
@pytest.mark.parametrize(("x", "y"), [(10.0, 6.0), (20.0, 6.0), (4.0, 6.0)])
def test_the_brachistochrone_is_found_from_no_guess(x: float, y: float, intervals) -> None:
    # up to the height of the start again, and then straight down, is worse, and none nearby better
    from scipy.optimize import brentq

    a = brentq(lambda a: (a - np.sin(a)) / (1.0 - np.cos(a)) - x / y, 0.1, 6.28)
    best = a * np.sqrt(y / (1.0 - np.cos(a)) / 9.81)
    ends = {"x": 0.0, "y": 0.0, "v": 0.0}, {"x": x, "y": -y}
    given = {} if intervals is None else {"intervals": intervals}
    found = robotics.optimal_control(
        slide, ["x", "y", "v"], {"angle": (0.0, np.pi)}, *ends, **given
    )
    assert found.duration == pytest.approx(best, rel=2e-5 if intervals == 5 else 1e-6)
    assert all(other > 1.2 * best for other in found.others)


def test_motions_that_are_worse_are_told() -> None:
    ends = {"x": 0.0, "y": 0.0, "v": 0.0}, {"x": 10.0, "y": -6.0}
    asked = slide, ["x", "y", "v"], {"angle": (0.0, np.pi)}, *ends
    found = robotics.optimal_control(*asked)
    # the arch of a cycloid to the height of the start, then a fall of 6 m
    worse = np.sqrt(2.0 * np.pi * 10.0 / 9.81) + np.sqrt(2.0 * 6.0 / 9.81)
    assert found.others == pytest.approx([worse], rel=1e-5)
    assert "other guesses have led to worse motions: 3.636" in str(found)
    alone = robotics.optimal_control(*asked, guess={"angle": 0.0})
    assert alone.duration == pytest.approx(worse, rel=1e-5) and not alone.others


@pytest.mark.parametrize("search", ["own", "ipopt"])
def test_fastest_push_is_full_forward_then_full_back(search: str) -> None:
    if search == "ipopt":
        pytest.importorskip("casadi")
    found = robotics.optimal_control(
        push, ["x", "v"], {"a": 2.0}, {"x": 0.0, "v": 0.0}, {"x": 3.0, "v": 0.0},
        intervals=10, search=search,
    )  # fmt: skip
    assert found.duration == pytest.approx(2.0 * np.sqrt(3.0 / 2.0), rel=1e-5)
    inner = found["a"][(found.t < 0.45 * found.duration) | (found.t > 0.55 * found.duration)]
    assert np.abs(inner) == pytest.approx(2.0, abs=1e-3)


@pytest.mark.parametrize("method", ["trapezoid", "hermite-simpson"])
def test_softest_push_is_a_cubic(method: str) -> None:
    # least integral of a^2 over a distance D in the time T: 12 D^2/T^3, x = D (3 s^2 - 2 s^3)
    found = robotics.optimal_control(
        push, ["x", "v"], ["a"], {"x": 0.0, "v": 0.0}, {"x": 3.0, "v": 0.0}, duration=2.0,
        minimize=lambda t, x, u: u[0] ** 2, method=method, intervals=40, tolerance=1e-3,
    )  # fmt: skip
    rel = 1e-9 if method == "hermite-simpson" else 3e-3
    assert found.objective == pytest.approx(12.0 * 9.0 / 8.0, rel=rel)
    assert found.at(1.0)["x"] == pytest.approx(1.5, rel=1e-9)


def test_limits_of_functions_and_times_in_a_range() -> None:
    # the power a v is limited: the duration is at the end of its range, since haste costs
    limits = {(lambda t, x, u: x[1] * u[0]): (-np.inf, 1.0)}
    found = robotics.optimal_control(
        push, ["x", "v"], {"a": 5.0}, {"x": 0.0, "v": 0.0}, {"x": 2.0, "v": 0.0},
        duration=(1.0, 2.5), minimize=lambda t, x, u: u[0] ** 2, limits=limits, tolerance=1e-3,
    )  # fmt: skip
    assert found.duration == pytest.approx(2.5, abs=1e-6)
    assert np.max(found["a"] * found["v"]) < 1.0 + 1e-6


def test_what_is_asked_wrongly_is_refused_together() -> None:
    with pytest.raises(ModelError) as told:
        robotics.optimal_control(push, ["x", "v"], ["a"], {"y": 0.0}, {"w": 1.0}, minimize="x")
    assert [p.code for p in told.value.problems] == ["R50"] * 3
    with pytest.raises(ModelError, match=r"R50.*free"):
        robotics.optimal_control(
            push, ["x", "v"], ["a"], {"x": 0.0}, {"x": 1.0}, minimize=lambda t, x, u: u[0] ** 2
        )
    with pytest.raises(ModelError, match="V03"):
        robotics.optimal_control(
            lambda t, x, u: [x[1], max(u[0], 0.0)], ["x", "v"], ["a"], {"x": 0.0}, {"x": 1.0}
        )


def test_what_cannot_be_done_in_the_time_is_told() -> None:
    with pytest.raises(ModelError, match="R51"):
        robotics.optimal_control(
            push, ["x", "v"], {"a": 1.0}, {"x": 0.0, "v": 0.0}, {"x": 3.0, "v": 0.0}, duration=1.0
        )
