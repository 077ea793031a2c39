"""Outputs of a driven motion for many sets of numbers of a model, side by side where possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.design.uncertainty.tolerance import CODE
from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.late_dataclass import dataclass

if TYPE_CHECKING:
    from sarrus.system import State, System

NEWTON, CLOSED = 30, 1e-11
CHUNK = 4096
"""Rows that are followed together."""


@dataclass(frozen=True, eq=False)
class Numbers:
    """What is varied: by label, the input of the kernels that it is a number of, and its place.

    constants: the map from constants of the file, where labels are such.
    """

    labels: tuple[str, ...]
    parameters: tuple[str, ...]
    places: tuple[tuple[str, int], ...]
    nominal: np.ndarray
    constants: Any = None

    def rows(self, system: System, changes: np.ndarray) -> np.ndarray:
        """Return all parameters of the kernels (flat, a row for each row of changes)."""
        known = system.compiled.compiler.parameters
        at, first = {}, 0
        for name, default in zip(known.names, known.defaults, strict=True):
            at[name] = first
            first += default.size
        p = np.tile(known.vector, (len(changes), 1))
        if self.constants is None:
            for k, (name, place) in enumerate(self.places):
                p[:, at[name] + place] += changes[:, k]
            return p
        base = self.constants.defaults
        where = [self.constants.names.index(label) for label in self.labels]
        for row, change in zip(p, changes, strict=True):
            flat = base.copy()
            flat[where] += change
            found = self.constants.outputs_at(flat)
            if not np.all(found["guards"]):
                row[:] = np.nan
                continue
            for name in self.constants.outputs:
                value = np.ravel(found[name])
                row[at[name] : at[name] + len(value)] = value
        return p


class DrivenOutputs:
    """Outputs over a driven motion, as functions of parameters."""

    def __init__(
        self,
        system: System,
        numbers: Numbers,
        outputs: Sequence[str],
        laws: Mapping[str, Any],
        times: np.ndarray,
        start: State,
    ) -> None:
        self.system, self.numbers, self.outputs = system, numbers, tuple(outputs)
        self.laws, self.times = dict(laws), times
        self.drive = system.drive(self.laws, times=times, guess=start)
        self.nominal = self._values(self.drive)
        self.start = start

    def _values(self, drive: Any) -> np.ndarray:
        return np.column_stack([np.asarray(drive.history[name], float) for name in self.outputs])

    # --- exact derivatives --------------------------------------------------------------------

    def sensitivities(self) -> np.ndarray:
        """Return exact derivatives (times x outputs x numbers) along the motion."""
        names = self.numbers.parameters
        analysis = self.system._analysis(None, self.laws, (), {}, (self.times[0], self.times[-1]),
                                         names)  # fmt: skip
        found = [analysis.gradients(self.drive.state(k), list(self.outputs), None)
                 for k in range(len(self.times))]  # fmt: skip
        whole = np.stack([one.matrix for one in found])
        return with_constants(self.numbers, whole, found[0].parameters)

    # --- many sets ----------------------------------------------------------------------------

    @cached_property
    def side_by_side(self) -> bool:
        """Whether rows are followed together: outputs of position and velocity, driven in the tree.

        Efforts, reactions and accelerations need the equations of motion at each instant.
        """
        definitions = [self.system.compiled.catalogue.find(name) for name in self.outputs]
        kinematic = not any(d.solved or d.accumulates for d in definitions)
        return kinematic and all(self._place(name) is not None for name in self.laws)

    def _place(self, name: str) -> tuple[int, int] | None:
        """Return where a driven coordinate stands in q and v, None where it is none of the tree."""
        joint = name.rpartition(".")[0] if "." in name else name
        own = {j.name: j for j in self.system.model.joints}.get(joint)
        if own is None or len(own.coordinate_names) != 1 or len(own.velocity_names) != 1:
            return None
        try:
            return (self.system.coordinates.index(own.coordinate_names[0]),
                    self.system.velocities.index(own.velocity_names[0]))  # fmt: skip
        except ValueError:
            return None

    def values(self, changes: np.ndarray) -> np.ndarray:
        """Return outputs (rows x times x outputs); not a number where a set cannot be assembled."""
        if not len(changes):
            return np.zeros((0, *self.nominal.shape))
        p = self.numbers.rows(self.system, np.asarray(changes, dtype=float))
        if self.side_by_side:
            parts = [self._together(p[k : k + CHUNK]) for k in range(0, len(p), CHUNK)]
            return np.concatenate(parts)
        return np.stack([self._alone(row) for row in p])

    def _alone(self, row: np.ndarray) -> np.ndarray:
        known = self.system.compiled.compiler.parameters
        try:
            drive = self.system.drive(self.laws, times=self.times, guess=self.start,
                                      parameters=known.split(row))  # fmt: skip
            return self._values(drive)
        except SarrusError:
            return np.full(self.nominal.shape, np.nan)

    def _together(self, p: np.ndarray) -> np.ndarray:
        """Return outputs of rows of parameters: each instant closed from the nominal one.

        Newton's iteration in the least-norm sense, with the driven coordinates held: rows that are
        redundant take no part.
        """
        system, n = self.system, len(p)
        loops = system.compiled.loops
        held = [place for name in self.laws if (place := self._place(name)) is not None]
        free = [k for k in range(system.nv) if k not in {v for _, v in held}]
        population, known = system.on("cpu"), system.compiled.compiler.parameters
        columns = known_rows(known, p)
        found = np.full((n, *self.nominal.shape), np.nan)
        ahead = np.zeros((n, system.nv))
        for k, t in enumerate(self.times):
            state = self.drive.state(k)
            q = self._moved_coordinates(np.tile(state.q, (n, 1)), ahead)
            v = np.tile(state.v, (n, 1))
            open_ = ~np.all(np.isfinite(p), axis=1)
            if loops.m:
                last = self._last(float(t), p)
                for _ in range(NEWTON):
                    phi, Phi = loops.closure(q, *last)[:2]
                    step = np.zeros((n, system.nv))
                    step[:, free] = _least(Phi[:, :, free], -phi)
                    q = self._moved_coordinates(q, step)
                    size = np.max(np.abs(step), axis=1)
                    open_ = ~(size <= CLOSED)
                    if not np.any(open_):
                        break
                phi, Phi = loops.closure(q, *last)[:2]
                driven = np.einsum("nij,nj->ni", np.delete(Phi, free, 2), np.delete(v, free, 1))
                v[:, free] = _least(Phi[:, :, free], -driven)
                open_ |= ~(np.max(np.abs(phi), axis=1) <= 1e-8 * max(loops.length, 1.0))
            ahead = np.where(open_[:, None], 0.0, self._differences(q, state.q))
            values = population.channels(list(self.outputs), q, v, t=float(t), parameters=columns)
            for m, name in enumerate(self.outputs):
                found[:, k, m] = np.where(open_, np.nan, np.reshape(values[name], n))
        return found

    @cached_property
    def _plain(self) -> bool:
        """Whether velocities are rates of coordinates, so that motions add to them as they are."""
        from sarrus.model.joints import JointType

        return all(type(j.type).add is JointType.add for j in self.system.model.joints)

    def _moved_coordinates(self, q: np.ndarray, dv: np.ndarray) -> np.ndarray:
        if self._plain:
            return q + dv
        add = self.system.compiled.layout.add
        return np.stack([add(a, b) for a, b in zip(q, dv, strict=True)])

    def _differences(self, q: np.ndarray, first: np.ndarray) -> np.ndarray:
        if self._plain:
            return q - first
        difference = self.system.compiled.layout.difference
        return np.stack([difference(a, first) for a in q])

    def _last(self, t: float, p: np.ndarray) -> list[np.ndarray]:
        """Return the last inputs of kernels, with rows of parameters."""
        values = dict(self.system.compiled.compiler.defaults)
        rows = {
            name: np.tile(np.asarray(x, dtype=float), (len(p), 1)) for name, x in values.items()
        }
        if "t" in rows:
            rows["t"][:] = t
        rows["p"] = p
        return [rows[name] for name in values]


def known_rows(known: Any, p: np.ndarray) -> dict[str, np.ndarray]:
    """Return rows of parameters by their names."""
    found, at = {}, 0
    for name, default in zip(known.names, known.defaults, strict=True):
        found[name] = p[:, at : at + default.size].reshape(len(p), *default.shape)
        at += default.size
    return found


def _least(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return least-norm solutions of rows of equations, redundant ones among them."""
    bad = ~np.all(np.isfinite(A), axis=(1, 2)) | ~np.all(np.isfinite(b), axis=1)
    A, b = np.where(bad[:, None, None], 0.0, A), np.where(bad[:, None], np.nan, b)
    return np.einsum("nij,nj->ni", np.linalg.pinv(A, rcond=1e-9), b)


