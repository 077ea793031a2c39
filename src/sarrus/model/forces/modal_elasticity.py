"""Elasticity and damping of a flexible body whose deformation is a sum of shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sarrus.model.fields import JointField, field, names, rows
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Measure, Scene
from sarrus.model.joints.mode_shape import ModeShape
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, dot, matrix_product, vector

if TYPE_CHECKING:
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
    stress_<place>.
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
