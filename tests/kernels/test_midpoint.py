"""The implicit midpoint rule as a native step: order, invariants, stiffness, reuse, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kernels.both_ways import in_machine_code
from sarrus.kernels import Cache, KernelFactory
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.loops.fixed import DONE, STOPPED, FixedLoop
from sarrus.kernels.loops.linear import factor, solve
from sarrus.kernels.loops.midpoint import MidpointStep

FACTORY = KernelFactory(Cache(None))
Equation = Callable[[Any, Any], Any]


# --- linear equations -----------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 7, 12])
def test_factors_solve_equations(n: int) -> None:
    """As NumPy does; in Python and in machine code, to the last digit."""
    random = np.random.default_rng(n)
    A, b = random.normal(size=(n, n)), random.normal(size=n)
    A[0, 0] = 0.0 if n > 1 else 2.0
    LU, exchanged, x = A.copy().ravel(), np.zeros(n), b.copy()
    assert factor(LU, exchanged, n) == 1
    solve(LU, exchanged, x, n)
    exact = np.linalg.solve(A, b)
    assert x == pytest.approx(exact, rel=1e-11)
    told, (native, swapped, _) = in_machine_code(factor, A.ravel(), np.zeros(n), n)
    assert told == 1
    assert np.array_equal(swapped, exchanged)
    assert native == pytest.approx(LU, rel=1e-13, abs=1e-14)
    found = in_machine_code(solve, native, swapped, b.copy(), n)[1][2]
    assert found == pytest.approx(exact, rel=1e-11)


def test_rows_are_exchanged_for_size() -> None:
    """Without exchanges this loses all digits."""
    A, exchanged = np.array([1e-20, 1.0, 1.0, 1.0]), np.zeros(2)
    x = np.array([1.0, 2.0])
    assert factor(A, exchanged, 2) == 1
    solve(A, exchanged, x, 2)
    assert x == pytest.approx([1.0, 1.0], rel=1e-14)


@pytest.mark.parametrize("A", [np.zeros((2, 2)), np.ones((2, 2)), np.full((2, 2), np.nan)])
def test_singular_matrices_are_told(A: np.ndarray) -> None:
    assert factor(A.copy().ravel(), np.zeros(2), 2) == 0
    assert in_machine_code(factor, A.ravel(), np.zeros(2), 2)[0] == 0


# --- steps ----------------------------------------------------------------------------------------


def stepper(
    f: Equation,
    n: int,
    h: float,
    closing: Equation | None = None,
    energy: Callable[[Any, Any], Any] | None = None,
    nq: int = 0,
    watch: Equation = lambda t, y: 1.0,
) -> MidpointStep:
    shapes = {"y": (n,), "t": (1,)}

    def slope(y: Any, t: Any) -> dict[str, Any]:
        return {"ydot": f(t[0], y), "watch": np.array([watch(t[0], y)])}

    def slopes(y: Any, t: Any) -> dict[str, Any]:
        return {"J": jacobian(f(t[0], y), y)}

    kernels = [FACTORY.make("f", slope, shapes), FACTORY.make("J", slopes, shapes)]
    put_back = kept = None
    nv = n - 3 - nq if energy else 0
    if closing:
        put_back = FACTORY.make("closing", lambda y, t: {"y": closing(t[0], y)}, shapes)
    if energy:
        arrays = {"q": (nq,), "v": (nv,), "t": (1,)}
        kept = FACTORY.make("energy", lambda q, v, t: {"energy": energy(q, v)}, arrays)
    step = MidpointStep(*kernels, put_back, kept, {}, nq, nv)
    step.inputs["h"][...] = h
    return step


def run(step: MidpointStep, y0: Any, steps: int, t0: float = 0.0, every: int = 1) -> np.ndarray:
    """All states of some steps, which must go through."""
    y, h = np.array(y0, dtype=float), float(step.inputs["h"][0])
    reached, rows, why = FixedLoop(step).run(y, t0, h, (0, steps), every, 1e-9)
    assert (reached, why) == (steps, DONE)
    return np.vstack([y0, rows])


def pendulum(t: Any, y: Any) -> Any:
    return np.array([y[1], -np.sin(y[0])])


def test_a_step_of_linear_equations_is_exact() -> None:
    """y1 = (1 - h A/2)^-1 ((1 + h A/2) y0 + h b(t + h/2))."""
    A = np.array([[0.2, 1.3, -0.4], [-2.0, 0.1, 0.3], [0.5, -0.7, -0.9]])
    b = np.array([0.4, -0.2, 1.0])
    h, t0 = 0.3, 0.7
    step = stepper(lambda t, y: A @ y + b * np.cos(t), 3, h)
    y = np.array([1.0, -2.0, 0.5])
    found = run(step, y, 5, t0)
    one = np.eye(3)
    for k in range(5):
        right = (one + 0.5 * h * A) @ y + h * b * np.cos(t0 + (k + 0.5) * h)
        y = np.linalg.solve(one - 0.5 * h * A, right)
        assert found[k + 1] == pytest.approx(y, rel=1e-12)
    assert step.matrices == 1


def test_order_two() -> None:
    exact = run(stepper(pendulum, 2, 1e-3), [1.0, 0.5], 5000)[-1]
    errors = [
        np.max(np.abs(run(stepper(pendulum, 2, 5.0 / n), [1.0, 0.5], n)[-1] - exact))
        for n in (100, 200, 400)
    ]
    assert np.log2(np.array(errors[:-1]) / errors[1:]) == pytest.approx(2.0, abs=0.05)


def test_quadratic_invariants_stay_for_a_hundred_thousand_steps() -> None:
    """Euler's equations of a free body: energy and momentum, to rounding, without any help."""
    I = np.array([1.0, 2.0, 3.5])

    def spin(t: Any, w: Any) -> Any:
        a, b, c = I
        return np.array(
            [(b - c) / a * w[1] * w[2], (c - a) / b * w[2] * w[0], (a - b) / c * w[0] * w[1]]
        )

    rows = run(stepper(spin, 3, 0.05), [0.3, 2.0, 0.1], 100_000, every=1000)
    for invariant in (rows**2 @ I, (rows * I) ** 2 @ np.ones(3)):
        assert np.ptp(invariant) < 1e-11 * invariant[0]


