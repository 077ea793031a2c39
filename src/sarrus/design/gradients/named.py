"""Derivatives by name, from those by the inputs of kernels and by the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.design.gradients.backward import Totals
from sarrus.design.gradients.law_numbers import LawNumbers
from sarrus.design.gradients.start import StartAdjoint
from sarrus.design.gradients.variables import (
    CODE,
    CONSTANT,
    INPUT,
    PARAMETER,
    START,
    Variable,
    by_constants,
)
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass

if TYPE_CHECKING:
    from sarrus.system.constants.constants_map import ConstantsMap
    from sarrus.system.system import System


CHANGE = 1e-3
"""Part of constants by which they are moved to differentiate the derivatives of their map."""


@dataclass(frozen=True, eq=False)
class ConstantsAt:
    """The constants of a file at some values; what is not given has that of the file."""

    map: ConstantsMap
    values: Mapping[str, Any]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the constants."""
        return self.map.names

    @property
    def outputs(self) -> tuple[str, ...]:
        """Full names of the parameters that follow them."""
        return self.map.outputs

    def derivatives(self) -> dict[str, np.ndarray]:
        """Return the derivatives of these parameters by the constants."""
        return self.map.derivatives(self.values)

    def derivative_changes(self, along: Mapping[str, float]) -> dict[str, np.ndarray]:
        """Return how these derivatives change along a direction, by differences of fourth order.

        The map is a program without a run: nothing else is evaluated anew.
        """
        flat = self.map.vector(self.values)
        here = dict(zip(self.names, flat.tolist(), strict=True))
        part = max(abs(x) / (abs(here[name]) or 1.0) for name, x in along.items())
        if not part:
            return {}
        h = CHANGE / part
        ends = [
            self.map.derivatives({**here, **{n: here[n] + k * h * x for n, x in along.items()}})
            for k in (-2.0, -1.0, 1.0, 2.0)
        ]
        return {
            name: (8.0 * (ends[2][name] - ends[1][name]) - (ends[3][name] - ends[0][name]))
            / (12.0 * h)
            for name in self.outputs
        }


@dataclass(frozen=True, eq=False)
class Derivatives:
    """What was asked for: variables of a system with inputs by name, and constants of its file."""

    system: System
    variables: Sequence[Variable]
    inputs: Mapping[str, Any]
    constants: ConstantsAt | None
    laws: LawNumbers | None = None

    @property
    def wanted(self) -> list[int]:
        """Places of the velocities of the tree that are to be independent at the start."""
        places = [self.place(v) for v in self.variables if v.kind == START]
        return list(dict.fromkeys(k for vector, at in places if vector != "z" for k in at))

    def places_of(self, name: str) -> list[int]:
        """Return the places of the velocities of a coordinate, velocity or joint of the tree."""
        _, place = self.system.compiled.located_rate(name)
        return list(range(place.start, place.stop))

    def by_name(self, totals: Totals, start: StartAdjoint | None) -> dict[str, Any]:
        """Return derivatives by the names of the variables."""
        p, constants = totals.p, dict[str, float]()
        if self.constants is not None and any(v.kind == CONSTANT for v in self.variables):
            constants = by_constants(self.constants, p)
        of_laws: dict[str, Any] = {}
        if self.laws is not None:
            of_laws = self.laws.by_name(
                np.zeros(len(self.laws)) if totals.laws is None else totals.laws
            )
        found: dict[str, Any] = {}
        for v in self.variables:
            if v.name in of_laws:
                found[v.name] = of_laws[v.name]
            elif v.kind == PARAMETER:
                found[v.name] = _of_parameter(v, p)
            elif v.kind == CONSTANT:
                found[v.name] = constants[v.name]
            elif v.kind == START and start is not None:
                found[v.name] = _of_start(v, self.place(v), start)
            elif v.kind == INPUT:
                found[v.name] = self._of_input(v, totals)
        return found

    def place(self, v: Variable) -> tuple[str, list[int]]:
        """Return which vector a start value belongs to, and its places in it or in velocities."""
        vector, place = self.system.compiled.place_of(v.element, ("q", "v", "z"))
        if vector == "q":
            return vector, self.places_of(v.element)
        return vector, list(range(place.start, place.stop))

    def _of_input(self, v: Variable, totals: Totals) -> Any:
        law = self.inputs[v.element]
        vector, place = self.system.compiled.located_rate(v.element)
        first = 0 if vector == "v" else self.system.nv
        total = np.zeros(place.stop - place.start)
        for key, sim in totals.simulators.items():
            if np.array_equal(sim.actuation.laws.get(v.element, np.nan), law):
                total = total + totals.efforts[key][first + place.start : first + place.stop]
        return total if np.ndim(law) else float(total.sum())


def _of_parameter(v: Variable, p: Mapping[str, np.ndarray]) -> Any:
    bar = p.get(v.element, np.zeros(()))
    if v.part is not None:
        return float(bar[v.part])
    return float(bar) if np.ndim(bar) == 0 else np.array(bar)


def _of_start(v: Variable, place: tuple[str, list[int]], start: StartAdjoint) -> Any:
    vector, at = place
    if vector == "z":
        return float(start.z[at[0]])
    known = start.theta if vector == "q" else start.v
    if any(k not in known for k in at):
        rule = "follows from the other coordinates of the start: it is not independent"
        action = "name coordinates that are free together, or give independent="
        raise ModelError(Problem(CODE, f"by '{v.name}'", rule, action=action))
    found = np.array([known[k] for k in at])
    return float(found[0]) if len(found) == 1 else found
