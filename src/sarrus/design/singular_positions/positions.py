"""Positions of a mechanism, and how coordinates of its joints can move there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.assembly import assembly_from
from sarrus.system.one_state.assembling import Wanted, closure_at
from sarrus.system.one_state.mobility import mobility_at
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

CLOSED = 1e-12
CLOSING_STEPS = 12


class Positions:
    """The positions of a mechanism around a state: free directions, without idle turns."""

    def __init__(self, system: System, start: State) -> None:
        self.system, self.loops = system, system.compiled.loops
        self.last = system.compiled.last_inputs()
        self.scale = self.loops.column_scale
        mobility = mobility_at(system, start, self.last)
        self.rank = mobility.generic_rank
        branches = system.topology.branches
        layout = system.compiled.layout
        # velocities of joints that carry no body that moves alone
        self.moved = np.concatenate(
            [np.arange(layout.nv)[layout.v_slice[b.joint.name]] for b in branches
             if b.outboard not in mobility.passive] or [np.zeros(0, dtype=int)]
        ).astype(int)  # fmt: skip
        self.idle = bool(mobility.passive)
        random = np.random.default_rng(1853)
        # rows that depend on others are mixed with these, so that determinants can be formed
        self.mix = random.normal(size=(self.rank, max(self.loops.m, 1)))[:, : self.loops.m]
        self.mix = np.linalg.qr(self.mix.T)[0].T if self.loops.m else self.mix

    @cached_property
    def periodic(self) -> np.ndarray:
        """Whether a whole turn of each velocity coordinate leads back."""
        found = np.zeros(self.system.nv, dtype=bool)
        layout = self.system.compiled.layout
        for branch in self.system.topology.branches:
            kind = branch.type
            if kind.nq == kind.nv:
                found[layout.v_slice[branch.joint.name]] = branch.joint.type.periodic
        return found

    def at(self, q: np.ndarray) -> Position:
        """Return how the mechanism can move at q."""
        _, Phi, _, C = self.loops.closure(q, *self.last)
        A = self.loops.row_scale[:, None] * Phi * self.scale
        _, size, V = np.linalg.svd(A) if A.size else (None, np.zeros(0), np.eye(self.system.nv))
        N = V[self.rank :].T
        if self.idle:
            # of the free directions, those that move more than bodies that turn idly
            rows = self.scale[self.moved, None] * N[self.moved]
            _, s, W = np.linalg.svd(rows)
            N = N @ W[: int(np.sum(s > 1e-7))].T
        rank = max(self.rank, 1)
        smallest = float(size[rank - 1] / size[0]) if len(size) >= rank else 1.0
        return Position(q, A, N, C, self.scale, smallest)

    def closed_position(self, q: np.ndarray) -> np.ndarray | None:
        """Return the closed position near q, by Newton's shortest steps; None if there is none."""
        layout, loops = self.system.compiled.layout, self.loops
        for _ in range(CLOSING_STEPS):
            phi, Phi, *_ = loops.closure(q, *self.last)
            if np.abs(loops.row_scale * phi).max(initial=0.0) < CLOSED:
                return q
            A = loops.row_scale[:, None] * Phi * self.scale
            step = np.linalg.lstsq(A, -loops.row_scale * phi, rcond=1e-10)[0]
            if not np.all(np.isfinite(step)) or np.abs(step).max(initial=0.0) > 1.0:
                return None
            q = layout.with_unit_quaternions(layout.add(q, self.scale * step))
        return None

    def with_values(self, q: np.ndarray, values: Mapping[str, float]) -> np.ndarray | None:
        """Return the closed position near q that has values of coordinates."""
        wanted, layout = Wanted(values, {}), self.system.compiled.layout
        found = assembly_from(
            lambda x: closure_at(self.system, x, wanted, self.last), layout.add, q
        )
        if not found.closed or found.missed > 1e-9:
            return None
        return np.asarray(layout.with_unit_quaternions(found.q))

    def apart(self, q: np.ndarray, other: np.ndarray) -> np.ndarray:
        """Return the way from another position, in scaled units, without whole turns."""
        off = self.system.compiled.layout.difference(q, other)
        turns = 2.0 * np.pi * np.round(off / (2.0 * np.pi))
        return np.asarray((off - np.where(self.periodic, turns, 0.0)) / self.scale)


@dataclass(frozen=True)
class Position:
    """A position: scaled rows A, free directions N (orthonormal, scaled), rows C of cut joints.

    smallest: least singular value that counts in general, in parts of the largest.
    """

    q: np.ndarray
    A: np.ndarray
    N: np.ndarray
    C: np.ndarray
    scale: np.ndarray
    smallest: float

    def rates(self, places: Sequence[tuple[str, int]]) -> np.ndarray:
        """Return the rates of coordinates along the free directions, (places, directions)."""
        moves = self.scale[:, None] * self.N
        rows = [moves[k] if vector == "v" else self.C[k] @ moves for vector, k in places]
        return np.array(rows).reshape(len(places), self.N.shape[1])
