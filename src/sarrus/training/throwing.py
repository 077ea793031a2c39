"""A five-bar linkage that throws a ball at a mark on the ground."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sarrus.gallery.drawing import BLUE, DARK, ORANGE, ball
from sarrus.gallery.linkwork import bar, foot, hinge, meeting, polar
from sarrus.late_dataclass import dataclass
from sarrus.model import Mechanism, Model
from sarrus.system.state import State
from sarrus.system.system import System
from sarrus.training.task import Outcome, Task

GRAVITY = 9.81


def five_bar(
    *,
    base: float = 0.1,
    crank: float = 0.25,
    forearm: float = 0.35,
    angle: float = math.radians(125.0),
    masses: tuple[float, float, float] = (0.4, 0.3, 0.15),
    thickness: float = 0.01,
) -> Model:
    """Return a five-bar linkage in the xy plane, y up: motors L and R, elbows, hinge T at the tip.

    base: half the distance of the motors, crank, forearm: lengths [m]; angle: of the left crank in
    the drawing, from x [rad], the right one in mirror image; masses of a crank, a forearm and the
    ball at the tip [kg]; thickness: radius of the bars [m]. All numbers are assumed.
    """
    m = Mechanism("throwing five-bar", (0.0, -GRAVITY, 0.0))
    left, right = np.array([-base, 0.0, 0.0]), np.array([base, 0.0, 0.0])
    elbows = left + polar(crank, angle), right + polar(crank, math.pi - angle)
    tip = meeting(elbows[0], forearm, elbows[1], forearm, 1.0, "the forearms")
    upper = [
        bar(m, f"crank_{side}", ends, masses[0], color=BLUE, radius=thickness)
        for side, ends in (("L", (left, elbows[0])), ("R", (right, elbows[1])))
    ]
    lower = [
        bar(m, f"forearm_{side}", (elbow, tip), masses[1], color=ORANGE, layer=1, radius=thickness)
        for side, elbow in zip("LR", elbows, strict=True)
    ]
    I = 0.4 * masses[2] * (2.0 * thickness) ** 2
    held = m.body("ball", masses[2], (0.0, 0.0, 0.0), (I, I, I), at=tuple(tip))
    ball(held, (0.0, 0.0, 0.0), 2.0 * thickness, DARK)
    for side, place, one, two, elbow in zip("LR", (left, right), upper, lower, elbows, strict=True):
        hinge(m, side, m.ground, one, place)
        hinge(m, f"E{side}", one, two, elbow)
        foot(m, place, thickness)
    hinge(m, "T", lower[0], lower[1], tip)
    m.weld("grip", lower[0], held, at=tuple(tip))
    return m.build()


@dataclass(frozen=True)
class FiveBarThrow(Task):
    """A five-bar linkage holds a ball, lets go of it by a flag, and wants it to land at a mark.

    The last number of an action above 0 lets go; the ball then flies as it must, without drag, to
    the ground, and the episode ends. efforts [N m]: of the motors, largest; ground [m]: height;
    marks [m]: least and greatest distance of the mark along x; effort_weight: of the mean square of
    actions in each reward; the throw is rewarded by exp(-(miss / width)^2), width in m.
    """

    efforts: Sequence[float] = (12.0, 12.0)
    ground: float = -0.5
    marks: tuple[float, float] = (0.8, 2.0)
    width: float = 0.5
    effort_weight: float = 1e-3
    step: float = 1e-3
    steps: int = 10
    seconds: float = 1.5
    inputs: Sequence[str] = ("L", "R")
    channels: Sequence[str] = ("ball.position", "ball.velocity", "L.angle", "R.angle", "L.rate",
                               "R.rate")  # fmt: skip
    flags: int = 1
    draws: int = 1

    def system(self) -> System:
        """Return the linkage, compiled."""
        return five_bar().compile(kernels=())

    def starts(self, system: System) -> list[State]:
        """Return the linkage at rest with its motors at nine pairs of angles."""
        angles = (-0.2, 0.0, 0.2)
        return [system.assemble({"L": a, "R": b}) for a in angles for b in angles]

    def goals(self, drawn: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Return where the mark is, (n, 1)."""
        low, high = self.marks
        return low + (high - low) * drawn

    def landing(self, seen: np.ndarray) -> np.ndarray:
        """Return where along x the ball would land, were it let go now, (n,)."""
        x, y, vx, vy = seen[:, 0], seen[:, 1], seen[:, 3], seen[:, 4]
        flight = (vy + np.sqrt(vy**2 + 2.0 * GRAVITY * np.maximum(y - self.ground, 0.0))) / GRAVITY
        return np.asarray(x + vx * flight)

    def outcome(self, seen: np.ndarray, goals: np.ndarray, actions: np.ndarray) -> Outcome:
        """Return the reward of throws, and less for efforts; a throw ends the episode."""
        released = actions[:, -1] > 0.0
        miss = self.landing(seen) - goals[:, 0]
        thrown = np.where(released, np.exp(-((miss / self.width) ** 2)), 0.0)
        return Outcome(
            thrown - self.effort_weight * np.mean(actions[:, :-1] ** 2, axis=1), released
        )