def test_stiff_equations_take_large_steps() -> None:
    """y' = -1e6 (y - cos t): a million times beyond explicit steps, one matrix for all."""
    step = stepper(lambda t, y: -1e6 * (y - np.cos(t)), 1, 0.1)
    rows = run(step, [1.0], 100)
    t = 0.1 * np.arange(101)
    assert np.max(np.abs(rows[:, 0] - np.cos(t))) < 0.01
    assert step.matrices == 1
    assert step.iterations <= 300


def test_rounding_does_not_stop_the_iteration() -> None:
    """A spring so stiff that its force is rounded by more than the tolerance: it goes through."""
    k = 1e13
    step = stepper(lambda t, y: np.array([y[1], -k * (y[0] - 1.0) - 1e7 * y[1]]), 2, 1e-3)
    rows = run(step, [1.0 + 1e-9, 0.0], 1000)
    assert abs(rows[-1, 0] - 1.0) < 1e-9


def test_matrix_is_kept_as_long_as_it_serves() -> None:
    step = stepper(pendulum, 2, 0.02)
    run(step, [2.0, 0.0], 5000, every=5000)
    assert step.matrices < 50
    assert step.iterations < 5 * 5000
    step.inputs["h"][...] = 0.01
    before = step.matrices
    run(step, [2.0, 0.0], 1)
    assert step.matrices == before + 1, "another step needs another matrix"


# --- constraints and energy -----------------------------------------------------------------------


def test_states_are_put_back_on_constraints() -> None:
    """A point on a circle, driven round and round."""

    def closing(t: Any, y: Any) -> Any:
        r = np.sqrt(y[0] ** 2 + y[1] ** 2)
        return np.array([y[0] / r, y[1] / r, y[2]])

    def around(t: Any, y: Any) -> Any:
        return np.array([-y[1] * y[2], y[0] * y[2], np.cos(t) * y[0]])

    rows = run(stepper(around, 3, 0.01, closing), [1.0, 0.0, 2.0], 2000)
    assert np.max(np.abs(np.hypot(rows[:, 0], rows[:, 1]) - 1.0)) < 1e-15


def test_energy_of_a_pendulum_is_kept() -> None:
    """With the ledger behind the state: work, loss and what was booked."""

    def flow(t: Any, y: Any) -> Any:
        return np.array([y[1], -np.sin(y[0]), 0.0, 0.0, 0.0])

    def energy(q: Any, v: Any) -> Any:
        return np.array([0.5 * v[0] ** 2, -np.cos(q[0]), 0.0])

    start = [2.5, 0.0, 0.0, 0.0, 0.0]
    kept = run(stepper(flow, 5, 0.05, energy=energy, nq=1), start, 100_000, every=100)
    total = 0.5 * kept[:, 1] ** 2 - np.cos(kept[:, 0])
    assert np.ptp(total) < 1e-11
    plain = run(stepper(flow, 5, 0.05), start, 1000)
    free = 0.5 * plain[:, 1] ** 2 - np.cos(plain[:, 0])
    assert np.ptp(free) > 1e-6, "without it, the energy swings"


def test_ledger_closes_with_work_and_loss() -> None:
    """Damping and a force in time: stored = work - loss at every step."""

    def flow(t: Any, y: Any) -> Any:
        force = 0.3 * np.cos(2.0 * t)
        acceleration = -np.sin(y[0]) - 0.1 * y[1] + force
        return np.array([y[1], acceleration, force * y[1], 0.1 * y[1] ** 2, 0.0])

    def energy(q: Any, v: Any) -> Any:
        return np.array([0.5 * v[0] ** 2, -np.cos(q[0]), 0.0])

    rows = run(stepper(flow, 5, 0.02, energy=energy, nq=1), [1.0, 0.5, 0, 0, 0], 5000)
    stored = 0.5 * rows[:, 1] ** 2 - np.cos(rows[:, 0])
    balance = stored - rows[:, 2] + rows[:, 3]
    assert np.ptp(balance) < 1e-12
    assert rows[-1, 3] > 0.5


