"""The instruction lists that populations run: quantities of states, channels, whole runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.kernels import Kernel
from sarrus.kernels.program import Program
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow.flow import Flow
from sarrus.system.simulation.mode_kernels import Simulator


def channel_kernel(sim: Simulator, names: Sequence[str]) -> Kernel:
    """Return the kernel (y, t, ...) to the values of some channels, one after the other."""

    def values(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        y = arrays["y"]
        reader = TracedState(sim.system, flow.inputs_at(t, y), flow, y)
        found = [value for name in names for value in np.ravel(np.asarray(reader[name]))]
        return {"c": np.array(found)}

    laws = sim.actuation.efforts if sim.traced else None
    return sim.compiled(f"channels {list(names)}", {"y": (sim.size,)}, values, laws)


def guarded(program: Program, port: str, least: float) -> Program:
    """Return a program whose first output is not a number where another one is too low.

    With w = 1 where all numbers of the port are at least so large, else 0, w/w is 1 or NaN.
    """
    instructions = list(program.instructions)

    def value(*instruction: Any) -> int:
        instructions.append(instruction)
        return len(instructions) - 1

    k = next(i for i, output in enumerate(program.outputs) if output.name == port)
    lowest = program.results[k][0]
    for other in program.results[k][1:]:
        lowest = value("min", lowest, other)
    fine = value("le", value("const", least), lowest)
    guard = value("mul", fine, value("div", value("const", 1.0), fine))
    first = tuple(value("mul", i, guard) for i in program.results[0])
    return Program(program.inputs, program.outputs[:1], tuple(instructions), (first,))
