"""The result of a simulation in absolute coordinates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sarrus.cartesian.state import BodyState, CartesianState


@dataclass(frozen=True)
class Operations:
    """Arithmetic operations of compiled equations, counted from their instructions.

    evaluation: of f(t, z); projection: of a state that is closed with factors of its own; step: of
    a whole step, with error control on the average of the run.
    """

    evaluation: int
    projection: int
    step: float


@dataclass(frozen=True, eq=False)
class CartesianRun:
    """States at the times asked for, their total energy [J], and what they cost.

    watch: the smallest pivot of Phi_Y at any step, relative to the largest; where it comes near
    zero the mechanism passed a singular position, and may have left it on another branch.
    In a native run it is the least pivot of a row of a loop, relative to its own diagonal of
    Phi M^-1 Phi^T. steps and evaluations of the equations of motion; choices: how often the
    independent coordinates (of native runs: the rows in use) were chosen, 0 for the explicit
    method; joints: where the coordinates of each joint stand in `CartesianState.near`. Of native
    runs also: rejected steps, wall: the time of the loop [s], without compiling, and operations.
    """

    states: Sequence[CartesianState]
    energy: np.ndarray
    watch: float
    steps: int
    evaluations: int
    choices: int
    joints: dict[str, slice]
    motion: Callable[[CartesianState], dict[str, BodyState]]
    rejected: int = 0
    wall: float = 0.0
    operations: Operations | None = None

    @property
    def times(self) -> np.ndarray:
        """The times [s]."""
        return np.array([state.time for state in self.states])

    @property
    def final(self) -> CartesianState:
        """The last state."""
        return self.states[-1]

    def body(self, name: str) -> BodyState:
        """Return positions, rotations and velocities of a body frame; the first index is time."""
        each = [self.motion(state)[name] for state in self.states]
        return BodyState(
            np.array([body.position for body in each]),
            np.array([body.rotation for body in each]),
            np.array([body.velocity for body in each]),
            np.array([body.angular_velocity for body in each]),
        )

    def coordinates(self, joint: str) -> np.ndarray:
        """Return the coordinates of a joint, times x nq; angles count whole turns."""
        return np.array([state.near[self.joints[joint]] for state in self.states])
