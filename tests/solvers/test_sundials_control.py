"""Steps under the caller's control; roots, failures, interruptions, memory."""

from __future__ import annotations

import gc
import pickle
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus.solvers.sundials import (
    IntegrationFailed,
    IntegrationInterrupted,
    NativeFunction,
    Part,
    Roots,
    TooManySteps,
    TryShorterStep,
    cvode,
    cvode_stepper,
    ida,
    ida_stepper,
    python_solvers,
)
from solvers.sundials_functions import (
    GRAVITY,
    adapters,
    compiled,
    decay,
    native,
    native_relaxation,
    pendulum,
    pendulum_solution,
    python,
    relaxation_solution,
)

PATHS = ("native", "python")


@pytest.mark.parametrize("path", PATHS)
def test_step_interpolate_and_stop(path: str) -> None:
    with cvode_stepper(
        native(decay, 1), 0.0, [1.0], 2.0, rtol=1e-9, atol=1e-12, path=path
    ) as stepper:
        before, steps = 0.0, 0
        while stepper.event != "stop":
            t, y = stepper.step()
            assert before < t <= 2.0
            middle = (before + t) / 2
            np.testing.assert_allclose(stepper.interpolate(middle), np.exp(-middle), rtol=1e-7)
            before, steps = t, steps + 1
        assert (stepper.t, stepper.y) == (2.0, y)
        assert stepper.counts.steps == steps
        np.testing.assert_allclose(y, np.exp(-2.0), rtol=1e-7)
        with pytest.raises(ValueError, match="outside the last step"):
            stepper.interpolate(0.1)
        with pytest.raises(ValueError, match="stop time"):
            stepper.step()
    with pytest.raises(ValueError, match="closed"):
        stepper.step()


def test_derivatives_of_the_interpolant() -> None:
    stepper = cvode_stepper(native(decay, 1), 0.0, [1.0], 2.0, rtol=1e-9, atol=1e-12)
    t, _ = stepper.advance(1.0)
    np.testing.assert_allclose(stepper.interpolate(t, 1), -np.exp(-t), rtol=1e-4)
    assert stepper.order >= 3
    assert 0 < stepper.last_step < 1


@pytest.mark.parametrize("path", PATHS)
def test_reinitialise_goes_on_from_another_state(path: str) -> None:
    stepper = cvode_stepper(native(decay, 1), 0.0, [1.0], 1.0, rtol=1e-9, atol=1e-12, path=path)
    stepper.advance(1.0)
    work = stepper.counts.evaluations
    stepper.reinit(1.0, [5.0], end=3.0)
    assert stepper.counts.evaluations == work
    t, y = stepper.advance(3.0)
    assert stepper.event == "stop" and t == 3.0
    np.testing.assert_allclose(y, 5.0 * np.exp(-2.0), rtol=1e-7)
    assert stepper.counts.evaluations > work


def test_a_state_is_projected_when_an_invariant_drifts() -> None:
    """The use that steppers are for; a restart at order 1 is dear, so not after every step."""
    stepper = cvode_stepper(native(pendulum, 2), 0.0, [1.0, 0.0], 10.0, rtol=1e-6, atol=1e-6)
    energy = -GRAVITY * np.cos(1.0)
    projections = 0
    while stepper.event != "stop":
        t, y = stepper.step()
        square = 2 * (energy + GRAVITY * np.cos(y[0]))
        if t < 10.0 and y[1] ** 2 > 1.0 and abs(y[1] ** 2 - square) > 2e-5:
            stepper.reinit(t, [y[0], np.copysign(np.sqrt(square), y[1])])
            projections += 1
    assert 0 < projections < 100
    np.testing.assert_allclose(stepper.y[0], pendulum_solution(10.0, 1.0), atol=1e-3)
    np.testing.assert_allclose(y[1] ** 2, square, atol=1e-4)


@pytest.mark.parametrize("path", PATHS)
def test_reinitialise_algebraic_equations(path: str) -> None:
    residual, slope = native_relaxation()
    stepper = ida_stepper(
        residual, 0.0, [1.0, 0.0], [0.0, 0.0], 1.0,
        algebraic=[1], jacobian=slope, rtol=1e-9, atol=1e-11, path=path,
    )  # fmt: skip
    stepper.step()
    stepper.reinit(0.0, [2.0, 0.0], [0.0, 0.0])
    stepper.correct("algebraic", 0.01)
    np.testing.assert_allclose([*stepper.y, stepper.yp[0]], [2.0, -1.0, -1.0], atol=1e-6)
    t, y, _ = stepper.advance(1.0)
    np.testing.assert_allclose(y, relaxation_solution(t, 2.0), atol=1e-6)


