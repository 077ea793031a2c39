"""CVODE and IDA: solutions that are known, reached to the tolerance."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from sarrus.solvers.sundials import NativeFunction, Part, available, cvode, ida
from solvers.sundials_functions import (
    ROBERTSON_END,
    adapters,
    compiled,
    decay,
    native,
    native_relaxation,
    pendulum,
    pendulum_solution,
    python,
    relaxation,
    relaxation_slope,
    relaxation_solution,
    robertson,
    robertson_slope,
)

PATHS = ("native", "python")
ROBERTSON = {"method": "bdf", "rtol": 1e-8, "atol": np.array([1e-12, 1e-16, 1e-12])}


def test_compiled_functions_are_called_directly_here() -> None:
    assert available(adapters()).startswith("native: SUNDIALS 7")
    assert available(adapters()).endswith("compiled functions called directly")


@pytest.mark.parametrize("method", ["adams", "bdf"])
@pytest.mark.parametrize("corrector", ["auto", "newton", "functional"])
def test_exponential_decay(method: str, corrector: str) -> None:
    times = np.linspace(0.0, 3.0, 31)
    run = cvode(
        native(decay, 2), 0.0, [1.0, -2.0], times,
        method=method, corrector=corrector, rtol=1e-9, atol=1e-12,
    )  # fmt: skip
    assert run.success and run.path == "native"
    np.testing.assert_array_equal(run.t, times)
    np.testing.assert_allclose(run.y, np.exp(-times)[:, None] * [1.0, -2.0], rtol=1e-7)


def test_time_may_run_backwards() -> None:
    times = np.linspace(0.0, -2.0, 5)
    run = cvode(native(decay, 1), 0.0, [1.0], times, rtol=1e-9, atol=1e-12, first_step=1e-4)
    np.testing.assert_allclose(run.y[:, 0], np.exp(-times), rtol=1e-7)


@pytest.mark.parametrize("path", PATHS)
def test_robertson_to_the_end_of_the_test_set(path: str) -> None:
    run = cvode(
        native(robertson, 3), 0.0, [1.0, 0.0, 0.0], [1e11],
        jacobian=native(robertson_slope, 3), path=path,
        method="bdf", rtol=1e-8, atol=np.array([1e-15, 1e-20, 1e-15]),
    )  # fmt: skip
    np.testing.assert_allclose(run.y[-1], ROBERTSON_END, rtol=1e-4)


def test_robertson_against_radau() -> None:
    times = [0.4, 4.0, 40.0, 400.0]
    run = cvode(native(robertson, 3), 0.0, [1.0, 0.0, 0.0], times, **ROBERTSON)
    f, J = python(robertson), python(robertson_slope)
    other = solve_ivp(
        lambda t, y: f(t, y), (0.0, 400.0), [1.0, 0.0, 0.0], "Radau", times,
        jac=lambda t, y: J(t, y), rtol=1e-9, atol=1e-14,
    )  # fmt: skip
    np.testing.assert_allclose(run.y, other.y.T, rtol=1e-6)
    np.testing.assert_allclose(run.y.sum(axis=1), 1.0, rtol=1e-9)


def test_a_compiled_jacobian_saves_evaluations() -> None:
    f, J = native(robertson, 3), native(robertson_slope, 3)
    start = (0.0, [1.0, 0.0, 0.0], [1e4])
    without = cvode(f, *start, **ROBERTSON)
    given = cvode(f, *start, jacobian=J, **ROBERTSON)
    for run, cost in ((given, 0), (without, 3)):
        beyond = run.counts.evaluations - run.counts.nonlinear_iterations
        assert beyond == pytest.approx(cost * run.counts.jacobian_evaluations, abs=3)
    assert given.counts.jacobian_evaluations > 0
    assert given.counts.evaluations < without.counts.evaluations
    np.testing.assert_allclose(given.y, without.y, rtol=1e-5)


@pytest.mark.parametrize("amplitude", [0.3, 1.0])
@pytest.mark.parametrize("digits", range(4, 11))
def test_pendulum_keeps_the_global_error(digits: int, amplitude: float) -> None:
    """An integrator bounds the error of a step; a tenth of the tolerance bounds that of a run."""
    asked = 10.0**-digits
    times = np.linspace(0.0, 10.0, 101)
    run = cvode(
        native(pendulum, 2), 0.0, [amplitude, 0.0], times,
        method="adams", rtol=asked / 10, atol=asked / 10,
    )  # fmt: skip
    error = np.max(np.abs(run.y[:, 0] - pendulum_solution(times, amplitude)))
    assert error <= 100 * asked
    assert run.orders.max() >= min(digits - 1, 5)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("with_slope", [False, True])
def test_algebraic_equations_of_index_one(path: str, with_slope: bool) -> None:
    residual, slope = native_relaxation()
    times = np.linspace(0.0, 5.0, 51)
    run = ida(
        residual, 0.0, [1.0, 0.0], [0.0, 0.0], times, algebraic=[1],
        jacobian=slope if with_slope else None, rtol=1e-8, atol=1e-10, path=path,
    )  # fmt: skip
    expected = relaxation_solution(times)
    np.testing.assert_allclose(run.y, expected, atol=2e-7)
    assert run.yp is not None
    np.testing.assert_allclose(run.yp[5:, 0], expected[5:, 1], atol=1e-5)


@pytest.mark.parametrize("path", PATHS)
def test_the_start_is_made_consistent(path: str) -> None:
    times = [0.0, 1.0]
    run = ida(
        python(relaxation), 0.0, [2.0, 77.0], [5.0, 0.0], times, algebraic=[False, True],
        correct="algebraic", jacobian=python(relaxation_slope), rtol=1e-8, atol=1e-10, path=path,
    )  # fmt: skip
    assert run.yp is not None
    np.testing.assert_allclose(run.y[0], [2.0, -1.0], atol=1e-7)
    np.testing.assert_allclose(run.yp[0, 0], -1.0, atol=1e-7)
    np.testing.assert_allclose(run.y[1], relaxation_solution(1.0, 2.0), atol=1e-7)


def test_a_state_in_several_arrays_with_given_values() -> None:
    """The kernel takes q and v apart and reads a stiffness where it is."""

    def oscillator(q, v, k):  # type: ignore[no-untyped-def]
        return {"a": -k[0] * q, "unused": q * v, "rate": v}

    k = np.array([4.0])
    sizes = {"q": (2,), "v": (2,), "k": (1,)}
    made = compiled(oscillator, sizes, {"q": "y", "v": "y"}, k=k)
    value = {"a": Part("value", 2, 2), "rate": Part("value", 2, 0)}
    names = [port.name for port in made.keeps.outputs]
    outputs = tuple(value.get(name, np.zeros(2)) for name in names)
    f = NativeFunction(made.address, made.inputs, outputs, made.work_size, adapters(), made.keeps)
    y0 = [1.0, 2.0, 0.0, 0.0]
    for stiffness in (4.0, 9.0):
        k[0] = stiffness
        run = cvode(f, 0.0, y0, [1.0], rtol=1e-10, atol=1e-10)
        phase = np.sqrt(stiffness)
        np.testing.assert_allclose(run.y[0, :2], np.cos(phase) * np.array([1, 2]), atol=1e-8)
        np.testing.assert_allclose(
            run.y[0, 2:], -phase * np.sin(phase) * np.array([1, 2]), atol=1e-8
        )
