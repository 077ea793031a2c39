"""The kernels of a mode that go back: products of adjoints with derivatives of its equations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from sarrus.design.gradients.law_numbers import LawNumbers, with_law_numbers
from sarrus.errors import ModelError, Problem
from sarrus.kernels import Kernel
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.late_dataclass import dataclass
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow import step_gradients
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.step_gradients import HELD, InputSizes
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.event_watch import switches
from sarrus.system.simulation.mode_kernels import Simulator


@dataclass(frozen=True, eq=False)
class AdjointKernels:
    """Makes the kernels of modes.

    balance: whether the energy balance has adjoints too; laws: numbers of laws by which
    derivatives are taken, None where there are none.
    """

    balance: bool = False
    laws: LawNumbers | None = None

    def sizes(self, sim: Simulator) -> InputSizes:
        """Return how many numbers each input has in x_bar of a mode's kernels."""
        values = sim.inputs(None)
        sizes = {name: values[name].size for name in ("p", *HELD) if name in values}
        return InputSizes(sizes if self.laws is None else {**sizes, "laws": len(self.laws)})

    def make(
        self,
        sim: Simulator,
        name: str,
        shapes: Mapping[str, tuple[int, ...]],
        body: Callable[..., Mapping[str, Any]],
        pushed: bool = True,
        private: bool = False,
    ) -> Kernel:
        """Return a kernel of a mode, whose laws may change; pushed: whether efforts have a part."""
        laws = sim.actuation.efforts if pushed else None
        if self.laws is None:
            return sim.kernel(f"adjoint {name}", shapes, body, laws, private)
        shapes = {**shapes, "laws": (len(self.laws),)}
        gone = sorted(self.laws.replaced.get(id(sim), ()))
        key = f"adjoint {name} by {self.laws.key} without {gone}"
        return sim.kernel(key, shapes, with_law_numbers(body, self.laws, sim), laws, True)

    def width(self, sim: Simulator) -> int:
        """Return the length of states and adjoints of a mode."""
        return sim.size

    def inputs_width(self, sim: Simulator) -> int:
        """Return the length of x_bar of a mode."""
        return self.sizes(sim).total

    def of_inputs(self, sim: Simulator, x_bar: np.ndarray) -> np.ndarray:
        """Return what of x_bar is summed."""
        return x_bar

    def slope_value(self, sim: Simulator) -> Kernel:
        """Return the kernel (y, t) to ydot."""
        return sim.slope_kernel()

    def slope(self, sim: Simulator) -> Kernel:
        """Return the kernel (y, t, w) to the products with the derivatives of f."""
        body = partial(step_gradients.slope_adjoint, balance=self.balance)
        shapes = {"y": (sim.size,), "w": (sim.size,)}
        return self.make(sim, f"slope {self.balance}", shapes, body)

    def closing(self, sim: Simulator) -> Kernel:
        """Return the kernel (y, t, w) to the products with the derivatives of the projection."""
        body = partial(step_gradients.closing_adjoint, balance=self.balance)
        shapes = {"y": (sim.size,), "w": (sim.size,)}
        return self.make(sim, f"closing {self.balance}", shapes, body, False)

    def step(self, sim: Simulator, method: str) -> Kernel:
        """Return the kernel (y, t, h, w) to the products with the derivatives of an equal step."""
        chosen = METHODS[method]
        if chosen.step is None:
            raise ModelError(iteration_problem(method))
        body = partial(step_gradients.step_adjoint, chosen.step, balance=self.balance)
        n = sim.size * (1 + chosen.history)
        shapes = {"y": (n,), "h": (1,), "w": (n,)}
        return self.make(sim, f"step {method} {self.balance}", shapes, body)

    def channels(self, sim: Simulator, outputs: Outputs) -> Kernel:
        """Return the kernel (y, t, w) to channels g and the products with their derivatives."""
        outputs.content(sim)  # sets the names, one for each number

        def channels(flow: Flow, t: Any, y: Any) -> Any:
            return outputs.values(TracedState(sim.system, flow.inputs_at(t, y), flow, y))

        body = partial(step_gradients.channel_adjoint, channels)
        shapes = {"y": (sim.size,), "w": (len(outputs.names),)}
        return self.make(sim, f"channels {outputs.key}", shapes, body, private=outputs.own)

    def switches(self, sim: Simulator, count: int) -> Kernel:
        """Return the kernel (y, t, w) to where laws change, g, and products of its derivatives."""

        def values(flow: Flow, t: Any, y: Any) -> Any:
            return np.array(switches(flow.inputs_at(t, y)), dtype=object)

        body = partial(step_gradients.channel_adjoint, values)
        return self.make(sim, "switches", {"y": (sim.size,), "w": (count,)}, body)

    def openings(self, sim: Simulator) -> Kernel:
        """Return the kernel (y, t, w) of what is open at a state; see `opening_adjoint`."""
        rows = sim.system.compiled.loops.m + len(sim.driven)
        count = 2 * rows + len(sim.system.compiled.loops.wrapped)
        shapes = {"y": (sim.size,), "w": (count,)}
        return self.make(sim, "openings", shapes, step_gradients.opening_adjoint, False)


