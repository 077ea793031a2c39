"""What the actions of one event change together."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.mass_properties import MassProperties
from sarrus.system.simulation.events.joining import apart, check_openable, made_frame
from sarrus.system.simulation.modes import Mode
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.simulation.events.actions import Join
    from sarrus.system.simulation.mode_kernels import Simulator


@dataclass(frozen=True)
class AddedPayload:
    """Momentum that comes with a payload: its properties in the body, and its velocities."""

    body: str
    properties: MassProperties
    velocity: np.ndarray
    angular_velocity: np.ndarray


@dataclass
class Change:
    """A change in the making: the mode after it, what comes from outside, and whether to stop.

    states: of force elements that jump, by name; sim: the equations before, None where only the
    mode that follows is asked for; joined: joints that are made.
    """

    t: float
    state: State
    mode: Mode
    stop: bool = False
    notes: list[str] = field(default_factory=list)
    brought: list[AddedPayload] = field(default_factory=list)
    bounces: dict[int, tuple[float, float]] = field(default_factory=dict)
    states: dict[str, float] = field(default_factory=dict)
    event: int = -1
    problem: Problem | None = None
    sim: Simulator | None = None
    joined: list[str] = field(default_factory=list)
    frictions: dict[str, str] = field(default_factory=dict)

    def note(self, text: str) -> None:
        """Say what is done."""
        self.notes.append(text)

    def carrier(self, payload: str) -> str | None:
        """Return the body that carries a payload, None where none does."""
        found = {carried.name: carried.body for carried in self.mode.payloads}
        return found.get(payload)

    def bring(
        self, body: str, properties: MassProperties, velocity: Any, angular_velocity: Any
    ) -> None:
        """Bring a payload with velocities of its own."""
        self.brought.append(AddedPayload(body, properties, velocity, angular_velocity))

    def bounce(self, restitution: float, rest: float) -> None:
        """Reverse the rate of the event that happens."""
        self.bounces[self.event] = (restitution, rest)
        self.note(f"thrown back ({restitution:g})")

    def join(self, action: Join) -> None:
        """Make a joint; refuse one that is made already, or whose frames are apart."""
        name, sim = action.name, self.sim
        if sim is None:  # what follows depends on where the frames are
            return
        check_openable(sim.system, name, self.t)
        if name not in self.mode.opened:
            action_ = "part it before, or give every joint a name of its own"
            raise ModelError(self._refusal(name, "is made already", action_))
        found = made_frame(sim, name, self.t, self.state.q)
        wrong = apart(sim, action, self.t, found)
        if wrong is not None:
            raise ModelError(wrong)
        made_anew = not sim.system.model.joint(name).type.is_drawn
        self.mode = self.mode.with_joined(name, found.numbers(name) if made_anew else {})
        self.joined.append(name)
        self.note(f"'{name}' made, {found.gap:.3g} m and {found.angle:.3g} rad apart")

    def part(self, name: str) -> None:
        """Part a joint; refuse one that is open, or that is driven, locked or pushed."""
        if self.sim is not None:
            check_openable(self.sim.system, name, self.t)
        if name in self.mode.opened:
            raise ModelError(self._refusal(name, "is open already", "part it after it is made"))
        if self.mode.holds(name) or self.mode.pushes(name):
            action = f"release it before: Release('{name}'), Effort('{name}', None)"
            rule = "cannot be parted: it is driven, locked, or has an effort on it,"
            raise ModelError(self._refusal(name, rule, action))
        self.mode = self.mode.with_parted(name)
        self.note(f"'{name}' parted")

    def _refusal(self, name: str, rule: str, action: str) -> Problem:
        return Problem("E-JOIN", f"joint '{name}'", f"{rule} at t = {self.t:.9g} s", action=action)
