"""What the actions of one event change together."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.mass_properties import MassProperties
from sarrus.system.simulation.modes import Mode
from sarrus.system.state import State


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

    states: of force elements that jump, by name.
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
