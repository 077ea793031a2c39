"""The instruction lists that populations run: quantities of states, channels, whole runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.kernels import Kernel
from sarrus.kernels.program import Program
from sarrus.kernels.targets.ptx.runs import PART, SLOPES, STAGE, WATCHES, StagedStep
from sarrus.spatial.arrays import minimum
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
    return sim.kernel(f"channels {list(names)}", {"y": (sim.size,)}, values, laws)


def staged_step(sim: Simulator) -> StagedStep:
    """Return a step of the classical Runge-Kutta method in stages; sums as in `runge_kutta_4`."""

    def stage(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        part = arrays[PART][0] * arrays["h"][0]
        found = flow.slope(t + part, arrays["y"] + part * arrays[STAGE])
        return {"ydot": found.ydot, "watch": np.array([found.watch])}

    def last(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        y, h = arrays["y"], arrays["h"][0]
        k1, k2, k3 = (arrays[name] for name in SLOPES)
        k4 = flow.slope(t + h, y + h * k3)
        step = (h / 6.0) * (k1 + 2.0 * (k2 + k3) + k4.ydot)
        watch = k4.watch
        for before in arrays[WATCHES]:
            watch = minimum(before, watch)
        return {
            "y_next": flow.closed_state(t + h, y + step, k4.factors),
            "watch": np.array([watch]),
        }

    n, laws = (sim.size,), sim.actuation.efforts
    inner = {STAGE: n, PART: (1,)}
    outer = dict.fromkeys(SLOPES, n) | {WATCHES: (len(SLOPES),)}
    shapes = {"y": n, "h": (1,)}
    return StagedStep(
        sim.kernel("stage rk4", shapes | inner, stage, laws).program(),
        sim.kernel("last stage rk4", shapes | outer, last, laws).program(),
    )


def guarded_program(program: Program, port: str, least: float) -> Program:
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
