"""Spring and damper in line between two points."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.model.fields import number
from sarrus.model.forces.element import Load, Scene
from sarrus.model.forces.line import LineElement
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar


@element(form_of="spring_damper", described_in="strut")
class SpringDamper(LineElement):
    """f = k (l - free_length) + c dl/dt pulls two points together.

    Points in the frames of their bodies [m]; k [N/m], c [N s/m]. `Strut` has all options of the
    builder's method, which makes this class of what is linear.
    """

    k: float = number("N/m", "stiffness")
    c: float = number("N*s/m", "damping", default=0.0)
    free_length: float = number("m", "length without pull", default=0.0)

    def loads(self, scene: Scene) -> Sequence[Load]:
        line = self.line(scene)
        stretch = line.length - scene.value(self, "free_length")
        pull = scene.value(self, "k") * stretch + scene.value(self, "c") * line.rate
        return self.pull_loads(line, pull)

    def potential(self, scene: Scene) -> Scalar:
        stretch = self.line(scene).length - scene.value(self, "free_length")
        return 0.5 * scene.value(self, "k") * stretch * stretch

    def dissipation(self, scene: Scene) -> Scalar:
        speed = self.line(scene).rate
        return scene.value(self, "c") * speed * speed
