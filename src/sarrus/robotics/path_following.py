"""Frames led along paths: positions, rates and accelerations of all joints of any mechanism.

Loops and the frame together decide about the joints, with the rows Phi_v of the loops and J of the
frame (its velocity V wanted, all six components or those of its origin alone):

    [Phi_v; J] v = [0; V],    [Phi_v; J] vdot = [gamma; dV/dt - (dJ/dt) v]

Where joints are left over, they move as little as they can, or towards a goal in the null space
(`redundancy.py`): v = F(q, V), of which vdot is the derivative and q the integral, so that all
three belong together whatever the times that are asked for.

Singular positions are those of Gosselin and Angeles (1990), seen in K, which leads from velocities
of the frame to rates of the drives: serial ones, where K is infinite (an arm is stretched out, and
finite speeds of the frame need infinite ones of drives), and parallel ones, where K is singular
(the frame moves while all drives stand, and no effort of theirs holds it).
"""

from __future__ import annotations

from collections.abc import Sequence as Listed
from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.following import (
    FIT,
    REACH,
    Jets,
    joints_at,
    one_sided_times,
    out_of_reach,
)
from sarrus.robotics.inverse_kinematics import Reached, reach
from sarrus.robotics.many_targets import at_goal
from sarrus.robotics.placement import place_on
from sarrus.robotics.redundancy import STENCIL, STEP, Redundancy
from sarrus.robotics.trajectory.checking import choice
from sarrus.robotics.trajectory.pose_move import PoseMove
from sarrus.robotics.trajectory.sequence import Sequence, Span
from sarrus.robotics.trajectory.steps import Move
from sarrus.solvers.rank import ScaledMatrix
from sarrus.spatial import Transform
from sarrus.system import System

FOLLOW = {"pose": 6, "position": 3}
"""What of a frame is led, with the number of its components."""

TOLERANCE = 1e-12
"""What may be left of a position that is sought [m, rad]."""
KEPT = 1e-6
"""How near to a given start the first position is that start itself."""
OFF = 1e-7
"""What may be left of a wanted velocity, over the largest, before it counts as impossible."""
BRANCH = 0.05
"""How far [rad, or parts of the mechanism's length] a position may be from where rates and
accelerations lead before the step to it is halved, so that the branch is kept."""
HALVINGS = 12
"""How often a step is halved; what is found then is taken, or the path is out of reach."""
STILL = 1e-9
"""Below this part of what it gains in the whole time, a velocity counts as none."""
OPEN = 1e-7
"""How far the frame moves, in lengths of the mechanism, while joints do by 1 and drives stand."""
SINGULAR = 1e-9
"""Least singular value, over the largest, at which rates can be found."""
STEEP = 100.0
"""How many times higher rates must be in a serial singularity for it to count: a path may pass one
at finite rates, as where the axes of a wrist line up and it turns on."""
BISECTIONS = 44
"""Halvings of a step in which a singular position lies: 2^-44 of it is rounding of the time."""
AHEAD = 12
"""Places of a step that are looked at to tell how far it is out of reach."""


@dataclass(frozen=True, eq=False)
class _Place:
    """The mechanism at a time of the path; rates: K, from the frame's freedoms to the drives."""

    t: float
    q: np.ndarray
    v: np.ndarray
    vdot: np.ndarray
    rank: int
    K: np.ndarray | None

    @property
    def sign(self) -> float:
        """The sign of the determinant of K, 0 where it is not square."""
        return 0.0 if self.K is None else float(np.sign(np.linalg.det(self.K)))


