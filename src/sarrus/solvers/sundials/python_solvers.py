"""CVODE and IDA as scikit-sundae offers them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.solvers.sundials.cvode import HIGHEST_ORDER, checked_method
from sarrus.solvers.sundials.errors import SetupRefused
from sarrus.solvers.sundials.ida import HIGHEST_ORDER as IDA_ORDER
from sarrus.solvers.sundials.ida import checked_algebraic, checked_correction
from sarrus.solvers.sundials.options import Function, Options, Roots, checked_state
from sarrus.solvers.sundials.python_path import PythonStepper, filling_function, python_function

_CORRECTIONS = {"algebraic": "yp0", "state": "y0"}


class PythonCvode(PythonStepper):
    """CVODE with Python callbacks; see `cvode_stepper`."""

    prefix = "CVode"

    def __init__(
        self,
        rhs: Function,
        t0: float,
        y0: Any,
        end: float,
        *,
        method: str,
        jacobian: Function | None,
        corrector: str,
        roots: Roots | None,
        pass_end: bool,
        options: Options,
    ) -> None:
        from sksundae.cvode import CVODE

        checked_method(method, corrector)
        if corrector == "functional":
            raise SetupRefused("scikit-sundae", "corrector 'functional' needs the native path")
        state = checked_state("y0", y0)
        n = state.size
        options.check(n, HIGHEST_ORDER[method])
        super().__init__(t0, state, end, pass_end)
        settings = self._settings(options, roots)
        f = filling_function(python_function("rhs", rhs, n, (n,)), (n,))

        def rhs_function(t: float, y: np.ndarray, yp: np.ndarray) -> None:
            f(yp, t, y.copy())

        if jacobian is not None:
            J = filling_function(python_function("jacobian", jacobian, n, (n, n)), (n, n))

            def slope(t: float, y: np.ndarray, yp: np.ndarray, JJ: np.ndarray) -> None:
                J(JJ, t, y.copy())

            settings["jacfn"] = slope
        self._solver = CVODE(rhs_function, method=method, **settings)
        self._ask(lambda: self._solver.init_step(self._t, self._y))

    def _events(self, roots: Roots) -> Callable[..., None]:
        shape = (roots.count,)
        g = filling_function(python_function("roots", roots.function, self._y.size, shape), shape)

        def events(t: float, y: np.ndarray, values: np.ndarray) -> None:
            g(values, t, y.copy())

        return events

    def step(self) -> tuple[float, np.ndarray]:
        """Take one step of the integrator's own choice; return where it led."""
        self._move(self._end, "onestep")
        return self._t, self.y

    def advance(self, t: float) -> tuple[float, np.ndarray]:
        """Go to t, or to a root or the stop time before it; return where that is."""
        self._move(t, "normal")
        return self._t, self.y

    def reinit(self, t: float, y: Any, end: float | None = None) -> None:
        """Start again from t and y, with the history forgotten and the work counted on."""
        state = checked_state("y", y, self._y.size)
        self._restart(t, end)
        self._y = state
        self._ask(lambda: self._solver.init_step(self._t, self._y))


class PythonIda(PythonStepper):
    """IDA with Python callbacks; see `ida_stepper`."""

    prefix = "IDA"

    def __init__(
        self,
        residual: Function,
        t0: float,
        y0: Any,
        yp0: Any,
        end: float,
        *,
        jacobian: Function | None,
        algebraic: Any,
        correct: str | None,
        suppress_algebraic: bool,
        roots: Roots | None,
        pass_end: bool,
        options: Options,
    ) -> None:
        state = checked_state("y0", y0)
        n = state.size
        self._yp = checked_state("yp0", yp0, n)
        checked_correction(correct)
        options.check(n, IDA_ORDER)
        if suppress_algebraic:
            raise SetupRefused("scikit-sundae", "suppress_algebraic needs the native path")
        super().__init__(t0, state, end, pass_end)
        settings = self._settings(options, roots)
        settings["algebraic_idx"] = np.flatnonzero(checked_algebraic(algebraic, n)).tolist()
        F = filling_function(python_function("residual", residual, n, (n,)), (n,))

        def residual_function(t: float, y: np.ndarray, yp: np.ndarray, result: np.ndarray) -> None:
            F(result, t, y.copy(), yp.copy())

        if jacobian is not None:
            settings["jacfn"] = _ida_slope(python_function("jacobian", jacobian, n, (n, n)), n)
        self._residual, self._how = residual_function, settings
        self._solver = _ida(residual_function, settings)
        self._start()
        if correct is not None:
            self.correct(correct)

    @property
    def yp(self) -> np.ndarray:
        """The derivative of the state at `t`, as a copy."""
        return self._yp.copy()

    def correct(self, what: str, toward: float | None = None) -> None:
        """Make the start consistent, directly after a (re-)initialisation."""
        checked_correction(what)
        ahead = (self._end if toward is None else toward) - self._t
        extra = {"calc_initcond": _CORRECTIONS[what], "calc_init_dt": ahead}
        solver = _ida(self._residual, self._how | extra)
        answer = self._ask(lambda: solver.init_step(self._t, self._y, self._yp))
        self._y, self._yp = np.array(answer.y), np.array(answer.yp)
        self._start()

    def _start(self) -> None:
        self._ask(lambda: self._solver.init_step(self._t, self._y, self._yp))

    def _events(self, roots: Roots) -> Callable[..., None]:
        shape = (roots.count,)
        g = filling_function(python_function("roots", roots.function, self._y.size, shape), shape)

        def events(t: float, y: np.ndarray, yp: np.ndarray, values: np.ndarray) -> None:
            g(values, t, y.copy(), yp.copy())

        return events

    def _take(self, answer: Any) -> None:
        super()._take(answer)
        self._yp = np.array(answer.yp)

    def step(self) -> tuple[float, np.ndarray, np.ndarray]:
        """Take one step of the integrator's own choice; return t, y and y' where it led."""
        self._move(self._end, "onestep")
        return self._t, self.y, self.yp

    def advance(self, t: float) -> tuple[float, np.ndarray, np.ndarray]:
        """Go to t, or to a root or the stop time before it; return t, y and y' there."""
        self._move(t, "normal")
        return self._t, self.y, self.yp

    def reinit(self, t: float, y: Any, yp: Any, end: float | None = None) -> None:
        """Start again from t, y and yp, with the history forgotten and the work counted on."""
        state = checked_state("y", y, self._y.size)
        rates = checked_state("yp", yp, self._y.size)
        self._restart(t, end)
        self._y, self._yp = state, rates
        self._start()


def _ida_slope(function: Callable[..., Any], n: int) -> Callable[..., None]:
    fill = filling_function(function, (n, n))

    def slope(
        t: float, y: np.ndarray, yp: np.ndarray, res: np.ndarray, cj: float, JJ: np.ndarray
    ) -> None:
        fill(JJ, t, y.copy(), yp.copy(), cj)

    return slope


def _ida(residual: Callable[..., None], settings: dict[str, Any]) -> Any:
    from sksundae.ida import IDA

    return IDA(residual, **settings)
