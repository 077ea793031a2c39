"""Spring and damper in line between two points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.element import Load, Scene
from sarrus.model.forces.line import LINE_UNITS, LineElement
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class SpringDamper(LineElement):
    """f = k (l - free_length) + c dl/dt pulls two points together.

    Points in the frames of their bodies [m]; k [N/m], c [N s/m].
    """

    k: float
    c: float = 0.0
    free_length: float = 0.0

    type_name: ClassVar[str] = "spring_damper"
    units: ClassVar[dict[str, str]] = {"k": "N/m", "c": "N s/m", "free_length": "m", **LINE_UNITS}

    def loads(self, scene: Scene) -> Sequence[Load]:
        line = self.line(scene)
        stretch = line.length - scene.value(self, "free_length")
        pull = scene.value(self, "k") * stretch + scene.value(self, "c") * line.rate
        return self.pulling(line, pull)

    def potential(self, scene: Scene) -> Scalar:
        stretch = self.line(scene).length - scene.value(self, "free_length")
        return 0.5 * scene.value(self, "k") * stretch * stretch

    def dissipation(self, scene: Scene) -> Scalar:
        speed = self.line(scene).rate
        return scene.value(self, "c") * speed * speed
