"""Exact derivatives of rows by a design: adjoint gradients by numbers of the model, then the chain.

The gradient of a row by the inputs of the kernels is found by a pass back along its run or drive;
constants of the file are followed through their map, whose derivatives are exact. What a constant
does to the start or to a law is not in it: there differences are taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.design.gradients.instant_gradients import DriveAdjoint
from sarrus.design.gradients.run_gradient import RunAdjoint, run_settings
from sarrus.design.optimization.space import DesignSpace
from sarrus.design.optimization.variables import CONSTANT, PARAMETER
from sarrus.late_dataclass import dataclass
from sarrus.sweeps.tasks import DRIVE
from sarrus.system.time_grids import driving_times

UNUSED = {"points", "locked", "share", "loads", "base", "z"}
"""Keywords of drives of which there are no gradients, unless they are empty."""


@dataclass(frozen=True, eq=False)
class AtDesign:
    """A row with the numbers of a design in its formula filled in."""

    row: Any
    design: Sequence[float]

    @property
    def channels(self) -> tuple[str, ...]:
        """Names of the channels that it reads."""
        return tuple(self.row.channels)

    def value(self, t: np.ndarray, samples: np.ndarray) -> float:
        """Return the value."""
        return float(self.row.value(t, samples, self.design))

    def sensitivity(self, t: np.ndarray, samples: np.ndarray) -> np.ndarray:
        """Return the derivatives by samples."""
        return np.asarray(self.row.sensitivity(t, samples, self.design))


def has_gradient(space: DesignSpace) -> bool:
    """Whether all that is varied are numbers of the model alone, and its run can be gone back."""
    kinds = {v.kind for v in space.variables}
    if not kinds <= {CONSTANT, PARAMETER} or (space.known is not None and space.known.motion):
        return False
    request = space.request(space.x0)
    if request.kind == DRIVE:
        return not any(_filled(request.how.get(name)) for name in UNUSED)
    return not request.how.get("eps") and not request.how.get("baumgarte")


def _filled(value: Any) -> bool:
    return value is not None and not (hasattr(value, "__len__") and not len(value)) and bool(value)


def exact_slopes(space: DesignSpace, rows: Sequence[Any], x: np.ndarray) -> np.ndarray:
    """Return the derivatives of rows (rows, numbers) at a design; raises what has none."""
    numbers = space.numbers(x)
    adjoint = _adjoint(space, x, numbers)
    inner = _inner_slopes(space, x, numbers)
    names = [v.name for v in space.variables]
    table = _samples(adjoint, rows)
    found = np.zeros((len(rows), len(names)))
    for k, row in enumerate(rows):
        design = [float(x[names.index(name)]) for name in row.variables]
        if row.channels:
            one = adjoint.gradient(AtDesign(row, design))
            for name, slopes in inner.items():
                bar = np.asarray(one[name])
                found[k] += np.tensordot(bar, slopes, axes=bar.ndim)
        if row.variables:
            samples = (
                np.stack([table[c] for c in row.channels], axis=1)
                if row.channels
                else (np.zeros((len(adjoint.t), 0)))
            )
            own = row.design_sensitivity(np.asarray(adjoint.t, dtype=float), samples, design)
            for name, slope in zip(row.variables, own, strict=True):
                found[k, names.index(name)] += slope
    return found


def _adjoint(space: DesignSpace, x: np.ndarray, numbers: dict[str, np.ndarray]) -> Any:
    """Return the run or drive of a design that can be gone back, by all its inputs."""
    system, how = space.system, dict(space.request(x).how)
    start = space.begin(space.system_at(x), x, space.nominal)
    by, given = list(numbers), {"parameters": numbers}
    if "base" in how:
        given["base"] = how["base"]
    if space.request(x).kind == DRIVE:
        grid = driving_times(how.get("until", 1.0), how.get("every"), how.get("times"))
        return DriveAdjoint(
            system, by, grid, how["motions"], how.get("efforts"), start, None, given
        )
    settings = run_settings(
        how.get("until"), how.get("method", "auto"), how["rtol"], how["atol"],
        how.get("step"), how.get("every"), how.get("times"),
    )  # fmt: skip
    held = list(space.wanted(x)) or None
    return RunAdjoint(
        system, by, start, settings, how.get("inputs"), how.get("driven"), how.get("locked") or (),
        how.get("events") or (), held, None, given,
    )  # fmt: skip


def _samples(adjoint: Any, rows: Sequence[Any]) -> dict[str, np.ndarray]:
    """Return the channels of rows in whose formulas numbers of the design stand."""
    made = adjoint.drive if isinstance(adjoint, DriveAdjoint) else adjoint.run
    names = dict.fromkeys(name for row in rows if row.variables for name in row.channels)
    return {name: np.asarray(made[name], dtype=float) for name in names}


def _inner_slopes(
    space: DesignSpace, x: np.ndarray, numbers: dict[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Return the derivatives of the inputs of kernels by what is varied, (*shape, numbers)."""
    count = len(space.variables)
    found = {name: np.zeros((*np.shape(value), count)) for name, value in numbers.items()}
    for k, v in enumerate(space.variables):
        if v.kind == PARAMETER:
            found[v.full].reshape(-1, count)[v.place or 0, k] = 1.0
    if space.known is not None:
        given = {v.full: float(a) for v, a in zip(space.variables, x, strict=True)
                 if v.kind == CONSTANT}  # fmt: skip
        for name, slopes in space.known.derivatives(given).items():
            for j, constant in enumerate(space.known.names):
                if constant in given:
                    k = next(i for i, v in enumerate(space.variables)
                             if v.kind == CONSTANT and v.full == constant)  # fmt: skip
                    found[name][..., k] += slopes[..., j]
    return found
