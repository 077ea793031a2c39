"""Elasticity and damping of a flexible body whose deformation is a sum of shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.fields import JointField, field, names, rows
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Measure, Scene
from sarrus.model.joints.mode_shape import ModeShape
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, dot, matrix_product, vector

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading

NO_ROWS: tuple[tuple[float, ...], ...] = ()
SYMMETRIC = 1e-8
"""Part of the greatest entry by which matrices may differ from their transposes."""


@element
class ModalElasticity(ForceElement):
    """The elasticity of a flexible body with the modal coordinates q of a mode_shape joint.

        efforts = -(K q + D dq/dt),   energy = 1/2 q^T K q

    with K and D symmetric, K positive and D not negative. The stress at a place is linear in q:
    `stresses` has a row of factors for each place, `places` their names; the channel is
    stress_<place>. The surface is what pages draw: it has no part in the equations.
    """

    name: str
    joint: str = field(JointField("the name of a joint of type mode_shape"))
    stiffness: tuple[tuple[float, ...], ...] = rows("N/m", "matrix K, a row for each mode")
    damping: tuple[tuple[float, ...], ...] = rows(
        "N*s/m", "matrix D, a row for each mode; none without it", default=NO_ROWS
    )
    places: tuple[str, ...] = names("names of places whose stress is asked for")
    stresses: tuple[tuple[float, ...], ...] = rows(
        "Pa/m", "stress at each place by the modal coordinates", default=NO_ROWS
    )
    surface: tuple[tuple[float, ...], ...] = rows(
        "m", "points of the surface at rest, x, y, z in the parent of the joint", default=NO_ROWS
    )
    surface_shapes: tuple[tuple[float, ...], ...] = rows(
        "1", "for each point the shift x, y, z by each mode in turn", default=NO_ROWS
    )
    surface_stresses: tuple[tuple[float, ...], ...] = rows(
        "Pa/m", "stress at each point by the modal coordinates", default=NO_ROWS
    )
    triangles: tuple[tuple[float, ...], ...] = rows(
        "", "numbers of the points of each triangle of the surface, from 0", default=NO_ROWS
    )

    positional = ("joint",)

    def check(self, reading: Reading) -> None:
        report = reading.entry.report
        kind = reading.scope.joints[self.joint].type
        if not isinstance(kind, ModeShape):
            rule = f"is a {kind.type_name} joint, which has no modes"
            action = "name a mode_shape joint, or use joint_spring"
            report("M09", "joint", rule, value=f"'{self.joint}'", action=action)
            return
        n = kind.nv
        for attribute, matrix in (("stiffness", self.stiffness), ("damping", self.damping)):
            if attribute == "damping" and not matrix:
                continue
            if [len(row) for row in matrix] != [n] * n:
                rule = f"must have {n} rows of {n} numbers, as the joint has {n} modes"
                report("S94", attribute, rule)
                continue
            K = np.array(matrix)
            scale = float(np.max(np.abs(K), initial=0.0))
            if np.max(np.abs(K - K.T), initial=0.0) > SYMMETRIC * scale:
                report("S92", attribute, "is not symmetric", action="give both halves of it")
            elif np.linalg.eigvalsh(0.5 * (K + K.T))[0] < -SYMMETRIC * scale:
                rule = "is not positive, so that it would bring in energy"
                report("S93", attribute, rule)
        if [len(row) for row in self.stresses] != [n] * len(self.places):
            rule = f"must have a row of {n} numbers for each of {len(self.places)} places"
            report("S94", "stresses", rule)
        self._check_surface(report, n)

    def _check_surface(self, report: Any, n: int) -> None:
        """Report what of the surface does not fit."""
        count = len(self.surface)
        sizes = (
            ("surface", self.surface, count, 3),
            ("surface_shapes", self.surface_shapes, count, 3 * n),
            ("surface_stresses", self.surface_stresses, count, n),
            ("triangles", self.triangles, len(self.triangles), 3),
        )
        for attribute, found, wanted, width in sizes:
            is_missing = attribute == "surface_stresses" and not found
            if not is_missing and [len(row) for row in found] != [width] * wanted:
                rule = f"must have {wanted} rows of {width} numbers"
                report("S94", attribute, rule)
        corners = {k for row in self.triangles for k in row}
        if any(k != int(k) or not 0 <= k < count for k in corners):
            rule = f"must be numbers of the {count} points of the surface, from 0"
            report("S94", "triangles", rule)

    def in_part(self, part: Part) -> ForceElement:
        made = super().in_part(part)
        if not self.surface or not part.is_mirrored:
            return made
        body = part.model.joint(self.joint).parent
        origin = np.array(part.point(body, (0.0, 0.0, 0.0)))

        def image(at: Sequence[float]) -> Array:
            return np.array(part.point(body, (at[0], at[1], at[2])))

        shapes = tuple(
            tuple(float(x) for k in range(0, len(row), 3) for x in image(row[k : k + 3]) - origin)
            for row in self.surface_shapes
        )
        surface = tuple(tuple(float(x) for x in image(point)) for point in self.surface)
        return replace(made, surface=surface, surface_shapes=shapes)  # type: ignore[type-var]

    @property
    def elastic_coordinates(self) -> tuple[str, ...]:
        return tuple(f"{self.joint}.mode_{k + 1}" for k in range(len(self.stiffness)))

    def _coordinates(self, scene: Scene) -> Array:
        return vector(*[scene.coordinate(self.joint, k) for k in range(len(self.stiffness))])

    def _rates(self, scene: Scene) -> Array:
        return vector(*[scene.rate(self.joint, k) for k in range(len(self.stiffness))])

    def loads(self, scene: Scene) -> Sequence[Load]:
        efforts = matrix_product(np.array(self.stiffness), self._coordinates(scene))
        if self.damping:
            efforts = efforts + matrix_product(np.array(self.damping), self._rates(scene))
        return [CoordinateLoad(self.joint, k, -efforts[k]) for k in range(len(self.stiffness))]

    def potential(self, scene: Scene) -> Scalar:
        q = self._coordinates(scene)
        return 0.5 * dot(q, matrix_product(np.array(self.stiffness), q))

    def dissipation(self, scene: Scene) -> Scalar:
        if not self.damping:
            return 0.0
        rate = self._rates(scene)
        return dot(rate, matrix_product(np.array(self.damping), rate))

    @property
    def measures(self) -> tuple[Measure, ...]:
        return tuple(
            Measure(f"stress_{place}", "Pa", f"stress at {place}") for place in self.places
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        if not self.places:
            return ()
        found = matrix_product(np.array(self.stresses), self._coordinates(scene))
        return [found[k] for k in range(len(self.places))]
