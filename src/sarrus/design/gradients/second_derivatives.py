"""Products of second derivatives with a direction.

    H d = d/ds grad J(x + s d)  at s = 0.

The pass back is differentiated along the direction (`forward_over_reverse`): to rounding for equal
steps. Through events, values of tables, rolling and equilibria, gradients nearby are compared
instead: four of them, whatever the number of names, with about ten digits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.design.gradients.adjoint_kernels import DirectionKernels, products
from sarrus.design.gradients.forward_over_reverse import DriveAlong, RunAlong, refusal
from sarrus.design.gradients.gradient import Gradient
from sarrus.design.gradients.public import adjoint_of, gradient, read
from sarrus.design.gradients.start import start_differentials
from sarrus.design.gradients.variables import (
    CODE,
    CONSTANT,
    DRIVE,
    INPUT,
    PARAMETER,
    START,
    Variable,
    system_with,
    variables_of,
)
from sarrus.errors import ModelError, Problem
from sarrus.model.building.references import nearest
from sarrus.system.analysis.analysis import Analysis
from sarrus.system.flow.step_gradients import ALONG
from sarrus.system.state import State
from sarrus.system.system import System

ROUNDS = 30
"""Corrections of a start that has moved; each leaves a small part of what was open."""
PART = 2e-3
"""Change of the numbers, as part of their sizes, by which gradients are taken."""


@with_checks
def hessian_product(
    system: System,
    objective: Any,
    by: Sequence[str],
    direction: Mapping[str, Any],
    **how: Any,
) -> Gradient:
    """Return second derivatives of an objective times a direction, by name.

    direction: numbers or arrays for names of `by`, 0 for those that are left out; how: all else
    that `gradient` takes. `value` is the derivative along the direction. It costs a pass forward
    and one back along the run, whatever the number of names. Where there are events, values of
    tables, rolling, or an equilibrium, it is made of four gradients nearby, and says so in
    `notices`.

    Example:
        how = {"start": swing.assemble(), "until": 0.1}
        found = hessian_product(swing, "final A.rate", ["S.k"], {"S.k": 1.0}, **how)
    """
    strange = [name for name in direction if name not in by]
    if strange:
        rule = "is not among the names of `by`"
        raise ModelError([Problem(CODE, f"direction '{n}'", rule, action=nearest(n, list(by)))
                          for n in strange])  # fmt: skip
    of = str(how.get("of", "run"))
    why = f"an {of}"
    if of in ("run", "drive"):
        own = {name: x for name, x in how.items() if name != "of"}
        known = adjoint_of(system, by, of, own)
        why = refusal(known)
        if not why:
            kind: Any = RunAlong if of == "run" else DriveAlong
            return kind(known, direction).product(read(system, objective, of))
    found = by_differences(system, objective, by, direction, how)
    return replace(found, notices=(*found.notices, _near(why)))


def _near(why: str) -> Problem:
    rule = f"are differences of gradients nearby, of about ten digits, because of {why}"
    return Problem(CODE, "second derivatives", rule, severity="notice")


def by_differences(
    system: System,
    objective: Any,
    by: Sequence[str],
    direction: Mapping[str, Any],
    how: Mapping[str, Any],
) -> Gradient:
    """Return the same by differences of fourth order of four gradients nearby."""
    inputs, driven = dict(how.get("inputs") or {}), dict(how.get("driven") or {})
    variables = variables_of(system, [*by], inputs, driven, how.get("constants"))
    full = [v.element for v in variables if v.kind == PARAMETER]
    point = Nearby(system_with(system, full), how)
    along = [(v, np.asarray(direction[v.name], dtype=float)) for v in variables
             if v.name in direction]  # fmt: skip
    sizes = [np.max(np.abs(point.value(v)), initial=0.0) for v, _ in along]
    parts = [
        float(np.max(np.abs(d), initial=0.0)) / (float(size) or 1.0)
        for (_, d), size in zip(along, sizes, strict=True)
    ]
    most = max(parts, default=0.0)
    here = gradient(point.system, objective, by, **how)
    slope = sum(float(np.sum(here[v.name] * d)) for v, d in along)
    if not most:
        nothing = {name: 0.0 * here[name] for name in here}
        return Gradient(slope, nothing, here.run)
    step = PART / most
    ends = [
        gradient(
            point.system, objective, by, **point.arguments([(v, k * step * d) for v, d in along])
        )
        for k in (-2.0, -1.0, 1.0, 2.0)
    ]
    found = {
        name: (8.0 * (ends[2][name] - ends[1][name]) - (ends[3][name] - ends[0][name]))
        / (12.0 * step)
        for name in here
    }
    return Gradient(slope, found, here.run)


class Nearby:
    """The numbers at which a gradient is taken, and the arguments for others nearby."""

    def __init__(self, system: System, how: Mapping[str, Any]) -> None:
        self.system, self.how = system, dict(how)

    def value(self, v: Variable) -> np.ndarray:
        """Return the numbers of a variable."""
        if v.kind == PARAMETER:
            whole = self._parameter(v)
            return np.asarray(whole if v.part is None else whole[v.part])
        if v.kind == CONSTANT:
            known = self.how["constants"]
            values = known.vector(self.how.get("constant_values") or {})
            return np.asarray(values[known.names.index(v.name)])
        if v.kind == START:
            start = self.how["start"]
            return np.asarray(start[v.element], dtype=float)
        law = self.how["inputs" if v.kind == INPUT else "driven"][v.element]
        return np.asarray(law[1] if isinstance(law, (tuple, list)) else law, dtype=float)

    def _parameter(self, v: Variable) -> np.ndarray:
        compiled = self.system.compiled
        values = compiled.by_full_name(self.how.get("parameters") or {})
        known = compiled.compiler.parameters
        own = dict(zip(known.names, known.defaults, strict=True))
        return np.array(values.get(v.element, own[v.element]), dtype=float)

    def arguments(self, changes: Sequence[tuple[Variable, np.ndarray]]) -> dict[str, Any]:
        """Return the arguments of `gradient` with numbers that have changed."""
        how = dict(self.how)
        numbers = self.system.compiled.by_full_name(how.get("parameters") or {})
        started: dict[str, np.ndarray] = {}
        for v, change in changes:
            if v.kind == PARAMETER:
                whole = np.array(numbers.get(v.element, self._parameter(v)), dtype=float)
                if v.part is None:
                    whole = whole + change
                else:
                    whole[v.part] += float(change)
                numbers[v.element] = whole if whole.ndim else float(whole)
            elif v.kind == CONSTANT:
                values = dict(how.get("constant_values") or {})
                how["constant_values"] = {**values, v.name: float(self.value(v) + change)}
            elif v.kind in (INPUT, DRIVE):
                key = "inputs" if v.kind == INPUT else "driven"
                law = how[key][v.element]
                table = isinstance(law, (tuple, list))
                other = (law[0], np.asarray(law[1]) + change) if table else law + float(change)
                how[key] = {**how[key], v.element: other}
            else:
                started[v.element] = change
        if numbers:
            how["parameters"] = numbers
        return self._with_start(how, started)

    def _with_start(self, how: dict[str, Any], started: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments with a start that is closed for these numbers."""
        start = how.get("start")
        if isinstance(start, Mapping):
            how["start"] = {**start, **{n: start[n] + float(x) for n, x in started.items()}}
        elif isinstance(start, State) and how.get("of", "run") == "run":
            how["start"] = self._assembled_state(start, how, started)
        return how

    def _assembled_state(
        self, start: State, how: Mapping[str, Any], started: Mapping[str, Any]
    ) -> State:
        """Return the start whose independent coordinates have moved, closed for these numbers."""
        system, state = self.system, replace(start, system=self.system)
        values = {k: how[k] for k in ("parameters", "base", "z") if k in how}
        mode = (how.get("inputs"), how.get("driven"), how.get("locked", ()))
        sim = Analysis(system, *mode, values, (), (start.t, start.t)).simulator(state.q)
        places = {name: system.compiled.located_rate(name)[1].start for name in started}
        wanted = [
            place for name, place in places.items() if name not in sim.system.compiled.state_names
        ]
        d = start_differentials(sim, state, how.get("independent"), wanted)
        theta, v, z = np.zeros(system.nv), np.array(state.v), state.own_z
        for name, change in started.items():
            vector, place = system.compiled.place_of(name, ("q", "v", "z"))
            if vector == "z":
                z = np.array(system.compiled.states_at(state, sim.last) if z is None else z)
                z[place] += float(change)
            else:
                (theta if vector == "q" else v)[places[name]] += float(change)
        q = system.compiled.layout.add(np.array(state.q), theta)
        if not system.closed:
            return replace(state, q=q, v=v, own_z=z)
        kernels, rows = DirectionKernels(), len(d.rows)
        kernel = kernels.opening_value(sim)
        still = {ALONG: np.zeros(kernels.sizes(sim).total)}

        def openings() -> np.ndarray:
            y = sim.start(replace(state, q=q, v=v, own_z=z))
            values = {**sim.inputs(sim.choice(y)), **still}
            both = np.concatenate([y, np.zeros(len(y))])
            found = products(kernel, values, y=both, t=np.array([start.t]))["open"]
            return found[: len(found) // 2].copy()

        for _ in range(ROUNDS):  # the change is small: the rows of the start are near enough
            theta = d.dependent_motion(-openings()[:rows, None])[:, 0]
            q = system.compiled.layout.add(q, theta)
            if np.max(np.abs(theta), initial=0.0) < 1e-15:
                break
        for _ in range(ROUNDS):
            change = d.dependent_motion(-openings()[rows : 2 * rows, None])[:, 0]
            v = v + change
            if np.max(np.abs(change), initial=0.0) < 1e-15:
                break
        return replace(state, q=q, v=v, own_z=z)
