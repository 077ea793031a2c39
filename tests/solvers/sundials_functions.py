"""Differential equations with known solutions, as Python functions and compiled."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from scipy.special import ellipj, ellipk

from sarrus.kernels import Cache, KernelFactory
from sarrus.kernels.targets.llvm import machine
from sarrus.solvers.sundials import Adapters, NativeFunction

GRAVITY = 9.81
ROBERTSON_END = np.array([0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050])
"""Robertson's problem at t = 1e11: Mazzia and Magherini, Test Set for IVP Solvers, 2008."""


@cache
def adapters() -> Adapters:
    def load(text: str, name: str) -> tuple[int, Any]:
        loaded = machine.Loaded(machine.object_code(text))
        return loaded.address(name), loaded

    return Adapters.compile(load)


def compiled(
    function: Any, inputs: dict[str, tuple[int, ...]], roles: dict[str, str], **given: np.ndarray
) -> NativeFunction:
    kernel = KernelFactory(Cache(None)).make(function.__name__, function, inputs)
    return NativeFunction.of(kernel, adapters(), roles, given)


def decay(t: Any, y: Any) -> dict[str, Any]:
    return {"f": -y}


def pendulum(t: Any, y: Any) -> dict[str, Any]:
    return {"f": np.array([y[1], -GRAVITY * np.sin(y[0])])}


def robertson(t: Any, y: Any) -> dict[str, Any]:
    first = -0.04 * y[0] + 1e4 * y[1] * y[2]
    third = 3e7 * y[1] * y[1]
    return {"f": np.array([first, -first - third, third])}


def robertson_slope(t: Any, y: Any) -> dict[str, Any]:
    first = [-0.04, 1e4 * y[2], 1e4 * y[1]]
    third = [0.0, 6e7 * y[1], 0.0]
    second = [-a - b for a, b in zip(first, third, strict=True)]
    return {"J": np.array([first, second, third])}


def relaxation(t: Any, y: Any, yp: Any) -> dict[str, Any]:
    """y0' = y1 and 0 = y1 + y0 - cos t: an equation of index 1."""
    return {"r": np.array([yp[0] - y[1], y[1] + y[0] - np.cos(t)])}


def relaxation_slope(t: Any, y: Any, yp: Any, cj: Any) -> dict[str, Any]:
    return {"J": np.array([[cj, -1.0], [1.0, 1.0]])}


def relaxation_solution(t: Any, start: float = 1.0) -> np.ndarray:
    t = np.asarray(t)
    y = (np.cos(t) + np.sin(t)) / 2 + (start - 0.5) * np.exp(-t)
    return np.stack([y, np.cos(t) - y], axis=-1)


def pendulum_solution(t: Any, amplitude: float) -> np.ndarray:
    """Return the angle of a pendulum that is let go at rest, by Jacobi's elliptic functions."""
    m = np.sin(amplitude / 2) ** 2
    sn, *_ = ellipj(ellipk(m) - np.sqrt(GRAVITY) * np.asarray(t), m)
    return 2 * np.arcsin(np.sin(amplitude / 2) * sn)


def native(function: Any, n: int) -> NativeFunction:
    """Return one of the right-hand sides or Jacobians above, compiled."""
    value = "J" if function.__name__.endswith("slope") else "f"
    return compiled(function, {"t": (), "y": (n,)}, {"t": "t", "y": "y", value: "value"})


def native_relaxation() -> tuple[NativeFunction, NativeFunction]:
    """Return the residual and its Jacobian, compiled."""
    sizes: dict[str, tuple[int, ...]] = {"t": (), "y": (2,), "yp": (2,)}
    roles = {"t": "t", "y": "y", "yp": "yp"}
    residual = compiled(relaxation, sizes, roles | {"r": "value"})
    slope = compiled(relaxation_slope, sizes | {"cj": ()}, roles | {"cj": "cj", "J": "value"})
    return residual, slope


def python(function: Any) -> Any:
    """Return one of the functions above as one that returns its only value."""
    return lambda *arguments: next(iter(function(*arguments).values()))
