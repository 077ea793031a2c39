"""The derivative of one step of a fixed-step method, carried back: of the step as it is computed.

With y_next = Phi(t, h, y, tau, p) the step of a method, its projection on the loops included,

    y_bar = (dPhi/dy)^T y_next_bar,   p_bar = (dPhi/dp)^T y_next_bar,   tau_bar, h_bar, t_bar alike.

Rows, ranks and branches are those that the step has chosen; of a projection, the corrections that
the step makes are differentiated, not their limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sarrus.kernels.derivative import pullback
from sarrus.spatial.arrays import Array, join
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.steps import Step

BAR = "_bar"
"""What the names of adjoints end with."""


def adjoints(result: Array, result_bar: Array, by: Mapping[str, Array]) -> dict[str, Array]:
    """Return the adjoint of each array of `by`, under its name and `_bar`, in one pass back."""
    found = pullback(result, result_bar, join(*[np.ravel(a) for a in by.values()]))
    parts, at = {}, 0
    for name, array in by.items():
        size = np.size(array)
        parts[f"{name}{BAR}"] = found[at : at + size].reshape(np.shape(array))
        at += size
    return parts


def step_pullback(step: Step) -> Callable[..., Mapping[str, Any]]:
    """Return the kernel's function (flow, t, arrays) to the adjoints of all that a step takes.

    arrays: y, h, tau, tau_cut, and y_next_bar of the shape of y; parameters are those of the flow.
    """

    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        y, h = arrays["y"], arrays["h"]
        following, _ = step(flow, y, t, h[0])
        by = {"y": y, "tau": arrays["tau"], "tau_cut": arrays["tau_cut"], "h": h,
              "t": np.array([t])}  # fmt: skip
        p = (flow.last or {}).get("p")
        if p is not None:
            by["p"] = p
        return adjoints(following, arrays[f"y_next{BAR}"], by)

    return body
