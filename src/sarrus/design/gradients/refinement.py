"""Steps with error control, made smaller where derivatives need it.

The size of a step follows from the errors of the motion. Where the motion does not show what the
equations do, as at rest, steps may be far too long for small changes of it, and the derivative
along them is that of nothing. What a step of size h does to a small change along an eigenvector of
df/dy, with the eigenvalue lambda, is a factor R(z), z = lambda h, R the stability function of the
method; the motion has exp(z). Steps in which the two differ by more than the tolerance are divided.
Of what has died away since the start, or the last event, it is enough that it does not come back:
stiff motions keep their steps.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.design.gradients.adjoint_kernels import AdjointKernels
from sarrus.design.gradients.tape import ControlledSteps, TapedEvent, TapedLeg
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.system.simulation.mode_kernels import Simulator

LOOSER = 10.0
"""Part of the tolerance by which a step may change what is small, as it may the motion."""
PARTS = np.array([1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 4096])
"""Numbers of steps into which one is divided."""
MOST = 40
"""Most states at which eigenvalues are taken; between them they are those of the one before."""
SHARE = 4
"""Products with derivatives for that, for each step, which has a dozen of its own."""
NEAR = 1e-9
"""Part of a step that is none."""


def refine(
    tape: list[TapedLeg | TapedEvent], kernels: AdjointKernels, table: Any, rtol: float
) -> None:
    """Divide the steps of a tape with error control that are too long for derivatives."""
    for leg in tape:
        if isinstance(leg, TapedLeg):
            leg.parts[:] = [
                _short_steps(kernels, leg, table, part, LOOSER * rtol)
                if isinstance(part, ControlledSteps) and len(part.steps)
                else part
                for part in leg.parts
            ]


def _short_steps(
    kernels: AdjointKernels, leg: TapedLeg, table: Any, part: ControlledSteps, limit: float
) -> ControlledSteps:
    sim, count = leg.sim, len(part.steps)
    passed, sizes = part.steps[:, :1] - leg.t, part.steps[:, 1:2]
    wanted = int(np.clip(SHARE * count // sim.size, 2, MOST))
    looked = np.unique(np.linspace(0, count - 1, min(wanted, count)).astype(int))
    eigenvalues = _eigenvalues(kernels, sim, part, looked)
    of = np.searchsorted(looked, np.arange(count), side="right") - 1
    living = eigenvalues[of].real * passed > np.log(limit)
    division = step_divisions(table, eigenvalues[of] * sizes, living, limit)
    if np.all(division == 1):
        return part
    return replace(part, steps=_step_parts(sim, table, part, division))


def _eigenvalues(
    kernels: AdjointKernels, sim: Simulator, part: ControlledSteps, looked: np.ndarray
) -> np.ndarray:
    """Return the eigenvalues of df/dy at the starts of some steps [1/s], a row for each."""
    back = BoundKernel(kernels.slope(sim), part.inputs)
    found = []
    for step in part.steps[looked]:
        back.inputs["t"][...], back.inputs["y"][...] = step[0], step[2:]
        rows = []
        for unit in np.eye(sim.size):
            back.inputs["w"][...] = unit
            back()
            rows.append(back.outputs["y_bar"].copy())
        J = np.array(rows)
        known = np.all(np.isfinite(J))
        found.append(np.linalg.eigvals(J) if known else np.zeros(sim.size))
    return np.array(found, dtype=complex)


def step_divisions(table: Any, z: np.ndarray, living: np.ndarray, limit: float) -> np.ndarray:
    """Return into how many each step is to be divided.

    z: eigenvalues times sizes, a row for each step; living: which of them are to be followed.
    """
    division = np.full(len(z), int(PARTS[-1]))
    left = np.arange(len(z))
    for number in PARTS:
        good = number * np.max(_distortion(table, z[left] / number, living[left]), axis=1) <= limit
        division[left[good]] = number
        left = left[~good]
        if not len(left):
            break
    return division


def _distortion(table: Any, z: np.ndarray, living: np.ndarray) -> np.ndarray:
    """Return by how much a step changes what is small otherwise than the motion does, by mode."""
    K: list[np.ndarray] = []
    for row in np.asarray(table.A, dtype=float)[: table.STAGES + 1]:
        K.append(1.0 + z * sum((a * k for a, k in zip(row, K, strict=False)), start=0.0 * z))
    step = K[-1]
    motion = np.exp(np.minimum(z.real, 500.0) + 1j * z.imag)
    error = np.abs(step - motion) / np.maximum(1.0, np.abs(motion))
    return np.where(living, error, np.maximum(0.0, np.abs(step) - 1.0))


def _step_parts(
    sim: Simulator, table: Any, part: ControlledSteps, division: np.ndarray
) -> np.ndarray:
    """Return steps of which some are divided, with the states where the parts begin."""
    A, C, last = np.asarray(table.A, dtype=float), table.C, table.STAGES
    slope = BoundKernel(sim.slope_kernel(), part.inputs)
    closing = BoundKernel(sim.project_kernel(), part.inputs) if sim.needs_projection else None
    found = []
    for row, number in zip(part.steps, division, strict=True):
        t, h, y = float(row[0]), float(row[1]) / int(number), row[2:]
        K = np.zeros((last, sim.size))
        for k in range(int(number)):
            start = t + k * h
            if k and part.end - start <= NEAR * h:
                break
            found.append(np.concatenate([[start, h], y]))
            if k + 1 == number:
                break
            for j in range(last):
                slope.inputs["y"][...] = y + h * (A[j, :j] @ K[:j])
                slope.inputs["t"][...] = start + C[j] * h
                slope()
                K[j] = slope.outputs["ydot"]
            y = y + h * (A[last, :last] @ K)
            if closing is not None:
                closing.inputs["y"][...], closing.inputs["t"][...] = y, start + h
                closing()
                y = closing.outputs["y"].copy()
    return np.array(found)
