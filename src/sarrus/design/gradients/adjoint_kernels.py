"""The kernels of one mode that go back: products of adjoints with derivatives of its equations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from sarrus.kernels import Kernel
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow import step_gradients
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.step_gradients import HELD, InputSizes
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.mode_kernels import Simulator


def input_sizes(sim: Simulator) -> InputSizes:
    """Return how many numbers each input has in x_bar of a mode's kernels."""
    given = sim.given(None)
    sizes = {name: given[name].size for name in ("p", *HELD) if name in given}
    return InputSizes(sizes)


def slope_back(sim: Simulator, balance: bool) -> Kernel:
    """Return the kernel (y, t, w) to the products with the derivatives of f."""
    body = partial(step_gradients.slope_adjoint, balance=balance)
    n = sim.size
    name = f"adjoint slope {balance}"
    return sim.compiled(name, {"y": (n,), "w": (n,)}, body, sim.actuation.efforts)


def closing_back(sim: Simulator, balance: bool) -> Kernel:
    """Return the kernel (y, t, w) to the products with the derivatives of the projection."""
    body = partial(step_gradients.closing_adjoint, balance=balance)
    n = sim.size
    name = f"adjoint closing {balance}"
    return sim.compiled(name, {"y": (n,), "w": (n,)}, body, None)


def step_back(sim: Simulator, method: str, balance: bool) -> Kernel:
    """Return the kernel (y, t, h, w) to the products with the derivatives of one equal step."""
    chosen = METHODS[method]
    if chosen.step is None:
        raise ValueError(f"a step of '{method}' is an iteration, not a kernel")
    body = partial(step_gradients.step_adjoint, chosen.step, balance=balance)
    n = sim.size * (1 + chosen.history)
    shapes = {"y": (n,), "h": (1,), "w": (n,)}
    return sim.compiled(f"adjoint step {method} {balance}", shapes, body, sim.actuation.efforts)


def channels_back(sim: Simulator, outputs: Outputs, count: int) -> Kernel:
    """Return the kernel (y, t, w) to channels g and the products with their derivatives."""

    def channels(flow: Flow, t: Any, y: Any) -> Any:
        return outputs.values(TracedState(sim.system, flow.inputs_at(t, y), flow, y))

    body = partial(step_gradients.channel_adjoint, channels)
    shapes = {"y": (sim.size,), "w": (count,)}
    name = f"adjoint channels {outputs.key}"
    return sim.compiled(name, shapes, body, sim.actuation.efforts, outputs.own)


def openings_back(sim: Simulator) -> Kernel:
    """Return the kernel (y, t, w) of what is open at a state; see `opening_adjoint`."""
    rows = sim.system.compiled.loops.m + len(sim.driven)
    count = 2 * rows + len(sim.system.compiled.loops.wrapped)
    shapes = {"y": (sim.size,), "w": (count,)}
    return sim.compiled("adjoint openings", shapes, step_gradients.opening_adjoint, None)


def products(
    kernel: Kernel, given: Mapping[str, np.ndarray], **own: np.ndarray
) -> dict[str, np.ndarray]:
    """Return the outputs of a kernel at one state, by name."""
    bound = BoundKernel(kernel, {**given, **own})
    bound()
    return bound.outputs


def bound_back(kernel: Kernel, given: Mapping[str, np.ndarray], **own: Any) -> BoundKernel:
    """Return a kernel with buffers of its own and what holds during some steps."""
    return BoundKernel(kernel, {**given, **own})


def numbers_of(outputs: Outputs, sim: Simulator) -> Sequence[str]:
    """Return the names of the numbers that outputs have in a mode."""
    outputs.content(sim)
    return list(outputs.names)