@dataclass(frozen=True, eq=False)
class DirectionKernels(AdjointKernels):
    """Makes kernels along a direction: all states, adjoints and results with their changes behind.

    The changes of results are those of second derivatives times the direction.
    """

    def make(
        self,
        sim: Simulator,
        name: str,
        shapes: Mapping[str, tuple[int, ...]],
        body: Callable[..., Mapping[str, Any]],
        pushed: bool = True,
        private: bool = False,
    ) -> Kernel:
        """Return a kernel of a mode along a direction."""
        both = tuple(name for name in ("y", "w") if name in shapes)
        doubled = {key: (2 * shape[0],) if key in both else shape for key, shape in shapes.items()}
        doubled[step_gradients.ALONG] = (self.inputs_width(sim) // 2,)
        moved = step_gradients.along_direction(body, both)
        return super().make(sim, f"along {name}", doubled, moved, pushed, private)

    def width(self, sim: Simulator) -> int:
        """Return the length of states and adjoints with their changes."""
        return 2 * sim.size

    def inputs_width(self, sim: Simulator) -> int:
        """Return the length of x_bar with its changes."""
        return 2 * self.sizes(sim).total

    def of_inputs(self, sim: Simulator, x_bar: np.ndarray) -> np.ndarray:
        """Return the changes of x_bar."""
        return x_bar[self.sizes(sim).total :]

    def slope_value(self, sim: Simulator) -> Kernel:
        """Return the kernel (y, t) to ydot, with its change."""
        return self.make(sim, "slope value", {"y": (sim.size,)}, step_gradients.slope_value)

    def closing_value(self, sim: Simulator) -> Kernel:
        """Return the kernel (y, t) to the closed state, with its change."""
        return self.make(sim, "closing value", {"y": (sim.size,)}, step_gradients.closing_value,
                         False)  # fmt: skip

    def step_value(self, sim: Simulator, method: str) -> Kernel:
        """Return the kernel (y, t, h) to the state after a step, with its change."""
        step = METHODS[method].step
        if step is None:
            raise ModelError(iteration_problem(method))
        body = partial(step_gradients.step_value, step)
        return self.make(sim, f"step value {method}", {"y": (sim.size,), "h": (1,)}, body)

    def opening_value(self, sim: Simulator) -> Kernel:
        """Return the kernel (y, t) to what is open at a state, with its change."""
        return self.make(sim, "opening value", {"y": (sim.size,)}, step_gradients.opening_value,
                         False)  # fmt: skip


def iteration_problem(method: str) -> Problem:
    """Return the problem of a method whose steps are iterations."""
    rule = "is an iteration in each step, through which no gradient goes"
    action = "use 'rk4', 'abm4' or 'auto'"
    return Problem("G10", f"method '{method}'", rule, action=action)


def products(
    kernel: Kernel, inputs: Mapping[str, np.ndarray], **own: np.ndarray
) -> dict[str, np.ndarray]:
    """Return the outputs of a kernel at one state, by name."""
    bound = BoundKernel(kernel, {**inputs, **own})
    bound()
    return bound.outputs
