"""The same integrators through the classes of scikit-sundae, where the libraries cannot be used.

Slower (every call passes through Python), and it tells less: a value that is not finite ends
the run instead of shortening the step, and steps and rejections are not counted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.solvers.sundials import flags
from sarrus.solvers.sundials.binding import Binding
from sarrus.solvers.sundials.errors import (
    IntegrationFailed,
    SetupRefused,
    TooManySteps,
    TryShorterStep,
)
from sarrus.solvers.sundials.native import NativeFunction
from sarrus.solvers.sundials.options import Function, Options, Roots, checked_end
from sarrus.solvers.sundials.result import Counts

_EVENTS = {flags.STOP: "stop", flags.ROOT: "root"}


def python_function(
    what: str, function: Function, n: int, shape: tuple[int, ...]
) -> Callable[..., Any]:
    """Return a function, compiled or not, as a Python function with a value of a shape."""
    if not isinstance(function, NativeFunction):
        return function
    binding = Binding(what, function, n, int(np.prod(shape)))
    return lambda *arguments: binding(*arguments).reshape(shape)


def filling_function(function: Callable[..., Any], shape: tuple[int, ...]) -> Callable[..., None]:
    """Return a function that writes its value into its first argument; it must be finite."""

    def fill(place: np.ndarray, *arguments: Any) -> None:
        try:
            value = np.asarray(function(*arguments), dtype=float)
        except TryShorterStep:
            raise _NoValue(arguments[0]) from None
        except RuntimeError as error:  # scikit-sundae's own errors are of this type, too
            raise _FunctionRaised(error) from error
        if value.shape != shape:
            raise ValueError(f"the value of a function has shape {value.shape}, not {shape}")
        if not np.isfinite(value).all():
            raise _NoValue(arguments[0])
        place[:] = value

    return fill


class _NoValue(Exception):
    """A function has no finite value at time t."""

    def __init__(self, t: float) -> None:
        super().__init__(t)
        self.t = t


class _FunctionRaised(Exception):
    """Carries an error of the caller's function through scikit-sundae."""

    def __init__(self, error: RuntimeError) -> None:
        super().__init__(str(error))
        self.error = error


class PythonStepper(ABC):
    """What both integrators of scikit-sundae have in common; see `NativeStepper`."""

    prefix = ""
    path = "python"

    def __init__(self, t0: float, y0: np.ndarray, end: float, pass_end: bool) -> None:
        self._t = self._before_step = float(t0)
        self._y = y0
        self._end = checked_end(t0, end)
        self._stop: float | None = None if pass_end else self._end
        self._before = Counts()
        self._now = Counts()
        self._roots = np.zeros(0, int)
        self._solver: Any = None
        self.event = ""

    def _settings(self, options: Options, roots: Roots | None) -> dict[str, Any]:
        first = options.first_step if self._end > self._t else None
        named = {
            "first_step": first,
            "max_step": options.max_step,
            "min_step": options.min_step,
            "max_order": options.max_order,
            "max_nonlin_iters": options.max_iterations,
        }
        atol = np.asarray(options.atol, float)
        settings: dict[str, Any] = {
            "rtol": float(options.rtol),
            "atol": atol if atol.ndim else float(atol),
            "max_num_steps": options.max_steps,
        } | {name: value for name, value in named.items() if value is not None}
        if roots is not None:
            events = self._events(roots)
            events.terminal = [False] * roots.count  # type: ignore[attr-defined]
            events.direction = list(roots.directions or [0] * roots.count)  # type: ignore[attr-defined]
            settings |= {"eventsfn": events, "num_events": roots.count}
        return settings

    @abstractmethod
    def _events(self, roots: Roots) -> Callable[..., None]:
        """Left to the subclasses."""

    @property
    def t(self) -> float:
        """The time that was reached."""
        return self._t

    @property
    def y(self) -> np.ndarray:
        """The state at `t`, as a copy."""
        return self._y.copy()

    @property
    def roots_found(self) -> np.ndarray:
        """For every root function the direction of its zero, or 0; valid when event is "root"."""
        return self._roots.copy()

    @property
    def order(self) -> int:
        """Not told by this path: 0."""
        return 0

    @property
    def last_step(self) -> float:
        """The way from the last point that was returned to the one before it."""
        return self._t - self._before_step

    @property
    def counts(self) -> Counts:
        """The work so far, over all re-initialisations."""
        return self._before + self._now

    def stop_at(self, t: float | None) -> None:
        """Let no later step pass t, nor evaluate anything beyond it; None lets them."""
        self._stop = t

    def _ask(self, call: Callable[[], Any]) -> Any:
        """Return what the integrator answers, its failures in our words."""
        try:
            answer = call()
        except _NoValue as nothing:
            raise self._failure(flags.UNRECOVERABLE_VALUE, nothing.t) from None
        except _FunctionRaised as raised:
            raise raised.error from None
        except RuntimeError as problem:
            raise SetupRefused(self.prefix, str(problem)) from problem
        if answer.status < 0:
            raise self._failure(answer.status)
        return answer

    def _move(self, tout: float, task: str) -> None:
        if self._solver is None:
            raise ValueError("the integrator was closed")
        if self.event == "stop" and self._t == self._stop:
            raise ValueError("the stop time was reached: give a later one, or reinit")
        answer = self._ask(lambda: self._solver.step(tout, task, self._stop))
        self._before_step = self._t
        self._take(answer)
        steps = None if self._now.steps is None or task == "normal" else self._now.steps + 1
        self._now = Counts(steps, None, answer.nfev, answer.njev, None, None)
        self.event = _EVENTS.get(answer.status, "")
        if self.event == "root":
            self._roots = np.array(answer.i_events[-1], dtype=int)

    def _take(self, answer: Any) -> None:
        self._t = float(answer.t)
        self._y = np.array(answer.y)

    def _failure(self, flag: int, t: float | None = None) -> IntegrationFailed:
        """Return the error for a flag; t is where an evaluation failed."""
        name, sentence = flags.flag_name(self.prefix, flag)
        kind = TooManySteps if flag == flags.TOO_MANY_STEPS else IntegrationFailed
        if t is None:
            return kind(name, self._t, self.last_step, sentence)
        return kind(name, t, t - self._t, f"{sentence}: its value is not finite")

    def interpolate(self, t: float, derivative: int = 0) -> np.ndarray:
        """Return the state at a time inside the last `step`; this path has no derivatives."""
        low, high = sorted((self._before_step, self._t))
        if derivative or not low <= t <= high:
            raise ValueError(f"t = {t}, derivative {derivative}: outside the last step")
        answer = self._ask(lambda: self._solver.step(t, "normal", self._stop))
        self._ask(lambda: self._solver.step(self._t, "normal", self._stop))  # back to the end
        return np.array(answer.y)

    def _restart(self, t: float, end: float | None) -> None:
        towards = self._end if end is None else end
        checked_end(t, towards)
        if end is not None and self._stop == self._end:
            self._stop = end
        self._end, self._t, self._before_step = float(towards), float(t), float(t)
        self._before, self._now, self.event = self._before + self._now, Counts(), ""

    def close(self) -> None:
        """Release the integrator."""
        self._solver = None

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()