@dataclass(frozen=True, eq=False)
class PathFollower:
    """Finds the joints that hold a frame on the path of a sequence of poses.

    The branch is that of the start: every position is sought from where the one before leads.
    follow: "pose", or "position" where the orientation is left to the mechanism. drives: of which
    singular positions are told. goal: what joints to spare are used for, a posture q or a
    `NullSpaceGoal`; without one, they move as little as they can.
    """

    system: System
    sequence: Sequence
    frame: str
    start: Any = None
    follow: str = "pose"
    drives: tuple[str, ...] = ()
    goal: Any = None
    _freedoms: list[np.ndarray] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        choice("task / follow", self.follow, tuple(FOLLOW))
        place_on(self.system.model, self.frame)

    def jets(self, t: np.ndarray, before: np.ndarray, q: np.ndarray | None = None) -> Jets:
        """Return q, v and vdot of the tree at times that do not go back; q: where to begin."""
        sided = one_sided_times(t, before)
        near = self.first() if q is None else self._position(float(t[0]), q)
        self._check_drives(near)
        found: list[_Place] = []
        for at, side in zip(t, sided, strict=True):
            if found and at > found[-1].t:
                near = self._onward(found[-1], float(at))
            place = self._place(float(at), float(side), near)
            if found:
                self._check_passage(found[-1], place)
            found.append(place)
        rows = ([p.q for p in found], [p.v for p in found], [p.vdot for p in found])
        return np.array(rows[0]), np.array(rows[1]), np.array(rows[2])

    def first(self) -> np.ndarray:
        """Return the joints at the start."""
        X = self.sequence(0.0)
        if self.follow == "pose" and not self.system.closed:
            q = joints_at(self.system, self.frame, X, self.start, "at t = 0 s")
        else:
            found = self._solution_at(X, self.start, restarts=20, limits=True)
            if not found.success:
                raise ModelError(self._unreachable(0.0, found))
            q = found.q
        if self.goal is None or self._begins_at(q):
            return q
        target = X if self.follow == "pose" else X.position
        return at_goal(self.system, self.frame, target, q, self.goal)

    def _begins_at(self, q: np.ndarray) -> bool:
        """Whether a position is the start that was given, which is kept."""
        if not isinstance(self.start, (np.ndarray, list, tuple)) or len(self.start) != len(q):
            return False
        return float(np.max(np.abs(q - np.asarray(self.start)), initial=0.0)) < KEPT

    # --- positions --------------------------------------------------------------------------------

    def _solution_at(self, X: Transform, near: Any, **how: Any) -> Reached:
        target = X if self.follow == "pose" else X.position
        return reach(self.system, {self.frame: target}, start=near, tolerance=TOLERANCE, **how)

    def _position(self, t: float, near: np.ndarray) -> np.ndarray:
        found = self._solution_at(self.sequence(t), near, restarts=0, limits=False)
        if not found.success:
            raise ModelError(self._unreachable(t, found))
        return found.q

    def _onward(self, here: _Place, t: float, depth: int = 0) -> np.ndarray:
        """Return the position at a later time on the same branch."""
        step = t - here.t
        led = self._position_ahead(here, t)
        found = self._solution_at(self.sequence(t), led, restarts=0, limits=False)
        if found.success and (depth == HALVINGS or self._gap(found.q, led) <= BRANCH):
            return found.q
        if depth == HALVINGS:
            raise ModelError(self._unreachable(here.t + step, found))
        middle = here.t + 0.5 * step
        half = self._onward(here, middle, depth + 1)
        there = self._place(middle, middle, half, passing=True)
        return self._onward(there, t, depth + 1)

    def _position_ahead(self, here: _Place, t: float) -> np.ndarray:
        """Return where a place leads until t; with joints to spare by their own rates, exactly."""
        step = t - here.t
        if here.rank == self.system.nv:
            return self.system.add(here.q, step * here.v + 0.5 * step**2 * here.vdot)
        middle, end = here.t + 0.5 * step, float(np.nextafter(t, -np.inf))
        k1 = here.v
        k2 = self._free_rates(self.system.add(here.q, 0.5 * step * k1), self.sequence.rate(middle))
        k3 = self._free_rates(self.system.add(here.q, 0.5 * step * k2), self.sequence.rate(middle))
        k4 = self._free_rates(self.system.add(here.q, step * k3), self.sequence.rate(end))
        return self.system.add(here.q, step / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4))

    def _gap(self, q: np.ndarray, led: np.ndarray) -> float:
        off = self.system.difference(q, led) / self.system.compiled.loops.column_scale
        return float(np.max(np.abs(off), initial=0.0))

    # --- rates and accelerations ------------------------------------------------------------------

    @cached_property
    def _on_body(self) -> tuple[str, np.ndarray]:
        body, X_BF = place_on(self.system.model, self.frame)
        return body, np.asarray(X_BF.position)

    @property
    def _components(self) -> slice:
        return slice(0, FOLLOW[self.follow])

    @cached_property
    def _spare(self) -> Redundancy:
        return Redundancy(self.system, self.frame, FOLLOW[self.follow], self.goal)

    def _rows(self, q: np.ndarray) -> ScaledMatrix:
        """Return the rows of the loops and of the frame."""
        loops = self.system.compiled.loops
        J = self.system.jacobian(*self._on_body, q)[self._components]
        return loops.scaled_matrix(loops.closure(q)[1], J)

    def _free_rates(
        self, q: np.ndarray, V: np.ndarray, size: float | None = None, A: Any = None
    ) -> np.ndarray:
        """Return F: rates of all joints, those to spare included; size: |V| unless given."""
        A = self._rows(q) if A is None else A
        led, none = V[self._components], np.zeros(self.system.compiled.loops.m)
        far = self._spare.size(led) if size is None else size
        v = A.solve(np.concatenate([none, led]))
        return v if self.goal is None else v - far * self._spare.drift(q, A)

    def _free_accelerations(
        self, q: np.ndarray, v: np.ndarray, A: ScaledMatrix, t: float, side: float
    ) -> np.ndarray:
        """Return the part of dF/dt that the frame does not feel."""
        part, spare = self._components, self._spare
        V, change = self.sequence.rate(side), self.sequence.acceleration(side)
        size, quickening = spare.size(V[part]), spare.size(change[part])
        if size > STILL * quickening * self.sequence.duration:
            quickening = float((V[part] / spare.scale) @ (change[part] / spare.scale)) / size
        elif side < t:  # at rest, and just before it
            quickening = -quickening
        found = np.zeros(self.system.nv)
        fastest = float(np.max(np.abs(v / spare.columns), initial=0.0))
        if fastest > 0.0:
            h = STEP / fastest
            for step, weight in STENCIL:
                moved = self.system.add(q, step * h * v)
                found += weight / (12.0 * h) * self._free_rates(moved, V, size)
            found = spare.null_part(A, found)
        if self.goal is None:
            return found
        return found - quickening * spare.drift(q, A)

    def _place(self, t: float, side: float, q: np.ndarray, passing: bool = False) -> _Place:
        """Return the place with the rates that lead the frame; side: the time on one side of t.

        passing: whether it is between samples, where an arm may be singular.
        """
        loops = self.system.compiled.loops
        J = self.system.jacobian(*self._on_body, q)[self._components]
        _, Phi, _, C = loops.closure(q)
        A = loops.scaled_matrix(Phi, J)
        if not passing:
            self._check_arm(A, t)
        check = None if passing else side
        v = self._rates(A, np.zeros(loops.m), self.sequence.rate(side), check)
        spare = A.rank < self.system.nv
        if spare and self.goal is not None:
            v = self._free_rates(q, self.sequence.rate(side), A=A)
        gamma = loops.terms(q, v).gamma if loops.m else np.zeros(0)
        alone = self.system.kinematics(q, v, np.zeros_like(v))[self.frame]
        drift = np.concatenate([alone.acceleration, alone.angular_acceleration])
        wanted = self.sequence.acceleration(side) - drift
        vdot = self._rates(A, gamma, wanted, check)
        if spare:
            vdot = vdot + self._free_accelerations(q, v, A, t, side)
        return _Place(t, q, v, vdot, A.rank, self._drive_rates(A, Phi, J, C))

    def _rates(
        self, A: ScaledMatrix, loops: np.ndarray, wanted: np.ndarray, t: float | None
    ) -> np.ndarray:
        """Return the rates that close the loops and move the frame; refuse what they cannot do.

        t: the time, None where nothing is refused.
        """
        b = np.concatenate([loops, wanted[self._components]])
        x = A.solve(b)
        if t is None:
            return x
        left = float(np.max(np.abs(A.rows * (A.A @ x - b)), initial=0.0))
        if left > OFF * (1.0 + float(np.max(np.abs(A.rows * b), initial=0.0))):
            rule = "asks for a motion that the mechanism cannot make there"
            cause = "the pose turns or shifts in a way that the loops do not allow, or is singular"
            action = "follow the position alone, or give poses that it can take"
            raise ModelError(Problem(REACH, self._place_name(t), rule, cause=cause, action=action))
        return x

    def _check_arm(self, A: ScaledMatrix, t: float) -> None:
        """Refuse an open arm whose frame cannot move in all ways that it has elsewhere."""
        if self.system.compiled.loops.m == 0 and A.A.shape[1] <= A.A.shape[0]:
            size = np.linalg.svd(A.A, compute_uv=False)
            if size[self._ways - 1] < SINGULAR * size[0]:
                rule = "is singular: finite speeds of the tool would need infinite ones of joints"
                raise ModelError(Problem(REACH, self._place_name(t), rule))

    @cached_property
    def _ways(self) -> int:
        """In how many ways an open arm can move its frame: less than its joints in a plane."""
        rng, most = np.random.default_rng(0), 0
        for _ in range(3):
            q = self.system.drawing() + rng.uniform(-1.0, 1.0, self.system.nq)
            size = np.linalg.svd(self._rows(q).A, compute_uv=False)
            most = max(most, int(np.sum(size > SINGULAR * size[0])))
        return most

    def _drive_rates(
        self, A: ScaledMatrix, Phi: np.ndarray, J: np.ndarray, C: np.ndarray
    ) -> np.ndarray | None:
        """Return K, n x n: rates of the n drives for velocities along n freedoms of the frame.

        Both in units of the mechanism's length. The freedoms are those at the start; None where
        there are more or fewer of them than drives.
        """
        if not self.drives:
            return None
        loops = self.system.compiled.loops
        scale = np.where(np.arange(len(J)) < 3, loops.length, 1.0)
        if not self._freedoms:
            N = loops.scaled_matrix(Phi).null_space
            U, s, _ = np.linalg.svd(J @ N / scale[:, None])
            moving = int(np.sum(s > SINGULAR * max(float(s[0]), 1.0))) if s.size else 0
            self._freedoms.append(scale[:, None] * U[:, :moving])
        ways = self._freedoms[0]
        if ways.shape[1] != len(self.drives):
            return None
        closed = np.zeros((loops.m, ways.shape[1]))
        X = np.array([A.solve(b) for b in np.vstack([closed, ways]).T]).T
        rows = []
        for name in self.drives:
            vector, at = self.system.compiled.located_rate(name)
            own = X[at] if vector == "v" else C[at] @ X
            unit = self.system.model.joint(name).type.coordinates[0].unit
            rows.append(own[0] / (loops.length if unit == "m" else 1.0))
        return np.array(rows)

    def _check_drives(self, q: np.ndarray) -> None:
        """Refuse drives that leave the frame free to move at the start."""
        if not self.drives:
            return
        loops = self.system.compiled.loops
        _, Phi, _, C = loops.closure(q)
        rows = []
        for name in self.drives:
            vector, at = self.system.compiled.located_rate(name)
            rows.append(np.eye(self.system.nv)[at][0] if vector == "v" else C[at][0])
        J = self.system.jacobian(*self._on_body, q)[self._components]
        scale = np.where(np.arange(len(J)) < 3, loops.length, 1.0)
        N = loops.scaled_matrix(Phi, np.array(rows)).null_space / loops.column_scale[:, None]
        left = J * loops.column_scale @ np.linalg.qr(N)[0] / scale[:, None] if N.size else N
        size = np.linalg.svd(left, compute_uv=False) if left.size else np.zeros(0)
        free = int(np.sum(size > OPEN))
        if free:
            rule = (
                f"leave {free} of the freedoms of frame '{self.frame}' open: it moves while all "
                "of them stand"
            )
            cause = "a joint that has a drive is not named, or the start is a singular position"
            action = "name as many joints in driven as the mechanism has freedoms"
            value = ", ".join(self.drives)
            raise ModelError(Problem(FIT, "drives", rule, value, cause, action))

    # --- singular positions -----------------------------------------------------------------------

    def _check_passage(self, before: _Place, after: _Place) -> None:
        """Refuse a way between two places that leads through a singular position."""
        for place in (before, after):
            if place.K is not None and np.linalg.svd(place.K, compute_uv=False)[-1] < SINGULAR:
                raise ModelError(self._singular(place.t, parallel=True))
        if after.rank < before.rank or before.rank < after.rank:
            at = min(before, after, key=lambda place: place.rank)
            raise ModelError(self._singular(at.t, parallel=False))
        if before.sign * after.sign >= 0.0 or after.t <= before.t:
            return
        low, high = before, after
        for _ in range(BISECTIONS):
            t = 0.5 * (low.t + high.t)
            if not low.t < t < high.t:
                break
            middle = self._place(t, t, self._onward(low, t), passing=True)
            low, high = (low, middle) if middle.sign != before.sign else (middle, high)
        sizes = [np.linalg.svd(p.K, compute_uv=False) for p in (before, after, low, high)
                 if p.K is not None]  # fmt: skip
        whole = min(low.rank, high.rank) == before.rank  # else K is infinite, not singular
        if whole and min(sizes[2][-1], sizes[3][-1]) < 1e-3 * min(sizes[0][-1], sizes[1][-1]):
            raise ModelError(self._singular(high.t, parallel=True))
        usual = max(float(np.linalg.norm(p.v)) for p in (before, after))
        if max(float(np.linalg.norm(p.v)) for p in (low, high)) > STEEP * (usual + SINGULAR):
            raise ModelError(self._singular(high.t, parallel=False))

    def _singular(self, t: float, parallel: bool) -> Problem:
        x, y, z = (float(c) for c in self.sequence(t).position)
        if parallel:
            rule = (
                "is singular (parallel singularity): the frame can move there while all drives "
                "stand, and efforts of drives grow without bound near it"
            )
            action = "keep the path away from it, or drive another joint"
        else:
            rule = (
                "is singular (serial singularity): finite speeds of the frame would need infinite "
                "ones of joints"
            )
            action = "keep the path away from the edge of the reach, or start in another branch"
        value = f"({x:.4g}, {y:.4g}, {z:.4g}) m"
        return Problem(REACH, self._place_name(t), rule, value, action=action)

    # --- places in words --------------------------------------------------------------------------

    def _place_name(self, t: float) -> str:
        """Return what a place of the path is called: its time, and how far along its step."""
        return f"pose {self._when(t)}"

    def _when(self, t: float) -> str:
        share = self._share(t)
        if share is None:
            return f"at t = {t:.6g} s"
        k, span = self._step(t)
        step = f"'{span.label}'" if span.label else f"{k + 1}"
        return f"at t = {t:.6g} s, {share:.4g} % of the way of step {step}"

    def _step(self, t: float) -> tuple[int, Span]:
        span = self.sequence.span(t)
        return self.sequence.spans.index(span), span

    def _share(self, t: float) -> float | None:
        """Return how much of the way of its step is over at t [%], None where it rests."""
        span = self._step(t)[1]
        if not isinstance(span.step, Move) or not isinstance(span.step.motion, PoseMove):
            return None
        return 100.0 * float(span.step.motion.law(min(max(t - span.start, 0.0), span.end)))

    def _unreachable(self, t: float, found: Reached) -> Problem:
        """Return the problem of a place out of reach, with the part of the step that is so."""
        at = tuple(float(x) for x in self.sequence(t).position)
        problem = out_of_reach(self.system, at, found.reason + self._out(t, found), self._when(t))
        return problem

    def _out(self, t: float, found: Reached) -> str:
        """Return from where to where the step is out of reach, and by how much at most."""
        share, span = self._share(t), self._step(t)[1]
        if share is None or t <= 0.0:
            return ""
        distances = {share: found.misses[self.frame].distance}
        for later in np.linspace(t, span.end, AHEAD + 1)[1:]:
            there = self._solution_at(
                self.sequence(float(later)), found.q, restarts=0, limits=False
            )
            if there.success:
                break
            distances[self._share(float(later)) or 100.0] = there.misses[self.frame].distance
        most = max(distances, key=lambda h: distances[h])
        return (
            f"; the step is out of reach from {share:.4g} % to at least {max(distances):.4g} % of "
            f"its way, most at {most:.4g} %, where {distances[most]:.4g} m are missing"
        )


def drive_columns(
    system: System, drives: Listed[str], q: np.ndarray, v: np.ndarray, vdot: np.ndarray
) -> np.ndarray:
    """Return coordinates, rates and accelerations of drives, 3 x n, at a motion of the tree."""
    terms = system.compiled.loops.terms(q, v)
    state = system.state(q, v)
    found = []
    for name in drives:
        joint = system.model.joint(name)
        vector, at = system.compiled.located_rate(name)
        acceleration = (vdot if vector == "v" else terms.C @ vdot + terms.C_bias)[at][0]
        place = state[joint.coordinate_names[0]], state[joint.velocity_names[0]]
        found.append((*place, acceleration))
    return np.array(found, dtype=float).T
