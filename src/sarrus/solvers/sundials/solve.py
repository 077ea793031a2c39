"""The integrators as a caller sees them: one function each, and steppers for more control."""

from __future__ import annotations

from typing import Any

from sarrus.solvers.sundials.availability import adapter_problem, native_library
from sarrus.solvers.sundials.cvode import NativeCvode
from sarrus.solvers.sundials.errors import IntegrationError
from sarrus.solvers.sundials.grid import Observer, over_grid
from sarrus.solvers.sundials.ida import NativeIda
from sarrus.solvers.sundials.library import Library
from sarrus.solvers.sundials.native import NativeFunction
from sarrus.solvers.sundials.options import (
    Function,
    Options,
    Roots,
    checked_state,
    checked_times,
)
from sarrus.solvers.sundials.python_path import python_function
from sarrus.solvers.sundials.python_solvers import PythonCvode, PythonIda
from sarrus.solvers.sundials.result import Result

PATHS = ("auto", "native", "python")

CvodeStepper = NativeCvode | PythonCvode
IdaStepper = NativeIda | PythonIda


def cvode_stepper(
    rhs: Function,
    t0: float,
    y0: Any,
    end: float,
    *,
    method: str = "adams",
    jacobian: Function | None = None,
    corrector: str = "auto",
    roots: Roots | None = None,
    pass_end: bool = False,
    path: str = "auto",
    **options: Any,
) -> CvodeStepper:
    """Return an integrator of y' = rhs(t, y) that goes from (t0, y0) towards `end` by steps.

    method: "adams" for smooth motion, "bdf" for stiff equations. jacobian(t, y) returns
    J[i, j] = df_i / dy_j; without it, Newton's method takes difference quotients. corrector:
    "newton", or "functional" iteration (automatic for large states with Adams). No step
    passes `end` unless `pass_end`. path: "native" or "python" instead of the best that works.
    Other keywords are those of `Options`. Source: Hindmarsh et al., ACM TOMS 31 (2005).
    """
    n = checked_state("y0", y0).size
    library = _library(path)
    settings: dict[str, Any] = {
        "method": method,
        "corrector": corrector,
        "pass_end": pass_end,
        "options": Options(**options),
    }
    if jacobian is not None and corrector == "functional":
        raise ValueError("functional iteration does not use a Jacobian: leave one of them out")
    if library is None:
        return PythonCvode(rhs, t0, y0, end, jacobian=jacobian, roots=roots, **settings)
    return NativeCvode(
        library,
        _callable("rhs", rhs, n, (n,)),
        t0,
        y0,
        end,
        jacobian=jacobian and _callable("jacobian", jacobian, n, (n, n)),
        roots=_callable_roots(roots, n),
        **settings,
    )


def ida_stepper(
    residual: Function,
    t0: float,
    y0: Any,
    yp0: Any,
    end: float,
    *,
    jacobian: Function | None = None,
    algebraic: Any = None,
    correct: str | None = None,
    suppress_algebraic: bool = False,
    roots: Roots | None = None,
    pass_end: bool = False,
    path: str = "auto",
    **options: Any,
) -> IdaStepper:
    """Return an integrator of residual(t, y, y') = 0 that goes from t0 towards `end` by steps.

    jacobian(t, y, yp, cj) returns dF/dy + cj dF/dy'. algebraic: mask or indices of the
    components whose derivative does not occur. correct: "algebraic" or "state" makes the start
    consistent first (see `correct` of the stepper). suppress_algebraic leaves the algebraic
    components out of the error test, as equations of index 2 need. The rest as in
    `cvode_stepper`. Source: Brenan, Campbell, Petzold (DASSL); Hindmarsh et al. (2005).
    """
    n = checked_state("y0", y0).size
    library = _library(path)
    settings: dict[str, Any] = {
        "algebraic": algebraic,
        "correct": correct,
        "suppress_algebraic": suppress_algebraic,
        "pass_end": pass_end,
        "options": Options(**options),
    }
    if library is None:
        return PythonIda(residual, t0, y0, yp0, end, jacobian=jacobian, roots=roots, **settings)
    return NativeIda(
        library,
        _callable("residual", residual, n, (n,)),
        t0,
        y0,
        yp0,
        end,
        jacobian=jacobian and _callable("jacobian", jacobian, n, (n, n)),
        roots=_callable_roots(roots, n),
        **settings,
    )


def cvode(
    rhs: Function, t0: float, y0: Any, times: Any, *, observe: Observer | None = None, **how: Any
) -> Result:
    """Return the states at given times of y' = rhs(t, y), y(t0) = y0.

    `how` holds the keywords of `cvode_stepper`; observe(t, y) is called after each output.
    Raises `IntegrationFailed` with the states that were reached as `partial`.
    """
    grid = checked_times(t0, times)
    with cvode_stepper(rhs, t0, y0, float(grid[-1]), **how) as stepper:
        return over_grid(stepper, grid, how.get("roots"), observe)


def ida(
    residual: Function,
    t0: float,
    y0: Any,
    yp0: Any,
    times: Any,
    *,
    observe: Observer | None = None,
    **how: Any,
) -> Result:
    """Return the states and their derivatives at given times of residual(t, y, y') = 0.

    `how` holds the keywords of `ida_stepper`; observe(t, y) is called after each output.
    Raises `IntegrationFailed` with the states that were reached as `partial`.
    """
    grid = checked_times(t0, times)
    with ida_stepper(residual, t0, y0, yp0, float(grid[-1]), **how) as stepper:
        return over_grid(stepper, grid, how.get("roots"), observe)


def _library(path: str) -> Library | None:
    if path not in PATHS:
        raise ValueError(f"path must be one of {', '.join(PATHS)}, not '{path}'")
    if path == "python":
        return None
    library, reason = native_library()
    if library is None and path == "native":
        raise IntegrationError(f"there is no native path: {reason}")
    return library


def _callable(what: str, function: Function, n: int, shape: tuple[int, ...]) -> Function:
    """Return the function, or a Python function in its place if adapters do not work here."""
    if isinstance(function, NativeFunction) and adapter_problem(function.adapters):
        return python_function(what, function, n, shape)
    return function


def _callable_roots(roots: Roots | None, n: int) -> Roots | None:
    if roots is None:
        return None
    function = _callable("roots", roots.function, n, (roots.count,))
    return Roots(function, roots.count, roots.directions, roots.stop)
