"""What cylinders with two chambers between two points share; the pressures are states."""

from __future__ import annotations

from sarrus.model.fields import number
from sarrus.model.forces.element import ElementState, Scene
from sarrus.model.forces.line import Line, LineElement
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, select

LEAST = 0.02
"""Part of the dead volume below which a chamber does not shrink: a piston beyond its stroke."""


@element
class Cylinder(LineElement):
    """A piston with a chamber on each side; that of b is around the rod."""

    area_a: float = number("m^2", "of the piston on the side of a", above=0.0)
    area_b: float = number("m^2", "of the piston on the side of the rod", above=0.0)
    stroke: float = number("m", "way of the piston", above=0.0)
    closed_length: float = number("m", "distance of the points at the begin of the stroke")
    initial_pressure_a: float = number("Pa", "pressure in chamber a at the start")
    initial_pressure_b: float = number("Pa", "pressure in chamber b at the start")
    dead_a: float = number("m^3", "volume of chamber a at the begin of the stroke", above=0.0)
    dead_b: float = number("m^3", "volume of chamber b at the end of the stroke", above=0.0)
    states = (
        ElementState("pressure_a", "Pa", "pressure in chamber a", 1e5),
        ElementState("pressure_b", "Pa", "pressure in chamber b", 1e5),
    )

    def volumes(self, scene: Scene, line: Line) -> tuple[Scalar, Scalar]:
        """Return the volumes of both chambers."""
        x = line.length - scene.value(self, "closed_length")
        left = scene.value(self, "stroke") - x
        ways = (("a", x), ("b", left))
        found = []
        for side, way in ways:
            dead = scene.value(self, f"dead_{side}")
            volume = dead + scene.value(self, f"area_{side}") * way
            found.append(select(volume < LEAST * dead, LEAST * dead, volume))
        return found[0], found[1]

    def push(self, scene: Scene) -> Scalar:
        """Return the force of both pressures on the piston, which drives the points apart."""
        on_a = scene.state(self, "pressure_a") * scene.value(self, "area_a")
        return on_a - scene.state(self, "pressure_b") * scene.value(self, "area_b")