def check_outputs(system: System, outputs: Sequence[str]) -> None:
    """Refuse outputs that are no single numbers."""
    for name in outputs:
        definition = system.compiled.catalogue.find(name)
        if definition.shape:
            rule = f"has {int(np.prod(definition.shape))} numbers; an output is one of them"
            action = f"name one: '{name}.x'"
            raise ModelError(Problem(CODE, f"output '{name}'", rule, action=action))


class RunOutputs:
    """Outputs over a simulated motion, as functions of parameters.

    The coordinates and velocities of the start that are independent stay, the others close the
    loops; how: keywords of `System.simulate`.
    """

    def __init__(
        self,
        system: System,
        numbers: Numbers,
        outputs: Sequence[str],
        times: np.ndarray,
        start: State,
        how: Mapping[str, Any],
    ) -> None:
        self.system, self.numbers, self.outputs = system, numbers, tuple(outputs)
        self.times, self.start, self.how = times, start, dict(how)
        self.nominal = self._values(self._run(start, {}))

    def _run(self, start: State, keywords: Mapping[str, Any]) -> Any:
        return self.system.simulate(start, times=self.times, rtol=RTOL, atol=ATOL, **self.how,
                                    **keywords)  # fmt: skip

    def _values(self, run: Any) -> np.ndarray:
        return np.column_stack([np.asarray(run[name], float) for name in self.outputs])

    @cached_property
    def _independent(self) -> list[int]:
        """Velocities of the start that are held."""
        return [int(k) for k in self._analysis.at(self.start, self._wanted).independent]

    @cached_property
    def _analysis(self) -> Any:
        span = (float(self.times[0]), float(self.times[-1]))
        how = self.how
        return self.system._analysis(how.get("inputs"), how.get("driven"), how.get("locked", ()),
                                     {}, span, self.numbers.parameters)  # fmt: skip

    @cached_property
    def _wanted(self) -> Any:
        from sarrus.system.analysis.outputs import Outputs

        return Outputs(list(self.outputs))

    def sensitivities(self) -> np.ndarray:
        """Return derivatives (times x outputs x numbers): those of the motion, then of outputs.

        dy/dp = y_p + y_q q_p + y_v v_p, with the derivatives q_p, v_p of the motion integrated
        with it, and the dependent coordinates following the independent ones.
        """
        system = self.system
        if system.nq != system.nv:
            rule = "has joints whose coordinates are not rates of velocities (balls, free bodies)"
            action = "drive the motion, or use samples of a sweep: System.sweep with MonteCarlo"
            raise ModelError(Problem(CODE, "tolerances of a run", rule, action=action))
        from sarrus.system.state import State

        analysis, wanted = self._analysis, self._wanted
        every = float(self.times[1] - self.times[0])
        moved = analysis.in_time(self.start, float(self.times[-1]), every, RTOL, ATOL)
        found = []
        for k, t in enumerate(moved.t):
            d = analysis.at(State(moved.system, moved.q[k], moved.v[k], float(t)), wanted)
            chosen = list(d.independent)
            by_q, by_v = d.by_independent("g")[:2]
            found.append(d.by_parameters("g") + by_q @ moved.q_p[k][chosen]
                         + by_v @ moved.v_p[k][chosen])  # fmt: skip
        whole, labels = np.stack(found), moved.parameters
        return with_constants(self.numbers, whole, labels)

    def values(self, changes: np.ndarray) -> np.ndarray:
        """Return outputs (rows x times x outputs); not a number where a set has no run."""
        p = self.numbers.rows(self.system, np.asarray(changes, dtype=float))
        return np.stack([self._alone(row) for row in p]) if len(p) else np.zeros(
            (0, *self.nominal.shape))  # fmt: skip

    def _alone(self, row: np.ndarray) -> np.ndarray:
        parameters = self.system.compiled.compiler.parameters.split(row)
        try:
            start = self.start
            if self.system.closed:
                names, rates = self.system.coordinates, self.system.velocities
                start = self.system.assemble(
                    {names[k]: start.q[k] for k in self._independent},
                    {rates[k]: start.v[k] for k in self._independent},
                    guess=start,
                    parameters=parameters,
                )
            return self._values(self._run(start, {"parameters": parameters}))
        except SarrusError:
            return np.full(self.nominal.shape, np.nan)


RTOL, ATOL = 1e-9, 1e-11
"""Tolerances of runs: differences of samples are to be those of their numbers."""


def with_constants(numbers: Numbers, whole: np.ndarray, labels: Sequence[str]) -> np.ndarray:
    """Return derivatives by what is varied, of those by the numbers of the model."""
    if numbers.constants is None:
        return whole[:, :, [labels.index(label) for label in numbers.labels]]
    slopes = numbers.constants.derivatives()
    count = len(numbers.constants.names)
    chain = np.concatenate([np.reshape(slopes[name], (-1, count)) for name in numbers.parameters])
    where = [numbers.constants.names.index(label) for label in numbers.labels]
    return np.asarray(whole @ chain[:, where])
