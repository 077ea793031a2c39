"""Closed positions of a corner at given wheel travel and steer, one after the other.

From a position that is known, the next one is predicted along the tangent and then closed. It is
taken only if it is near its prediction and goes on in the same direction, so that the mechanism
stays in the same assembly; otherwise the step is halved.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.late_dataclass import dataclass
from sarrus.summaries import with_summary
from sarrus.suspension.corner import Corner
from sarrus.suspension.wheel_angles import SteeringAxis, Wheel
from sarrus.system import BodyMotion, Motion, PointDrive, State, System
from sarrus.system.rows.motion import rate_rows

NEAR = 0.2
"""How far a position may be from its prediction, in radians and model lengths."""

SHORTEST = 1e-5
"""The part of a step below which it counts as out of reach."""


@with_summary
@dataclass(frozen=True, eq=False)
class Position:
    """A corner at rest: travel [m], steer [m or rad], its state, and how it moves from there.

    by_travel, by_steer: the velocities for unit rates of travel and steer.
    """

    kinematics: Kinematics
    travel: float
    steer: float
    still: Motion
    by_travel: np.ndarray
    by_steer: np.ndarray

    @property
    def state(self) -> State:
        """The state, at rest."""
        return self.still.state

    @cached_property
    def bodies(self) -> Mapping[str, BodyMotion]:
        """Where all bodies are."""
        return self.kinematics.system.poses(self.state.q)

    @cached_property
    def lifted(self) -> Mapping[str, BodyMotion]:
        """How all bodies move per wheel travel."""
        return self.kinematics.system.kinematics(self.state.q, self.by_travel)

    @cached_property
    def steered(self) -> Mapping[str, BodyMotion]:
        """How all bodies move per motion of the steering joint."""
        return self.kinematics.system.kinematics(self.state.q, self.by_steer)

    @cached_property
    def wheel(self) -> Wheel:
        """The wheel, in vehicle axes."""
        corner = self.kinematics.corner
        return corner.wheel_at(self.bodies[corner.carrier])

    @cached_property
    def steering_axis(self) -> SteeringAxis | None:
        """The steering axis, in vehicle axes."""
        corner = self.kinematics.corner
        if corner.steering_axis is None:
            return None
        X = self.bodies[corner.carrier]
        lower, upper = (X.position + X.rotation @ p for p in corner.steering_axis)
        return SteeringAxis(lower, upper, self.wheel)


class OutOfReach(Exception):
    """A position cannot be reached; `last` is the farthest one on the way."""

    def __init__(self, last: Position) -> None:
        super().__init__("out of reach")
        self.last = last


@dataclass(frozen=True)
class Kinematics:
    """Finds the positions of a corner."""

    system: System
    corner: Corner

    @cached_property
    def assembled(self) -> State:
        """The design position: as drawn, with the loops closed."""
        return self.system.assemble(self.drives(0.0))

    @cached_property
    def height(self) -> float:
        """Height of the wheel centre in the design position [m]."""
        corner, q = self.corner, self.assembled.q
        return float(self.system.point(corner.carrier, corner.center, q).position[2])

    @cached_property
    def design(self) -> Position:
        """The design position: no travel, no steer."""
        return self._closed_position(self.assembled.q, 0.0, 0.0)

    def drives(self, steer: float) -> dict[str, Any]:
        """Return what is driven besides wheel travel: steer, hub, coordinates that are held."""
        found = dict(self.corner.hold)
        if self.corner.hub is not None:
            found[self.corner.hub] = 0.0
        if self.corner.steer is not None:
            found[self.corner.steer] = steer
        return found

    def lift(self, travel: float) -> PointDrive:
        """Return the drive that holds the wheel centre at its height."""
        at, still = np.array([0.0, 0.0, self.height + travel]), np.zeros(3)
        path = (lambda t: at, lambda t: still, lambda t: still)
        return PointDrive(self.corner.carrier, self.corner.center, path, "z")

    def reach(self, start: Position, travel: float, steer: float) -> Position:
        """Return the position of given travel and steer, in the same assembly as `start`."""
        here, done, part = start, 0.0, 1.0
        change = np.array([travel - start.travel, steer - start.steer])
        if not np.any(change):
            return start
        while done < 1.0:
            part = min(part, 1.0 - done)
            goal = np.array([start.travel, start.steer]) + (done + part) * change
            if done + part > 1.0 - 1e-12:
                goal = np.array([travel, steer])
            found = self._next(here, goal)
            if found is not None:
                here, done, part = found, done + part, 2.0 * part
            elif part < SHORTEST:
                raise OutOfReach(here)
            else:
                part = 0.5 * part
        return here

    def _next(self, here: Position, goal: np.ndarray) -> Position | None:
        """Return the position at the goal if it exists and is nearby."""
        step = goal - np.array([here.travel, here.steer])
        dv = here.by_travel * step[0] + here.by_steer * step[1]
        guess = self.system.add(here.state.q, dv)
        scale = self.system.compiled.loops.column_scale
        if np.max(np.abs(dv / scale)) > 1.0:
            return None
        try:
            found = self._closed_position(guess, float(goal[0]), float(goal[1]))
        except ModelError:
            return None
        off = float(np.max(np.abs(self.system.difference(found.state.q, guess) / scale)))
        onward = found.by_travel * step[0] + found.by_steer * step[1]
        same_way = float((onward / scale) @ (dv / scale)) > 0.0
        return found if off <= NEAR and same_way else None

    def _closed_position(self, guess: np.ndarray, travel: float, steer: float) -> Position:
        """Return the closed position near a guess."""
        points = [self.lift(travel)]
        run = self.system.drive(self.drives(steer), points=points, times=[0.0], guess=guess)
        still = run.motions[0]
        by_travel, by_steer = self._rates(still.state.q)
        return Position(self, travel, steer, still, by_travel, by_steer)

    def rows(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[str]]:
        """Return the rows of the loops, those of the drives, travel first, and their names."""
        corner, system = self.corner, self.system
        _, Phi, _, C = system.compiled.loops.closure(q)
        drives = self.drives(0.0)
        names = [
            "",
            *(name for name in drives for _ in range(len(rate_rows(system, name, 0, C)[0]))),
        ]
        lift = system.jacobian(corner.carrier, corner.center, q)[2:3]
        return Phi, np.vstack([lift, *(rate_rows(system, n, 0, C)[0] for n in drives)]), names

    def _rates(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the velocities for unit rates of travel and of steer."""
        Phi, E, names = self.rows(q)
        A = self.system.compiled.loops.scaled_matrix(Phi, E)
        still = np.zeros(len(Phi))
        lifted = np.eye(len(E))[0]
        steered = np.array([float(name == self.corner.steer and name != "") for name in names])
        by_travel, by_steer = (A.solve(np.append(still, unit)) for unit in (lifted, steered))
        return by_travel, by_steer

    def blocking_loops(self, last: Position) -> list[str]:
        """Return the loops, in words, that cannot follow beyond a position.

        Near it the rows of loops and drives become dependent: the left singular vector of the
        least singular value says which of them.
        """
        system = self.system
        Phi, E, _ = self.rows(last.state.q)
        A = system.compiled.loops.scaled_matrix(Phi, E)
        u = np.abs(np.linalg.svd(A.rows[:, None] * A.A * A.columns)[0][:, A.rank - 1])
        part: dict[str, float] = {}
        for k, owner in enumerate(system.compiled.loops.row_owner):
            part[owner] = max(part.get(owner, 0.0), float(u[k]))
        return [
            f"loop of joint '{loop.cut}' ({' - '.join(loop.joints)})"
            for loop in system.topology.loops
            if part.get(loop.cut, 0.0) > 0.1 * max(part.values())
        ]
