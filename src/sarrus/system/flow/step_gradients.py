"""Products of adjoints with the derivatives of slopes, projections and whole steps, to be traced.

For a map y+ = Phi(t, y, h, x) of one step, with x all other inputs, and the adjoint w = dJ/dy+,

    y_bar = (dPhi/dy)^T w,   x_bar = (dPhi/dx)^T w,   time_bar = w . (dPhi/dt, dPhi/dh).

The program goes back once through the operations of the map (reverse mode), whatever the number of
inputs. It is differentiated as it is computed: along the same rows in use, the same pivots, and the
same two corrections of a projection, whose derivative differs from that of the closed state (by the
implicit function) by what a projection leaves open, which is rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sarrus.kernels.derivative import pullback, pushforward
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, join
from sarrus.system.flow.flow import ENERGY_BALANCE, Flow
from sarrus.system.flow.steps import Step

Arrays = Mapping[str, Any]

HELD = ("tau", "tau_cut", "hold", "lagged", "laws")
"""Inputs beside the state and the parameters by which derivatives are taken, in this order; laws:
changes of the numbers of laws, where a kernel has them."""


BAR = "_bar"
"""What the names of adjoints end with."""


@dataclass(frozen=True)
class InputSizes:
    """How many numbers each input has in x_bar; p: the parameters that are inputs."""

    sizes: Mapping[str, int]

    @property
    def total(self) -> int:
        """Length of x_bar."""
        return sum(self.sizes.values())

    def part(self, name: str) -> slice:
        """Return where an input stands in x_bar; an empty place where there is none."""
        first = 0
        for other, size in self.sizes.items():
            if other == name:
                return slice(first, first + size)
            first += size
        return slice(0, 0)


def varied_inputs(flow: Flow, arrays: Arrays) -> Array:
    """Return p and the inputs that hold, one after the other: what x_bar belongs to."""
    p = (flow.last or {}).get("p")
    held = [np.ravel(arrays[name]) for name in HELD if name in arrays]
    return join(*([] if p is None else [p]), *held)


def adjoint_products(
    value: Array, w: Array, y: Array, x: Array, time: Array, balance: bool = True
) -> dict[str, Array]:
    """Return w^T times the derivatives of a value by y, by x and by time.

    balance: whether the last entries of the value, those of the energy balance, have adjoints too;
    without them their equations cost nothing.
    """
    counted = len(value) if balance else len(value) - ENERGY_BALANCE
    found = pullback(value[:counted], w[:counted], join(y, x, time))
    n, m = len(y), len(y) + len(x)
    return {"y_bar": found[:n], "x_bar": found[n:m], "time_bar": found[m:]}


def slope_adjoint(flow: Flow, t: Any, arrays: Arrays, balance: bool = True) -> dict[str, Array]:
    """Return the products with the derivatives of f(t, y)."""
    y = arrays["y"]
    ydot = flow.slope(t, y).ydot
    x = varied_inputs(flow, arrays)
    return adjoint_products(ydot, arrays["w"], y, x, np.array([t]), balance)


def closing_adjoint(flow: Flow, t: Any, arrays: Arrays, balance: bool = True) -> dict[str, Array]:
    """Return the products with the derivatives of the projection on loops and unit quaternions."""
    y = arrays["y"]
    after = flow.closed_state(t, y, flow.slope(t, y).factors if flow.closes else None)
    x = varied_inputs(flow, arrays)
    return adjoint_products(after, arrays["w"], y, x, np.array([t]), balance)


def step_adjoint(
    step: Step, flow: Flow, t: Any, arrays: Arrays, balance: bool = True
) -> dict[str, Array]:
    """Return the products with the derivatives of one step, by t and h too.

    y: the state, with the slopes of earlier steps behind it for multistep methods.
    """
    y, h = arrays["y"], arrays["h"][0]
    following, _ = step(flow, y, t, h)
    x = varied_inputs(flow, arrays)
    n = flow.size
    if balance or len(following) == n:
        return adjoint_products(following, arrays["w"], y, x, np.array([t, h]), balance)
    counted = [k for k in range(len(following)) if k % n < n - ENERGY_BALANCE]
    return adjoint_products(following[counted], arrays["w"][counted], y, x, np.array([t, h]))


Channels = Callable[[Flow, Any, Array], Array]
"""Values of channels at a state: function(flow, t, y)."""


def channel_adjoint(channels: Channels, flow: Flow, t: Any, arrays: Arrays) -> dict[str, Array]:
    """Return channels at a state, and the products with their derivatives."""
    y = arrays["y"]
    found = channels(flow, t, y)
    x = varied_inputs(flow, arrays)
    return {"g": found, **adjoint_products(found, arrays["w"], y, x, np.array([t]))}


def opening_adjoint(flow: Flow, t: Any, arrays: Arrays) -> dict[str, Array]:
    """Return the products with the derivatives of all rows of loops and drives: gap, then slip.

    How far rows are open at y, and how fast; then the angles of cut joints that y holds. w: of as
    many numbers.
    """
    y = arrays["y"]
    open_by = _openings(flow, t, y)
    varied = varied_inputs(flow, arrays)
    return adjoint_products(open_by, arrays["w"], y, varied, np.array([t]))


def _openings(flow: Flow, t: Any, y: Array) -> Array:
    x = flow.inputs_at(t, y, still=False)
    rows = flow.rows_of(x, t)
    turned = [rows.closed.cuts[k].coordinates[j] for k, j in flow.compiler.tree.wrapped]
    return join(rows.gap, rows.slip(x.arrays["v"]), np.array(turned, dtype=object))


ALONG = "dx"
"""The input of kernels along a direction: how p and the inputs that hold change."""
Body = Callable[[Flow, Any, Arrays], Mapping[str, Any]]


def along_direction(body: Body, both: tuple[str, ...]) -> Body:
    """Return a body with the changes of its results along a direction behind them.

    both: the inputs that hold values and then their changes, half of the length each; those of the
    parameters and of inputs that hold are in `dx`, times stay. Of a body with adjoints these are
    products of second derivatives (forward over reverse).
    """

    def moved_inputs(flow: Flow, t: Any, arrays: Arrays) -> dict[str, Any]:
        halves = {name: np.split(np.asarray(arrays[name]), 2) for name in both}
        own = {**arrays, **{name: half[0] for name, half in halves.items()}}
        found = body(flow, t, own)
        start = join(*[half[0] for half in halves.values()], varied_inputs(flow, own))
        change = join(*[half[1] for half in halves.values()], arrays[ALONG])
        moving = {name: np.asarray(x) for name, x in found.items() if name != "watch"}
        flat = pushforward(join(*[np.ravel(x) for x in moving.values()]), start, change)
        ends = np.cumsum([x.size for x in moving.values()])[:-1]
        parts = dict(zip(moving, np.split(flat, ends), strict=True))
        return {**found, **{name: join(np.ravel(x), parts[name]) for name, x in moving.items()}}

    return moved_inputs


def slope_value(flow: Flow, t: Any, arrays: Arrays) -> dict[str, Array]:
    """Return f(t, y)."""
    return {"ydot": flow.slope(t, arrays["y"]).ydot}


def closing_value(flow: Flow, t: Any, arrays: Arrays) -> dict[str, Array]:
    """Return the projection of y on loops and unit quaternions."""
    y = arrays["y"]
    return {"y_next": flow.closed_state(t, y, flow.slope(t, y).factors if flow.closes else None)}


def step_value(step: Step, flow: Flow, t: Any, arrays: Arrays) -> dict[str, Array]:
    """Return the state after one step."""
    following, watch = step(flow, arrays["y"], t, arrays["h"][0])
    return {"y_next": following, "watch": np.array([watch])}


def opening_value(flow: Flow, t: Any, arrays: Arrays) -> dict[str, Array]:
    """Return how far rows are open and how fast, and the angles of cut joints."""
    return {"open": _openings(flow, t, arrays["y"])}


def adjoints(result: Array, result_bar: Array, by: Mapping[str, Array]) -> dict[str, Array]:
    """Return the adjoint of each array of `by`, under its name and `_bar`, in one pass back."""
    found = pullback(result, result_bar, join(*[np.ravel(a) for a in by.values()]))
    parts, at = {}, 0
    for name, array in by.items():
        size = np.size(array)
        parts[f"{name}{BAR}"] = found[at : at + size].reshape(np.shape(array))
        at += size
    return parts
