"""Three ways to a derivative that know nothing of the recursions: complex steps, dual numbers,
and differences of five points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from derivatives.mechanisms import Moving
from sarrus.spatial.dual import duals, rates

STEP = 1e-30
Function = Callable[[Any], Any]


def complex_step(f: Function, x: np.ndarray, dx: np.ndarray) -> np.ndarray:
    """Return df along dx: the imaginary part, without a difference."""
    return np.asarray(f(x + 1j * STEP * dx)).imag / STEP


def dual_step(f: Function, x: np.ndarray, dx: np.ndarray) -> np.ndarray:
    return np.asarray(rates(f(duals(x, dx))), dtype=float)


def along_q(moving: Moving, f: Function, dual: bool = False) -> np.ndarray:
    """Return df/dq on the tangent, one column for every velocity coordinate."""
    step = dual_step if dual else complex_step
    q, rate = moving.q, moving.layout.rate
    return _columns([step(f, q, rate(q, e)) for e in np.eye(moving.nv)])


def along(f: Function, x: np.ndarray, dual: bool = False) -> np.ndarray:
    """Return df/dx."""
    step = dual_step if dual else complex_step
    return _columns([step(f, x, e) for e in np.eye(len(x))])


def differences_q(moving: Moving, f: Function, h: float = 1e-3) -> np.ndarray:
    """Return df/dq by moving q with `layout.add`."""

    def at(e: np.ndarray) -> Any:
        return f(moving.layout.add(moving.q, e))

    return _columns([_five(at, e, h) for e in np.eye(moving.nv)])


def differences(f: Function, x: np.ndarray, h: float = 1e-3) -> np.ndarray:
    return _columns([_five(lambda e: f(x + e), e, h) for e in np.eye(len(x))])


def _five(f: Function, e: np.ndarray, h: float) -> np.ndarray:
    near, far = f(h * e) - f(-h * e), f(2 * h * e) - f(-2 * h * e)
    return np.asarray((8.0 * near - far) / (12.0 * h), dtype=float)


def _columns(parts: list[np.ndarray]) -> np.ndarray:
    return np.stack(parts, axis=-1) if parts else np.zeros((0, 0))
