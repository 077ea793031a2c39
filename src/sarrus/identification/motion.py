"""The motion of a whole mechanism from what is measured of some joints, and the efforts on it.

Where the loops are closed, velocities of the tree follow from the rates u of independent measured
joints, v = V u, and accelerations vdot = V udot + b. On these velocities the reactions of the loops
do no work, so that

    V^T (M vdot - h) = V^T E^T tau

holds without them: h, efforts of gravity, force elements and of velocities; E, the rows of the
rates on which the drives act with tau.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import check_once
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.system import System

NOT_FOLLOWED = "I02"
"""Measured joints from which the motion of the mechanism does not follow."""
CHUNK = 400
"""States that are evaluated at once."""
RANK = 1e-8
"""Part of the largest singular value below which a direction counts as none."""
CLOSED = 1e-11
"""Largest gap of the loops [rad, or lengths of the mechanism] after closing them."""
ROUNDS = 30
HALVINGS = 8


@dataclass(frozen=True, eq=False)
class Motion:
    """States of a mechanism, a row each, with what is needed of them.

    V: v = V u, u the rates of the independent joints; needed: M vdot - h, efforts on the velocities
    of the tree, by the model as it is; rows: by joint, the row that gives its rate from v;
    position, rate, acceleration: by joint.
    """

    q: np.ndarray
    v: np.ndarray
    vdot: np.ndarray
    V: np.ndarray
    needed: np.ndarray
    rows: Mapping[str, np.ndarray]
    position: Mapping[str, np.ndarray]
    rate: Mapping[str, np.ndarray]
    acceleration: Mapping[str, np.ndarray]

    def __len__(self) -> int:
        return len(self.q)

    @cached_property
    def efforts(self) -> np.ndarray:
        """What is needed on the independent rates, states x joints, by the model as it is."""
        return np.einsum("nvu,nv->nu", self.V, self.needed)

    def share(self, joint: str) -> np.ndarray:
        """Return the rate of a joint for unit rates u, states x independent joints."""
        return np.einsum("nv,nvu->nu", self.rows[joint], self.V)


class Follower:
    """Finds the motion of a system from that of measured joints.

    independent: those of the measured joints that the others follow from, in their order.
    """

    def __init__(
        self,
        system: System,
        joints: Sequence[str],
        start: Any = None,
        values: Mapping[str, float] | None = None,
    ) -> None:
        self.system, self.joints = system, tuple(joints)
        self.last: tuple[np.ndarray, ...] = ()
        self.values: dict[str, Any] = {}
        self.loops = system.compiled.loops
        self.start = system.drawing() if start is None else np.asarray(start, dtype=float)
        self.check_joints(self.joints)
        check_once("measured joint", [(name, (name,)) for name in joints])
        self._refuse_bearings()
        self.place = {j: system.compiled.located_rate(j) for j in self.joints}
        self.closes = self.loops.m > 0
        if self.closes and values:
            self.start = self._first_position(values)
        self.independent = self._independent()

    def check_joints(self, joints: Sequence[str]) -> None:
        """Refuse names of no joints, and joints of several coordinates."""
        model, problems = self.system.model, []
        for name in joints:
            if name not in model.joint_index:
                rule, action = "is not a joint of the model", nearest(name, list(model.joint_index))
                problems.append(Problem("M09", f"joint '{name}'", rule, action=action))
            elif model.joint(name).type.nv != 1 or model.joint(name).type.nq != 1:
                rule = "has more than one coordinate: measured are joints that turn or slide"
                problems.append(Problem(NOT_FOLLOWED, f"joint '{name}'", rule))
        if problems:
            raise ModelError(problems)

    def _refuse_bearings(self) -> None:
        if self.system.compiled.loops.bearings:
            name = self.system.compiled.loops.bearings[0].name
            rule = "depends on the reactions in its joint, which measured efforts leave open"
            action = "leave it out, and let `by` have coulomb and viscous friction of the joint"
            raise ModelError(
                Problem(NOT_FOLLOWED, f"bearing_friction '{name}'", rule, action=action)
            )

    def put(self, values: Mapping[str, Any]) -> None:
        """Let the model have other values of numbers that are inputs of its kernels."""
        self.values = dict(values)
        self.last = self.system.compiled.last_inputs(parameters=values)

    @property
    def keywords(self) -> dict[str, Any]:
        """Keywords of calls of the system for these values."""
        return {"parameters": self.values} if self.values else {}

    def _first_position(self, values: Mapping[str, float]) -> np.ndarray:
        """Return q near the start with measured joints at their first values."""
        return self.positions(np.array([[values[j] for j in self.joints]]), self.joints)[0]

    # --- which joints lead ----------------------------------------------------------------------

    def _rows_at(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the rows of the loops and those of the measured rates, scaled, and y."""
        _, Phi, y, C = self.loops.closure(q, *self.last)
        Phi = self.loops.row_scale[:, None] * Phi * self.loops.column_scale
        D = [
            (np.eye(self.system.nv)[at] if vector == "v" else C[at])[0] * self.loops.column_scale
            for vector, at in self.place.values()
        ]
        return Phi, np.array(D).reshape(len(D), self.system.nv), y

    def _independent(self) -> tuple[str, ...]:
        Phi, D, _ = self._rows_at(self.start)
        found, rows = [], Phi
        rank = _rank(rows)
        for joint, row in zip(self.joints, D, strict=True):
            more = np.vstack([rows, row / max(float(np.linalg.norm(row)), 1e-300)])
            if _rank(more) > rank:
                found.append(joint)
                rows, rank = more, rank + 1
        if rank < self.system.nv:
            _, _, Vt = np.linalg.svd(rows, full_matrices=True)
            free = np.sqrt(np.sum(Vt[rank:] ** 2, axis=0))
            names = [self.system.velocities[k] for k in np.argsort(-free)[:4] if free[k] > 0.2]
            missing = self.system.nv - rank
            raise ModelError(
                Problem(
                    NOT_FOLLOWED, f"measured joints {', '.join(self.joints)}",
                    f"do not determine the motion: {missing} of its freedoms "
                    f"{'is' if missing == 1 else 'are'} open, in {', '.join(names)}",
                    cause="a joint was not measured, or the mechanism is in a singular position",
                    action="give the positions of further joints, as many as there are freedoms",
                )
            )  # fmt: skip
        return tuple(found)

    # --- positions ------------------------------------------------------------------------------

    def positions(self, wanted: np.ndarray, joints: Sequence[str] | None = None) -> np.ndarray:
        """Return q of all states; wanted: positions of the joints, a row each, one near another."""
        names = self.independent if joints is None else tuple(joints)
        places = self._places(names)
        if not self.closes:
            q = np.tile(self.start, (len(wanted), 1))
            for k, (_, at) in enumerate(places):
                q[:, at.start] = wanted[:, k]
            return q
        q = np.zeros((len(wanted), self.system.nq))
        here = self.start
        before: np.ndarray | None = None
        for n, row in enumerate(wanted):
            here = self._closed_position(here, before, row, names, places, n)
            q[n], before = here, row
        return q

    def _coordinate(self, joint: str) -> str:
        return self.system.model.joint(joint).coordinate_names[0]

    def _closed_position(
        self,
        q: np.ndarray,
        before: np.ndarray | None,
        row: np.ndarray,
        names: Sequence[str],
        places: Sequence[tuple[str, slice]],
        n: int,
    ) -> np.ndarray:
        """Return the closed position for a row, in smaller steps where one is too long."""
        if before is None:
            before = np.array([self._value(q, place) for place in places])
            turns = np.array([self._is_angle(j) for j in names])
            before = np.where(
                turns, before + 2 * np.pi * np.rint((row - before) / (2 * np.pi)), before
            )
        done, part = 0.0, 1.0
        for _ in range(ROUNDS * HALVINGS):
            found = self._newton(q, before + min(done + part, 1.0) * (row - before), places)
            if found is not None:
                q, done = found, min(done + part, 1.0)
                part *= 2.0
                if done >= 1.0:
                    return q
            else:
                part *= 0.5
                if part < 0.5**HALVINGS:
                    break
        values = ", ".join(f"{j} {x:.5g}" for j, x in zip(names, row, strict=True))
        raise ModelError(
            Problem(
                NOT_FOLLOWED, f"row {n + 1} of the motion",
                "cannot be reached: the loops do not close", values,
                "other lengths than those of the machine, another zero or sign of a joint, or "
                "another assembly",
                "compare the first row with a picture of the mechanism there; give start=",
            )
        )  # fmt: skip

    def _value(self, q: np.ndarray, place: tuple[str, slice]) -> float:
        vector, at = place
        return float((q if vector == "q" else self.loops.closure(q, *self.last)[2])[at][0])

    def _is_angle(self, joint: str) -> bool:
        return self.system.model.joint(joint).type.coordinates[0].unit == "rad"

    def _newton(
        self, q: np.ndarray, wanted: np.ndarray, places: Sequence[tuple[str, slice]]
    ) -> np.ndarray | None:
        """Return the closed position near q with wanted values of joints, None if none is found."""
        loops, q = self.loops, q.copy()
        closing, scale = loops.closing, loops.column_scale
        v_of = {at.start: self._v_column(at.start) for vector, at in places if vector == "q"}
        held = []
        cuts = []
        for k, (vector, at) in enumerate(places):
            if vector == "q":
                q[at.start] = wanted[k]
                held.append(v_of[at.start])
            else:
                cuts.append((k, at.start))
        free = np.setdiff1d(np.arange(self.system.nv), held)
        gap = np.inf
        for _ in range(ROUNDS):
            phi, Phi, y, C = loops.closure(q, *self.last)
            r = [(loops.row_scale * phi)[closing]]
            J = [((loops.row_scale[:, None] * Phi) * scale)[closing]]
            for k, at in cuts:
                off = y[at] - wanted[k]
                length = self._cut_is_length(at)
                r.append(np.array([off / loops.length if length else _wrapped_angle(off)]))
                J.append((C[at] * scale / (loops.length if length else 1.0))[None])
            e = np.concatenate(r)
            size = float(np.max(np.abs(e), initial=0.0))
            if size < CLOSED and (size >= 0.5 * gap or size < 1e-14):
                return q
            if size > 1e3 * max(gap, 1e-3) or not np.isfinite(size):
                return None
            gap = min(gap, size)
            if not free.size:
                return None
            step = np.linalg.lstsq(np.vstack(J)[:, free], -e, rcond=1e-10)[0]
            if float(np.max(np.abs(step))) > 0.5:
                return None
            dv = np.zeros(self.system.nv)
            dv[free] = step
            q = self.system.add(q, dv * scale)
        return q if gap < CLOSED else None

    def _v_column(self, q_place: int) -> int:
        layout = self.system.compiled.layout
        joint = next(j for j, at in layout.q_slice.items() if at.start <= q_place < at.stop)
        return layout.v_slice[joint].start

    def _cut_is_length(self, at: int) -> bool:
        joint = next(j for j, place in self.loops.cut_q.items() if place.start <= at < place.stop)
        return not self._is_angle(joint)

    # --- the whole motion -----------------------------------------------------------------------

    def motion_of(
        self, q: np.ndarray, u: np.ndarray, udot: np.ndarray, others: Sequence[str] = ()
    ) -> Motion:
        """Return the motion at positions of the whole for rates and accelerations that lead."""
        names = tuple(dict.fromkeys((*self.joints, *others)))
        place = {j: self.system.compiled.located_rate(j) for j in names}
        parts = [
            self._part(q[k : k + CHUNK], u[k : k + CHUNK], udot[k : k + CHUNK], place)
            for k in range(0, len(q), CHUNK)
        ]
        if len(parts) == 1:
            return parts[0]
        arrays: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in ("q", "v", "vdot", "V", "needed")
        }
        tables: dict[str, Any] = {
            name: {j: np.concatenate([getattr(part, name)[j] for part in parts]) for j in names}
            for name in ("rows", "position", "rate", "acceleration")
        }
        return Motion(**arrays, **tables)

    def _part(
        self, q: np.ndarray, u: np.ndarray, udot: np.ndarray, place: Mapping[str, tuple[str, slice]]
    ) -> Motion:
        loops, nv, n = self.loops, self.system.nv, len(q)
        rest = loops.terms(q, np.zeros((n, nv)), *self.last)
        rows = {
            j: np.broadcast_to(np.eye(nv)[at.start], (n, nv))
            if vector == "v"
            else rest.C[:, at.start]
            for j, (vector, at) in place.items()
        }
        if self.closes:
            D = np.stack([rows[j] for j in self.independent], axis=1)
            A = (
                np.concatenate([loops.row_scale[:, None] * rest.Phi, D], axis=1)
                * loops.column_scale
            )
            inverse = loops.column_scale[:, None] * np.linalg.pinv(A, rcond=RANK)
            V = inverse[:, :, loops.m :]
        else:
            order = [place[j][1].start for j in self.independent]
            V = np.tile(np.eye(nv)[:, order], (n, 1, 1))
        v = np.einsum("nvu,nu->nv", V, u)
        terms = loops.terms(q, v, *self.last)
        bias = {
            j: np.zeros(n) if vector == "v" else terms.C_bias[:, at.start]
            for j, (vector, at) in place.items()
        }
        if self.closes:
            b = np.stack([udot[:, k] - bias[j] for k, j in enumerate(self.independent)], axis=1)
            wanted = np.concatenate([loops.row_scale * terms.gamma, b], axis=1)
            vdot = np.einsum("nvr,nr->nv", inverse, wanted)
        else:
            vdot = np.einsum("nvu,nu->nv", V, udot)
        y = loops.closure(q, *self.last)[2] if self.closes else np.zeros((n, 0))
        position = {}
        for j in place:
            vector, at = self.system.compiled.place_of(self._coordinate(j), ("q", "cut_q"))
            position[j] = (q if vector == "q" else y)[:, at.start]
        return Motion(
            q, v, vdot, V, np.einsum("nab,nb->na", terms.M, vdot) - terms.h, rows, position,
            {j: np.einsum("nv,nv->n", rows[j], v) for j in place},
            {j: np.einsum("nv,nv->n", rows[j], vdot) + bias[j] for j in place},
        )  # fmt: skip

    def walk(
        self, count: int, seed: int, near: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return q, u and udot of random states, to tell what can be seen at all.

        Open chains stand anywhere within the limits of their joints; with loops, one position is
        sought beside another, beginning at those of `near`, q of a few states.
        """
        rng = np.random.default_rng(seed)
        k = len(self.independent)
        if not self.closes:
            low, high = self.ranges()
            q = self.positions(low + (high - low) * rng.random((count, k)))
        else:
            q = self._walk(count, rng, near)
        scale = np.array(
            [1.0 if self._is_angle(j) else self.loops.length for j in self.independent]
        )
        u, udot = (rng.standard_normal((len(q), k)) * scale for _ in range(2))
        size = 3.0 * max(1.0, float(np.sqrt(9.81 / max(self.loops.length, 1e-3))) / 3.0)
        return q, size * u, size**2 * udot

    def leading(self, q: np.ndarray) -> np.ndarray:
        """Return the positions of the independent joints at rows of q."""
        places = self._places(self.independent)
        if any(vector != "q" for vector, _ in places):
            y = self.loops.closure(q, *self.last)[2]
        return np.stack([(q if v == "q" else y)[:, at.start] for v, at in places], axis=1)

    def near(self, q: np.ndarray, led: np.ndarray) -> np.ndarray:
        """Return closed positions near rows of q with given values of the independent joints.

        They differ from q where numbers of the model have changed.
        """
        if not self.closes or not self.values:
            return q
        places = self._places(self.independent)
        found = [self._newton(row, value, places) for row, value in zip(q, led, strict=True)]
        return np.array(
            [new if new is not None else row for new, row in zip(found, q, strict=True)]
        )

    def closed_near(self, q: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """Return closed positions beside rows of q, with these values of the independent joints."""
        found, places = q.copy(), self._places(self.independent)
        for n, row in enumerate(wanted):
            here = self._newton(q[n], row, places)
            if here is None:
                rule, values = "cannot be reached: the loops do not close", f"{np.round(row, 5)}"
                raise ModelError(Problem(NOT_FOLLOWED, f"row {n + 1} of the motion", rule, values))
            found[n] = here
        return found

    def rows_of_leading(self, q: np.ndarray) -> np.ndarray:
        """Return the rows of the rates of the independent joints, (n, joints, nv)."""
        C = self.loops.closure(q, *self.last)[3]
        unit = np.eye(self.system.nv)
        return np.stack(
            [
                np.broadcast_to(unit[at.start], (len(q), self.system.nv))
                if vector == "v"
                else C[:, at.start]
                for vector, at in (self.place[j] for j in self.independent)
            ],
            axis=1,
        )

    def _places(self, names: Sequence[str]) -> list[tuple[str, slice]]:
        found = self.system.compiled.place_of
        return [found(self._coordinate(j), ("q", "cut_q")) for j in names]

    def ranges(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the range of each independent joint, a turn where nothing is said."""
        found = []
        for joint in self.independent:
            limits = self.system.model.joint(joint).limits
            wide = np.pi if self._is_angle(joint) else self.loops.length
            low, high = limits[0] if limits else (-wide, wide)
            low, high = max(low, -10.0 * wide), min(high, 10.0 * wide)
            found.append((low, high) if high > low else (low - wide, low + wide))
        table = np.array(found)
        return table[:, 0], table[:, 1]

    def _walk(self, count: int, rng: np.random.Generator, near: np.ndarray) -> np.ndarray:
        places = self._places(self.independent)
        scale = np.array(
            [1.0 if self._is_angle(j) else self.loops.length for j in self.independent]
        )
        found: list[np.ndarray] = []
        tries = 0
        while len(found) < count and tries < 6 * count:
            tries += 1
            beside = found[int(rng.integers(len(found)))] if len(found) > len(near) else None
            q = near[len(found) % len(near)] if beside is None else beside
            value = np.array([self._value(q, place) for place in places])
            there = self._newton(q, value + 0.15 * scale * rng.uniform(-1, 1, len(scale)), places)
            if there is not None and self._is_regular(there):
                found.append(there)
        return (
            np.array(found)
            if len(found) > len(near)
            else np.concatenate([near, *[f[None] for f in found]])
        )

    def _is_regular(self, q: np.ndarray) -> bool:
        Phi, D, _ = self._rows_at(q)
        chosen = [self.joints.index(j) for j in self.independent]
        sizes = np.linalg.svd(np.vstack([Phi, D[chosen]]), compute_uv=False)
        return bool(sizes[self.system.nv - 1] > 1e-3 * sizes[0])


def _rank(rows: np.ndarray) -> int:
    if not rows.size:
        return 0
    sizes = np.linalg.svd(rows, compute_uv=False)
    return int(np.sum(sizes > 1e-7 * max(float(sizes[0]), 1e-300))) if sizes.size else 0


def _wrapped_angle(angle: float) -> float:
    return float(np.remainder(angle + np.pi, 2.0 * np.pi) - np.pi)