def test_patient_steps_grow_only_after_equal_ones() -> None:
    """Of the same size and order, one more than the order: the next may be the last of them."""
    residual, slope = native_relaxation()
    start = 0.0, [1.0, 0.0], [0.0, 0.0], 20.0
    how = {"algebraic": [1], "jacobian": slope, "rtol": 1e-7, "atol": 1e-9}
    early = {}
    for patient in (True, False):
        taken = []
        with ida_stepper(residual, *start, patient=patient, **how) as stepper:
            while stepper.event != "stop":
                t, y, _ = stepper.step()
                np.testing.assert_allclose(y, relaxation_solution(t), atol=1e-5)
                taken.append((stepper.last_step, stepper.order))
        h = np.array([step for step, _ in taken])
        settled = int(np.flatnonzero(h[2:] < 1.5 * h[1:-1])[0]) + 3
        grown = [n for n in range(settled, len(h)) if h[n] > 1.001 * h[n - 1]]
        assert len(grown) > 3
        early[patient] = sum(len(set(taken[n - 2 - taken[n - 2][1] : n - 1])) > 1 for n in grown)
    assert early[True] == 0 < early[False]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("is_native", [True, False])
def test_roots_are_found_in_their_direction(path: str, is_native: bool) -> None:
    def angle(y):  # type: ignore[no-untyped-def]
        return {"g": np.array([y[0], y[0]])}

    g = compiled(angle, {"y": (2,)}, {"y": "y", "g": "value"})
    roots = Roots(g if is_native else lambda t, y: [y[0], y[0]], 2, (-1, 0))
    how = {"rtol": 1e-10, "atol": 1e-10, "path": path}
    times = np.linspace(0.0, 4.0, 9)
    run = cvode(native(pendulum, 2), 0.0, [1.0, 0.0], times, roots=roots, **how)
    assert len(run.t) == 9
    quarter = run.roots[0].t
    np.testing.assert_allclose(pendulum_solution(quarter, 1.0), 0.0, atol=1e-8)
    np.testing.assert_allclose([r.t for r in run.roots], quarter * np.array([1, 3, 5, 7])[:4])
    assert [r.directions.tolist() for r in run.roots[:2]] == [[-1, -1], [0, 1]]
    stopping = Roots(g, 2, (1, 0), stop=True)
    run = cvode(native(pendulum, 2), 0.0, [1.0, 0.0], times, roots=stopping, **how)
    assert run.success and len(run.roots) == 1 and run.t[-1] < quarter


@pytest.mark.parametrize("path", PATHS)
def test_values_that_are_not_finite_stop_with_the_time(path: str) -> None:
    """From t = 1 on, the square root of 1 - t is not a number."""

    def blow_up(t, y):  # type: ignore[no-untyped-def]
        return {"f": y + np.sqrt(1.0 - t)}

    f = compiled(blow_up, {"t": (), "y": (1,)}, {"t": "t", "y": "y", "f": "value"})
    with np.errstate(invalid="ignore"), pytest.raises(IntegrationFailed) as caught:
        cvode(f, 0.0, [0.0], [0.5, 2.0], rtol=1e-6, atol=1e-9, path=path)
    failure = caught.value
    assert 0.5 < failure.t < 2.0
    assert failure.flag == ("CV_STEP_TOO_SHORT" if path == "native" else "CV_RHSFUNC_FAIL")
    assert failure.partial.t.tolist() == [0.5] and not failure.partial.success
    if path != "native":
        assert failure.step == failure.t - 0.5
    else:
        assert failure.t == pytest.approx(1.0, abs=1e-3)
        with pytest.raises(IntegrationFailed, match="too short"):
            stepper = cvode_stepper(f, 0.0, [0.0], 2.0)
            while stepper.event != "stop":
                stepper.step()
    assert "not finite" in failure.message
    assert pickle.loads(pickle.dumps(failure)).flag == failure.flag


def test_values_that_are_not_finite_are_counted() -> None:
    refused = 0

    def blow_up(t: float, y: np.ndarray) -> np.ndarray:
        nonlocal refused
        value = y + (np.sqrt(1.0 - t) if t <= 1.0 else np.nan)
        refused += not np.isfinite(value).all()
        return np.asarray(value)

    with pytest.raises(IntegrationFailed) as caught:
        cvode(blow_up, 0.0, [0.0], [2.0], rtol=1e-6, atol=1e-9)
    assert refused > 1 and f"values were not finite {refused} times" in caught.value.message


