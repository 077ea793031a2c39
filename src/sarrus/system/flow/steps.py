"""One step of each fixed-step method, as functions to be traced.

A step takes y (with the slopes of earlier steps behind it, for multistep methods) at t to the
next, and returns it with the least watch of its evaluations. With loops the result is projected
with the factors of the last evaluation.
"""

from __future__ import annotations

from collections.abc import Callable

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, join, minimum
from sarrus.system.flow.flow import Flow, Slope
from sarrus.user_table import UserTable

Step = Callable[[Flow, Array, Scalar, Scalar], tuple[Array, Scalar]]


@dataclass(frozen=True)
class FixedMethod:
    """A fixed-step method: its step, order, evaluations a step, and slopes carried with y.

    current: whether the first of them is the slope at y itself. A step of None is not a formula
    but an iteration (`kernels.loops.midpoint`).
    """

    step: Step | None
    order: int
    evaluations: int
    history: int = 0
    current: bool = False

    @property
    def defined_by(self) -> Step | None:
        """What tells it from another method of the same name."""
        return self.step


def euler(flow: Flow, y: Array, t: Scalar, h: Scalar) -> tuple[Array, Scalar]:
    """Semi-implicit Euler: velocities first, then positions with the new velocities."""
    here = flow.slope(t, y)
    n = flow.nq
    v = y[n : n + flow.nv] + h * here.ydot[n : n + flow.nv]
    q = flow.compiler.layout.with_unit_quaternions(y[:n])
    q = q + h * flow.compiler.layout.rate(q, v)
    balance = y[n + flow.nv :] + h * here.ydot[n + flow.nv :]
    return flow.closed_state(t + h, join(q, v, balance), here.factors), here.watch


def runge_kutta_4(flow: Flow, y: Array, t: Scalar, h: Scalar) -> tuple[Array, Scalar]:
    """The classical method of order 4."""
    k1 = flow.slope(t, y)
    k2 = flow.slope(t + 0.5 * h, y + (0.5 * h) * k1.ydot)
    k3 = flow.slope(t + 0.5 * h, y + (0.5 * h) * k2.ydot)
    k4 = flow.slope(t + h, y + h * k3.ydot)
    step = (h / 6.0) * (k1.ydot + 2.0 * (k2.ydot + k3.ydot) + k4.ydot)
    return flow.closed_state(t + h, y + step, k4.factors), _least(k1, k2, k3, k4)


def adams_bashforth_3(flow: Flow, extended: Array, t: Scalar, h: Scalar) -> tuple[Array, Scalar]:
    """Order 3 with one evaluation a step (paper 0); carries two earlier slopes."""
    n = flow.size
    y, f1, f2 = extended[:n], extended[n : 2 * n], extended[2 * n : 3 * n]
    here = flow.slope(t, y)
    moved = y + (h / 12.0) * (23.0 * here.ydot - 16.0 * f1 + 5.0 * f2)
    return join(flow.closed_state(t + h, moved, here.factors), here.ydot, f1), here.watch


def adams_4(flow: Flow, extended: Array, t: Scalar, h: Scalar) -> tuple[Array, Scalar]:
    """Adams-Bashforth-Moulton of order 4: predict, evaluate, correct, project, evaluate (paper 1).

    The equations are factored once a step, at the predicted state; projection and the last
    evaluation use these factors. Carries the slope at y and three earlier ones.
    """
    n = flow.size
    y, f0, f1, f2, f3 = (extended[k * n : (k + 1) * n] for k in range(5))
    predicted = y + (h / 24.0) * (55.0 * f0 - 59.0 * f1 + 37.0 * f2 - 9.0 * f3)
    there = flow.slope(t + h, predicted)
    corrected = y + (h / 24.0) * (9.0 * there.ydot + 19.0 * f0 - 5.0 * f1 + f2)
    following = flow.closed_state(t + h, corrected, there.factors)
    f_next = flow.slope_with(t + h, following, there).ydot
    return join(following, f_next, f0, f1, f2), there.watch


def starting_step(method: FixedMethod) -> Step:
    """Return the Runge-Kutta step by which a multistep method begins; it fills the slopes, too."""

    def step(flow: Flow, extended: Array, t: Scalar, h: Scalar) -> tuple[Array, Scalar]:
        n = flow.size
        y, old = extended[:n], extended[n:]
        here = flow.slope(t, y).ydot
        following, watch = runge_kutta_4(flow, y, t, h)
        if not method.current:
            return join(following, here, old[: (method.history - 1) * n]), watch
        there = flow.slope(t + h, following).ydot
        return join(following, there, here, old[n : (method.history - 1) * n]), watch

    return step


def _least(*slopes: Slope) -> Scalar:
    least = slopes[0].watch
    for slope in slopes[1:]:
        least = minimum(least, slope.watch)
    return least


METHODS: UserTable[FixedMethod] = UserTable(
    "method of equal steps",
    {
        "euler": FixedMethod(euler, 1, 1),
        "rk4": FixedMethod(runge_kutta_4, 4, 4),
        "ab3": FixedMethod(adams_bashforth_3, 3, 1, history=2),
        "abm4": FixedMethod(adams_4, 4, 2, history=4, current=True),
        "midpoint": FixedMethod(None, 2, 0),
    },
)
"""The fixed-step methods by name; `METHODS.register(name, FixedMethod(...))` adds one."""
