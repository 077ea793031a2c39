"""States of a mechanism and how it can move there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from sarrus.arguments import checked
from sarrus.errors import ModelError
from sarrus.solvers.assembly import projected_velocity
from sarrus.solvers.rank import ScaledMatrix
from sarrus.system import requests
from sarrus.system.given import by_name, checked_state, numbers
from sarrus.system.kinematic import KinematicModel
from sarrus.system.one_state import assembling
from sarrus.system.one_state.assembling import AssemblyError, Wanted
from sarrus.system.one_state.mobility import Mobility, passive_bodies, redundant_rows
from sarrus.system.state import State


@checked
class AssembledModel(KinematicModel):
    """Consistent states from rough guesses, and their mobility."""

    def assemble(
        self,
        wanted: Mapping[str, Any] | None = None,
        rates: Mapping[str, Any] | None = None,
        *,
        weights: Mapping[str, float] | None = None,
        guess: State | Mapping[str, Any] | np.ndarray | None = None,
        t: float = 0.0,
        starts: int = assembling.STARTS,
    ) -> State:
        """Return the consistent state nearest to what is wanted.

        wanted: coordinates by name, met as nearly as the loops allow (exactly where they can be);
        rates: velocities by name; weights: importance of either, 1 by default; guess: where to
        start (the drawing by default), which decides between several assemblies. Raises
        `AssemblyError` when the loops cannot be closed.
        """
        target = Wanted(by_name("coordinate", wanted), dict(weights or {}))
        speeds = Wanted(
            by_name("rate", rates), {k: w for k, w in (weights or {}).items() if k in (rates or {})}
        )
        q0 = self.guessed(guess, target)
        return assembling.assemble(self, target, speeds, q0, t, starts)

    def guessed(
        self, guess: State | Mapping[str, Any] | np.ndarray | None, wanted: Wanted
    ) -> np.ndarray:
        """Return the q to start an assembly from: the guess with the wanted values put in."""
        if isinstance(guess, State):
            q = checked_state(self, guess).q.copy()
        elif isinstance(guess, Mapping):
            known = by_name("coordinate", guess)
            tree = {k: x for k, x in known.items() if self.located(k, ("q", "cut_q"))[0] == "q"}
            q = requests.vector_of(self.layout, "q", tree, self.drawing())
        else:
            q = self.drawing() if guess is None else numbers("guess", guess, self.nq).ravel()
        for name, value in wanted.values.items():
            vector, place = self.located(name, ("q", "cut_q"))
            if vector == "q":
                q[place] = value
        return self.layout.normalized(q)

    def assemblies(
        self, wanted: Mapping[str, Any] | None = None, *, tries: int = 60
    ) -> list[State]:
        """Return the different assemblies found that have the wanted coordinates, nearest first."""
        target = Wanted(by_name("coordinate", wanted), {})
        random = np.random.default_rng(1853)
        q0 = self.guessed(None, target)
        found: list[State] = []
        for k in range(tries):
            shake = random.uniform(-np.pi, np.pi, self.nv) * self.loops.column_scale
            start = q0 if k == 0 else self.guessed(self.add(q0, shake), target)
            try:
                state = assembling.assemble(self, target, Wanted({}, {}), start, 0.0, 1)
            except AssemblyError:
                continue
            if not any(self._same(state, other) for other in found):
                found.append(state)
        return found

    def _same(self, a: State, b: State) -> bool:
        """Tell whether two states put every body at the same place."""
        first, second = self.poses(a.q), self.poses(b.q)
        return all(
            np.allclose(first[n].rotation, second[n].rotation, atol=1e-6)
            and np.allclose(first[n].position, second[n].position, atol=1e-6 * self.loops.length)
            for n in first
        )

    def initial_state(self, t: float = 0.0, at: State | None = None) -> State:
        """Return the state of the drawing, or `at` another, with the velocities of the model."""
        state = self.assemble(t=t) if at is None else checked_state(self, at)
        if not self.model.start:
            return state
        _, Phi, _, C = self.loops.closure(state.q)
        rows, wanted = requests.rows_of_bodies(self, state.q)
        v = projected_velocity(self.loops.scaled(Phi), wanted, rows)
        off = float(np.max(np.abs(rows @ v - wanted)))
        if off > 1e-6 * (1.0 + float(np.max(np.abs(wanted)))):
            raise ModelError(requests.inconsistent_start(off))
        return State(self, state.q, v, t, state.cut_q, C @ v)

    def state(self, q: Any, v: Any = None, t: float = 0.0) -> State:
        """Return the state of given vectors, which must be consistent with the loops."""
        q = numbers("q", q, self.nq)
        v = np.zeros(self.nv) if v is None else numbers("v", v, self.nv)
        phi, Phi, y, C = self.loops.closure(q)
        gap = float(np.max(np.abs(self.loops.row_scale * phi), initial=0.0))
        slip = float(np.max(np.abs(self.loops.row_scale * (Phi @ v)), initial=0.0))
        if gap > 1e-8 or slip > 1e-6 * (1.0 + float(np.max(np.abs(v), initial=0.0))):
            raise ModelError(requests.inconsistent(self.loops, phi, Phi @ v))
        return State(self, q, v, t, y, C @ v)

    # --- mobility -------------------------------------------------------------------------------

    def mobility(self, state: State | None = None) -> Mobility:
        """Return degrees of freedom, redundant and passive ones, at a state (or as assembled)."""
        here = self.assemble() if state is None else checked_state(self, state)
        A = self.loops.scaled(self.loops.closure(here.q)[1])
        generic = max([A.rank, *(b.rank for b in self._nearby(here, A))])
        return Mobility(
            self.nv - A.rank,
            self.loops.m,
            A.rank,
            generic,
            redundant_rows(self.loops, A),
            passive_bodies(self.loops, here.q, A),
            A.smallest,
        )

    def _nearby(self, here: State, A: ScaledMatrix) -> Iterable[ScaledMatrix]:
        """Yield the constraint rows at a few consistent positions around a state."""
        random = np.random.default_rng(1853)
        N = A.null_space
        for size in (0.05, 0.2, 0.4):
            if not N.shape[1]:
                return
            step = N @ (size * random.normal(size=N.shape[1]))
            found = assembling.reached(self, Wanted({}, {}), self.add(here.q, step), 1)
            if found.closed:
                yield self.loops.scaled(self.loops.closure(found.q)[1])
