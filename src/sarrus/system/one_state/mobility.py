"""How a mechanism can move at a state, and which of its constraints say the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.rank import ScaledMatrix
from sarrus.system.one_state.assembling import Wanted, assembly_of
from sarrus.system.quantities.loops import Loops
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

SINGULAR = 1e-6
"""Positions near a singular one are known to half of the digits only, and their ranks with them."""
NEARLY = 1e-6
"""Below 1, of a singular value: bodies beyond it are looked at closely."""
ELSEWHERE = 5e-3
"""Radians or lengths of the model by which other positions differ: steps are of 0.05 to 0.4."""


@dataclass(frozen=True)
class Mobility:
    """Degrees of freedom and redundancy at one position.

    freedom: velocities that the loops leave free; positions: freedoms of position, more than these
    where rows are of velocities alone (rolling); rank: independent rows; redundant: names of the
    rows that the others make superfluous (one choice of several); structural: redundant rows in
    general position, so that `rank` below `generic_rank` is a singular position; passive: bodies
    that can move alone inside a loop; smallest: least singular value that counts, relative.
    """

    freedom: int
    rows: int
    rank: int
    generic_rank: int
    redundant: tuple[str, ...]
    passive: tuple[str, ...]
    smallest: float
    positions: int

    @property
    def n_redundant(self) -> int:
        """Number of superfluous rows here."""
        return self.rows - self.rank

    @property
    def structural(self) -> int:
        """Number of superfluous rows in general position."""
        return self.rows - self.generic_rank

    @property
    def singular(self) -> bool:
        """Whether this position has more freedom than the mechanism has in general."""
        return self.rank < self.generic_rank or self.smallest < SINGULAR


def mobility_at(system: System, here: State, last: tuple[np.ndarray, ...] = ()) -> Mobility:
    """Return how a mechanism can move at a state."""
    loops = system.compiled.loops
    Phi = loops.closure(here.q, *last)[1]
    A, closing = loops.scaled_matrix(Phi), loops.scaled_closing(Phi)
    generic = generic_rank(system, here.q, A, closing, last)
    return Mobility(
        system.nv - A.rank,
        loops.m,
        A.rank,
        generic,
        redundant_rows(loops, A),
        passive_bodies(loops, here.q, A, *last),
        A.smallest,
        system.nv - closing.rank,
    )


def generic_rank(
    system: System,
    q: np.ndarray,
    A: ScaledMatrix,
    closing: ScaledMatrix,
    last: tuple[np.ndarray, ...] = (),
) -> int:
    """Return the rank of the rows in general position, from one where they are A.

    closing: those of them that close positions.
    """
    loops = system.compiled.loops
    around = list(nearby_positions(system, q, closing, last))
    others = [x for x in around if _is_elsewhere(system, x, q)]
    if around and not others:
        if closing.null_space.shape[1] == 1:
            return system.nv  # a freedom of an instant: nothing can move
        drawn = assembly_of(system, Wanted({}, {}), system.drawing(), 1, last)
        others = [drawn.q] if drawn.closed else []  # branches meet at q, steps between lead back
    return max([A.rank, *(loops.scaled_matrix(loops.closure(x, *last)[1]).rank for x in others)])


def nearby_positions(
    system: System, q: np.ndarray, A: ScaledMatrix, last: tuple[np.ndarray, ...] = ()
) -> Iterable[np.ndarray]:
    """Yield a few consistent positions around one whose rows that close positions are A."""
    random = np.random.default_rng(1853)
    N = A.null_space
    for size in (0.05, 0.2, 0.4):
        if not N.shape[1]:
            return
        step = N @ (size * random.normal(size=N.shape[1]))
        found = assembly_of(system, Wanted({}, {}), system.add(q, step), 1, last)
        if found.closed:
            yield found.q


def _is_elsewhere(system: System, q: np.ndarray, start: np.ndarray) -> bool:
    """Tell whether a position found nearby is another one, beyond the error of double roots."""
    moved = system.difference(q, start) / system.compiled.loops.column_scale
    return bool(np.max(np.abs(moved)) > ELSEWHERE)


def redundant_rows(loops: Loops, A: ScaledMatrix) -> tuple[str, ...]:
    """Return the names of the rows outside a well-conditioned independent set."""
    kept = set(A.independent_rows())
    return tuple(name for k, name in enumerate(loops.row_names) if k not in kept)


def passive_bodies(
    loops: Loops, q: np.ndarray, A: ScaledMatrix, *last: np.ndarray
) -> tuple[str, ...]:
    """Return the bodies that can move while all others rest, inside loops with other bodies.

    The spin of a rod between two ball joints is the classical case.
    """
    topology = loops.compiler.topology
    looped = {body for loop in topology.loops for body in loop.bodies}
    motions = body_motions(loops, q, *last)
    N = A.null_space
    found = []
    for name in _alone(motions, N):
        loops_here = [loop for loop in topology.loops if name in loop.bodies]
        others = {b for loop in loops_here for b in loop.bodies if b not in (name, "ground")}
        if name not in looped or not others:
            continue
        rest = np.vstack(
            [motions[other] for other in motions if other != name] or [np.zeros((1, N.shape[0]))]
        )
        free = _null(rest @ N)
        moves = motions[name] @ N @ free if free.shape[1] else np.zeros((6, 0))
        if moves.size and np.max(np.abs(moves)) > 1e-7:
            found.append(name)
    return tuple(found)


def _alone(motions: dict[str, np.ndarray], N: np.ndarray) -> list[str]:
    """Return the bodies that nearly have all of some motion of the mechanism for themselves.

    The motions of all bodies are J N = Q R, so that |J N y| = |z| with z = R y; that of one body is
    its six rows Q_i z. It alone moves where a singular value of Q_i is 1: one factorization for all
    bodies, where each would need that of the matrix of all others.
    """
    if not motions or not N.shape[1]:
        return []
    Q = np.linalg.qr(np.vstack(list(motions.values())) @ N)[0]
    sizes = [np.linalg.svd(Q[k : k + 6], compute_uv=False)[0] for k in range(0, len(Q), 6)]
    return [name for name, size in zip(motions, sizes, strict=True) if size > 1.0 - NEARLY]


def _null(A: np.ndarray) -> np.ndarray:
    _, s, vt = np.linalg.svd(A)
    rank = int(np.sum(s > 1e-9 * max(s[0], 1.0))) if s.size else 0
    return vt[rank:].T


def body_motions(loops: Loops, q: np.ndarray, *last: np.ndarray) -> dict[str, np.ndarray]:
    """Return, for every body, the 6 x nv matrix of its motion (body origin, angular)."""
    from sarrus.dynamics.jacobians import point_jacobian

    values = dict(zip(loops.compiler.defaults, last, strict=True)) if last else {}
    where = loops.compiler.inputs({"q": q}, 0.0, values.get("p")).positions
    return {
        link.body: np.asarray(point_jacobian(where, link.body, np.zeros(3)), dtype=float)
        for link in loops.compiler.tree.links
    }