def test_order_is_two_with_the_energy_kept() -> None:
    def flow(t: Any, y: Any) -> Any:
        return np.array([y[1], -np.sin(y[0]), 0.0, 0.0, 0.0])

    def energy(q: Any, v: Any) -> Any:
        return np.array([0.5 * v[0] ** 2, -np.cos(q[0]), 0.0])

    exact = run(stepper(pendulum, 2, 5e-4), [1.0, 0.5], 10_000, every=10_000)[-1]
    errors = []
    for n in (100, 200, 400):
        step = stepper(flow, 5, 5.0 / n, energy=energy, nq=1)
        errors.append(np.max(np.abs(run(step, [1.0, 0.5, 0, 0, 0], n)[-1][:2] - exact)))
    assert np.log2(np.array(errors[:-1]) / errors[1:]) == pytest.approx(2.0, abs=0.15)


# --- what cannot be -------------------------------------------------------------------------------


def test_a_step_without_solution_is_told() -> None:
    """y' = y^2 with a step so long that the equation of the step has no real root."""
    step = stepper(lambda t, y: y * y, 1, 1.0)
    y = np.array([2.0])
    reached, rows, why = FixedLoop(step).run(y, 0.0, 1.0, (0, 3), 1, 1e-9)
    assert (reached, why, len(rows)) == (0, STOPPED, 0)
    assert step.outputs["watch"][0] == -1.0
    assert y[0] == 2.0, "the state is that before the step"


def test_a_singular_matrix_is_told_and_does_not_stay() -> None:
    """I - h/2 df/dy = 0: no step; with another size it goes on as if nothing had been."""
    step = stepper(lambda t, y: 20.0 * y, 1, 0.1)
    loop = FixedLoop(step)
    y = np.array([1.0])
    assert loop.run(y, 0.0, 0.1, (0, 1), 1, 1e-9)[2] == STOPPED
    step.inputs["h"][...] = 0.05
    assert loop.run(y, 0.0, 0.05, (0, 1), 1, 1e-9)[2] == DONE
    assert y[0] == pytest.approx(3.0, rel=1e-12)


def test_what_is_not_finite_is_told() -> None:
    step = stepper(lambda t, y: np.sqrt(y), 1, 0.5)
    y = np.array([-1.0])
    assert FixedLoop(step).run(y, 0.0, 0.5, (0, 1), 1, 1e-9)[2] == STOPPED


def test_watch_of_the_equations_is_passed_on() -> None:
    step = stepper(pendulum, 2, 0.01, watch=lambda t, y: 0.5 - t)
    y = np.array([1.0, 0.0])
    reached, _, why = FixedLoop(step).run(y, 0.0, 0.01, (0, 200), 1, 0.1)
    assert why == STOPPED
    assert reached == 40


# --- going on exactly -----------------------------------------------------------------------------


def test_memory_goes_on_with_the_same_bits() -> None:
    whole = run(stepper(pendulum, 2, 0.02), [2.0, 0.0], 300)
    first = stepper(pendulum, 2, 0.02)
    half = run(first, [2.0, 0.0], 150)
    second = stepper(pendulum, 2, 0.02)
    second.remember(first.memory())
    y = half[-1].copy()
    _, rows, _ = FixedLoop(second).run(y, 0.0, 0.02, (150, 300), 1, 1e-9)
    assert np.array_equal(np.vstack([half, rows]), whole)
    alone = stepper(pendulum, 2, 0.02)
    run(alone, [2.0, 0.0], 300)
    assert first.iterations + second.iterations == alone.iterations, "counts begin anew"


def test_other_values_make_the_matrix_anew() -> None:
    shapes = {"y": (1,), "t": (1,), "k": (1,)}

    def slope(y: Any, t: Any, k: Any) -> dict[str, Any]:
        return {"ydot": -k * y, "watch": np.ones(1)}

    def slopes(y: Any, t: Any, k: Any) -> dict[str, Any]:
        return {"J": jacobian(-k * y, y)}

    kernels = FACTORY.make("f", slope, shapes), FACTORY.make("J", slopes, shapes)
    step = MidpointStep(*kernels, None, None, {"k": np.array([3.0])}, 0, 0)
    step.inputs["h"][...] = 0.1
    loop, y = FixedLoop(step), np.array([1.0])
    loop.run(y, 0.0, 0.1, (0, 1), 1, 1e-9)
    assert y[0] == pytest.approx(0.85 / 1.15, rel=1e-13)
    loop.update({"k": np.array([1e6])})
    before = y[0]
    loop.run(y, 0.0, 0.1, (1, 2), 1, 1e-9)
    assert y[0] == pytest.approx(before * (1 - 5e4) / (1 + 5e4), rel=1e-10)
    assert step.matrices == 2


def test_called_alone_it_takes_one_step() -> None:
    step = stepper(pendulum, 2, 0.1)
    step.inputs["y"][...] = [1.0, 0.0]
    step()
    loop = run(stepper(pendulum, 2, 0.1), [1.0, 0.0], 1)
    assert np.array_equal(step.outputs["y_next"], loop[-1])
