"""The instruction lists that populations run: quantities of states, channels, whole runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.kernels import Kernel
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow.flow import Flow
from sarrus.system.simulation.mode_kernels import Simulator

if TYPE_CHECKING:
    from sarrus.system.system import System


def channel_size(system: System, name: str) -> int:
    """Return how many numbers a channel has."""
    shape = system.compiled.catalogue.find(name).shape
    return int(np.prod(shape, dtype=int))


def channel_kernel(sim: Simulator, names: Sequence[str]) -> Kernel:
    """Return the kernel (y, t, ...) to the values of some channels, one after the other."""

    def values(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        y = arrays["y"]
        reader = TracedState(sim.system, flow.inputs_at(t, y), flow, y)
        found = [value for name in names for value in np.ravel(np.asarray(reader[name]))]
        return {"c": np.array(found)}

    laws = sim.actuation.efforts if sim.traced else None
    return sim.compiled(f"channels {list(names)}", {"y": (sim.size,)}, values, laws)
