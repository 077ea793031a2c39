"""Populations on this processor: vectors of states, and threads, behind the same calls."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.kernels import Kernel
from sarrus.kernels.loops.block_runs import LanesFound, RunKernels, RunPlan, run_lanes
from sarrus.late_dataclass import dataclass
from sarrus.system.populations.run import LaneResults, RunRequest


@dataclass(frozen=True)
class RunParts:
    """The kernels of runs: steps, projection of starts, what is looked at; None: not needed.

    begin: in place of the first `starting` steps, of multistep methods.
    """

    step: Kernel
    closing: Kernel | None = None
    sample: Kernel | None = None
    extreme: Kernel | None = None
    event: Kernel | None = None
    directions: tuple[int, ...] = ()
    begin: Kernel | None = None
    starting: int = 0

    def size(self, name: str) -> int:
        """Return how many numbers a kernel yields, 0 where there is none."""
        kernel: Kernel | None = getattr(self, name)
        return 0 if kernel is None else kernel.outputs[0].size

    @property
    def blocks(self) -> RunKernels:
        """The same of blocks of lanes."""
        names = ("step", "begin", "sample", "extreme", "event")
        every = {name: getattr(self, name) for name in names}
        return RunKernels(**{name: k.many() for name, k in every.items() if k is not None})


def run_here(parts: RunParts, request: RunRequest, found: LaneResults) -> None:
    """Fill what is found with the runs of all lanes."""
    y = np.array(request.y, dtype=float)
    if parts.closing is not None:
        for _ in range(request.closings):
            closed = first_output(parts.closing, y, request.t0, request, slice(None))
            y[:, : closed.shape[1]] = closed
    found.y[...] = y
    plan = RunPlan(request.t0, request.h, request.steps, request.every, request.limit,
                   parts.starting, parts.directions)  # fmt: skip
    here = LanesFound(found.y, found.samples, found.least, found.greatest, **found.carried)
    run_lanes(parts.blocks, plan, request.inputs, request.varied, here,
              lambda lanes: request.report(slice(0, lanes), request.steps))  # fmt: skip


def first_output(
    kernel: Kernel, y: np.ndarray, t: Any, request: RunRequest, lanes: Any, times: int = 1
) -> np.ndarray:
    """Return a kernel's first output for rows y at times t; each lane has so many rows."""
    own = next(port.size for port in kernel.inputs if port.name == "y")
    values: dict[str, Any] = {"y": y[:, :own], "t": np.broadcast_to(t, (len(y),)).reshape(-1, 1)}
    for port in kernel.inputs:
        if port.name not in values:
            entries = request.inputs[port.name]
            if port.name in request.varied:
                entries = np.repeat(entries[lanes], times, axis=0)
            values[port.name] = entries
    found = kernel.call(*[values[port.name] for port in kernel.inputs])
    return np.asarray(found[0] if isinstance(found, tuple) else found)
