"""Loops with error control, made of equations: in machine code, or as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.kernels import Cache, KernelFactory
from sarrus.kernels.loops import control
from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.kernels.loops.bound import BoundKernel, PythonKernel
from sarrus.solvers import dormand_prince_8 as table

FACTORY = KernelFactory(Cache(None))
Equation = Callable[[Any, Any], Any]


def bound(kind: str, f: Callable[..., dict[str, Any]], n: int) -> BoundKernel | PythonKernel:
    """Return a function of (y, t) with named results, as machine code or as it is."""
    if kind == "native":
        return BoundKernel(FACTORY.make("f", f, {"y": (n,), "t": (1,)}), {})

    def fill(inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> None:
        with np.errstate(all="ignore"):
            for name, value in f(**inputs).items():
                outputs[name][...] = value

    with np.errstate(all="ignore"):
        sizes = f(np.ones(n), np.ones(1))
    outputs = {name: np.zeros(np.shape(value)) for name, value in sizes.items()}
    return PythonKernel(fill, {"y": np.zeros(n), "t": np.zeros(1)}, outputs)


def started(
    kind: str,
    f: Equation,
    y0: list[float],
    rtol: float,
    t: float = 0.0,
    watch: Equation = lambda t, y: 1.0,
    closing: Equation | None = None,
    events: tuple[Equation, Any] | None = None,
) -> AdaptiveLoop:
    n = len(y0)

    def flow(y, t):
        return {"ydot": f(t[0], y), "watch": np.array([watch(t[0], y)])}

    more: dict[str, Any] = {}
    if closing:
        more["closing"] = bound(kind, lambda y, t: {"y": closing(t[0], y)}, n)
    if events:
        more["events"] = bound(kind, lambda y, t: {"g": events[0](t[0], y)}, n)
        more["directions"] = events[1]
    y = np.array(y0, dtype=float)
    loop = AdaptiveLoop(table, bound(kind, flow, n), t, y, rtol, rtol, **more)
    if events:
        loop.before[...] = loop.values_of_events(y, t)
    return loop


def step(loop: AdaptiveLoop, end: float) -> tuple[float, float, np.ndarray]:
    """Take one accepted step; return its start, its size and the state at its end."""
    loop.state.budget = 1
    assert loop.advance(end) in (control.PAUSED, control.DONE)
    return (*loop.last_step, loop.y.copy())


def first_size(loop: AdaptiveLoop, h: float) -> None:
    """Choose the size of the first step."""
    loop.state.h = loop.state.most = h


def circle(t, y):
    return np.array([y[1], -y[0]])


def on_circle(t: Any) -> np.ndarray:
    return np.column_stack([np.cos(t), -np.sin(t)])


def oscillator(t, y):
    """Return a nonlinear oscillator with a forcing, without a closed solution."""
    return np.array([y[1], -np.sin(y[0]) + 0.1 * np.cos(3.0 * t) - 0.2 * y[1]])


def to_the_circle(t, y):
    return y / np.sqrt(y @ y)


def constant(t, y):
    return np.array([1.0 + 0.0 * y[0]])
