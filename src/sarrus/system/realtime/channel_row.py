"""Channels of one state in a row, computed by one native kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow.flow import Flow
from sarrus.system.simulation.mode_kernels import Simulator

if TYPE_CHECKING:
    from sarrus.system.system import System


def channel_size(system: System, name: str) -> int:
    """Return how many numbers a channel has; refuse those that are no function of a state."""
    found = system.compiled.catalogue.find(name)
    size = int(np.prod(found.shape, dtype=int))
    if not size:
        raise ModelError(Problem("S36", f"channel '{name}'", "has no numbers to write"))
    return size


class ChannelRow:
    """The values of some channels in one mode, with the efforts that hold.

    The kernel has them in the order of their names, so that they are the same to the bit, and
    compiled once, in whatever order they are wanted.
    """

    def __init__(self, sim: Simulator, names: tuple[str, ...]) -> None:
        listed = sorted(names)

        def values(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            state = TracedState(sim.system, flow.inputs_at(t, arrays["y"]), flow, arrays["y"])
            parts = [np.ravel(np.array(state[name], dtype=object)) for name in listed]
            return {"values": np.concatenate(parts)}

        self.kernel = sim.kernel(
            f"channels {listed}", {"y": (sim.size,)}, values, sim.actuation.efforts
        )
        sizes = [channel_size(sim.system, name) for name in listed]
        ends = np.cumsum(sizes)
        places = {n: np.arange(e - k, e) for n, k, e in zip(listed, sizes, ends, strict=True)}
        self._places = np.concatenate([places[name] for name in names])
        self._size = sim.size
        self._bound = BoundKernel(self.kernel, sim.inputs(None))

    def values(self, y: np.ndarray, t: float, inputs: Mapping[str, np.ndarray]) -> np.ndarray:
        """Return the channels in a row at a state; inputs: inputs of the step that led to it."""
        kernel = self._bound
        kernel.update(inputs)
        kernel.inputs["y"][...] = y[: self._size]
        kernel.inputs["t"][...] = t
        kernel()
        return kernel.outputs["values"][self._places]
