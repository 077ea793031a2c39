"""Spring and damper in series between two points: a force that relaxes."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.model.fields import number
from sarrus.model.forces.element import ElementState, Load, Scene
from sarrus.model.forces.line import Line, LineElement, drawn_length
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar


@element
class Relaxation(LineElement):
    """A spring and a damper in series between two points (Maxwell), with a spring beside them.

    The pull is f + k_parallel x, with x = l - free_length, f = k (x - creep) and d(creep)/dt = f/c:
    a step of the length relaxes with the time constant c/k. The creep of the damper is a state.
    """

    k: float = number("N/m", "stiffness of the spring in series", above=0.0)
    c: float = number("N*s/m", "of the damper in series", above=0.0)
    free_length: float = number(
        "m", "the distance in the drawing if not given", otherwise=drawn_length, kept=0.0
    )
    k_parallel: float = number("N/m", "stiffness that does not relax", default=0.0, at_least=0.0)
    initial_creep: float = number("m", "the creep at the start", default=0.0)

    states = (ElementState("creep", "m", "lengthening of the damper"),)

    def _stretch(self, scene: Scene, line: Line) -> Scalar:
        return line.length - scene.value(self, "free_length")

    def _relaxing_force(self, scene: Scene, line: Line) -> Scalar:
        return scene.value(self, "k") * (self._stretch(scene, line) - scene.state(self, "creep"))

    def loads(self, scene: Scene) -> Sequence[Load]:
        line = self.line(scene)
        steady = scene.value(self, "k_parallel") * self._stretch(scene, line)
        return self.pull_loads(line, self._relaxing_force(scene, line) + steady)

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        return (self._relaxing_force(scene, self.line(scene)) / scene.value(self, "c"),)

    def potential(self, scene: Scene) -> Scalar:
        line = self.line(scene)
        whole = self._stretch(scene, line)
        left = whole - scene.state(self, "creep")
        steady = scene.value(self, "k_parallel") * whole * whole
        return 0.5 * (scene.value(self, "k") * left * left + steady)

    def dissipation(self, scene: Scene) -> Scalar:
        force = self._relaxing_force(scene, self.line(scene))
        return force * force / scene.value(self, "c")
