"""How an integration is to be done, checked before any native code sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.sundials.native import NativeFunction

Function = Callable[..., Any] | NativeFunction
"""A Python function that returns its value, or a compiled one."""


@dataclass(frozen=True)
class Roots:
    """Functions of time and state whose zeros are to be found: g(t, y) or, for IDA, g(t, y, yp).

    directions: +1 to see rising zeros only, -1 falling, 0 both; one for each of `count`.
    stop: end the integration at the first zero.
    """

    function: Function
    count: int
    directions: Sequence[int] | None = None
    stop: bool = False

    def __post_init__(self) -> None:
        if self.directions is not None:
            object.__setattr__(self, "directions", tuple(int(d) for d in self.directions))
        if self.count < 1:
            raise ValueError("there must be at least one root function")
        if self.directions is not None and len(self.directions) != self.count:
            raise ValueError(f"{self.count} directions are needed, not {len(self.directions)}")
        if any(direction not in (-1, 0, 1) for direction in self.directions or ()):
            raise ValueError("directions must be -1, 0 or 1")


@dataclass(frozen=True)
class Options:
    """Settings that CVODE and IDA share; None leaves the choice to the integrator.

    The local error of a step is kept below rtol |y_i| + atol_i in the weighted root mean
    square. `max_steps` bounds the steps between two outputs. looseness: factors by which the
    tolerances of the components are larger, read at every step, so that they may be changed in
    place; convergence: part of the tolerance that Newton's iteration may leave. patient: steps
    of IDA, taken one by one, grow only where those before the last, one more than its order, were
    of one size; without the native path this has no effect.
    """

    rtol: float = 1e-6
    atol: float | np.ndarray = 1e-9
    max_steps: int = 100_000
    first_step: float | None = None
    max_step: float | None = None
    min_step: float | None = None
    max_order: int | None = None
    max_iterations: int | None = None
    looseness: np.ndarray | None = None
    convergence: float | None = None
    patient: bool = False

    def check(self, n: int, highest_order: int) -> None:
        """Refuse settings that a state of size n cannot have."""
        if not np.isfinite(self.rtol) or self.rtol < 0:
            raise ValueError(f"rtol must be a number that is not negative, not {self.rtol}")
        atol = np.asarray(self.atol, float)
        if atol.shape not in ((), (n,)):
            raise ValueError(f"atol must be one number or {n}, not of shape {atol.shape}")
        if not np.all(np.isfinite(atol)) or np.any(atol < 0):
            raise ValueError("atol must not be negative")
        if self.looseness is not None and self.looseness.shape != (n,):
            raise ValueError(f"looseness must have {n} numbers")
        if self.convergence is not None and not self.convergence > 0:
            raise ValueError(f"convergence must be positive, not {self.convergence}")
        if self.rtol == 0 and np.any(atol == 0):
            raise ValueError("rtol and atol cannot both be 0")
        if self.max_steps < 1:
            raise ValueError("max_steps must be at least 1")
        for name in ("first_step", "max_step", "min_step"):
            value = getattr(self, name)
            if value is not None and not (np.isfinite(value) and value > 0):
                raise ValueError(f"{name} must be positive, not {value}")
        if self.max_order is not None and not 1 <= self.max_order <= highest_order:
            raise ValueError(f"max_order must be between 1 and {highest_order}")
        if self.max_iterations is not None and self.max_iterations < 1:
            raise ValueError("max_iterations must be at least 1")


def checked_state(name: str, y: Any, n: int | None = None) -> np.ndarray:
    """Return a new array of a state, or refuse one that is empty, not finite or of another size."""
    if np.iscomplexobj(y):
        raise TypeError(f"{name} must be real")
    state = np.array(y, dtype=float, order="C")
    if state.ndim != 1 or not state.size:
        raise ValueError(f"{name} must be a vector with at least one number")
    if n is not None and state.size != n:
        raise ValueError(f"{name} must have {n} numbers, not {state.size}")
    if not np.all(np.isfinite(state)):
        raise ValueError(f"{name} holds numbers that are not finite")
    return state


def checked_times(t0: float, times: Any) -> np.ndarray:
    """Return the output times, which must lead from t0 in one direction."""
    grid = np.array(times, dtype=float)
    if grid.ndim != 1 or not grid.size:
        raise ValueError("times must be a vector with at least one time")
    if not np.isfinite(t0) or not np.all(np.isfinite(grid)):
        raise ValueError("times must be finite")
    steps = np.diff(grid, prepend=t0)[0 if grid[0] != t0 else 1 :]
    if not steps.size:
        raise ValueError("times must hold a time other than t0")
    if not (np.all(steps > 0) or np.all(steps < 0)):
        raise ValueError("times must lead from t0 strictly in one direction")
    return grid


def checked_end(t0: float, end: float) -> float:
    """Return the time towards which steps go."""
    if not np.isfinite(t0) or not np.isfinite(end) or end == t0:
        raise ValueError(f"the end ({end}) must be a finite time other than the start ({t0})")
    return float(end)
