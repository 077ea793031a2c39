"""How results at a state or an equilibrium change with the numbers of a model, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.summaries import html_table, summary
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.analysis.equilibrium import balanced
from sarrus.system.analysis.rest_with_states import rest_by_parameters, rest_slopes, scales
from sarrus.system.names import unknown
from sarrus.system.simulation.mode_kernels import Simulator

OFF = 1e-6
"""Part of the usual accelerations that may be left where derivatives of rest are taken."""


@with_checks
@dataclass(frozen=True, eq=False)
class Gradients:
    """Derivatives of outputs by parameters: values (outputs), matrix (outputs x parameters).

    `gradients["A.effort", "crank.mass"]` is one of them; a parameter with several numbers, such as
    a point, has a column for each ("A.point[0]").
    """

    outputs: tuple[str, ...]
    parameters: tuple[str, ...]
    values: np.ndarray
    matrix: np.ndarray

    def __getitem__(self, which: tuple[str, str]) -> Any:
        """Return the derivative of an output by a parameter; arrays where they have several."""
        rows = places_of_name("output", which[0], self.outputs)
        columns = places_of_name("parameter", which[1], self.parameters)
        part = self.matrix[np.ix_(rows, columns)]
        return float(part[0, 0]) if part.size == 1 else np.squeeze(part)

    def __repr__(self) -> str:
        title = f"Gradients of {len(self.outputs)} outputs by {len(self.parameters)} numbers"
        rows = dict(zip(self.outputs, self.matrix, strict=True))
        return summary(title, {"by": self.parameters, **rows})

    def _repr_html_(self) -> str:
        rows = [(name, *row) for name, row in zip(self.outputs, self.matrix, strict=True)]
        return html_table("derivatives", ("output", *self.parameters), rows)


def places_of_name(kind: str, name: str, names: Sequence[str]) -> list[int]:
    """Return the places of a name, or of its numbers, among names; unknown ones are refused."""
    found = [k for k, n in enumerate(names) if n == name or n.startswith(f"{name}[")]
    if not found:
        raise ModelError(unknown(kind, name, list(names)))
    return found


def parameter_columns(sim: Simulator, names: Sequence[str]) -> tuple[list[int], list[str]]:
    """Return the columns of named parameters among all inputs, and a name for each."""
    known = sim.system.compiled.compiler.parameters
    columns, labels = [], []
    for name in names:
        full = sim.system.compiled.full_parameter(name)
        at = 0
        for other, default in zip(known.names, known.defaults, strict=True):
            if other == full:
                places = np.ndindex(default.shape)
                listed = [f"[{','.join(map(str, place))}]" if place else "" for place in places]
                columns += list(range(at, at + default.size))
                labels += [f"{name}{part}" for part in listed]
            at += default.size
    return columns, labels


def gradients(d: Differentials, outputs: Sequence[str], names: Sequence[str]) -> Gradients:
    """Return derivatives with the independent coordinates and velocities held."""
    labels = parameter_columns(d.sim, names)[1]
    return Gradients(tuple(outputs), tuple(labels), d.found["g"], d.by_parameters("g"))


def equilibrium_gradients(
    d: Differentials, outputs: Sequence[str], names: Sequence[str]
) -> Gradients:
    """Return derivatives when the mechanism stays in equilibrium."""
    if not balanced(d, OFF):
        raise ModelError(_not_in_balance(d))
    labels = parameter_columns(d.sim, names)[1]
    chosen = list(d.independent)
    slope, off = d.by_independent("vdot")[0][chosen], d.by_parameters("vdot")[chosen]
    if d.sim.nz:
        slope, off = rest_slopes(d) / scales(d), rest_by_parameters(d)
    moved = np.linalg.lstsq(slope, -off, rcond=1e-12)[0]
    left = np.abs(slope @ moved + off)
    if float(np.max(left, initial=0.0)) > OFF * max(
        float(np.max(np.abs(off), initial=0.0)), 1e-300
    ):
        raise ModelError(_free(d, labels[int(np.argmax(np.max(left, axis=0)))], slope))
    matrix = d.by_parameters("g") + d.by_independent("g")[0] @ moved[: len(chosen)]
    if d.sim.nz:
        matrix = matrix + d.by_states("g") @ moved[len(chosen) :]
    return Gradients(tuple(outputs), tuple(labels), d.found["g"], matrix)


def _not_in_balance(d: Differentials) -> Problem:
    vdot = np.abs(d.found["vdot"])
    worst = d.sim.system.velocities[int(np.argmax(vdot))]
    return Problem(
        "S07",
        "equilibrium",
        f"does not balance here: '{worst}' accelerates by {vdot.max():.3g}",
        cause="it was found with other efforts, drives, locks or parameters",
        action="give the same ones here",
    )


def _free(d: Differentials, label: str, slope: np.ndarray) -> Problem:
    loose = np.linalg.svd(slope)[2][-1]
    names = [*(d.sim.system.velocities[k] for k in d.independent), *d.sim.system.states]
    name = names[int(np.argmax(np.abs(loose)))]
    return Problem(
        "S07",
        f"equilibrium by '{label}'",
        f"has no derivative: no stiffness holds '{name}'",
        cause="a freedom without force, or a limit point, where the equilibrium turns back",
        action="lock a free coordinate, or use another value",
    )
