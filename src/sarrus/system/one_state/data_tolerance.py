"""Which rows of loops count as redundant within the tolerance of the data.

Drawings give axes that are parallel to some digits only. Taken as they are, the rows of a planar
loop then have rank 3 instead of 2 and hold a machine that moves in the shop. Rows are set aside
when three things are so:

- Their singular values are small, or the loops close in the least-squares sense only.
- Taken as they are, they hold a joint that moves without them, or cannot be met at all. Where all
  joints move with all rows, small parameters are meant (a small eccentric): nothing is touched.
- Along the motion that is then free the loops stay closed within the tolerance, and the singular
  values stay small. A parameter that is meant opens them, a singular position grows regular.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass
from sarrus.solvers.assembly import Assembly, Closure, assembly_from
from sarrus.solvers.rank import ScaledMatrix
from sarrus.spatial import Transform
from sarrus.system.quantities.loops import SetAside

if TYPE_CHECKING:
    from sarrus.system.system import System

COARSE = 10.0
"""Singular values below this many tolerances may be those of noise: numbers of joints add up."""
CLEAR = 30.0
"""Ratio of singular values of small parameters that are meant to those of noise below them."""
NEAR = 1e-3
"""Gaps below which rows are left out on the way to a closed position; afar, all lead to it."""
STEP, STEPS = 0.25, 6
"""Steps along the motion that is looked at, in radians and lengths of the model, each way."""
MOST_DIRECTIONS = 6
STARTS = 8
MOVES, RESTS = 0.05, 1e-4
"""Parts of a motion that a joint has or does not have."""
WIDER = (3e-5, 1e-4, 3e-4, 1e-3, 5e-3)
"""Tolerances with which a structure is looked at for what holds it."""
ROUNDING = 2e-12
"""Gaps below this, in radians and lengths of the model, are those of arithmetic."""
ALIGNED = 1e-12
"""Angles between axes below this are rounding."""
PARALLEL = 1e-2
"""Angles [rad] between axes that are meant to be parallel."""
FAR_OFF = 0.7
"""Angles [rad] up to which an axis is named beside several others that are parallel."""


@dataclass(frozen=True)
class Opening:
    """How far a cut joint is open in its constrained directions [m], [rad]."""

    joint: str
    gap: float
    tilt: float

    def __str__(self) -> str:
        return f"{self.gap:.2g} m and {self.tilt:.2g} rad"


@dataclass(frozen=True)
class Judgement:
    """Rows that may be set aside: the rank without them, their noise, the widest openings."""

    rank: int
    noise: float
    q: np.ndarray
    openings: tuple[Opening, ...]


def openings(system: System, q: np.ndarray, last: tuple[np.ndarray, ...] = ()) -> list[Opening]:
    """Return how far every cut joint is open at a position."""
    rotation, position = system.compiled.loops.gaps(q, *last)
    found = []
    for k, joint in enumerate(system.topology.cuts):
        residual = joint.type.residual(Transform.of(rotation[k], position[k]))
        meters = np.array([unit == "m" for unit in joint.type.row_units], dtype=bool)
        gap, tilt = (float(np.linalg.norm(residual[part])) for part in (meters, ~meters))
        found.append(Opening(joint.name, gap, tilt))
    return found


def set_aside(system: System) -> SetAside | None:
    """Return the rows that count as redundant within the tolerance of the data, None without."""
    found = judgement(system, system.compiled.loops.tolerance)
    if found is None:
        return None
    return SetAside(found.rank, found.noise, _notice(system, found))


def what_holds(system: System) -> str:
    """Return what holds a mechanism that would move with a wider tolerance; empty if nothing."""
    loops = system.compiled.loops
    if not loops.m or loops.set_aside is not None:
        return ""
    for tolerance in WIDER:
        found = judgement(system, tolerance) if tolerance > loops.tolerance else None
        if found is not None:
            off = axes_off(system, found.q, COARSE * tolerance)
            worst = max(found.openings, key=lambda o: max(o.gap / loops.length, o.tilt))
            give = f"joint '{worst.joint}' would have to give way by {worst}"
            return "; ".join([*off, give])
    drawn = system.drawing()
    return "; ".join(axes_off(system, drawn, FAR_OFF, alike=2) or axes_across(system, drawn))


def no_freedom(system: System) -> Problem:
    """Return the problem of a mechanism that cannot move."""
    loops = system.compiled.loops
    return Problem(
        "D18",
        f"mechanism '{system.model.name}'",
        f"has no freedom: its {loops.m} loop equations hold all {system.nv} velocities",
        cause=what_holds(system) or "a structure, or a joint too few",
        action="correct the axes and points, free a joint, widen tolerance=, or ask a structure "
        "for reactions instead of motion",
    )


def judgement(system: System, tolerance: float) -> Judgement | None:
    """Return which rows may be set aside within a tolerance of the data."""
    return _Judge(system, tolerance).verdict()


@dataclass(frozen=True)
class _Judge:
    """Looks at a mechanism as drawn, and along the motion that it would have."""

    system: System
    tolerance: float

    def verdict(self) -> Judgement | None:
        """Return the least rank that the motion confirms."""
        start = self._start()
        if start is None:
            return None
        q, exact = start
        A = self._rows(q)
        few, all_of_them = self._count(A), A.rank
        held = A.directions(all_of_them)
        strict = self._strictly(q, held) if exact else None
        if exact and few == all_of_them and strict is not None:
            return None
        last = all_of_them if strict is not None else all_of_them + 1
        for rank in range(few, last):
            if rank > few and not self._apart(A, rank):
                continue
            found = self._judgement_of_rank(q, rank, held, strict)
            if found is not None:
                return found
        return None

    # --- positions ------------------------------------------------------------------------------

    def _start(self) -> tuple[np.ndarray, bool] | None:
        """Return the drawing as closed as it can be, and whether that is exactly."""
        system, random = self.system, np.random.default_rng(1853)
        drawn, size = system.drawing(), system.compiled.loops.column_scale
        for k in range(STARTS):
            shake = random.uniform(-1.0, 1.0, system.nv) * size * min(0.2 * k, np.pi)
            q = system.compiled.layout.with_unit_quaternions(system.add(drawn, shake))
            found = self._closed_position(q, None)
            if found.closed:
                return found.q, True
            found = self._closed_position(q, 0)
            if found.closed and self._openness(found.q) <= 1.0:
                return found.q, False
        return None

    def _closed_position(self, q: np.ndarray, rank: int | None) -> Assembly:
        """Return the nearest closed position: of all rows (None), of the largest, or of a rank."""
        system, loops = self.system, self.system.compiled.loops
        nothing = np.zeros((0, system.nv))

        def evaluate(x: np.ndarray) -> Closure:
            phi, Phi, _, _ = loops.closure(x)
            phi, A = phi[loops.closing], loops.strict_closing(Phi)
            if rank is None or not np.all(np.isfinite(phi)):
                return Closure(phi, A, np.zeros(0), nothing)
            return near_closure(
                phi, A, rank or self._count(A), nothing, np.zeros(0), self.tolerance
            )

        found = assembly_from(evaluate, system.add, q)
        found.q = system.compiled.layout.with_unit_quaternions(found.q)
        return found

    def _openness(self, q: np.ndarray) -> float:
        loops = self.system.compiled.loops
        return loops.openness(loops.closure(q)[0], self.tolerance)

    def _rows(self, q: np.ndarray) -> ScaledMatrix:
        loops = self.system.compiled.loops
        return loops.strict_closing(loops.closure(q)[1])

    def _count(self, A: ScaledMatrix) -> int:
        """Return how many singular values are certainly not noise."""
        s = A.singular_values
        return int(np.sum(s > COARSE * self.tolerance * max(s[0], 1.0))) if s.size else 0

    def _apart(self, A: ScaledMatrix, rank: int) -> bool:
        """Tell whether what counts stands clear of the noise: noise is of one size."""
        s = A.singular_values
        return rank < len(s) and bool(s[rank - 1] > CLEAR * s[rank])

    # --- motion ---------------------------------------------------------------------------------

    def _strictly(self, q: np.ndarray, held: np.ndarray) -> list[np.ndarray] | None:
        """Return positions of the motion with all rows; None where it is of an instant only."""
        random, system = np.random.default_rng(1853), self.system
        columns, seen, moves = system.compiled.loops.column_scale, [q], not held.shape[1]
        for size in (0.2, -1.0) if held.shape[1] else ():
            d = held @ random.normal(size=held.shape[1])
            d *= size / np.max(np.abs(d))
            found = self._closed_position(system.add(q, d * columns), None)
            if ROUNDING < found.gaps[-1] < NEAR:
                return None
            if found.closed:
                seen.append(found.q)
                moved = system.difference(found.q, q) / columns
                moves = moves or bool(np.max(np.abs(moved)) > 0.2 * abs(size))
        return seen if moves else None

    def _judgement_of_rank(
        self, q: np.ndarray, rank: int, held: np.ndarray, strict: list[np.ndarray] | None
    ) -> Judgement | None:
        """Return the judgement for a rank, if the motion that it leaves confirms it.

        held: directions that all rows leave free; strict: positions of that motion, if it is one.
        """
        found = self._closed_position(q, rank)
        if not found.closed or self._openness(found.q) > 1.0:
            return None
        q = found.q
        free = self._rows(q).directions(rank)
        if strict is not None:
            free = free - held @ (held.T @ free)
        u, s, _ = np.linalg.svd(free, full_matrices=False)
        directions = u[:, s > 0.3].T
        if strict is not None and not self._frees_a_joint(q, directions, strict):
            return None
        seen = [q]
        for d in directions[:MOST_DIRECTIONS]:
            ways = [self._way(q, sign * d, rank) for sign in (1.0, -1.0)]
            if any(way is None for way in ways) or not any(ways):
                return None
            seen += [x for way in ways if way for x in way]
        every = [openings(self.system, x) for x in seen]
        widest = tuple(
            Opening(parts[0].joint, max(o.gap for o in parts), max(o.tilt for o in parts))
            for parts in zip(*every, strict=True)
        )
        length = self.system.compiled.loops.length
        if max(max(o.gap / length, o.tilt) for o in widest) <= ROUNDING:
            return None
        noise = max(self._noise(self._rows(x), rank) for x in seen)
        return Judgement(rank, noise, q, widest)

    def _noise(self, A: ScaledMatrix, rank: int) -> float:
        s = A.singular_values
        return float(s[rank] / max(s[0], 1.0)) if rank < len(s) else 0.0

    def _frees_a_joint(
        self, q: np.ndarray, directions: np.ndarray, strict: list[np.ndarray]
    ) -> bool:
        """Tell whether some joint moves that all rows together hold, all along their motion."""
        now = np.max([self._rates(x, self._free(x)) for x in strict], axis=0)
        then = self._rates(q, directions.T)
        return bool(np.any((then > MOVES) & (now <= RESTS)))

    def _free(self, q: np.ndarray) -> np.ndarray:
        A = self._rows(q)
        return A.directions(A.rank)

    def _rates(self, q: np.ndarray, N: np.ndarray) -> np.ndarray:
        """Return how fast every velocity of tree and cut joints is along N, the fastest 1."""
        loops = self.system.compiled.loops
        every = np.vstack([np.eye(loops.nv), loops.closure(q)[3] * loops.column_scale])
        rates = np.max(np.abs(every @ N), axis=1, initial=0.0)
        return np.asarray(rates / max(float(np.max(rates, initial=0.0)), 1e-300))

    def _way(self, q: np.ndarray, d: np.ndarray, rank: int) -> list[np.ndarray] | None:
        """Return positions along a motion of that rank; None where it contradicts the judgement."""
        system, columns = self.system, self.system.compiled.loops.column_scale
        way: list[np.ndarray] = []
        for _ in range(STEPS):
            N = self._rows(q).directions(rank)
            d = N @ (N.T @ d)
            d = d * (STEP / max(float(np.max(np.abs(d))), 1e-300))
            found = self._closed_position(system.add(q, d * columns), rank)
            moved = system.difference(found.q, q) / columns
            if not found.closed or not 0.2 * STEP < np.max(np.abs(moved)) < 5.0 * STEP:
                break  # a dead point, or the end of the reach
            if self._openness(found.q) > 1.0 or self._count(self._rows(found.q)) > rank:
                return None
            q, d = found.q, moved
            way.append(q)
        return way


def near_closure(
    phi: np.ndarray,
    A: ScaledMatrix,
    rank: int,
    Y: np.ndarray,
    miss: np.ndarray,
    tolerance: float,
) -> Closure:
    """Return the closure of the rows that stay, near a closed position; of all rows afar."""
    gap = float(np.max(np.abs(A.rows * phi), initial=0.0))
    if gap > max(NEAR, 2.0 * COARSE * tolerance):
        return Closure(phi, A, miss, Y)
    return Closure(A.part(phi, rank), A.of_rank(rank), miss, Y)


# --- words ------------------------------------------------------------------------------------


def _notice(system: System, found: Judgement) -> Problem:
    loops = system.compiled.loops
    left = [o for o in found.openings if o.gap > ALIGNED * loops.length or o.tilt > ALIGNED]
    listed = ", ".join(f"'{o.joint}' to {o}" for o in left)
    off = axes_off(system, found.q, COARSE * loops.tolerance)
    return Problem(
        "W44",
        f"loops of joints {', '.join(repr(o.joint) for o in left)}" if left else "loops",
        f"close within the tolerance of the data only ({loops.tolerance:g}): {listed}; "
        f"{loops.m - found.rank} of {loops.m} loop equations count as redundant, the loops are "
        f"closed in the least-squares sense, freedom {system.nv - found.rank}",
        cause="; ".join(off) or "lengths or points of joints that do not fit each other exactly",
        action="correct these numbers, or set tolerance=0 to take them as they are",
        severity="notice",
    )


def axes_across(system: System, q: np.ndarray) -> list[str]:
    """Return which axes of loops stand across those of most others, and slides along them."""
    words: list[str] = []
    for loop in system.topology.loops:
        axes = _axes(system, q, loop.joints)
        turns = [name for name in axes if _turns(system, name)]
        usual = max(([b for b in turns if _parallel(axes[a], axes[b])] for a in turns), key=len,
                    default=[])  # fmt: skip
        if len(usual) < 2 or 2 * len(usual) <= len(turns):
            continue
        listed = ", ".join(repr(name) for name in usual)
        along = f"{listed}, which are along {_direction(axes[usual[0]])}"
        for name, axis in axes.items():
            if name in turns and name not in usual:
                words.append(
                    f"the axis of joint '{name}', along {_direction(axis)}, is "
                    f"{np.degrees(np.arccos(min(abs(axis @ axes[usual[0]]), 1.0))):.3g} deg off "
                    f"those of {along}"
                )
            if name not in turns and _parallel(axis, axes[usual[0]]):
                words.append(f"joint '{name}' slides along the axes of {along}")
    return list(dict.fromkeys(words))


def _axes(system: System, q: np.ndarray, joints: Iterable[str]) -> dict[str, np.ndarray]:
    """Return the axes of those joints that have one, in the world."""
    loops = system.compiled.loops
    frames = loops.frames(q)[0]
    places = {name: k for k, name in enumerate(loops.joints)}
    return {
        name: frames[places[name]][0][:, 2]
        for name in joints
        if name in places and system.model.joint(name).type.axial
    }


def _turns(system: System, joint: str) -> bool:
    return any(rate.unit == "rad/s" for rate in system.model.joint(joint).type.velocities)


def _parallel(a: np.ndarray, b: np.ndarray) -> bool:
    return float(np.linalg.norm(np.cross(a, b))) < PARALLEL


def _direction(axis: np.ndarray) -> str:
    return "(" + ", ".join(f"{x:.3g}" for x in np.round(axis, 3) + 0.0) + ")"


def axes_off(system: System, q: np.ndarray, most: float, alike: int = 0) -> list[str]:
    """Return which axes of loops are almost parallel, or almost perpendicular, and how far off.

    alike: how many other axes must agree with the one that they are off.
    """
    words: list[str] = []
    for loop in system.topology.loops:
        inside = _axes(system, q, loop.joints)
        words += [word for word in _askew(inside, most, alike) if word not in words]
    return words


def _askew(axes: dict[str, np.ndarray], most: float, least: int) -> Iterator[str]:
    """Yield the axes that are off the others, beside the one that most others agree with."""
    names = list(axes)
    off = np.array([[_apart(axes[a], axes[b]) for b in names] for a in names])
    off = off.reshape(len(names), len(names))
    for i in sorted(range(len(names)), key=lambda k: float(np.sum(np.minimum(off[k], most)))):
        alike = [k for k in range(len(names)) if k != i and off[i, k] <= ALIGNED]
        if len(alike) < least or (not alike and len(names) > 2):
            continue
        others = [names[k] for k in (i, *alike)]
        for k in range(len(names)):
            if ALIGNED < off[i, k] <= most:
                listed = ", ".join(repr(name) for name in others)
                yield f"the axis of joint '{names[k]}' is {off[i, k]:.2g} rad off that of {listed}"
        return
    if names and not least:
        k, j = (
            int(x)
            for x in np.unravel_index(int(np.argmax(np.where(off <= most, off, 0))), off.shape)
        )
        if off[k, j] > ALIGNED:
            yield f"the axes of joints '{names[k]}' and '{names[j]}' are {off[k, j]:.2g} rad apart"


def _apart(a: np.ndarray, b: np.ndarray) -> float:
    """Return the angle by which two axes are off being parallel or perpendicular, the smaller."""
    across = float(np.linalg.norm(np.cross(a, b)))
    return min(across, abs(float(a @ b)))