def test_a_jacobian_or_residual_without_values() -> None:
    with pytest.raises(IntegrationFailed, match="t = 0 "):
        ida(lambda t, y, yp: np.full(1, np.nan), 0.0, [1.0], [0.0], [1.0])
    with pytest.raises(IntegrationFailed):
        cvode(lambda t, y: -y, 0, [1.0], [1.0], jacobian=lambda t, y: np.full((1, 1), np.nan))


@pytest.mark.parametrize("path", PATHS)
def test_too_many_steps(path: str) -> None:
    with pytest.raises(TooManySteps) as caught:
        cvode(native(pendulum, 2), 0.0, [1.0, 0.0], [1.0, 1e6], max_steps=700, path=path)
    assert caught.value.partial.t.tolist() == [1.0]
    assert caught.value.flag == "CV_TOO_MUCH_WORK"


def test_many_steps_between_two_outputs() -> None:
    """Control returns to Python on the way, which must not show."""
    run = cvode(native(pendulum, 2), 0.0, [1.0, 0.0], [300.0], rtol=1e-8, atol=1e-8)
    assert run.counts.steps > 10_000
    with pytest.raises(TooManySteps, match="TOO_MUCH_WORK"):
        cvode(native(pendulum, 2), 0.0, [1.0, 0.0], [300.0], rtol=1e-8, atol=1e-8, max_steps=7_000)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("error", [ZeroDivisionError, RuntimeError])
def test_an_error_in_a_function_arrives_as_it_is(path: str, error: type[Exception]) -> None:
    def rhs(t: float, y: np.ndarray) -> np.ndarray:
        if t > 0.5:
            raise error("in my function")
        return -y

    with pytest.raises(error, match="in my function"):
        cvode(rhs, 0.0, [1.0], [1.0], path=path)


def test_a_function_may_ask_for_a_shorter_step() -> None:
    refusals = []

    def rhs(t: float, y: np.ndarray) -> np.ndarray:
        if len(refusals) < 2 and t > 0.5:
            refusals.append(t)
            raise TryShorterStep
        return -y

    run = cvode(rhs, 0.0, [1.0], [1.0], rtol=1e-8, atol=1e-8)
    assert len(refusals) == 2
    np.testing.assert_allclose(run.y[0], np.exp(-1.0), rtol=1e-6)


@pytest.mark.parametrize("path", PATHS)
def test_an_interruption_keeps_what_was_computed(path: str) -> None:
    def rhs(t: float, y: np.ndarray) -> np.ndarray:
        if t > 0.75:
            raise KeyboardInterrupt
        return -y

    seen: list[float] = []
    with pytest.raises(IntegrationInterrupted) as caught:
        cvode(rhs, 0.0, [1.0], [0.25, 0.5, 1.0], path=path, observe=lambda t, y: seen.append(t))
    assert caught.value.partial.t.tolist() == seen == [0.25, 0.5]


