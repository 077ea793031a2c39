"""A delta robot whose platform is to follow a point that goes round."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.system.state import State
from sarrus.system.system import System
from sarrus.training.task import Outcome, Task


@dataclass(frozen=True)
class DeltaTracking(Task):
    """The platform of a delta robot follows a circle of its own radius, speed and phase.

    efforts [N m]: of the motors, largest; radii [m], rates [Hz]: least and greatest of the circles
    about the middle [m]; far [m]: an episode ends where the platform is farther from its goal;
    effort_weight: of the mean square of actions in the reward, which is minus the distance in units
    of 0.1 m.
    """

    efforts: Sequence[float] = (25.0, 25.0, 25.0)
    radii: tuple[float, float] = (0.05, 0.15)
    rates: tuple[float, float] = (0.2, 1.0)
    middle: tuple[float, float, float] = (0.0, 0.0, -0.8)
    far: float = 0.4
    effort_weight: float = 0.01
    step: float = 2e-3
    steps: int = 5
    seconds: float = 3.0
    inputs: Sequence[str] = ("M0", "M1", "M2")
    channels: Sequence[str] = (
        "platform.position", "platform.velocity", "M0.angle", "M1.angle", "M2.angle",
        "M0.rate", "M1.rate", "M2.rate",
    )  # fmt: skip
    draws: int = 3

    def system(self) -> System:
        """Return the delta robot of the gallery."""
        from sarrus.gallery import delta_robot

        return delta_robot().compile(kernels=())

    def starts(self, system: System) -> list[State]:
        """Return the robot at rest with its arms at nine heights."""
        angles = np.linspace(-0.2, 0.2, 3)
        return [system.assemble({"M0": a, "M1": b, "M2": a}) for a in angles for b in angles]

    def goals(self, drawn: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Return where the point is and how fast, (n, 6)."""
        low = np.array([self.radii[0], 2.0 * np.pi * self.rates[0], 0.0])
        high = np.array([self.radii[1], 2.0 * np.pi * self.rates[1], 2.0 * np.pi])
        radius, rate, phase = (low + (high - low) * drawn).T
        angle = phase + rate * t
        x, y, nothing = radius * np.cos(angle), radius * np.sin(angle), np.zeros_like(radius)
        place = np.stack([x, y, nothing], axis=1) + self.middle
        return np.concatenate([place, np.stack([-rate * y, rate * x, nothing], axis=1)], axis=1)

    def outcome(self, seen: np.ndarray, goals: np.ndarray, actions: np.ndarray) -> Outcome:
        """Return minus the distance to the point in 0.1 m, and less for efforts."""
        away = np.linalg.norm(seen[:, :3] - goals[:, :3], axis=1)
        reward = -10.0 * away - self.effort_weight * np.mean(actions**2, axis=1)
        return Outcome(reward, away > self.far)
