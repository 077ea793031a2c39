"""Triggers of the codes of contacts: S80 to S83, W82, W83."""

from __future__ import annotations

from typing import Any

from errors.register import Place, triggers
from sarrus import Cylinder, Mechanism, Problem, Sphere
from sarrus.model.shapes import Mesh


def contact(**how: Any) -> tuple[Problem, ...]:
    """Build a ball on a plane with a contact; return its notices."""
    m = Mechanism("machine")
    m.free("f", m.ground, m.body("ball", 1.0, inertia=(0.1, 0.1, 0.1), at=(0, 0, 0.1)))
    m.contact("touch", "ball", **{"k": 1e6, "shape": Sphere(0.1), **how})
    return m.build().notices


@triggers("S80")
def no_shape(place: Place) -> Any:
    return contact(shape=None)


@triggers("S81")
def a_mesh_with_a_hollow(place: Place) -> Any:
    path = place.folder / "fork.obj"
    points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0.1, 0.1, 0.1)]
    faces = [(1, 3, 2), (1, 2, 4), (1, 4, 3), (2, 3, 5), (3, 4, 5), (4, 2, 5)]
    lines = [f"v {x} {y} {z}" for x, y, z in points] + [f"f {a} {b} {c}" for a, b, c in faces]
    path.write_text("\n".join(lines))
    return contact(shape=Mesh(str(path)))


@triggers("S82")
def a_cylinder_on_a_cylinder(place: Place) -> Any:
    return contact(shape=Cylinder(0.1, 0.2), base_shape=Cylinder(0.2, 0.3))


@triggers("S83")
def restitution_without_a_speed(place: Place) -> Any:
    return contact(restitution=0.5)


@triggers("W82")
def a_ball_in_the_floor(place: Place) -> Any:
    return contact(origin=(0, 0, 0.1))


@triggers("W83")
def harder_than_diamond(place: Place) -> Any:
    return contact(k=1e17)