def test_what_does_not_fit_is_refused_before_native_code_sees_it() -> None:
    f = native(pendulum, 2)
    for y0 in ([1.0], [1.0, 2.0, 3.0], [], [[1.0, 2.0]], [1.0, np.nan]):
        with pytest.raises(ValueError):
            cvode(f, 0.0, y0, [1.0])
    for times in ([], [0.0], [1.0, 0.5], [1.0, -1.0], [np.inf], [[1.0]]):
        with pytest.raises(ValueError):
            cvode(f, 0.0, [1.0, 0.0], times)
    for wrong in (
        {"rtol": -1.0}, {"rtol": np.nan}, {"atol": [1e-6]}, {"atol": -1.0}, {"max_order": 13},
        {"method": "euler"}, {"corrector": "none"}, {"path": "other"}, {"max_steps": 0},
        {"max_step": -1.0}, {"jacobian": f}, {"rtol": 0.0, "atol": 0.0},
        {"jacobian": lambda t, y: [[0.0]]}, {"roots": Roots(f, 3)},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            cvode(f, 0.0, [1.0, 0.0], [1.0], **wrong)
    with pytest.raises(ValueError, match="shape"):
        cvode(lambda t, y: y[:1], 0.0, [1.0, 0.0], [1.0])
    with pytest.raises(ValueError, match="yp0"):
        ida(native_relaxation()[0], 0.0, [1.0, 0.0], [0.0], [1.0])
    with pytest.raises(ValueError, match="algebraic"):
        ida(native_relaxation()[0], 0.0, [1.0, 0.0], [0.0, 0.0], [1.0], algebraic=[2])
    stepper = cvode_stepper(f, 0.0, [1.0, 0.0], 1.0)
    with pytest.raises(ValueError, match="2 numbers"):
        stepper.reinit(0.0, [1.0])


def test_parts_and_arrays_are_checked() -> None:
    for wrong in (("z", 1), ("y", -1), ("t", 2)):
        with pytest.raises(ValueError):
            Part(*wrong)
    y, value = Part("y", 1), Part("value", 1)
    for inputs, outputs in (((value,), (value,)), ((y,), (y,)), ((y,), (Part("value", 1, 1),))):
        with pytest.raises(ValueError):
            NativeFunction(1, inputs, outputs, 0, adapters())
    for array, error in ((np.zeros(2, int), TypeError), (np.zeros((4, 4))[:, 1], ValueError)):
        with pytest.raises(error):
            NativeFunction(1, (y, array), (value,), 0, adapters())
    with pytest.raises(ValueError, match="neither"):
        compiled(decay, {"t": (), "y": (1,)}, {"y": "y", "f": "value"})


def test_a_stepper_serves_one_user_at_a_time() -> None:
    def rhs(t: float, y: np.ndarray) -> np.ndarray:
        stepper.step()
        return -y

    stepper = cvode_stepper(lambda t, y: rhs(t, y), 0.0, [1.0], 1.0)
    with pytest.raises(RuntimeError, match="at work"):
        stepper.step()


def test_threads_with_steppers_of_their_own() -> None:
    f = native(pendulum, 2)
    ends: dict[float, np.ndarray] = {}

    def work(amplitude: float) -> None:
        run = cvode(f, 0.0, [amplitude, 0.0], [50.0], rtol=1e-10, atol=1e-10)
        ends[amplitude] = run.y[-1]

    amplitudes = [0.2, 0.4, 0.6, 0.8]
    threads = [threading.Thread(target=work, args=(a,)) for a in amplitudes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for amplitude in amplitudes:
        alone = cvode(f, 0.0, [amplitude, 0.0], [50.0], rtol=1e-10, atol=1e-10).y[-1]
        np.testing.assert_array_equal(ends[amplitude], alone)


def resident() -> float:
    """Return the memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 2**20


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_is_given_back() -> None:
    n = 60
    f = compiled(decay, {"t": (), "y": (n,)}, {"t": "t", "y": "y", "f": "value"})
    residual = python(lambda t, y, yp: {"r": y + yp})

    def many(count: int) -> None:
        for _ in range(count):
            cvode(f, 0.0, np.ones(n), [0.01], method="bdf")
            cvode_stepper(f, 0.0, np.ones(n), 1.0).step()
            ida(residual, 0.0, np.ones(n), -np.ones(n), [1e-6])
            with pytest.raises(ValueError):
                cvode_stepper(f, 0.0, np.ones(n), 1.0, jacobian=f)
        gc.collect()

    many(30)
    before = resident()
    many(200)
    assert resident() - before < 10.0  # 200 leaks of one matrix of 60 x 60 would be 16


@pytest.mark.parametrize(
    ("t", "end", "toward"), [(2.0, 5.0, None), (2.0, 5.0, 2.5), (3.0, 1.0, None)]
)
def test_corrections_look_from_here_to_where_it_goes(
    t: float, end: float, toward: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the time is: the distance and its sign are those of the way ahead."""
    residual, slope = native_relaxation()
    solver, ahead = python_solvers._ida, []

    def noted(function: Any, settings: dict[str, Any]) -> Any:
        ahead.extend([settings["calc_init_dt"]] if "calc_init_dt" in settings else [])
        return solver(function, settings)

    monkeypatch.setattr(python_solvers, "_ida", noted)
    stepper = ida_stepper(
        residual, t, [1.0, 0.0], [0.0, 0.0], end,
        algebraic=[1], jacobian=slope, rtol=1e-9, atol=1e-11, path="python",
    )  # fmt: skip
    stepper.correct("algebraic", toward)
    assert ahead == [(end if toward is None else toward) - t]
    z = np.cos(t) - 1.0
    np.testing.assert_allclose([*stepper.y, stepper.yp[0]], [1.0, z, z], atol=1e-6)
