"""Exact derivatives of rows by a design: adjoint gradients by numbers of the model, then the chain.

The gradient of a row by the inputs of the kernels is found by a pass back along its run or drive;
constants of the file are followed through their map, whose derivatives are exact, to numbers of the
model, of the start and of laws. What moves events or the end of the run is not in it: there
differences are taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.design.gradients.gradient import Gradient
from sarrus.design.gradients.instant_gradients import DriveAdjoint, EquilibriumAdjoint
from sarrus.design.gradients.run_gradient import RunAdjoint, run_settings
from sarrus.design.optimization.space import DesignSpace
from sarrus.design.optimization.variables import CONSTANT, INPUT, PARAMETER, RATE, START
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.sweeps.tasks import DRIVE
from sarrus.system.time_grids import driving_times

DRIVEN = "drive"
UNUSED = {"points", "locked", "share", "deflections", "loads", "base", "z"}
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


FOLLOWED = {"assembly": START, "rate": RATE, "state": START, "drive": DRIVEN, "input": INPUT,
            "guess": ""}  # fmt: skip
"""Numbers of a study that follow constants, and what derivatives are taken by; guesses have none.
"""


def has_gradient(space: DesignSpace) -> bool:
    """Whether derivatives by all that is varied exist, and its run can be gone back."""
    moved = () if space.known is None else space.known.motion
    if any(name.partition(":")[0] not in FOLLOWED for name in moved):
        return False
    request = space.request(space.x0)
    if request.kind == DRIVE:
        return not any(_filled(request.how.get(name)) for name in UNUSED)
    return not request.how.get("eps") and not request.how.get("baumgarte")


def _filled(value: Any) -> bool:
    return value is not None and not (hasattr(value, "__len__") and not len(value)) and bool(value)


@dataclass(frozen=True, eq=False)
class ExactRun:
    """The run, drive or equilibrium of a design that can be gone back, with all it depends on.

    slopes: by the names of what the adjoint is taken by, the derivatives of these numbers by what
    is varied, (*shape, count).
    """

    adjoint: RunAdjoint | DriveAdjoint | EquilibriumAdjoint
    slopes: Mapping[str, np.ndarray]
    names: tuple[str, ...]
    x: np.ndarray

    @property
    def made(self) -> Any:
        """The run, drive or equilibrium itself."""
        found = self.adjoint
        if isinstance(found, EquilibriumAdjoint):
            return found.equilibrium
        return found.drive if isinstance(found, DriveAdjoint) else found.run

    def samples(self, channels: Sequence[str]) -> np.ndarray:
        """Return channels (time, channel)."""
        if not channels:
            return np.zeros((len(self.adjoint.t), 0))
        if isinstance(self.adjoint, EquilibriumAdjoint):
            return self.adjoint.samples(channels)
        return np.stack([np.asarray(self.made[c], dtype=float) for c in channels], axis=1)

    def design_slopes(self, gradient: Gradient) -> np.ndarray:
        """Return the derivatives by what is varied from those by the inputs of kernels."""
        found = np.zeros(len(self.names))
        for name, slopes in self.slopes.items():
            found += chain(np.asarray(gradient[name]), slopes)
        return found

    def at_design(self, row: Any) -> AtDesign:
        """Return a row with the numbers of the design in it."""
        return AtDesign(row, [float(self.x[self.names.index(name)]) for name in row.variables])

    def row(self, row: Any) -> tuple[float, np.ndarray]:
        """Return the value of a row, and its derivatives by all that is varied."""
        found, one = np.zeros(len(self.names)), self.at_design(row)
        t, samples = np.asarray(self.adjoint.t, dtype=float), self.samples(row.channels)
        if row.channels:
            found += self.design_slopes(self.adjoint.gradient(one))
        own = row.design_sensitivity(t, samples, one.design) if row.variables else ()
        for name, slope in zip(row.variables, own, strict=True):
            found[self.names.index(name)] += slope
        return one.value(t, samples), found


def chain(bar: np.ndarray, slopes: np.ndarray) -> np.ndarray:
    """Return derivatives by what is varied, from those by some numbers, and these by it.

    What does not move counts nothing, whether it has a derivative or not.
    """
    still = ~np.any(slopes.reshape(*bar.shape, -1), axis=-1)
    bar = np.where(still, 0.0, bar)
    if not np.all(np.isfinite(bar)):
        rule = "changes with what is varied, and has no derivative"
        raise ModelError(Problem("G10", "exponent of a law", rule))
    return np.asarray(np.tensordot(bar, slopes, axes=bar.ndim))


def exact_slopes(space: DesignSpace, rows: Sequence[Any], x: np.ndarray) -> np.ndarray:
    """Return the derivatives of rows (rows, numbers) at a design; raises what has none."""
    known = exact_run(space, x)
    return np.array([known.row(row)[1] for row in rows]).reshape(len(rows), len(x))


def exact_run(space: DesignSpace, x: np.ndarray) -> ExactRun:
    """Return the run or drive of a design that can be gone back, by all its inputs."""
    numbers = space.numbers(x)
    system, request = space.system, space.request(x)
    how, drives = dict(request.how), request.kind == DRIVE
    slopes = inner_slopes(space, x)
    by, values = list(slopes), {"parameters": numbers}
    if "base" in how:
        values["base"] = how["base"]
    names = tuple(v.name for v in space.variables)
    if drives:
        grid = driving_times(how.get("until", 1.0), how.get("every"), how.get("times"))
        drive = DriveAdjoint(
            system, by, grid, how["motions"], how.get("efforts"), None, None, values, space.run(x)
        )
        return ExactRun(drive, slopes, names, x)
    settings = run_settings(
        how.get("until"), how.get("method", "auto"), how["rtol"], how["atol"],
        how.get("step"), how.get("every"), how.get("times"),
    )  # fmt: skip
    start = space.begin(space.system_at(x), x, space.nominal)
    held = list(space.wanted(x)) or None
    run = RunAdjoint(
        system, by, start, settings, how.get("inputs"), how.get("driven"), how.get("locked") or (),
        how.get("events") or (), held, None, values,
    )  # fmt: skip
    return ExactRun(run, slopes, names, x)


def inner_slopes(space: DesignSpace, x: np.ndarray) -> dict[str, np.ndarray]:
    """Return the derivatives of what adjoints are taken by, by what is varied, (*shape, count)."""
    count, numbers = len(space.variables), space.numbers(x)
    drives = space.request(x).kind == DRIVE  # it has no start then
    found = {name: np.zeros((*np.shape(value), count)) for name, value in numbers.items()}

    def add(name: str, k: int, slope: np.ndarray | float) -> None:
        table = found.setdefault(name, np.zeros((*np.shape(slope), count)))
        table[..., k] += slope

    places = {v.full: k for k, v in enumerate(space.variables) if v.kind == CONSTANT}
    for k, v in enumerate(space.variables):
        if v.kind == PARAMETER:
            found[v.full].reshape(-1, count)[v.place or 0, k] = 1.0
        elif v.kind == INPUT or (v.kind in (START, RATE) and not drives):
            add(_adjoint_name(space, v.kind, v.full), k, 1.0)
    if space.known is None:
        return found
    values = {name: float(x[k]) for name, k in places.items()}
    for name, slopes in space.known.derivatives(values).items():
        for j, constant in enumerate(space.known.names):
            if constant in places:
                found[name][..., places[constant]] += slopes[..., j]
    for name, slopes in space.known.motion_derivatives(values).items():
        what, _, element = name.partition(":")
        kind = FOLLOWED[what]
        if not kind or (drives and kind in (START, RATE)):
            continue
        for j, constant in enumerate(space.known.names):
            if constant in places:
                add(_adjoint_name(space, kind, element), places[constant], slopes[..., j])
    return found


def _adjoint_name(space: DesignSpace, kind: str, element: str) -> str:
    """Return the name by which the adjoint of a run takes a number of its start or a law."""
    if kind == INPUT:
        return f"input:{element}"
    if kind == DRIVEN:
        return f"drive:{element}"
    if kind == RATE:
        vector, place = space.system.compiled.located_rate(element)
        if vector != "v":
            rule = "belongs to a cut joint, which has no velocity of its own in the equations"
            raise ModelError(Problem("G10", f"rate of '{element}'", rule))
        return f"start:{space.system.velocities[place.start]}"
    return f"start:{element}"
