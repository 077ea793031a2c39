"""Steps of a live machine: one kernel, a loop over stages, or the implicit midpoint rule.

Which of them a stiff model needs is seen from the eigenvalues of its equations at the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.kernels.interpreter import interpret
from sarrus.kernels.loops.classical import ClassicalStep, classical_step
from sarrus.kernels.loops.midpoint import MidpointState, midpoint
from sarrus.kernels.loops.newton import NewtonMatrix
from sarrus.kernels.program import Program
from sarrus.kernels.targets.wasm.image import ArrayPlace, PlacedKernel
from sarrus.system.flow import flow_kernels, newton_slopes
from sarrus.system.flow.steps import METHODS
from sarrus.system.live.mode import LiveMode

STEPS = ("euler", "rk4", "midpoint")
"""Methods of a live machine."""
WRITTEN_OUT = 3000
"""Operations of a slope up to which a step is one kernel; larger ones are a loop over stages."""
STABLE = 2.0
"""Size of a step times the largest eigenvalue up to which the classical method is stable."""
SUB_STEPS = 10
"""Sub-steps up to which the classical method is cheaper than the implicit rule."""
TOLERANCE = 1e-10
"""To which the equations of an implicit step are solved."""


def chosen_step(modes: Sequence[LiveMode], step: float) -> tuple[str, float]:
    """Return a method that is stable at the start, and its step, at most the one that is wanted.

    In all modes: events may switch on what is stiff.
    """
    fastest = max(largest_eigenvalue(mode) for mode in modes)
    if not fastest * step > STABLE:
        return "rk4", step
    parts = int(np.ceil(fastest * step / STABLE))
    return ("rk4", step / parts) if parts <= SUB_STEPS else ("midpoint", step)


def largest_eigenvalue(mode: LiveMode) -> float:
    """Return the size of the largest eigenvalue of df/dy at the start, by differences."""
    program = slope_program(mode)
    inputs = {port.name: np.array(mode.values[port.name]) for port in program.inputs}
    places = [port.name for port in program.inputs]

    def slope(y: np.ndarray) -> np.ndarray:
        return interpret(program, [{**inputs, "y": y}[name] for name in places])[0]

    y = inputs["y"]
    count = mode.system.nq + mode.system.nv
    here, columns = slope(y), []
    for k in range(count):
        moved = y.copy()
        change = 1e-7 * max(1.0, abs(float(y[k])))
        moved[k] += change
        columns.append((slope(moved) - here)[:count] / change)
    J = np.array(columns).T
    return float(np.max(np.abs(np.linalg.eigvals(J)))) if np.all(np.isfinite(J)) else 0.0


def slope_program(mode: LiveMode) -> Program:
    """Return the program of ydot = f(t, y)."""
    return mode.program({"y": (mode.sim.size,)}, mode.live.driven(flow_kernels.slope))


def placed_step(mode: LiveMode, method: str, y_next: ArrayPlace, watch: ArrayPlace) -> PlacedKernel:
    """Place one step of a method, from the arrays y, t, h to y_next and the watch."""
    slope = slope_program(mode)
    formula = METHODS[method].step
    if formula is None:
        return _step_of_any_size(mode, _midpoint(mode, slope, y_next, watch))
    if method != "rk4" or slope.operations <= WRITTEN_OUT:
        shapes = {"y": (mode.sim.size,), "h": (1,)}
        whole = mode.program(shapes, mode.live.step(formula))
        outputs = {"y_next": y_next, "watch": watch}
        return mode.image.kernel(f"step{mode.suffix}", whole, mode.arrays, outputs)
    return _step_of_any_size(mode, _stages(mode, slope, y_next, watch))


def _step_of_any_size(mode: LiveMode, step: PlacedKernel) -> PlacedKernel:
    """Let the engine take a step of any size by itself, to an event inside a step."""
    mode.image.export(step, f"step{mode.suffix}")
    return step


def _apart(mode: LiveMode, symbol: str, program: Program) -> PlacedKernel:
    """Place a kernel with a state and a time of its own, all other inputs shared."""
    rest = {name: at for name, at in mode.arrays.items() if name not in ("y", "t")}
    return mode.image.kernel(f"{symbol}{mode.suffix}", program, rest)


def _closing_kernel(mode: LiveMode) -> PlacedKernel | None:
    """Place the kernel that puts a state back on the constraints, where there are any."""
    if not mode.sim.needs_projection:
        return None
    body = mode.live.driven(flow_kernels.projection)
    return _apart(mode, "close", mode.program({"y": (mode.sim.size,)}, body))


def _places(
    mode: LiveMode,
    slope: PlacedKernel,
    closing: PlacedKernel | None,
    y_next: ArrayPlace,
    watch: ArrayPlace,
) -> dict[str, Any]:
    """Return what the record of a step of either method has: where it reads and writes."""
    return {
        "n": mode.sim.size,
        "projects": int(closing is not None),
        "y": mode.arrays["y"],
        "time": mode.arrays["t"],
        "size": mode.arrays["h"],
        "y_next": y_next,
        "watch": watch,
        "trial": slope.inputs["y"],
        "ydot": slope.outputs["ydot"],
        "closed_in": closing.inputs["y"] if closing else None,
        "closed_time": closing.inputs["t"] if closing else None,
        "closed_out": closing.outputs["y"] if closing else None,
        "slope": slope,
        "closing": closing,
    }


def _stages(mode: LiveMode, slope: Program, y_next: ArrayPlace, watch: ArrayPlace) -> PlacedKernel:
    """Place a step of the classical method that calls one slope four times."""
    image, n = mode.image, mode.sim.size
    at, closing = _apart(mode, "slope", slope), _closing_kernel(mode)
    record = image.record(
        ClassicalStep,
        **_places(mode, at, closing, y_next, watch),
        trial_time=at.inputs["t"],
        watched=at.outputs["watch"],
        sum=image.array(np.zeros(n)),
        middle=image.array(np.zeros(n)),
    )
    return image.function_kernel(classical_step, record)


def _midpoint(
    mode: LiveMode, slope: Program, y_next: ArrayPlace, watch: ArrayPlace
) -> PlacedKernel:
    """Place a step of the implicit midpoint rule, as `MidpointStep` has it."""
    image, sim, n = mode.image, mode.sim, mode.sim.size
    at, closing = _apart(mode, "slope", slope), _closing_kernel(mode)
    large = mode.system.nv >= newton_slopes.LARGE
    body = newton_slopes.sparse_slopes if large else flow_kernels.slope_jacobian
    program = mode.program({"y": (n,)}, mode.live.driven(body))
    slopes = _apart(mode, "slopes", program)
    values = [mode.values[port.name] for port in program.inputs]
    outputs = [port.name for port in program.outputs]
    found = dict(zip(outputs, interpret(program, values), strict=True))
    newton = NewtonMatrix(found, np.zeros(n))
    vector = image.array(np.zeros(n))
    weights = {"W": slopes.outputs["W"]} if "W" in found else {}
    matrix = image.place_mirror(newton.state, J=slopes.outputs["J"], vector=vector, **weights)
    energies = None
    if sim.base is None and not sim.nz and all(d.is_held for d in sim.driven):
        energies = _apart(mode, "energies", mode.system.compiled.kernel("energy").program())
    record = image.record(
        MidpointState,
        rtol=TOLERANCE,
        atol=1e-2 * TOLERANCE,
        **_places(mode, at, closing, y_next, watch),
        nq=mode.system.nq,
        nv=mode.system.nv,
        keeps=int(energies is not None),
        slope_time=at.inputs["t"],
        slope_watch=at.outputs["watch"],
        J_y=slopes.inputs["y"],
        J_time=slopes.inputs["t"],
        change=vector,
        last=image.array(np.zeros(n)),
        largest=image.array(np.zeros(n)),
        energy_q=energies.inputs["q"] if energies else None,
        energy_v=energies.inputs["v"] if energies else None,
        energy_time=energies.inputs["t"] if energies else None,
        energy=energies.outputs["energy"] if energies else None,
        slopes=slopes,
        energies=energies,
        newton=matrix,
    )
    mode.memory = record
    return image.function_kernel(midpoint, record)
