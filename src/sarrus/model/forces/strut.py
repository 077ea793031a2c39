"""Spring, damper, stops and actuator in line between two points, with laws of any shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.damped_line import DAMPED_UNITS, DampedLine
from sarrus.model.forces.element import Load, Scene
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.forces.line import Line
from sarrus.model.forces.shaping import negative_part, positive_part
from sarrus.spatial.arrays import Scalar, select
from sarrus.spatial.curve import Curve

ACTS = ("both", "pull", "push")


@dataclass(frozen=True, kw_only=True)
class Strut(DampedLine):
    """The pull f between two points, with x = l - free_length and w = dl/dt.

        f = preload + k x + spring(x) + d(w)                spring and damper
          + rebound_stiffness max(x - rebound_clearance, 0)^rebound_exponent
          - bump_stiffness max(-x - bump_clearance, 0)^bump_exponent
          + actuator + actuator_law(t)

    acts: "both"; "pull" (a rope): spring and damper are slack for x < 0 and never push; "push":
    they are out of touch for x > 0 and never pull. energy: the stored energy of which `spring` is
    the derivative; a spring that is a formula without energy works like a source from outside, and
    its power -spring(x) w counts as supply.
    """

    k: float = 0.0
    free_length: float = 0.0
    preload: float = 0.0
    spring: Curve | Formula | None = None
    energy: Formula | None = None
    acts: str = "both"
    bump_clearance: float = 0.0
    bump_stiffness: float = 0.0
    bump_exponent: float = 1.0
    rebound_clearance: float = 0.0
    rebound_stiffness: float = 0.0
    rebound_exponent: float = 1.0
    actuator: float = 0.0
    actuator_law: Curve | Formula | None = None

    type_name: ClassVar[str] = "strut"
    units: ClassVar[dict[str, str]] = {
        "k": "N/m",
        "free_length": "m",
        "preload": "N",
        "bump_clearance": "m",
        "bump_stiffness": "N/m^exponent",
        "rebound_clearance": "m",
        "rebound_stiffness": "N/m^exponent",
        "actuator": "N",
        **DAMPED_UNITS,
    }

    def loads(self, scene: Scene) -> Sequence[Load]:
        line = self.line(scene)
        stretch = self._stretch(scene, line)
        pull = self._limited(stretch, self._elastic(scene, stretch), line.rate, scene)
        bump, rebound = self._beyond(scene, stretch)
        pull = pull + scene.value(self, "rebound_stiffness") * rebound**self.rebound_exponent
        pull = pull - scene.value(self, "bump_stiffness") * bump**self.bump_exponent
        return self.pulling(line, pull + self._actuation(scene))

    def _stretch(self, scene: Scene, line: Line) -> Scalar:
        return line.length - scene.value(self, "free_length")

    def _seen(self, stretch: Scalar) -> Scalar:
        """Return the part of the elongation at which the spring acts."""
        if self.acts == "both":
            return stretch
        return positive_part(stretch) if self.acts == "pull" else negative_part(stretch)

    def _elastic(self, scene: Scene, stretch: Scalar) -> Scalar:
        seen = self._seen(stretch)
        pull = scene.value(self, "preload") + scene.value(self, "k") * seen
        return pull if self.spring is None else pull + law_value(self.spring, seen)

    def _limited(self, stretch: Scalar, elastic: Scalar, rate: Scalar, scene: Scene) -> Scalar:
        """Return the pull of spring and damper together."""
        pull = elastic + self.damping(scene, rate)
        if self.acts == "both":
            return pull
        if self.acts == "pull":
            return select(stretch > 0.0, positive_part(pull), 0.0)
        return select(stretch < 0.0, negative_part(pull), 0.0)

    def _beyond(self, scene: Scene, stretch: Scalar) -> tuple[Scalar, Scalar]:
        """Return how far the stops of compression and rebound are pressed in."""
        bump = positive_part(-stretch - scene.value(self, "bump_clearance"))
        return bump, positive_part(stretch - scene.value(self, "rebound_clearance"))

    def _actuation(self, scene: Scene) -> Scalar:
        force = scene.value(self, "actuator")
        return (
            force if self.actuator_law is None else force + law_value(self.actuator_law, scene.time)
        )

    def potential(self, scene: Scene) -> Scalar:
        stretch = self._stretch(scene, self.line(scene))
        seen = self._seen(stretch)
        stored = scene.value(self, "preload") * seen + 0.5 * scene.value(self, "k") * seen * seen
        if isinstance(self.spring, Curve):
            stored = stored + (self.spring.integral(seen) - self.spring.integral(0.0))
        if self.energy is not None:
            stored = stored + self.energy(seen)
        bump, rebound = self._beyond(scene, stretch)
        n, m = self.rebound_exponent + 1.0, self.bump_exponent + 1.0
        stored = stored + scene.value(self, "rebound_stiffness") * rebound**n / n
        return stored + scene.value(self, "bump_stiffness") * bump**m / m

    def dissipation(self, scene: Scene) -> Scalar:
        line = self.line(scene)
        brake = self.damping(scene, line.rate)
        if self.acts == "both":
            return brake * line.rate
        stretch = self._stretch(scene, line)
        elastic = self._elastic(scene, stretch)
        side = 1.0 if self.acts == "pull" else -1.0
        taken = select(side * (elastic + brake) > 0.0, brake, -elastic)  # not more than it pulls
        return select(side * stretch > 0.0, taken * line.rate, 0.0)

    def supply(self, scene: Scene) -> Scalar:
        line = self.line(scene)
        pull = self._actuation(scene)
        if isinstance(self.spring, Formula) and self.energy is None:
            pull = pull + self.spring(self._seen(self._stretch(scene, line)))
        return -pull * line.rate

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        line = self.line(scene)
        stretch = self._stretch(scene, line)
        found = [*self.damping_switches(line.rate), *law_switches(self.actuator_law, scene.time)]
        found += law_switches(self.spring, self._seen(stretch))
        if self.acts != "both":
            elastic = self._elastic(scene, stretch)
            found += [stretch, elastic + self.damping(scene, line.rate)]
        if self.bump_stiffness:
            found.append(-stretch - scene.value(self, "bump_clearance"))
        if self.rebound_stiffness:
            found.append(stretch - scene.value(self, "rebound_clearance"))
        return found
